//! The counters, counted a second time from what the ports show.

use crate::regfile::play::{Cycle, Play};
use golden::bdi::compress;
use golden::bdi::form::banks;
use proptest::prelude::*;
use spec::bdi::CompressionRange;
use spec::regfile::{Counter, RegfileInputs, RegfileParameters, GATED_COUNTERS};
use spec::UnitModel;

/// Counts events.
pub struct Count {
    parameters: RegfileParameters,
    /// Those that can be told from one cycle's ports, as they were in the last two cycles.
    history: [[u32; 64]; 2],
    now: [u32; 64],
    /// Events of whole instructions and results, whose cycle the ports do not show.
    source_reads: u32,
    stored: [u32; 4],
    divergent: u32,
}

/// The counters whose events show at the ports in their cycle.
fn is_exact(select: u8) -> bool {
    let exact = [
        Counter::BankReads,
        Counter::BankWrites,
        Counter::Decompressions,
        Counter::BankForwards,
    ];
    exact.iter().any(|&counter| counter as u8 == select) || select >= 12
}

impl Count {
    pub fn new(parameters: RegfileParameters) -> Self {
        Self {
            parameters,
            history: [[0; 64]; 2],
            now: [0; 64],
            source_reads: 0,
            stored: [0; 4],
            divergent: 0,
        }
    }

    /// A random cycle.
    pub fn step(&mut self, play: &mut Play) -> Result<(), TestCaseError> {
        let Cycle {
            inputs,
            outputs,
            accepted,
            results,
            ..
        } = play.step();
        let select = inputs.counter_select;
        if is_exact(select) {
            let expected = self.history[0][usize::from(select)];
            prop_assert_eq!(outputs.counter_value, expected, "counter {}", select);
        }
        self.now[Counter::BankReads as usize] += outputs.bank_read.count_ones();
        self.now[Counter::BankWrites as usize] += outputs.bank_write.count_ones();
        self.now[Counter::BankForwards as usize] += outputs.bank_forward.count_ones();
        for cluster in (outputs.bank_read | outputs.bank_forward).to_le_bytes() {
            let is_compressed = matches!(cluster, 0x01 | 0x07 | 0x1f);
            self.now[Counter::Decompressions as usize] += u32::from(is_compressed);
        }
        for bank in 0..self.parameters.banks() {
            self.now[GATED_COUNTERS + bank] += outputs.bank_gated >> bank & 1;
        }
        self.history = [self.history[1], self.now];
        for instruction in accepted {
            self.source_reads += instruction.sources.iter().flatten().count() as u32;
        }
        for result in results {
            let modes = self.parameters.modes();
            // Without compression a write is of all lanes or divergent.
            let divergent = match modes {
                Some(_) => result.is_divergent(),
                None => result.mask != u32::MAX,
            };
            if result.is_mov() {
                self.stored[0] += 1;
                continue;
            }
            if divergent {
                self.divergent += 1;
                continue;
            }
            let range = modes.map(|modes| compress(modes, false, &result.filled()).range);
            self.stored[range.unwrap_or_default() as usize] += 1;
        }
        Ok(())
    }

    /// Each counter, when nothing is inside any more.
    pub fn totals(&self, play: &Play) -> Result<(), TestCaseError> {
        let value = |counter: Counter| {
            let inputs = RegfileInputs {
                counter_select: counter as u8,
                ..RegfileInputs::default()
            };
            let outputs = play.file.clone().cycle(&inputs).expect("in contract");
            outputs.counter_value
        };
        let stored = [
            Counter::StoredUncompressed,
            Counter::StoredFourZero,
            Counter::StoredFourOne,
            Counter::StoredFourTwo,
        ];
        prop_assert_eq!(stored.map(value), self.stored);
        prop_assert_eq!(value(Counter::DivergentWrites), self.divergent);
        prop_assert_eq!(value(Counter::SourceReads), self.source_reads);
        for exact in [
            Counter::BankReads,
            Counter::BankWrites,
            Counter::Decompressions,
            Counter::BankForwards,
        ] {
            prop_assert_eq!(value(exact), self.now[exact as usize]);
        }
        let ranges = CompressionRange::ALL.iter().zip(self.stored);
        let full: u32 = ranges.map(|(&range, n)| n * banks(range) as u32).sum();
        // The results of MOVs that go through the pipeline are among the full writes.
        let injects = self.parameters.injects_movs();
        let movs = if injects { 0 } else { value(Counter::Movs) };
        let full_and_movs = full + 8 * movs;
        let divergent = value(Counter::BankWrites).checked_sub(full_and_movs);
        prop_assert!(divergent.is_some_and(|banks| banks <= 8 * self.divergent));
        let most = if injects {
            self.stored[0]
        } else {
            self.divergent
        };
        prop_assert!(value(Counter::Movs) <= most);
        prop_assert!(value(Counter::Movs) <= value(Counter::Decompressions));
        Ok(())
    }
}
