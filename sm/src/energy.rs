//! Energy of the register file: events times constants.
//!
//! Every constant is one of Warped-Compression's Table 3, at 45 nm and 1 V. Wires are charged for
//! each bank that is read or written, 128 bits over 1 mm (6.1), half of them switching. Registers with
//! power modes leak the part of Slumber's Table 1 that belongs to their state; going down and up is
//! charged as `golden::slumber::energy` has it.

use crate::timing::registers::Activity;
use serde::Serialize;

/// Constants of Warped-Compression, Table 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// Access energy of a bank, in pJ.
    pub bank_access: f64,
    /// Leakage of a bank, in mW.
    pub bank_leakage: f64,
    /// 128 bits over 1 mm, in pJ.
    pub wire: f64,
    /// A compressor's activation, in pJ.
    pub compression: f64,
    /// A compressor's leakage, in mW.
    pub compressor_leakage: f64,
    /// A decompressor's activation, in pJ.
    pub decompression: f64,
    /// A decompressor's leakage, in mW.
    pub decompressor_leakage: f64,
}

impl Constants {
    /// Table 3.
    pub const TABLE_3: Self = Self {
        bank_access: 7.0,
        bank_leakage: 5.8,
        wire: 9.6,
        compression: 23.0,
        compressor_leakage: 0.12,
        decompression: 21.0,
        decompressor_leakage: 0.08,
    };
}

/// Energy of the register file, in pJ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Energy {
    /// Accesses of banks.
    pub banks: f64,
    /// Wires between banks and units.
    pub wires: f64,
    /// Compressors.
    pub compression: f64,
    /// Decompressors.
    pub decompression: f64,
    /// Banks that have power, compressors and decompressors, as time passes.
    pub leakage: f64,
}

impl Energy {
    /// Of what a file did, at a clock.
    pub fn of(activity: &Activity, constants: &Constants, clock_mhz: u32) -> Self {
        let (a, c) = (activity, constants);
        let accesses = (a.bank_reads + a.bank_writes) as f64;
        // A mW for a cycle of 1/f MHz is 1000/f pJ.
        let cycle = 1000.0 / f64::from(clock_mhz);
        let powered = (a.bank_cycles - a.gated_bank_cycles) as f64
            * (1.0 - a.sleep.saving_per_cycle().unwrap_or(0.0));
        let leakage = powered * c.bank_leakage
            + a.compressor_cycles as f64 * c.compressor_leakage
            + a.decompressor_cycles as f64 * c.decompressor_leakage;
        Self {
            banks: accesses * c.bank_access,
            wires: accesses * c.wire,
            compression: a.compressions as f64 * c.compression,
            decompression: a.decompressions as f64 * c.decompression,
            leakage: leakage * cycle,
        }
    }

    /// All of it.
    pub fn total(&self) -> f64 {
        self.banks + self.wires + self.compression + self.decompression + self.leakage
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::registers::Sleep;

    #[test]
    fn events_cost_what_table_3_says() {
        let activity = Activity {
            bank_cycles: 14_000,
            gated_bank_cycles: 4_000,
            bank_reads: 10,
            bank_writes: 5,
            compressions: 2,
            decompressions: 3,
            compressor_cycles: 1400,
            decompressor_cycles: 2800,
            ..Activity::default()
        };
        let energy = Energy::of(&activity, &Constants::TABLE_3, 1400);
        assert_eq!(energy.banks, 105.0);
        assert_eq!(energy.wires, 144.0);
        assert_eq!(energy.compression, 46.0);
        assert_eq!(energy.decompression, 63.0);
        // 10,000 bank cycles at 5.8 mW, 1,400 at 0.12 mW and 2,800 at 0.08 mW, of 0.714 ns.
        let leakage = (58_000.0 + 168.0 + 224.0) / 1.4;
        assert!((energy.leakage - leakage).abs() < 1e-6, "{energy:?}");
        let parts = 105.0 + 144.0 + 46.0 + 63.0 + leakage;
        assert!((energy.total() - parts).abs() < 1e-6);
    }

    #[test]
    fn registers_that_sleep_leak_what_table_1_says() {
        let mut activity = Activity {
            bank_cycles: 1400,
            ..Activity::default()
        };
        let all = Energy::of(&activity, &Constants::TABLE_3, 1400).leakage;
        activity.sleep = Sleep {
            registers: 10,
            register_cycles: 1000,
            states: [100, 0, 900, 0, 0, 0],
            // A tenth ON, the rest in DS.
            leakage: 100 * 100 + 900 * 42,
            switching: 200,
        };
        let asleep = Energy::of(&activity, &Constants::TABLE_3, 1400).leakage;
        assert!((asleep / all - 0.480).abs() < 1e-9, "{asleep} of {all}");
        let saved = activity.sleep.saving_per_cycle();
        assert!((saved.expect("it sleeps") - 0.520).abs() < 1e-9);
    }

    #[test]
    fn wire_energy_is_what_the_capacitance_makes_it() {
        // 128 wires of 300 fF/mm at 1 V, half of them switching, half a CV^2 each (6.1).
        let pj = 128.0 * 300e-15 * 0.5 * 0.5 * 1e12;
        assert!((pj - Constants::TABLE_3.wire).abs() < 1e-9, "{pj}");
    }
}
