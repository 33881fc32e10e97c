//! What is under test: the seam between the harness, the emitter and the tools.

use crate::failure::Failure;
use crate::tools::discovery::Tools;
use cosim::engines::rust_hdl::Simulation;
use cosim::hardware::{Hardware, SourceFile};
use cosim::target::{Dialect, EngineKind, ResetStyle};
use cosim::workshop::Builder;
use spec::{AnyParameters, Configuration};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use verilated::{Cache, Toolchain};

/// The Verilog of a configuration.
pub fn design(
    configuration: &Configuration,
    dialect: Dialect,
    reset: ResetStyle,
) -> Result<Hardware, String> {
    let options = hdl::emit::Options {
        dialect: match dialect {
            Dialect::Verilog2005 => hdl::emit::Dialect::Verilog2005,
            Dialect::Sv => hdl::emit::Dialect::SystemVerilog,
        },
        reset: match reset {
            ResetStyle::SyncHigh => hdl::emit::Reset::SyncHigh,
            ResetStyle::AsyncLow => hdl::emit::Reset::AsyncLow,
        },
        prefix: None,
    };
    let design = hdl::units::emit(configuration, &options).map_err(|e| e.to_string())?;
    let files = design.modules.into_iter();
    Ok(Hardware {
        top: design.top,
        files: files
            .map(|module| SourceFile {
                name: module.file_name,
                text: module.text,
            })
            .collect(),
        reset,
    })
}

/// A unit in rust_hdl's own simulator.
struct Block(Box<dyn hdl::engine::AnyUnit>);

impl Simulation for Block {
    fn cycle(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<(), String> {
        self.0.cycle(inputs, outputs).map_err(|e| e.to_string())
    }
}

/// The rust_hdl block of a unit.
pub fn block(parameters: &AnyParameters) -> Result<Box<dyn Simulation>, String> {
    let mut hardware = hdl::units::build(parameters);
    hardware.prepare();
    Ok(Box::new(Block(hardware)))
}

/// Verilator, and where built models are kept.
pub fn simulator() -> Result<(Arc<Toolchain>, Cache), Failure> {
    let tools = Tools::discover();
    let cache = Cache::new(tools.cache().join("models"));
    Ok((Arc::new(tools.toolchain()?), cache))
}

/// A builder of targets for an engine, or what the machine lacks for it.
pub fn builder(engine: EngineKind, bugs: PathBuf) -> Result<Builder<'static>, Failure> {
    let simulator = match engine {
        EngineKind::RustHdl => Err("the engine rust-hdl has no Verilator".to_owned()),
        EngineKind::Verilator => Ok(simulator()?),
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

/// Writes a file whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    cosim::atomic::write(path, text)
        .map_err(|error| Failure::bad_input(format!("cannot write {}: {error}", path.display())))
}
