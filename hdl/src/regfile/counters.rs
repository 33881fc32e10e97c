//! The counters behind the read-only port (6.1).
//!
//! An event is kept for a cycle before it is counted, so that neither counting the ones nor adding
//! them up lengthens the path that the event comes from.

use super::signals;
use crate::prelude::*;
use spec::bdi::Mode;
use spec::regfile::{RegfileParameters, GATED_COUNTERS};

/// Counts events of one kind, several of which can happen in a cycle.
#[derive(LogicBlock)]
pub struct RegfileEventCounter {
    pub clock: Signal<In, Clock>,
    pub event: Vec<Signal<In, Bit>>,
    pub value: Signal<Out, Bits<32>>,
    happened: Vec<Register<Bit>>,
    count: Register<Bits<32>>,
    _events: usize,
}

impl RegfileEventCounter {
    /// A counter of as many events a cycle.
    fn new(events: usize) -> Self {
        Self {
            clock: Default::default(),
            event: signals(events),
            value: Default::default(),
            happened: (0..events).map(|_| Register::default()).collect(),
            count: Default::default(),
            _events: events,
        }
    }

    /// The counter, if it is built.
    fn built(events: usize, built: bool) -> Vec<Self> {
        built.then(|| Self::new(events)).into_iter().collect()
    }
}

#[hardware(name = format!("regfile_event_counter_{}", self._events))]
impl Logic for RegfileEventCounter {
    fn update(&mut self) {
        clock!(self, clock, happened, count);
        let mut sum = bits::<6>(0);
        for i in 0..self._events {
            self.happened[i].d.next = self.event[i].val();
            sum += bit_cast::<6, 1>(self.happened[i].q.val().into());
        }
        self.count.d.next = self.count.q.val() + bit_cast::<32, 6>(sum);
        self.value.next = self.count.q.val();
    }
}

/// All counters; see the module's comment. Those of modes, MOVs and gates that the file is built
/// without are not built and read as 0.
#[derive(LogicBlock)]
pub struct RegfileCounters {
    pub clock: Signal<In, Clock>,
    pub select: Signal<In, Bits<6>>,
    pub value: Signal<Out, Bits<32>>,
    /// Events, by bank or by cluster.
    pub bank_read: Vec<Signal<In, Bit>>,
    pub bank_write: Vec<Signal<In, Bit>>,
    pub bank_gated: Vec<Signal<In, Bit>>,
    pub full: Vec<Signal<In, Bit>>,
    pub full_range: Vec<Signal<In, Bits<2>>>,
    pub divergent: Vec<Signal<In, Bit>>,
    pub decompression: Vec<Signal<In, Bit>>,
    pub mov: Vec<Signal<In, Bit>>,
    pub conflict: Vec<Signal<In, Bit>>,
    pub source_read: Vec<Signal<In, Bit>>,

    bank_reads: RegfileEventCounter,
    bank_writes: RegfileEventCounter,
    stored_uncompressed: RegfileEventCounter,
    stored_four_zero: Vec<RegfileEventCounter>,
    stored_four_one: Vec<RegfileEventCounter>,
    stored_four_two: Vec<RegfileEventCounter>,
    divergent_writes: RegfileEventCounter,
    decompressions: Vec<RegfileEventCounter>,
    movs: Vec<RegfileEventCounter>,
    conflicts: RegfileEventCounter,
    source_reads: RegfileEventCounter,
    gated: Vec<RegfileEventCounter>,
    _parameters: RegfileParameters,
    _clusters: usize,
    _banks: usize,
    _four_zero: bool,
    _four_one: bool,
    _four_two: bool,
    _compresses: bool,
    _gates: bool,
}

