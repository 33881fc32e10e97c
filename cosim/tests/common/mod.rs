//! What the tests share: tools, the hand-written design, benches with faults, expected texts.
#![allow(
    dead_code,
    reason = "each test file is a program of its own and uses a part of this"
)]

use cosim::engines::faulty::{FaultCycle, FaultyEngine};
use cosim::target::Target;
use hdl::emit::Reset;
use spec::{Configuration, Preset, UnitId};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use surroundings::engine::{Bench, Engine, FnBench};
use surroundings::interface::Interface;
use surroundings::kit::Kit;
use tools::hardware::Hardware;
use verilated::{Cache, Toolchain};

/// A fault with whatever state it needs, made afresh for each engine.
pub type Fault = Box<dyn FnMut(FaultCycle<'_>)>;

/// The tools that `make tools` fetches, or those that the environment names.
pub fn toolchain() -> Arc<Toolchain> {
    let project = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let tools =
        std::env::var_os("WARPLOOM_TOOLS").map_or_else(|| project.join(".tools"), PathBuf::from);
    let root = tools.join("base/verilator");
    let compiler = std::env::var_os("WARPLOOM_CXX").unwrap_or_else(|| "c++".into());
    let toolchain = match std::env::var_os("WARPLOOM_VERILATOR") {
        Some(verilator) => Toolchain::new(verilator, None, compiler),
        None => Toolchain::new(root.join("bin/verilator_bin"), Some(root), compiler),
    };
    Arc::new(toolchain.unwrap_or_else(|error| panic!("{error}\nadvice: run `make tools` first")))
}

/// The cache that all tests share, so that a design is built once.
pub fn cache() -> Cache {
    Cache::new(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("models"))
}

/// A file of these tests.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

/// A unit's default configuration.
pub fn fermi(unit: UnitId) -> Configuration {
    Configuration::new(unit, "fermi", &[]).unwrap()
}

/// The decompressor that was written by hand for these tests.
pub fn decompressor() -> (Target, Interface, Hardware) {
    let mut target = Target::new(fermi(UnitId::BdiDecompressor));
    let folder = file("designs/decompressor");
    let parameters = &target.configuration.parameters;
    let hardware = Hardware::from_folder(&folder, parameters, Reset::SyncHigh).unwrap();
    let interface = Interface::of(parameters);
    target.rtl = Some(folder);
    (target, interface, hardware)
}

/// The golden model with a fault.
pub fn faulty(interface: &Interface, kit: &dyn Kit, fault: fn() -> Fault) -> Arc<dyn Bench> {
    let (interface, golden) = (interface.clone(), kit.golden());
    Arc::new(FnBench(move |power_up| {
        let engine = FaultyEngine::new(&interface, golden.start(power_up)?, fault());
        Ok(Box::new(engine) as Box<dyn Engine>)
    }))
}

/// Compares text with a file of these tests; with WARPLOOM_BLESS=1 the file becomes the text.
pub fn expect_text(name: &str, text: &str) {
    let path = file(name);
    if std::env::var_os("WARPLOOM_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        text,
        expected,
        "{} differs; run the test with WARPLOOM_BLESS=1 if the new text is right:\n{text}",
        path.display()
    );
}

/// Of each cycle of a run of the golden model: reset, the inputs, the outputs.
pub fn run(preset: &Preset, seed: u64, cycles: usize) -> Vec<(bool, Vec<u32>, Vec<u32>)> {
    let interface = Interface::of(&preset.parameters);
    let kit = surroundings::kit::kit(&preset.parameters);
    let mut rows = vec![0; cycles * interface.row_words()];
    kit.generator(&interface, seed).fill(&mut rows);
    let mut outputs = vec![0; cycles * interface.output_words()];
    let mut golden = kit.golden().start(1).unwrap();
    golden.run(&rows, &mut outputs).unwrap();
    let rows = rows.chunks_exact(interface.row_words());
    let frames = outputs.chunks_exact(interface.output_words());
    rows.zip(frames)
        .map(|(row, frame)| (row[0] == 1, row[1..].to_vec(), frame.to_vec()))
        .collect()
}
