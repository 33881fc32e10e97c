//! From a [`ModelSpec`] to a shared object, or what is kept of it.

use crate::codegen;
use crate::error::BuildError;
use crate::objects;
use crate::optimization::Optimization;
use crate::product::Product;
use crate::spec::ModelSpec;
use crate::states;
use crate::store::{hex_digest, Cache, Origin};
use crate::toolchain::Toolchain;
use crate::verilate::{self, verilate};
use std::path::PathBuf;

/// Builds the product, or finds it; gives the path of [`Product::file`].
pub(crate) fn build(
    cache: &Cache,
    toolchain: &Toolchain,
    spec: &ModelSpec,
    product: Product,
) -> Result<(PathBuf, Origin), BuildError> {
    spec.validate()?;
    let (entry, origin) = cache.entry(&key(toolchain, spec, product), |folder| {
        let work = tempfile::tempdir_in(folder).map_err(BuildError::io("create", folder))?;
        verilate(toolchain, spec, work.path())?;
        let runtime = objects::runtime(cache, toolchain)?;
        let objects = objects::compile(cache, toolchain, spec, product, work.path())?;
        objects::link(
            toolchain,
            product,
            &objects,
            &runtime,
            work.path(),
            &folder.join(product.file()),
        )
    })?;
    Ok((entry.join(product.file()), origin))
}

/// Hashes all that the product depends on.
fn key(toolchain: &Toolchain, spec: &ModelSpec, product: Product) -> String {
    let blocks = spec.blocks();
    let options = format!(
        "{:?} {:?} {:?} {blocks:?}",
        spec.top, spec.clock, spec.options
    );
    let asked = spec.options.optimization;
    let flags = [
        verilate::FLAGS,
        asked.verilator_flags(),
        asked.compiler_flags(),
        Optimization::Light.compiler_flags(),
    ];
    let flags = flags.concat().join(" ");
    let ports = codegen::ports_header(spec);
    let runtime = objects::runtime_key(toolchain);
    let mut parts: Vec<&[u8]> = vec![
        product.main().as_bytes(),
        codegen::PRELUDE.as_bytes(),
        codegen::FRAME.as_bytes(),
        states::SHIM.as_bytes(),
        runtime.as_bytes(),
        options.as_bytes(),
        flags.as_bytes(),
        ports.as_bytes(),
    ];
    for source in &spec.sources {
        parts.push(source.name.as_bytes());
        parts.push(source.text.as_bytes());
    }
    hex_digest(&parts)
}