impl RegfileCounters {
    /// All at 0.
    pub fn new(parameters: &RegfileParameters) -> Self {
        let (clusters, banks) = (parameters.clusters(), parameters.banks());
        let modes = parameters.modes();
        let has = |mode| modes.is_some_and(|modes| modes.contains(mode));
        let compresses = modes.is_some();
        let if_compressing = if compresses { clusters } else { 0 };
        let gated = if parameters.gates() { banks } else { 0 };
        let counter = RegfileEventCounter::new;
        let built = |mode| RegfileEventCounter::built(clusters, has(mode));
        Self {
            clock: Default::default(),
            select: Default::default(),
            value: Default::default(),
            bank_read: signals(banks),
            bank_write: signals(banks),
            bank_gated: signals(gated),
            full: signals(clusters),
            full_range: signals(if_compressing),
            divergent: signals(clusters),
            decompression: signals(if_compressing),
            mov: signals(if_compressing),
            conflict: signals(clusters),
            source_read: signals(clusters),
            bank_reads: counter(banks),
            bank_writes: counter(banks),
            stored_uncompressed: counter(clusters),
            stored_four_zero: built(Mode::FourZero),
            stored_four_one: built(Mode::FourOne),
            stored_four_two: built(Mode::FourTwo),
            divergent_writes: counter(clusters),
            decompressions: RegfileEventCounter::built(clusters, compresses),
            movs: RegfileEventCounter::built(clusters, compresses),
            conflicts: counter(clusters),
            source_reads: counter(clusters),
            gated: (0..gated).map(|_| counter(1)).collect(),
            _parameters: *parameters,
            _clusters: clusters,
            _banks: banks,
            _four_zero: has(Mode::FourZero),
            _four_one: has(Mode::FourOne),
            _four_two: has(Mode::FourTwo),
            _compresses: compresses,
            _gates: parameters.gates(),
        }
    }
}

#[hardware(name = super::part("counters", &self._parameters))]
impl Logic for RegfileCounters {
    fn update(&mut self) {
        clock!(
            self,
            clock,
            bank_reads,
            bank_writes,
            stored_uncompressed,
            divergent_writes
        );
        clock!(self, clock, conflicts, source_reads);
        for b in 0..self._banks {
            self.bank_reads.event[b].next = self.bank_read[b].val();
            self.bank_writes.event[b].next = self.bank_write[b].val();
        }
        for k in 0..self._clusters {
            self.divergent_writes.event[k].next = self.divergent[k].val();
            self.conflicts.event[k].next = self.conflict[k].val();
            self.source_reads.event[k].next = self.source_read[k].val();
        }
        let select = self.select.val();
        let mut value = match select {
            0 => self.bank_reads.value.val(),
            1 => self.bank_writes.value.val(),
            2 => self.stored_uncompressed.value.val(),
            6 => self.divergent_writes.value.val(),
            9 => self.conflicts.value.val(),
            10 => self.source_reads.value.val(),
            _ => 0.into(),
        };
        if self._compresses {
            clock!(self, clock, decompressions, movs);
            for k in 0..self._clusters {
                self.stored_uncompressed.event[k].next =
                    self.full[k].val() && !self.full_range[k].val().any();
                self.decompressions[0].event[k].next = self.decompression[k].val();
                self.movs[0].event[k].next = self.mov[k].val();
            }
            if select == 7 {
                value = self.decompressions[0].value.val();
            }
            if select == 8 {
                value = self.movs[0].value.val();
            }
        } else {
            for k in 0..self._clusters {
                self.stored_uncompressed.event[k].next = self.full[k].val();
            }
        }
        if self._four_zero {
            clock!(self, clock, stored_four_zero);
            for k in 0..self._clusters {
                self.stored_four_zero[0].event[k].next =
                    self.full[k].val() && self.full_range[k].val() == 1;
            }
            if select == 3 {
                value = self.stored_four_zero[0].value.val();
            }
        }
        if self._four_one {
            clock!(self, clock, stored_four_one);
            for k in 0..self._clusters {
                self.stored_four_one[0].event[k].next =
                    self.full[k].val() && self.full_range[k].val() == 2;
            }
            if select == 4 {
                value = self.stored_four_one[0].value.val();
            }
        }
        if self._four_two {
            clock!(self, clock, stored_four_two);
            for k in 0..self._clusters {
                self.stored_four_two[0].event[k].next =
                    self.full[k].val() && self.full_range[k].val() == 3;
            }
            if select == 5 {
                value = self.stored_four_two[0].value.val();
            }
        }
        if self._gates {
            clock!(self, clock, gated);
            for b in 0..self._banks {
                self.gated[b].event[0].next = self.bank_gated[b].val();
                if select == (GATED_COUNTERS + b).to_bits::<6>() {
                    value = self.gated[b].value.val();
                }
            }
        }
        self.value.next = value;
    }
}
