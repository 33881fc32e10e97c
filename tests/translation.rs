//! What Rust means is what the emitted Verilog does: rust_hdl's simulation against Verilator.

use hdl::corpus;
use hdl::emit::Dialect;
use side_by_side::{differences, Circuit};

mod selection;
mod side_by_side;

const SEED: u64 = 0x5eed;

fn corpus() -> Vec<Circuit> {
    let circuit = |case: corpus::Case| Circuit {
        name: case.name.to_owned(),
        unit: (case.make)(),
    };
    corpus::cases()
        .into_iter()
        .filter(|c| c.name != "Lanes")
        .map(circuit)
        .collect()
}

#[test]
fn every_construct_means_the_same_in_verilog() {
    for dialect in [Dialect::Verilog2005, Dialect::SystemVerilog] {
        let mut circuits = corpus();
        let count = circuits.len();
        let found = differences(&mut circuits, dialect, SEED, 1000);
        selection::say(&format!(
            "corpus, {dialect}: {count} circuits, 1000 cycles, seed {SEED:#x}"
        ));
        assert_eq!(found, [], "{dialect}");
    }
}
