//! What commands that simulate have in common: tools for the harness, folders to write to.

use crate::failure::Failure;
use cosim::target::EngineKind;
use cosim::workshop::Builder;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tools::discovery::Tools;
use verilated::{Cache, Toolchain};

/// Verilator, and where built models are kept.
pub fn simulator() -> Result<(Arc<Toolchain>, Cache), Failure> {
    let tools = Tools::discover();
    let cache = Cache::new(tools.cache().join("models"));
    Ok((Arc::new(tools.toolchain()?), cache))
}

/// A builder of targets for an engine, or what the machine lacks for it.
pub fn builder(engine: EngineKind, bugs: PathBuf) -> Result<Builder, Failure> {
    let simulator = match engine {
        EngineKind::RustHdl => Err("the engine rust-hdl has no Verilator".to_owned()),
        EngineKind::Verilator => Ok(simulator()?),
    };
    Ok(Builder::new(simulator, bugs))
}

/// Refuses a folder that can't be written to before minutes are spent.
pub fn check_writable(folder: &Path) -> Result<(), Failure> {
    Ok(campaign::error::check_writable(folder)?)
}

/// The same of the folder that a file goes to.
pub fn check_writable_file(file: &Path) -> Result<(), Failure> {
    let parent = file.parent().filter(|p| !p.as_os_str().is_empty());
    check_writable(parent.unwrap_or(Path::new(".")))
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    Ok(campaign::error::write(path, text)?)
}
