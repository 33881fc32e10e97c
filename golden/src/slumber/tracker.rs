//! The model of `mshr_tracker` (Slumber 4.1, case 2).

use spec::slumber::{MemoryLatencies, Outcome, TrackerInputs, TrackerOutputs, TrackerParameters};
use spec::{OutOfContract, UnitFault, UnitModel};

/// The model of `mshr_tracker`.
#[derive(Clone, Debug)]
pub struct MshrTracker {
    latencies: MemoryLatencies,
    outcomes: Vec<Outcome>,
}

impl MshrTracker {
    /// A tracker as it is after reset.
    pub fn new(parameters: TrackerParameters) -> Self {
        Self {
            latencies: parameters.latencies(),
            outcomes: vec![Outcome::L1Hit; parameters.warps()],
        }
    }

    /// The outcome that a report carries, if there is one.
    pub(super) fn report(
        &self,
        valid: bool,
        warp: u8,
        outcome: u8,
    ) -> Result<Option<(u8, Outcome)>, OutOfContract> {
        if !valid {
            return Ok(None);
        }
        self.exists("report", warp)?;
        Outcome::from_bits(outcome)
            .map(|outcome| Some((warp, outcome)))
            .ok_or_else(|| OutOfContract::new("report of outcome 3, which means nothing"))
    }

    /// Refuses a warp that does not exist.
    pub(super) fn exists(&self, event: &str, warp: u8) -> Result<(), OutOfContract> {
        let warps = self.outcomes.len();
        if usize::from(warp) < warps {
            return Ok(());
        }
        let reason = format!("{event} names warp {warp}, but there are {warps}");
        Err(OutOfContract::new(reason))
    }

    /// The last outcome of a warp, with a report of the same cycle.
    pub(super) fn outcome(&self, warp: u8, report: Option<(u8, Outcome)>) -> Outcome {
        match report {
            Some((reported, outcome)) if reported == warp => outcome,
            _ => self
                .outcomes
                .get(usize::from(warp))
                .copied()
                .unwrap_or_default(),
        }
    }

    /// The least cycles to the data.
    pub(super) fn latency(&self, outcome: Outcome) -> u16 {
        match outcome {
            Outcome::L1Hit => self.latencies.l1,
            Outcome::L1Miss => self.latencies.l2,
            Outcome::L2Miss => self.latencies.dram,
        }
    }

    /// The end of a cycle.
    pub(super) fn advance(&mut self, clear: bool, report: Option<(u8, Outcome)>) {
        if clear {
            self.outcomes.fill(Outcome::L1Hit);
        } else if let Some((warp, outcome)) = report {
            if let Some(place) = self.outcomes.get_mut(usize::from(warp)) {
                *place = outcome;
            }
        }
    }
}

impl UnitModel<spec::slumber::MshrTracker> for MshrTracker {
    fn reset(&mut self) {
        self.outcomes.fill(Outcome::L1Hit);
    }

    fn cycle(
        &mut self,
        inputs: &TrackerInputs,
    ) -> Result<TrackerOutputs, UnitFault<TrackerOutputs>> {
        let report = self.report(
            inputs.report_valid,
            inputs.report_warp,
            inputs.report_outcome,
        )?;
        self.exists("query", inputs.query_warp)?;
        let outcome = self.outcome(inputs.query_warp, report);
        self.advance(inputs.clear, report);
        Ok(TrackerOutputs {
            outcome: outcome as u8,
            latency: self.latency(outcome),
        })
    }
}
