//! What a register file does, as far as energy is concerned.

use serde::Serialize;
use std::ops::AddAssign;

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
    }
}
