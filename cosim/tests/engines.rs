//! The smoke test that all engines share, and what is particular to Verilator.

use crate::common;

use common::{cache, decompressor, toolchain};
use cosim::engines::rust_hdl::RustHdlBench;
use cosim::engines::verilator::VerilatorBench;
use cosim::failure::Pair;
use cosim::lockstep::{Verdict, Watch};
use hdl::emit::Reset;
use surroundings::engine::{Bench, Engine, Halt};
use surroundings::interface::Interface;
use surroundings::kit::kit;
use tools::hardware::Hardware;
use verilated::Optimization;

fn verilator(interface: &Interface, hardware: &Hardware) -> VerilatorBench {
    VerilatorBench::build(
        toolchain(),
        cache(),
        interface,
        hardware,
        Optimization::Short,
    )
    .unwrap()
}

fn benches() -> Vec<Box<dyn Bench>> {
    let (target, interface, hardware) = decompressor();
    let parameters = &target.configuration.parameters;
    vec![
        kit(parameters).golden(),
        Box::new(RustHdlBench::new(parameters)),
        Box::new(verilator(&interface, &hardware)),
    ]
}

/// Rows for the decompressor: reset, then the base 7 raw, then nothing.
fn rows(interface: &Interface, resets: &[bool], valids: &[bool]) -> Vec<u32> {
    let mut rows = Vec::new();
    for (&reset, &valid) in resets.iter().zip(valids) {
        let mut row = vec![0; interface.row_words()];
        row[0] = u32::from(reset);
        row[1] = u32::from(valid);
        row[2] = 5;
        row[4] = 7;
        rows.extend(row);
    }
    rows
}

fn run(engine: &mut dyn Engine, interface: &Interface, rows: &[u32]) -> Vec<Vec<u32>> {
    let words = interface.output_words();
    let mut outputs = vec![0; rows.len() / interface.row_words() * words];
    engine.run(rows, &mut outputs).unwrap();
    outputs.chunks(words).map(|f| f[..3].to_vec()).collect()
}

#[test]
fn every_engine_resets_takes_and_gives_alike() {
    let (_, interface, _) = decompressor();
    for bench in benches() {
        let mut engine = bench.start(1).unwrap();
        let name = engine.name();
        let first = rows(&interface, &[true, false, false], &[true, true, false]);
        let outputs = run(&mut *engine, &interface, &first);
        assert_eq!(outputs[1][0], 0, "{name}: reset empties");
        assert_eq!(outputs[2], [1, 5, 7], "{name}: the register leaves");
        // A reset between two calls, at once after a register came.
        let second = rows(&interface, &[false, true, false], &[true, false, false]);
        let outputs = run(&mut *engine, &interface, &second);
        assert_eq!(outputs[0][0], 0, "{name}: nothing before");
        assert_eq!(outputs[2][0], 0, "{name}: reset in mid-run");
        // Engines of one bench know nothing of each other.
        let mut other = bench.start(2).unwrap();
        let outputs = run(&mut *other, &interface, &first);
        assert_eq!(outputs[2], [1, 5, 7], "{name}: another engine");
    }
}

#[test]
fn only_the_golden_model_knows_what_is_out_of_contract() {
    let configuration =
        spec::Configuration::new(spec::UnitId::BdiDecompressor, "static-4-0", &[]).unwrap();
    let interface = Interface::of(&configuration.parameters);
    let kit = kit(&configuration.parameters);
    let mut rows = rows(&interface, &[true, false, false], &[false, true, true]);
    let range = 2 * interface.row_words() + 3;
    rows[range] = 3;
    let mut outputs = vec![0; 3 * interface.output_words()];
    let halt = kit.golden().start(1).unwrap().run(&rows, &mut outputs);
    assert!(matches!(halt, Err(Halt::OutOfContract { index: 2, .. })));

    let golden = kit.golden();
    let pair = Pair {
        interface: &interface,
        kit: &*kit,
        golden: &*golden,
        dut: &*golden,
        seed: 1,
    };
    let stimulus = cosim::stimulus::Stimulus::from_rows(&interface, rows);
    let verdict = pair.replay(&stimulus).unwrap();
    assert!(matches!(verdict, Verdict::OutOfContract { cycle: 2, .. }));
}

fn lockstep(interface: &Interface, dut: &dyn Bench, cycles: u64) -> Verdict {
    let (target, ..) = decompressor();
    let kit = kit(&target.configuration.parameters);
    let golden = kit.golden();
    let pair = Pair {
        interface,
        kit: &*kit,
        golden: &*golden,
        dut,
        seed: 1,
    };
    let mut generator = kit.generator(interface, 1);
    let mut lockstep = pair.lockstep().unwrap();
    lockstep
        .run(&mut *generator, cycles, &Watch::default())
        .unwrap()
}

#[test]
fn verilated_rtl_matches_golden_with_either_reset() {
    let (_, interface, hardware) = decompressor();
    let matches = Verdict::Match { cycles: 50_000 };
    let dut = verilator(&interface, &hardware);
    assert_eq!(lockstep(&interface, &dut, 50_000), matches);

    let mut low = hardware.clone();
    low.reset = Reset::AsyncLow;
    for file in &mut low.files {
        file.text = file
            .text
            .replace("input wire reset", "input wire reset_n")
            .replace("posedge clock)", "posedge clock or negedge reset_n)")
            .replace("if (reset)", "if (!reset_n)");
    }
    let dut = verilator(&interface, &low);
    assert_eq!(lockstep(&interface, &dut, 50_000), matches);
}

#[test]
fn verilog_with_other_ports_is_refused_by_name() {
    let (_, interface, mut hardware) = decompressor();
    for file in &mut hardware.files {
        file.text = file.text.replace("out_tag", "out_label");
    }
    let built = VerilatorBench::build(
        toolchain(),
        cache(),
        &interface,
        &hardware,
        Optimization::Quick,
    );
    let message = built.err().unwrap().message;
    assert!(message.contains("bdi_decompressor_d012_l1"), "{message}");
    assert!(message.contains("out_tag"), "{message}");
    assert!(message.contains("out_label"), "{message}");
}
