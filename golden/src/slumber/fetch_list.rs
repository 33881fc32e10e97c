//! The model of `fetch_unit_list` (Slumber 4.3).

use spec::slumber::{ListInputs, ListOutputs, ListParameters, PcLanes};
use spec::{OutOfContract, UnitFault, UnitModel};

/// The model of `fetch_unit_list`.
#[derive(Clone, Debug)]
pub struct FetchUnitList {
    offset_bits: u32,
    /// The lines that are remembered, by entry.
    entries: Vec<Option<u64>>,
    /// The entry that is replaced next when none is free.
    oldest: usize,
}

impl FetchUnitList {
    /// A list as it is after reset.
    pub fn new(parameters: ListParameters) -> Self {
        Self {
            offset_bits: parameters.offset_bits(),
            entries: vec![None; parameters.entries()],
            oldest: 0,
        }
    }

    fn line(&self, pc: u64) -> u64 {
        pc >> self.offset_bits
    }

    fn find(&self, line: u64) -> Option<usize> {
        self.entries.iter().position(|&entry| entry == Some(line))
    }

    /// For each PC whether its line is in the list, one bit a lane.
    pub(super) fn lookup<const N: usize>(&self, pcs: &PcLanes<N>) -> u8 {
        pcs.0.iter().rev().fold(0, |hits, &pc| {
            hits << 1 | u8::from(self.find(self.line(pc)).is_some())
        })
    }

    /// The lines that are filled and evicted, if any.
    pub(super) fn changes(
        &self,
        fill: Option<u64>,
        evict: Option<u64>,
    ) -> Result<Changes, OutOfContract> {
        let [fill, evict] = [fill, evict].map(|pc| pc.map(|pc| self.line(pc)));
        if fill.is_some() && fill == evict {
            return Err(OutOfContract::new(
                "a line is filled and evicted in one cycle",
            ));
        }
        Ok(Changes { fill, evict })
    }

    /// The end of a cycle.
    pub(super) fn advance(&mut self, flush: bool, changes: Changes) {
        if flush {
            self.clear();
            return;
        }
        let free = self.entries.iter().position(Option::is_none);
        let evicted = changes.evict.and_then(|line| self.find(line));
        let new = changes.fill.filter(|&line| self.find(line).is_none());
        if let Some(entry) = evicted {
            self.entries[entry] = None;
        }
        let Some(line) = new else { return };
        // The L1I puts the new line where the evicted one was; the list does the same.
        let entry = evicted.or(free).unwrap_or_else(|| {
            let entry = self.oldest;
            self.oldest = (entry + 1) % self.entries.len();
            entry
        });
        self.entries[entry] = Some(line);
    }

    fn clear(&mut self) {
        self.entries.fill(None);
        self.oldest = 0;
    }
}

/// What changes in a cycle, in lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    fill: Option<u64>,
    evict: Option<u64>,
}

impl UnitModel<spec::slumber::FetchUnitList> for FetchUnitList {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(&mut self, inputs: &ListInputs) -> Result<ListOutputs, UnitFault<ListOutputs>> {
        let changes = self.changes(
            inputs.fill_valid.then_some(inputs.fill_pc),
            inputs.evict_valid.then_some(inputs.evict_pc),
        )?;
        let hit = self.lookup(&inputs.lookup_pcs);
        self.advance(inputs.flush, changes);
        Ok(ListOutputs { hit })
    }
}
