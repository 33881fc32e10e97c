//! The text that the emitter makes of small blocks, kept verbatim under `tests/emitted/`.
//!
//! `WARPLOOM_BLESS=1 cargo test -p hdl --test emit` writes the files anew.

mod emit_support;

use emit_support::*;
use hdl::emit::{combine, emit, side_files, ClockConstraint, Design, Dialect, Options, Provenance};
use hdl::emit::{EmitErrors, Reset};
use hdl::prelude::*;
use std::path::{Path, PathBuf};

/// The variable that turns comparison into writing.
const BLESS: &str = "WARPLOOM_BLESS";

fn provenance(unit: &str) -> Provenance {
    Provenance {
        unit: unit.to_owned(),
        preset: "test".to_owned(),
        command: format!("warploom generate --unit {unit} --preset test"),
    }
}

fn emitted(unit: &str, block: &dyn Block, options: &Options) -> Result<Design, EmitErrors> {
    emit(block, &provenance(unit), options)
}

fn options(dialect: Dialect) -> Options {
    Options {
        dialect,
        ..Options::default()
    }
}

fn design(unit: &str, block: &dyn Block, options: &Options) -> Design {
    match emitted(unit, block, options) {
        Ok(design) => design,
        Err(errors) => panic!("{unit}:\n{errors}"),
    }
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emitted")
}

/// Compares a file with its golden copy, or writes it.
fn compare(name: &str, text: &str) {
    let path = directory().join(name);
    if std::env::var_os(BLESS).is_some() {
        std::fs::create_dir_all(directory()).expect("the folder can be made");
        std::fs::write(&path, text).expect("the golden file can be written");
        return;
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        golden == text,
        "{} differs from what the emitter makes now; if the change is meant, run \
         `{BLESS}=1 cargo test -p hdl --test emit`\n--- golden\n{golden}\n--- now\n{text}",
        path.display()
    );
}

/// Compares the modules of a block in both dialects.
fn golden(unit: &str, block: &dyn Block) {
    for dialect in [Dialect::Verilog2005, Dialect::SystemVerilog] {
        let design = design(unit, block, &options(dialect));
        for module in &design.modules {
            compare(&module.file_name, &module.text);
            for line in module.text.lines() {
                assert!(line.len() <= 100, "{}: {line}", module.file_name);
                assert!(!line.contains('$'), "{}: {line}", module.file_name);
                assert_eq!(line.trim_end(), line, "{}", module.file_name);
            }
        }
    }
}

macro_rules! golden_tests {
    ($($name:ident: $block:expr;)*) => {
        $(#[test]
        fn $name() {
            golden(stringify!($name), &$block);
        })*
    };
}

golden_tests! {
    adder: Adder::default();
    counter: Counter::default();
    machine: Machine::default();
    register_file: RegisterFile::<16, 4>::default();
    gates: Gates::<8, 3>::default();
    lanes: Lanes::<4, 128, 32>::default();
    router: Router::default();
    selector: Selector::default();
    pipeline: Pipeline::default();
    narrow: Narrow::default();
    vote: Vote::default();
    shifter: Shifter::default();
    fifo: Fifo::<Bits<40>, 5, 3>::default();
    round_robin: RoundRobinArbiter::<5, 3>::new();
    fixed_priority: FixedPriorityArbiter::<12, 4>::new();
    packer: Packer::<4, 8, 32>::default();
    memory: Memory::<40, 4>::new(10);
    masked_memory: MaskedMemory::<32, 4, 4>::new(10);
    single_port_memory: SinglePortMemory::<32, 4, 4>::new(10);
}
