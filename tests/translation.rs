//! What Rust means is what the emitted Verilog does: rust_hdl's simulation against Verilator.

use corpus::constructs;
use side_by_side::{differences, Circuit, DIALECTS};

use crate::random;
use crate::selection;
use crate::side_by_side;

const SEED: u64 = 0x5eed;

/// Random modules of the suite, and of the full one.
const MODULES: usize = 520;
const MODULES_FULL: usize = 5000;

#[test]
fn every_construct_means_the_same_in_verilog() {
    let circuits: Vec<Circuit> = (constructs::cases().into_iter().enumerate())
        .map(|(number, case)| {
            let seed = SEED + number as u64;
            Circuit::new(case.name, (case.make)(), seed, 1000)
                .unwrap_or_else(|error| panic!("{}: {error}", case.name))
        })
        .collect();
    let circuits: Vec<&Circuit> = circuits.iter().collect();
    for dialect in DIALECTS {
        let found = differences(&circuits, dialect, SEED, 1000).unwrap_or_else(|e| panic!("{e}"));
        selection::say(&format!(
            "corpus, {dialect}: {} circuits, 1000 cycles, seed {SEED:#x}",
            circuits.len()
        ));
        assert_eq!(found, [], "{dialect}");
    }
}

#[test]
fn random_modules_mean_the_same_in_verilog() {
    let seed = random::variable("WARPLOOM_SEED").unwrap_or(SEED);
    let numbers = match random::variable("WARPLOOM_MODULE") {
        Some(number) => vec![number as usize],
        None if selection::full() => (0..MODULES_FULL).collect(),
        None => (0..MODULES).collect(),
    };
    let tally = random::run(seed, numbers);
    random::announce(seed, &tally);
    assert!(
        tally.failures.is_empty(),
        "{} modules fail\n\n{}",
        tally.failures.len(),
        tally.failures.join("\n\n")
    );
}

/// The harness would find a mistranslation: here Rust says something else in a single bit.
#[test]
fn a_bit_that_differs_is_found() {
    let case = constructs::cases()
        .into_iter()
        .find(|case| case.name == "AddSub");
    let unit = (case.expect("the corpus has an adder").make)();
    let mut circuit = Circuit::new("altered", unit, SEED, 1000).expect("the emitter takes it");
    let cycle = circuit.disturb();
    for dialect in DIALECTS {
        let found = differences(&[&circuit], dialect, SEED, 1000).expect("the circuit runs");
        let cycles: Vec<usize> = found.iter().map(|found| found.cycle).collect();
        assert_eq!(cycles, [cycle], "{dialect}");
    }
}
