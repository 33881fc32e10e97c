//! Presets of the register file and the gate of a bank.

use super::preset::Preset;
use crate::bdi::Mode;
use crate::regfile::{BankGateParameters, RegfileParameters};
use crate::registry::{AnyParameters, UnitId};

const fn preset(name: &'static str, parameters: RegfileParameters, source: &'static str) -> Preset {
    Preset {
        unit: UnitId::Regfile,
        name,
        parameters: AnyParameters::Regfile(parameters),
        source,
    }
}

const STATIC: &str = "Warped-Compression 6.6, one fixed choice";

/// Presets of both units, each unit's default first.
pub const PRESETS: &[Preset] = &[
    Preset {
        unit: UnitId::BankGate,
        name: "fermi",
        parameters: AnyParameters::BankGate(BankGateParameters::of_preset(256, 10)),
        source: "Warped-Compression 5.3 and Table 2",
    },
    preset(
        "fermi",
        RegfileParameters::FERMI,
        "Warped-Compression Table 2, with forwarding",
    ),
    preset(
        "no-forwarding",
        RegfileParameters::UNFORWARDED,
        "Warped-Compression Table 2, results read from the banks alone",
    ),
    preset(
        "mov-instruction",
        RegfileParameters::MOVED_BY_INSTRUCTION,
        "Warped-Compression Table 2, MOVs through the pipeline (5.2, 6.1), with forwarding",
    ),
    preset(
        "uncompressed",
        RegfileParameters::UNCOMPRESSED,
        "Warped-Compression 2.1, the file without compression and gating",
    ),
    preset(
        "static-4-0",
        RegfileParameters::of_one_mode(Mode::FourZero),
        STATIC,
    ),
    preset(
        "static-4-1",
        RegfileParameters::of_one_mode(Mode::FourOne),
        STATIC,
    ),
    preset(
        "static-4-2",
        RegfileParameters::of_one_mode(Mode::FourTwo),
        STATIC,
    ),
    preset(
        "small",
        RegfileParameters::SMALL,
        "8 banks of 16 entries, for formal work and fast fuzzing",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_that_wakes_in_no_time_or_of_an_odd_bank_is_refused() {
        assert!(BankGateParameters::new(256, 0).is_err());
        assert!(BankGateParameters::new(288, 10).is_err());
    }
}
