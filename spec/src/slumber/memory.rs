//! Parameters of `mshr_tracker` and `fetch_unit_list`: the memories around the register file.

use super::bits::{LATENCY_MAXIMUM, PC_BYTES, WARP_INDEX_BITS};
use super::settings::{
    first_false, DRAM_LATENCY, L1_LATENCY, L2_LATENCY, LINE_PCS, LIST_ENTRIES, WARPS,
};
use crate::numbers::{parameters_are_numbers, Numbers};
use crate::parameters::{ParameterError, Setting};

/// Least cycles from the report of an outcome to the data. Open for writing, like [`Delays`](super::Delays).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryLatencies {
    /// After an L1 hit.
    pub l1: u16,
    /// After an L1 miss, should L2 have it.
    pub l2: u16,
    /// After an L2 miss.
    pub dram: u16,
}

impl MemoryLatencies {
    /// "Order of hundreds" for L2 (4.1) and the low end of "400-600 cc" for DRAM (4.3); least
    /// latencies are wanted. The L1's is of no consequence: a hit changes no state.
    pub const FERMI: MemoryLatencies = MemoryLatencies {
        l1: 45,
        l2: 200,
        dram: 400,
    };

    fn numbers(&mut self) -> [&mut u16; 3] {
        [&mut self.l1, &mut self.l2, &mut self.dram]
    }

    fn legal(&self) -> [bool; 3] {
        [
            (1..=self.l2).contains(&self.l1),
            (self.l1..=self.dram).contains(&self.l2),
            (self.l2..=LATENCY_MAXIMUM).contains(&self.dram),
        ]
    }
}

/// Of `mshr_tracker`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrackerParameters {
    warps: u16,
    latencies: MemoryLatencies,
}

impl TrackerParameters {
    /// Checks the number of warps and that a longer way takes no less time.
    pub fn new(warps: u16, latencies: MemoryLatencies) -> Result<Self, ParameterError> {
        Self { warps, latencies }.checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(crate) const fn of_preset(warps: u16, latencies: MemoryLatencies) -> Self {
        Self { warps, latencies }
    }

    /// Warps that exist.
    pub fn warps(&self) -> usize {
        usize::from(self.warps)
    }

    /// The latencies.
    pub fn latencies(&self) -> MemoryLatencies {
        self.latencies
    }

    pub(super) fn suffix(&self) -> String {
        let MemoryLatencies { l1, l2, dram } = self.latencies;
        format!("w{}_m{l1}_{l2}_{dram}", self.warps)
    }
}

impl Numbers for TrackerParameters {
    const SETTINGS: &'static [Setting] = &[WARPS, L1_LATENCY, L2_LATENCY, DRAM_LATENCY];

    fn numbers(&mut self) -> Vec<&mut u16> {
        let mut numbers = vec![&mut self.warps];
        numbers.extend(self.latencies.numbers());
        numbers
    }

    fn offence(&self) -> Option<usize> {
        let latencies = || first_false(&self.latencies.legal()).map(|place| place + 1);
        let warps_exist = (1..=1 << WARP_INDEX_BITS).contains(&self.warps);
        (!warps_exist).then_some(0).or_else(latencies)
    }
}

/// Of `fetch_unit_list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ListParameters {
    entries: u16,
    line_pcs: u16,
}

impl ListParameters {
    /// Checks the number of entries and that a line is a power of two.
    pub fn new(entries: u16, line_pcs: u16) -> Result<Self, ParameterError> {
        Self { entries, line_pcs }.checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(crate) const fn of_preset(entries: u16, line_pcs: u16) -> Self {
        Self { entries, line_pcs }
    }

    /// Lines that are remembered (section 4.3: 16).
    pub fn entries(&self) -> usize {
        usize::from(self.entries)
    }

    /// Consecutive PCs that a line of the L1I serves (section 4.3: 16).
    pub fn line_pcs(&self) -> u16 {
        self.line_pcs
    }

    /// Low bits of a PC that do not tell lines apart.
    pub fn offset_bits(&self) -> u32 {
        (self.line_pcs * PC_BYTES).trailing_zeros()
    }

    pub(super) fn suffix(&self) -> String {
        format!("e{}_p{}", self.entries, self.line_pcs)
    }
}

impl Numbers for ListParameters {
    const SETTINGS: &'static [Setting] = &[LIST_ENTRIES, LINE_PCS];

    fn numbers(&mut self) -> Vec<&mut u16> {
        vec![&mut self.entries, &mut self.line_pcs]
    }

    fn offence(&self) -> Option<usize> {
        first_false(&[
            (1..=64).contains(&self.entries),
            self.line_pcs.is_power_of_two() && self.line_pcs <= 64,
        ])
    }
}

parameters_are_numbers!(TrackerParameters, ListParameters);
