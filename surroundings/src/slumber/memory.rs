//! Stimulus and oracles of `mshr_tracker` and `fetch_unit_list`.

use crate::closed::Watcher;
use crate::generate::closed_loop::Surroundings;
use crate::oracle::{check, Violation};
use crate::prng::Prng;
use spec::slumber::{
    FetchUnitList, ListInputs, ListOutputs, ListParameters, MshrTracker, PcLanes, TrackerInputs,
    TrackerOutputs, TrackerParameters, LOOKUPS,
};

/// All that drives a tracker.
pub struct TrackerAround {
    warps: u32,
    hot: Vec<u8>,
    /// In 10,000.
    clear: u32,
    report: u32,
}

impl TrackerAround {
    /// For a tracker with these parameters.
    pub fn new(parameters: TrackerParameters) -> Self {
        Self {
            warps: parameters.warps() as u32,
            hot: vec![0],
            clear: 0,
            report: 0,
        }
    }

    fn warp(&self, prng: &mut Prng) -> u8 {
        if prng.percent(30) {
            prng.below(self.warps) as u8
        } else {
            prng.pick(&self.hot)
        }
    }
}

impl Surroundings<MshrTracker> for TrackerAround {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        let size = prng.pick(&[1, 2, 4, 16]);
        let warps = self.warps;
        self.hot = (0..size).map(|_| prng.below(warps) as u8).collect();
        self.clear = prng.pick(&[0, 0, 20, 500]);
        self.report = prng.pick(&[500, 5000, 10_000]);
        prng.between(40, 400)
    }

    fn inputs(&mut self, prng: &mut Prng) -> TrackerInputs {
        let report_valid = prng.below(10_000) < self.report;
        TrackerInputs {
            clear: prng.below(10_000) < self.clear,
            report_valid,
            report_warp: if report_valid {
                self.warp(prng)
            } else {
                prng.below(64) as u8
            },
            report_outcome: prng.below(if report_valid { 3 } else { 4 }) as u8,
            query_warp: self.warp(prng),
        }
    }

    fn quiet(&self) -> TrackerInputs {
        TrackerInputs::default()
    }

    fn observe(&mut self, _: &TrackerInputs, _: &TrackerOutputs, _: &mut Prng) {}

    fn reset(&mut self, _: &mut Prng) {}
}

/// Checks the properties of `mshr_tracker` against the last report of each warp.
pub struct TrackerWatch {
    latencies: [u16; 3],
    reports: Vec<Option<u8>>,
}

impl TrackerWatch {
    /// Of a tracker that is at reset.
    pub fn new(parameters: TrackerParameters) -> Self {
        let latencies = parameters.latencies();
        Self {
            latencies: [latencies.l1, latencies.l2, latencies.dram],
            reports: vec![None; parameters.warps()],
        }
    }
}

impl Watcher<MshrTracker> for TrackerWatch {
    fn reset(&mut self) {
        self.reports.fill(None);
    }

    fn observe(&mut self, i: &TrackerInputs, o: &TrackerOutputs) -> Result<(), Violation> {
        let reported = i.report_valid && i.report_warp == i.query_warp;
        let stored = self.reports.get(usize::from(i.query_warp)).copied();
        let expected = if reported {
            Some(i.report_outcome)
        } else {
            stored.flatten()
        };
        let property = match expected {
            Some(_) => "QueryFindsLastReport",
            None => "ClearIsHit",
        };
        check(o.outcome == expected.unwrap_or(0), property, || {
            format!(
                "outcome {} of warp {}, {expected:?} was reported",
                o.outcome, i.query_warp
            )
        })?;
        let latency = self.latencies.get(usize::from(o.outcome));
        check(latency == Some(&o.latency), "LatencyFollowsOutcome", || {
            format!("latency {} for outcome {}", o.latency, o.outcome)
        })?;
        if i.clear {
            self.reports.fill(None);
        } else if i.report_valid {
            if let Some(report) = self.reports.get_mut(usize::from(i.report_warp)) {
                *report = Some(i.report_outcome);
            }
        }
        Ok(())
    }
}

/// All that drives a list.
pub struct ListAround {
    entries: u32,
    offset_bits: u32,
    /// Lines in use.
    lines: Vec<u64>,
    /// In 10,000.
    flush: u32,
    fill: u32,
    evict: u32,
}

impl ListAround {
    /// For a list with these parameters.
    pub fn new(parameters: ListParameters) -> Self {
        Self {
            entries: parameters.entries() as u32,
            offset_bits: parameters.offset_bits(),
            lines: vec![0],
            flush: 0,
            fill: 0,
            evict: 0,
        }
    }

