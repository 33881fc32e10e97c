//! What a register file does, as far as energy is concerned.

use serde::Serialize;
use std::ops::AddAssign;

/// Leakage of a file whose registers have power modes, in percent-cycles: a register that is ON for a
/// cycle takes 100 (Slumber, Table 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sleep {
    /// Registers, times cycles; 0 if the file has no power modes.
    pub register_cycles: u64,
    /// Register cycles in each state: ON, SS, DS, OFF, waking, lifting.
    pub states: [u64; 6],
    /// What the states take.
    pub leakage: u64,
    /// What going down and up takes, beyond the cycles of waking.
    pub switching: u64,
}

impl Sleep {
    /// The part of the leakage of registers that are always ON that is saved; switching counts.
    pub fn saving(&self) -> f64 {
        let always_on = 100.0 * self.register_cycles as f64;
        if always_on == 0.0 {
            return 0.0;
        }
        1.0 - (self.leakage + self.switching) as f64 / always_on
    }
}

impl AddAssign for Sleep {
    fn add_assign(&mut self, other: Self) {
        self.register_cycles += other.register_cycles;
        for (mine, others) in self.states.iter_mut().zip(other.states) {
            *mine += others;
        }
        self.leakage += other.leakage;
        self.switching += other.switching;
    }
}

/// Counts of a register file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Activity {
    /// Banks that the file has, times cycles.
    pub bank_cycles: u64,
    /// Those without power.
    pub gated_bank_cycles: u64,
    /// Banks read.
    pub bank_reads: u64,
    /// Banks written.
    pub bank_writes: u64,
    /// Sources read.
    pub source_reads: u64,
    /// Results of all lanes, by the form in which they were stored: as they are, <4,0>, <4,1>, <4,2>.
    pub stored: [u64; 4],
    /// Results of some lanes.
    pub divergent_writes: u64,
    /// Registers that a compressor was given.
    pub compressions: u64,
    /// Registers that a decompressor was given.
    pub decompressions: u64,
    /// Dummy MOVs.
    pub movs: u64,
    /// Compressors that the file has, times cycles.
    pub compressor_cycles: u64,
    /// Decompressors that the file has, times cycles.
    pub decompressor_cycles: u64,
    /// Power modes of its registers.
    pub sleep: Sleep,
}

impl Activity {
    /// Banks of uncompressed registers over banks of the same registers as they were stored.
    pub fn compression_ratio(&self) -> f64 {
        let [raw, zero, one, two] = self.stored.map(|n| n as f64);
        let all = 8.0 * (raw + zero + one + two);
        all / (8.0 * raw + zero + 3.0 * one + 5.0 * two).max(1.0)
    }
}

impl AddAssign for Activity {
    fn add_assign(&mut self, other: Self) {
        self.bank_cycles += other.bank_cycles;
        self.gated_bank_cycles += other.gated_bank_cycles;
        self.bank_reads += other.bank_reads;
        self.bank_writes += other.bank_writes;
        self.source_reads += other.source_reads;
        for (mine, others) in self.stored.iter_mut().zip(other.stored) {
            *mine += others;
        }
        self.divergent_writes += other.divergent_writes;
        self.compressions += other.compressions;
        self.decompressions += other.decompressions;
        self.movs += other.movs;
        self.compressor_cycles += other.compressor_cycles;
        self.decompressor_cycles += other.decompressor_cycles;
        self.sleep += other.sleep;
    }
}
