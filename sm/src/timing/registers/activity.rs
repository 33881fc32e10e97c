//! What a register file does, as far as energy is concerned.

use serde::Serialize;
use std::ops::AddAssign;

/// Banks of the largest file.
pub const MOST_BANKS: usize = 32;

/// Leakage of a file whose registers have power modes, in percent-cycles: a register that is ON for a
/// cycle takes 100 (Slumber, Table 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sleep {
    /// Registers with power modes. The saving against a run of a file without them, in so many cycles, is
    /// 1 - (leakage + switching) / (100 * registers * cycles).
    pub registers: u64,
    /// Registers, times the cycles of this run; 0 if the file has no power modes.
    pub register_cycles: u64,
    /// Register cycles in each state: ON, SS, DS, OFF, waking, lifting.
    pub states: [u64; 6],
    /// Those of registers that belong to a warp: what is not ON of them is idle (Slumber, Figure 6).
    pub given: [u64; 6],
    /// What the states take.
    pub leakage: u64,
    /// What going down and up takes, beyond the cycles of waking.
    pub switching: u64,
}

impl Sleep {
    /// The part that is saved of the leakage of registers that are always ON for as long as this run takes;
    /// switching counts. None without power modes.
    pub fn saving_per_cycle(&self) -> Option<f64> {
        let always_on = 100.0 * self.register_cycles as f64;
        (always_on > 0.0).then(|| 1.0 - (self.leakage + self.switching) as f64 / always_on)
    }

    /// The same of registers that are always ON for as long as the same work takes there: Figure 9.
    pub fn saving_against(&self, cycles: u64) -> Option<f64> {
        let always_on = 100.0 * (self.registers * cycles) as f64;
        (always_on > 0.0).then(|| 1.0 - (self.leakage + self.switching) as f64 / always_on)
    }
}

impl AddAssign for Sleep {
    fn add_assign(&mut self, other: Self) {
        self.registers += other.registers;
        self.register_cycles += other.register_cycles;
        for (mine, others) in self.states.iter_mut().zip(other.states) {
            *mine += others;
        }
        for (mine, others) in self.given.iter_mut().zip(other.given) {
            *mine += others;
        }
        self.leakage += other.leakage;
        self.switching += other.switching;
    }
}

/// How well registers compress: what they take as they are over what they take as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// By bytes (Warped-Compression 2.2): <4,0> takes 4, <4,1> 35, <4,2> 66 of 128 (Table 1).
    pub bytes: f64,
    /// By banks: what is not accessed, 1, 3 and 5 of 8.
    pub banks: f64,
}

impl Ratio {
    /// Of registers by their form: as they are, <4,0>, <4,1>, <4,2>; None of no registers.
    pub fn of(stored: [u64; 4]) -> Option<Self> {
        let sum = |of_form: [u64; 4]| -> f64 {
            let parts = stored.iter().zip(of_form);
            parts.map(|(&count, size)| (count * size) as f64).sum()
        };
        let count = sum([1; 4]);
        (count > 0.0).then(|| Self {
            bytes: 128.0 * count / sum([128, 4, 35, 66]),
            banks: 8.0 * count / sum([8, 1, 3, 5]),
        })
    }
}

/// Counts of a register file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Activity {
    /// Banks that the file has, times cycles.
    pub bank_cycles: u64,
    /// Those without power.
    pub gated_bank_cycles: u64,
    /// The same of each bank (Warped-Compression, Figure 10).
    pub gated_cycles: [u64; MOST_BANKS],
    /// Banks read.
    pub bank_reads: u64,
    /// Banks written.
    pub bank_writes: u64,
    /// Banks whose bytes were taken from a result on its way to them instead.
    pub bank_forwards: u64,
    /// Sources read.
    pub source_reads: u64,
    /// Results of all lanes, by the form in which they were stored: as they are, <4,0>, <4,1>, <4,2>.
    pub stored: [u64; 4],
    /// Results of some lanes, which are stored as they are: of all 32 in a file that does not compress, else of those
    /// that the warp was launched with.
    pub partial_writes: u64,
    /// Results of fewer lanes than their warp was launched with.
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
    /// All results as they were stored.
    pub fn compression(&self) -> Option<Ratio> {
        let [raw, zero, one, two] = self.stored;
        Ratio::of([raw + self.partial_writes, zero, one, two])
    }

    /// Results of warps that were not divergent; all others are stored as they are (5.2), ratio 1.
    pub fn compression_not_divergent(&self) -> Option<Ratio> {
        let [raw, zero, one, two] = self.stored;
        let others = (raw + self.partial_writes).saturating_sub(self.divergent_writes);
        Ratio::of([others, zero, one, two])
    }
}

impl AddAssign for Activity {
    fn add_assign(&mut self, other: Self) {
        let add = |mine: &mut [u64], others: &[u64]| {
            for (mine, others) in mine.iter_mut().zip(others) {
                *mine += others;
            }
        };
        self.bank_cycles += other.bank_cycles;
        self.gated_bank_cycles += other.gated_bank_cycles;
        add(&mut self.gated_cycles, &other.gated_cycles);
        self.bank_reads += other.bank_reads;
        self.bank_writes += other.bank_writes;
        self.bank_forwards += other.bank_forwards;
        self.source_reads += other.source_reads;
        add(&mut self.stored, &other.stored);
        self.partial_writes += other.partial_writes;
        self.divergent_writes += other.divergent_writes;
        self.compressions += other.compressions;
        self.decompressions += other.decompressions;
        self.movs += other.movs;
        self.compressor_cycles += other.compressor_cycles;
        self.decompressor_cycles += other.decompressor_cycles;
        self.sleep += other.sleep;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_of_bytes_or_of_banks() {
        // One of each form: 512 bytes as 128 + 4 + 35 + 66, 32 banks as 8 + 1 + 3 + 5.
        let ratio = Ratio::of([1; 4]).expect("there are registers");
        assert!((ratio.bytes - 512.0 / 233.0).abs() < 1e-12, "{ratio:?}");
        assert!((ratio.banks - 32.0 / 17.0).abs() < 1e-12, "{ratio:?}");
        assert_eq!(Ratio::of([0; 4]), None);
    }

    #[test]
    fn what_is_divergent_is_left_out_once() {
        let activity = Activity {
            stored: [2, 6, 0, 0],
            partial_writes: 4,
            divergent_writes: 3,
            ..Activity::default()
        };
        // Of four partial writes one is a warp's that has so few lanes.
        let whole = activity.compression_not_divergent().expect("some");
        assert_eq!(whole.banks, 8.0 * 9.0 / (8.0 * 3.0 + 6.0));
        let all = activity.compression().expect("some");
        assert_eq!(all.banks, 8.0 * 12.0 / (8.0 * 6.0 + 6.0));
    }

    #[test]
    fn a_longer_run_saves_less_against_the_baseline() {
        let sleep = Sleep {
            registers: 10,
            register_cycles: 2000,
            leakage: 90_000,
            switching: 10_000,
            ..Sleep::default()
        };
        assert_eq!(sleep.saving_per_cycle(), Some(0.5));
        // The baseline does the same work in 125 cycles, not in 200.
        assert_eq!(sleep.saving_against(125), Some(1.0 - 100_000.0 / 125_000.0));
        assert_eq!(Sleep::default().saving_per_cycle(), None);
    }
}
