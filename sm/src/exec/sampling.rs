//! Instructions that fetch from textures.

use super::fault::FaultKind;
use super::lanes::lanes_of;
use super::observe::Observer;
use super::step::Step;
use super::store::LaneFault;
use super::texture::Texture;
use super::LANES;
use crate::ir::{Fetch, Instruction};
use crate::layout;

impl<'a, O: Observer> Step<'a, O> {
    /// What a handle stands for, with its name, or the handle where it has none.
    pub(super) fn bound(&self, handle: u64) -> (String, Option<&'a Texture>) {
        let number = layout::handle_number(handle);
        let name = number.and_then(|number| self.program.kernel.textures.get(number as usize));
        let texture = number.and_then(|number| self.block.textures.get(&number));
        (
            name.cloned().unwrap_or_else(|| format!("{handle:#x}")),
            texture,
        )
    }

    pub(super) fn tex(
        &mut self,
        fetch: Fetch,
        i: &Instruction,
        mask: u32,
    ) -> Result<(), LaneFault> {
        let handles = self.address_operand(i.operand(0));
        let flat = fetch.dimensions == 1;
        let mut rows = [[0u32; LANES]; 4];
        let x = self.operand::<u32>(i, 1);
        let y = if flat {
            [0; LANES]
        } else {
            self.operand::<u32>(i, 2)
        };
        for lane in lanes_of(mask) {
            let (name, texture) = self.bound(handles[lane]);
            let Some(texture) = texture else {
                return Err((FaultKind::UnboundTexture { name }, lane));
            };
            let texel = if fetch.real {
                let y = if flat { 0.0 } else { f32::from_bits(y[lane]) };
                texture.fetch_real(self.memory, f32::from_bits(x[lane]), y)
            } else {
                let (x, y) = (i64::from(x[lane] as i32), i64::from(y[lane] as i32));
                texture.texel(self.memory, x, y)
            };
            for (row, value) in rows.iter_mut().zip(texel) {
                row[lane] = value;
            }
        }
        for (channel, row) in rows.into_iter().enumerate() {
            self.write::<u32>(i.result(channel), row, mask);
        }
        Ok(())
    }
}