    /// Any PC of a line in use, now and then of one that is not.
    fn pc(&self, prng: &mut Prng) -> u64 {
        let line = prng.pick(&self.lines);
        let line = if prng.percent(10) {
            // A neighbour that differs in one bit: a comparison that is too short finds it.
            line ^ 1 << prng.below(64 - self.offset_bits)
        } else {
            line
        };
        let offset = prng.next_u64() & ((1 << self.offset_bits) - 1);
        line << self.offset_bits | offset
    }
}

/// Lines in use: some in a row, some that differ in a single high bit.
pub fn lines(prng: &mut Prng, count: u32, offset_bits: u32) -> Vec<u64> {
    let bits = 64 - offset_bits;
    let first = prng.next_u64() >> offset_bits >> prng.below(bits);
    let line = |n: u32, prng: &mut Prng| match prng.below(4) {
        0 => first ^ 1 << prng.below(bits),
        _ => first.wrapping_add(u64::from(n)) & (u64::MAX >> offset_bits),
    };
    (0..count).map(|n| line(n, prng)).collect()
}

impl Surroundings<FetchUnitList> for ListAround {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        let count = prng.pick(&[
            2,
            self.entries / 2,
            self.entries,
            self.entries + 1,
            2 * self.entries,
        ]);
        self.lines = lines(prng, count.max(1), self.offset_bits);
        self.flush = prng.pick(&[0, 0, 20, 300]);
        self.fill = prng.pick(&[300, 3000, 10_000]);
        self.evict = prng.pick(&[0, 300, 3000, 9000]);
        prng.between(60, 600)
    }

    fn inputs(&mut self, prng: &mut Prng) -> ListInputs {
        let mut inputs = ListInputs {
            flush: prng.below(10_000) < self.flush,
            fill_valid: prng.below(10_000) < self.fill,
            fill_pc: self.pc(prng),
            evict_valid: prng.below(10_000) < self.evict,
            evict_pc: self.pc(prng),
            lookup_pcs: PcLanes([(); LOOKUPS].map(|()| self.pc(prng))),
        };
        let same = inputs.fill_pc >> self.offset_bits == inputs.evict_pc >> self.offset_bits;
        inputs.evict_valid &= !(inputs.fill_valid && same);
        inputs
    }

    fn quiet(&self) -> ListInputs {
        ListInputs::default()
    }

    fn observe(&mut self, _: &ListInputs, _: &ListOutputs, _: &mut Prng) {}

    fn reset(&mut self, _: &mut Prng) {}
}

/// Checks the properties of `fetch_unit_list`.
pub struct ListWatch {
    offset_bits: u32,
    entries: usize,
    /// Lines that were filled and not evicted since, the last filled last.
    filled: Vec<u64>,
    /// There was room for all of them at any time, so none was ever replaced.
    whole: bool,
    /// What the last cycle filled and evicted, and whether it flushed.
    last: Option<(Option<u64>, Option<u64>, bool)>,
}

impl ListWatch {
    /// Of a list that is at reset.
    pub fn new(parameters: ListParameters) -> Self {
        Self {
            offset_bits: parameters.offset_bits(),
            entries: parameters.entries(),
            filled: Vec::new(),
            whole: true,
            last: None,
        }
    }
}

impl Watcher<FetchUnitList> for ListWatch {
    fn reset(&mut self) {
        self.filled.clear();
        self.whole = true;
        self.last = None;
    }

    fn observe(&mut self, i: &ListInputs, o: &ListOutputs) -> Result<(), Violation> {
        for (lane, pc) in i.lookup_pcs.0.iter().enumerate() {
            let line = pc >> self.offset_bits;
            let hit = o.hit >> lane & 1 == 1;
            let said = || format!("lane {lane} has hit {hit} for line 0x{line:x}");
            if let Some((fill, evict, flush)) = self.last {
                check(!flush || !hit, "FlushEmpties", said)?;
                check(flush || hit || fill != Some(line), "FillMakesHit", said)?;
                check(!hit || evict != Some(line), "EvictEndsHit", said)?;
            } else {
                check(!hit, "FlushEmpties", said)?;
            }
            let known = self.filled.contains(&line);
            check(!hit || known, "HitWasFilled", said)?;
            check(hit || !known || !self.whole, "OldestIsReplaced", said)?;
        }
        let [fill, evict] = [(i.fill_valid, i.fill_pc), (i.evict_valid, i.evict_pc)]
            .map(|(valid, pc)| valid.then_some(pc >> self.offset_bits));
        if i.flush {
            self.filled.clear();
            self.whole = true;
        } else {
            self.filled.retain(|&line| Some(line) != evict);
            if let Some(line) = fill.filter(|line| !self.filled.contains(line)) {
                self.filled.push(line);
                self.whole &= self.filled.len() <= self.entries;
            }
        }
        self.last = Some((fill, evict, i.flush));
        Ok(())
    }
}
