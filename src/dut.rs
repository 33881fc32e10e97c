//! What is under test: the seam between the harness, the emitter and the tools.

use crate::failure::Failure;
use crate::tools::discovery::Tools;
use cosim::engines::rust_hdl::Simulation;
use cosim::hardware::Hardware;
use cosim::target::{Dialect, EngineKind, ResetStyle};
use cosim::workshop::Builder;
use spec::{AnyParameters, Configuration};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use verilated::Cache;

/// The Verilog of a configuration.
pub fn design(
    configuration: &Configuration,
    _dialect: Dialect,
    _reset: ResetStyle,
) -> Result<Hardware, String> {
    Err(format!(
        "{configuration}: no Verilog can be emitted yet; name a folder with --rtl"
    ))
}

/// The rust_hdl block of a unit.
pub fn block(parameters: &AnyParameters) -> Result<Box<dyn Simulation>, String> {
    Err(format!("{}: no rust_hdl block yet", parameters.unit()))
}

/// A builder of targets for an engine, or what the machine lacks for it.
pub fn builder(engine: EngineKind, bugs: PathBuf) -> Result<Builder<'static>, Failure> {
    let simulator = match engine {
        EngineKind::RustHdl => Err("the engine rust-hdl has no Verilator".to_owned()),
        EngineKind::Verilator => {
            let tools = Tools::discover();
            let cache = Cache::new(tools.cache().join("models"));
            Ok((Arc::new(tools.toolchain()?), cache))
        }
    };
    Ok(Builder::new(&design, block, simulator, bugs))
}

/// Refuses a folder that can't be written to before minutes are spent.
pub fn check_writable(folder: &Path) -> Result<(), Failure> {
    let refuse =
        |error| Failure::bad_input(format!("cannot write to {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(refuse)?;
    let probe = folder.join(format!(".warploom-{}", std::process::id()));
    std::fs::write(&probe, "").map_err(refuse)?;
    std::fs::remove_file(&probe).map_err(refuse)
}
