//! What a launch is bound to: sizes, arguments, textures.

use super::arguments;
use super::buffers::count;
use super::error::Inconsistency;
use super::expression::Value;
use super::run::Run;
use crate::descriptor::{ElementType, FilterMode, Launch, Scalar, Texture};
use crate::exec;
use crate::ptx::Space;
use std::collections::BTreeMap;

impl Run<'_> {
    pub(super) fn describe(&self, launch: &Launch) -> Result<exec::Launch, Inconsistency> {
        let kernel = self.kernel(launch)?;
        let dynamic = launch
            .shared
            .as_ref()
            .map_or(Ok(Value::Integer(0)), |s| self.value(s, false))?;
        let value = |scalar: &Scalar| self.value(scalar, true);
        let mut textures = BTreeMap::new();
        for texture in &self.session.descriptor().textures {
            let bound = self.texture(texture).map_err(|problem| {
                Inconsistency(format!("texture {:?}: {}", texture.name, problem.0))
            })?;
            textures.extend(self.handle(&texture.name).map(|number| (number, bound)));
        }
        Ok(exec::Launch {
            grid: self.dimensions(&launch.grid, "grid")?,
            block: self.dimensions(&launch.block, "block")?,
            dynamic_shared: count(dynamic, "shared")? as u32,
            arguments: arguments::pack(
                kernel,
                &launch.arguments,
                &self.session.descriptor().structs,
                &value,
            )?,
            textures,
        })
    }

    fn dimensions(&self, sizes: &[Scalar], what: &str) -> Result<[u32; 3], Inconsistency> {
        if sizes.is_empty() || sizes.len() > 3 {
            return Err(format!("{what} takes 1 to 3 sizes, found {}", sizes.len()).into());
        }
        let mut dimensions = [1; 3];
        for (dimension, size) in dimensions.iter_mut().zip(sizes) {
            *dimension = count(self.value(size, false)?, what)? as u32;
        }
        Ok(dimensions)
    }

    fn texture(&self, texture: &Texture) -> Result<exec::Texture, Inconsistency> {
        let place = self.place(&texture.buffer)?;
        let width = count(self.value(&texture.width, false)?, "width")?;
        let height = match &texture.height {
            Some(height) => count(self.value(height, false)?, "height")?,
            None => 1,
        };
        let channels = u64::from(texture.channels);
        let element = place.element()?;
        if place.space != Space::Global {
            return Err("the buffer must be in global memory".into());
        }
        if !matches!(channels, 1 | 2 | 4) || element.bytes() > 4 {
            return Err("a texel has 1, 2 or 4 channels of at most 32 bits".into());
        }
        if texture.filter == FilterMode::Linear && element != ElementType::F32 {
            return Err("linear filtering takes f32 texels".into());
        }
        let bytes = width * height * channels * element.bytes() as u64;
        if width == 0 || height == 0 || bytes > place.bytes {
            let has = place.bytes;
            return Err(format!(
                "{width} x {height} texels take {bytes} bytes, the buffer has {has}"
            )
            .into());
        }
        Ok(exec::Texture {
            address: place.address,
            element,
            channels: channels as u32,
            width: width as u32,
            height: height as u32,
            address_mode: texture.address,
            filter: texture.filter,
            normalized: texture.normalized,
        })
    }
}
