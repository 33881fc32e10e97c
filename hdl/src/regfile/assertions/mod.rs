//! The properties of the register file as SystemVerilog assertions: the body of its checker; and those of
//! the gate of a bank.
//!
//! Each assertion has the name of its `spec` property with `_A` behind it. The checker sees ports
//! only. It records what results were accepted, so it knows what each source holds; when exactly a
//! result is in the banks it does not see, so where that matters an assertion speaks of registers
//! whose last result is so recent that they must be pending, or so old that they cannot be.
//! `EntryIsNotReadAndWritten` needs entries, which are not at the ports: golden's tests have it.

mod file;
mod movs;
mod nets;

use crate::assertions::inside::{declared, Inside};
use crate::assertions::settings::{self, FRESH};
use spec::bdi::Mode;
use spec::regfile::{BankGateParameters, RegfileParameters};

pub use file::regfile_inside;

/// Body of the checker of `bank_gate`.
pub fn bank_gate(parameters: &BankGateParameters) -> String {
    settings::body(&[include_str!("bank_gate.sv")], parameters)
}

/// What proofs of `bank_gate` are helped by: its valid bits, and cycles to wait.
pub fn bank_gate_inside(parameters: &BankGateParameters) -> Inside {
    let valid = format!("logic [{}:0] unit_valid_q", parameters.entries() - 1);
    Inside {
        nets: vec![
            (valid, "valid_q".to_owned()),
            (declared(10, "remaining_q"), "remaining_q".to_owned()),
        ],
        body: settings::told(include_str!("bank_gate_inside.sv").to_owned(), parameters),
    }
}

/// Body of the checker of `regfile`. `RESET` stands for "reset is asserted".
pub fn regfile(parameters: &RegfileParameters) -> String {
    file_body(include_str!("regfile_values.sv"), parameters)
}

/// The same where proofs see the inside: ReadIsLastWrite is of a lane of a register there, any of both.
pub fn regfile_any(parameters: &RegfileParameters) -> String {
    match regfile_inside(parameters) {
        Some(_) => file_body(include_str!("regfile_any.sv"), parameters),
        None => regfile(parameters),
    }
}

/// The body with what it remembers of values.
fn file_body(values: &str, parameters: &RegfileParameters) -> String {
    let banks = parameters.banks();
    let compression = parameters.compression_latency();
    let bit = |is_so: bool| if is_so { "1" } else { "0" };
    let has = |mode| parameters.modes().is_some_and(|modes| modes.contains(mode));
    let reads: Vec<&str> = [
        (true, "8'h00"),
        (has(Mode::FourZero), "8'h01"),
        (has(Mode::FourOne), "8'h07"),
        (has(Mode::FourTwo), "8'h1f"),
        (true, "8'hff"),
    ]
    .into_iter()
    .filter_map(|(legal, banks)| legal.then_some(banks))
    .collect();
    let all_gated = match parameters.gates() {
        true => format!("{banks}'h{}", "f".repeat(banks / 4)),
        false => format!("{banks}'d0"),
    };
    let parts = [
        FRESH,
        include_str!("regfile_stored.sv"),
        values,
        include_str!("regfile.sv"),
    ];
    movs::told(&parts.concat(), parameters)
        .replace("LEGAL_READS", &reads.join(", "))
        .replace("SHORTEST_WRITE", &(compression + 2).to_string())
        .replace("LONGEST_WRITE", &parameters.write_bound().to_string())
        .replace(
            "SHORTEST_WAY",
            &(parameters.forward_delay() - 1).to_string(),
        )
        .replace("OFFER_BOUND", &parameters.offer_bound().to_string())
        .replace("COMPRESSES", bit(parameters.modes().is_some()))
        .replace("FORWARDS", bit(parameters.forwards()))
        .replace("ALL_GATED", &all_gated)
        .replace("BANKS", &banks.to_string())
        .replace(
            "PLACE_MSB",
            &(parameters.collectors().ilog2() - 1).to_string(),
        )
        .replace("PLACE_BITS", &parameters.collectors().ilog2().to_string())
        .replace("REGISTERS", &parameters.registers().to_string())
        .replace("INDEX_MSB", &(parameters.index_bits() - 1).to_string())
        .replace("COLLECTORS", &parameters.collectors().to_string())
        .replace("CLUSTERS", &parameters.clusters().to_string())
}
