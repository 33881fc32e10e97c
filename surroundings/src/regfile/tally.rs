//! The counters, counted from what the ports show.
//!
//! Some events show in their cycle; of others the ports tell only that they must have happened by
//! now, or that they cannot have happened yet. So each counter has a least and a most, which meet
//! when nothing is inside.

use super::offers::Offers;
use super::reads::Reads;
use super::writes::{Taken, KINDS};
use crate::oracle::{check, Violation};
use spec::regfile::{
    Counter, RegfileInputs, RegfileOutputs, RegfileParameters, COUNTER_SELECT_BITS, GATED_COUNTERS,
};

const NUMBERS: usize = 1 << COUNTER_SELECT_BITS;

/// The counters of the writes, in the order of their kinds; MOVs are counted when they read.
const WRITES: [Counter; KINDS - 1] = [
    Counter::StoredUncompressed,
    Counter::StoredFourZero,
    Counter::StoredFourOne,
    Counter::StoredFourTwo,
    Counter::DivergentWrites,
];

/// What each counter can be.
#[derive(Clone, Copy)]
struct Bounds {
    least: [u32; NUMBERS],
    most: [u32; NUMBERS],
}

const ZERO: Bounds = Bounds {
    least: [0; NUMBERS],
    most: [0; NUMBERS],
};

/// Requests of sources that wait in a cluster if no MOV is ever in their way.
#[derive(Clone, Copy, Default)]
struct Backlog {
    sources: u32,
    /// A MOV may have been in the way since the cluster was last at rest.
    disturbed: bool,
}

/// All counters.
pub struct Tally {
    banks: usize,
    now: Bounds,
    /// As they were a cycle before: an event is in the value two cycles later.
    before: Bounds,
    backlogs: Vec<Backlog>,
}

impl Tally {
    pub fn new(parameters: &RegfileParameters) -> Self {
        Self {
            banks: parameters.banks(),
            now: ZERO,
            before: ZERO,
            backlogs: vec![Backlog::default(); parameters.clusters()],
        }
    }

    /// `CountersAddUp`; for the counter of MOVs `MovOnlyWhenNeeded`.
    pub fn check(&self, i: &RegfileInputs, o: &RegfileOutputs) -> Result<(), Violation> {
        let select = usize::from(i.counter_select) % NUMBERS;
        let (least, most) = (self.before.least[select], self.before.most[select]);
        let property = if select == Counter::Movs as usize {
            "MovOnlyWhenNeeded"
        } else {
            "CountersAddUp"
        };
        check((least..=most).contains(&o.counter_value), property, || {
            let value = o.counter_value;
            format!("counter {select} is {value}, and its events are {least} to {most}")
        })
    }

    /// The events of a cycle, in which nothing has been accepted yet.
    pub fn count(&mut self, o: &RegfileOutputs, reads: &Reads, writes: &Taken, offers: &Offers) {
        self.before = self.now;
        let mut add = |counter: usize, least: u32, most: u32| {
            self.now.least[counter] += least;
            self.now.most[counter] += most;
        };
        let (read, written) = (o.bank_read.count_ones(), o.bank_write.count_ones());
        add(Counter::BankReads as usize, read, read);
        add(Counter::BankWrites as usize, written, written);
        let forwarded = o.bank_forward.count_ones();
        add(Counter::BankForwards as usize, forwarded, forwarded);
        for bank in 0..self.banks {
            let gated = o.bank_gated >> bank & 1;
            add(GATED_COUNTERS + bank, gated, gated);
        }
        for (cluster, backlog) in self.backlogs.iter_mut().enumerate() {
            let waiting = waiting(offers, cluster);
            let conflict = u32::from(backlog.sources > 1);
            let possible = u32::from(waiting > 1);
            let most = if backlog.disturbed {
                possible
            } else {
                conflict
            };
            add(Counter::Conflicts as usize, conflict, most.max(conflict));
            backlog.sources = backlog.sources.saturating_sub(1);
            backlog.disturbed &= waiting > 0;
        }
        let mut set = |counter: Counter, least: u32, most: u32| {
            self.now.least[counter as usize] = least;
            self.now.most[counter as usize] = most;
        };
        for (kind, counter) in WRITES.into_iter().enumerate() {
            set(counter, writes.least[kind], writes.most[kind]);
        }
        set(
            Counter::SourceReads,
            reads.least.sources,
            reads.most.sources,
        );
        set(Counter::Movs, reads.least.movs, reads.most.movs);
        let compressed = reads.decompressions;
        set(Counter::Decompressions, compressed, compressed);
    }

    /// A request of a source waits from the next cycle on.
    pub fn source_waits(&mut self, cluster: usize) {
        self.backlogs[cluster].sources += 1;
    }

    /// The same of a MOV.
    pub fn mov_waits(&mut self, cluster: usize) {
        self.backlogs[cluster].disturbed = true;
    }
}

/// Requests of a cluster that may still wait: those of instructions that are not complete.
fn waiting(offers: &Offers, cluster: usize) -> usize {
    let open = offers.iter().filter(|inside| !inside.complete);
    open.map(|inside| inside.requests_of(cluster)).sum()
}
