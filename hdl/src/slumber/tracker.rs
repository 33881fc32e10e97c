//! `mshr_tracker`.

use crate::prelude::*;
use spec::slumber::{Outcome, TrackerParameters};
use spec::Unit;

const L1_HIT: u64 = Outcome::L1Hit as u64;
const L1_MISS: u64 = Outcome::L1Miss as u64;

/// `mshr_tracker`: two bits a warp that say how far its last load had to go (4.1, case 2).
///
/// Guarantees: a query finds the report of its own cycle. The answer is a constant latency for each
/// outcome, so nothing is computed behind the selection of the warp.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct MshrTracker {
    pub clock: Signal<In, Clock>,
    pub in_clear: Signal<In, Bit>,
    pub in_report_valid: Signal<In, Bit>,
    pub in_report_warp: Signal<In, Bits<6>>,
    pub in_report_outcome: Signal<In, Bits<2>>,
    pub in_query_warp: Signal<In, Bits<6>>,
    pub out_outcome: Signal<Out, Bits<2>>,
    pub out_latency: Signal<Out, Bits<10>>,

    outcome: Vec<Register<Bits<2>>>,

    _parameters: TrackerParameters,
    _warps: usize,
    _l1_latency: Bits<10>,
    _l2_latency: Bits<10>,
    _dram_latency: Bits<10>,
}

impl MshrTracker {
    /// A tracker whose warps have all hit.
    pub fn new(parameters: TrackerParameters) -> Self {
        let latencies = parameters.latencies();
        let number = |cycles: u16| bits::<10>(cycles.into());
        MshrTrackerParts {
            outcome: (0..parameters.warps())
                .map(|_| Register::default())
                .collect(),
            _parameters: parameters,
            _warps: parameters.warps(),
            _l1_latency: number(latencies.l1),
            _l2_latency: number(latencies.l2),
            _dram_latency: number(latencies.dram),
        }
        .into()
    }
}

#[hardware(name = spec::slumber::MshrTracker::module_name(&self._parameters))]
impl Logic for MshrTracker {
    fn update(&mut self) {
        registers!(self, clock, outcome);
        let report = self.in_report_outcome.val();
        for warp in 0..self._warps {
            if self.in_clear.val() {
                self.outcome[warp].d.next = L1_HIT.into();
            } else if self.in_report_valid.val() && self.in_report_warp.val() == warp.to_bits::<6>()
            {
                self.outcome[warp].d.next = report;
            }
        }

        let outcome = if self.in_report_valid.val()
            && self.in_report_warp.val() == self.in_query_warp.val()
        {
            report
        } else {
            self.outcome[self.in_query_warp.val().index()].q.val()
        };
        self.out_outcome.next = outcome;
        let latency = if outcome == L1_HIT {
            self._l1_latency
        } else if outcome == L1_MISS {
            self._l2_latency
        } else {
            self._dram_latency
        };
        self.out_latency.next = latency;
    }
}
