//! The text that the emitter makes of small blocks, kept verbatim under `tests/emitted/`.
//!
//! `WARPLOOM_BLESS=1 cargo test -p hdl --test main emit::` writes the files anew.

use crate::emit_support;

use emit_support::*;
use hdl::emit::{
    combine, emit, shared_core, side_files, ClockConstraint, Design, Dialect, EmitErrors, Options,
    Place, Provenance, Reset, SHARED,
};
use hdl::prelude::*;
use std::path::{Path, PathBuf};

/// The variable that turns comparison into writing.
const BLESS: &str = "WARPLOOM_BLESS";

fn provenance(unit: &str) -> Provenance {
    Provenance {
        unit: unit.to_owned(),
        preset: "test".to_owned(),
        command: format!("warploom generate --unit {unit} --preset test"),
        ..Provenance::default()
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
        let folder = path.parent().expect("a golden file lies in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be made");
        std::fs::write(&path, text).expect("the golden file can be written");
        return;
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        golden == text,
        "{} differs from what the emitter makes now; if the change is meant, run \
         `{BLESS}=1 cargo test -p hdl --test main emit::`\n--- golden\n{golden}\n--- now\n{text}",
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
    fifo: Fifo::<40>::new(5);
    round_robin: RoundRobinArbiter::<5, 3>::new();
    memory: Memory::<40, 4>::new(10);
    masked_memory: MaskedMemory::<32, 4, 4>::new(10);
    switched_memory: MaskedMemory::<32, 4, 2>::new(10).named("bank_10x32").switched();
    single_port_memory: SinglePortMemory::<32, 4, 4>::new(10);
}

#[test]
fn asynchronous_reset_is_one_policy_for_the_design() {
    let options = Options {
        reset: Reset::AsyncLow,
        prefix: Some("chip".to_owned()),
        ..Options::default()
    };
    let design = design("counter", &Counter::default(), &options);
    assert_eq!(design.top, "chip_counter");
    for module in &design.modules {
        compare(&module.file_name, &module.text);
    }
}

#[test]
fn the_prefix_reaches_every_module() {
    let options = Options {
        prefix: Some("left".to_owned()),
        ..Options::default()
    };
    let design = design("lanes", &Lanes::<4, 128, 32>::default(), &options);
    let names: Vec<&str> = design.modules.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["left_lane", "left_lanes_4"]);
    assert!(design.modules[1].text.contains("left_lane u_lane ("));
    let bad = Options {
        prefix: Some("4x".to_owned()),
        ..Options::default()
    };
    let errors = emitted("lanes", &Lanes::<4, 128, 32>::default(), &bad).unwrap_err();
    assert_eq!(
        errors.to_string(),
        "module `lanes`, signal `prefix` of type `Option<String>`: `4x` is no Verilog identifier"
    );
}

#[test]
fn the_same_block_gives_the_same_bytes() {
    for dialect in [Dialect::Verilog2005, Dialect::SystemVerilog] {
        let options = options(dialect);
        let first = design("gates", &Gates::<8, 3>::default(), &options);
        let second = design("gates", &Gates::<8, 3>::default(), &options);
        assert_eq!(first, second);
    }
}

#[test]
fn a_thousand_entries_stay_a_loop() {
    for dialect in [Dialect::Verilog2005, Dialect::SystemVerilog] {
        let options = options(dialect);
        let few = design("gates", &Gates::<128, 7>::default(), &options);
        let many = design("gates", &Gates::<1024, 10>::default(), &options);
        let text = |design: &Design| design.modules.last().expect("a module").text.clone();
        assert_eq!(text(&few).lines().count(), text(&many).lines().count());
        let many = text(&many);
        assert!(many.contains("i < 1024"), "{many}");
    }
}

#[test]
fn a_module_is_emitted_once() {
    let design = design(
        "lanes",
        &Lanes::<4, 128, 32>::default(),
        &Options::default(),
    );
    assert_eq!(design.modules.len(), 2);
    let twice = [design.clone(), design.clone()];
    assert_eq!(combine(&twice), Ok(design.modules.clone()));
}

#[test]
fn two_modules_of_one_name_are_refused() {
    let mut first = design("counter", &Counter::default(), &Options::default());
    first.provenance.preset = "one".to_owned();
    let mut second = first.clone();
    second.provenance.preset = "other".to_owned();
    second.modules[0].text.push_str("// changed\n");
    let errors = combine(&[first, second]).unwrap_err();
    assert_eq!(
        errors.to_string(),
        "module `counter`, signal `counter` of type `main::emit_support::Counter`: unit counter, preset one and \
         unit counter, preset other give this name different bodies; put the parameters into the name"
    );
}

#[test]
fn side_files_name_the_files_and_the_clock() {
    let design = design(
        "memory",
        &MaskedMemory::<32, 4, 4>::new(10),
        &Options::default(),
    );
    let clock = ClockConstraint { period_ns: 1.25 };
    for (place, folder) in [(Place::Beside, "side"), (Place::Shared, "side/shared")] {
        for (name, text) in side_files(&design, &design.modules, place, clock) {
            compare(&format!("{folder}/{name}"), &text);
        }
    }
    let files = design
        .modules
        .iter()
        .map(|module| module.file_name.as_str());
    let core = shared_core(files, Dialect::Verilog2005);
    compare(&format!("side/shared/{SHARED}.core"), &core);
}
