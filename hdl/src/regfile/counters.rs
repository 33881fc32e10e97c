//! The counters behind the read-only port (6.1).

use super::codes::*;
use crate::prelude::*;
use spec::bdi::Mode;
use spec::regfile::RegfileParameters;

/// Counts events of one kind, of which several may happen in a cycle.
///
/// An event is kept for a cycle before it is counted, so that neither counting the ones nor adding
/// them up lengthens the path that the event comes from.
#[derive(LogicBlock, Described, Default)]
pub struct RegfileEventCounter<const M: usize> {
    pub clock: Signal<In, Clock>,
    pub events: Signal<In, Bits<M>>,
    pub value: Signal<Out, Bits<32>>,
    happened: Register<Bits<M>>,
    count: Register<Bits<32>>,
}

#[hardware(name = format!("regfile_event_counter_{M}"))]
impl<const M: usize> Logic for RegfileEventCounter<M> {
    fn update(&mut self) {
        clock!(self, clock, happened, count);
        self.happened.d.next = self.events.val();
        let mut sum = bits::<6>(0);
        for i in 0..M {
            sum += bit_cast::<6, 1>(self.happened.q.val().get_bit(i).into());
        }

        comment!("The upper bits wait for one carry, not for a chain.");
        let low = bit_cast::<7, 6>(self.count.q.val().get_bits::<6>(0)) + bit_cast::<7, 6>(sum);
        let upper = self.count.q.val().get_bits::<26>(6);
        let upper_next = if low.get_bit(6) { upper + 1 } else { upper };
        self.count.d.next = concat::<32, _, _>(upper_next, low.get_bits::<6>(0));
        self.value.next = self.count.q.val();
    }
}

/// All counters of a register file, behind its read-only port (6.1). Those of modes, MOVs and gates that
/// the file is built without are not built and read as 0.
// `B` banks in `K` clusters.
#[derive(LogicBlock, Described, Default)]
pub struct RegfileCounters<const B: usize, const K: usize> {
    pub clock: Signal<In, Clock>,
    pub select: Signal<In, Bits<6>>,
    pub value: Signal<Out, Bits<32>>,
    /// Events, by bank.
    pub bank_read: Signal<In, Bits<B>>,
    pub bank_write: Signal<In, Bits<B>>,
    pub bank_gated: Vec<Signal<In, Bits<B>>>,
    /// Events, by cluster; full writes by range.
    pub stored_uncompressed: Signal<In, Bits<K>>,
    pub stored_four_zero: Vec<Signal<In, Bits<K>>>,
    pub stored_four_one: Vec<Signal<In, Bits<K>>>,
    pub stored_four_two: Vec<Signal<In, Bits<K>>>,
    pub divergent_write: Signal<In, Bits<K>>,
    pub decompression: Vec<Signal<In, Bits<K>>>,
    pub mov: Vec<Signal<In, Bits<K>>>,
    /// MOVs that enter, by port.
    pub injected: Vec<Signal<In, Bits<2>>>,
    pub conflict: Signal<In, Bits<K>>,
    pub source_read: Signal<In, Bits<K>>,
    pub bank_forward: Vec<Signal<In, Bits<B>>>,

    bank_reads: RegfileEventCounter<B>,
    bank_writes: RegfileEventCounter<B>,
    uncompressed: RegfileEventCounter<K>,
    four_zero: Vec<RegfileEventCounter<K>>,
    four_one: Vec<RegfileEventCounter<K>>,
    four_two: Vec<RegfileEventCounter<K>>,
    divergent_writes: RegfileEventCounter<K>,
    decompressions: Vec<RegfileEventCounter<K>>,
    movs: Vec<RegfileEventCounter<K>>,
    injections: Vec<RegfileEventCounter<2>>,
    conflicts: RegfileEventCounter<K>,
    source_reads: RegfileEventCounter<K>,
    bank_forwards: Vec<RegfileEventCounter<B>>,
    was_gated: Vec<Register<Bits<B>>>,
    gated_cycles: Vec<Register<Bits<32>>>,
    listed: Signal<Local, Bits<32>>,
    _name: String,
    _four_zero: bool,
    _four_one: bool,
    _four_two: bool,
    _compresses: bool,
    _moves: bool,
    _injects: bool,
    _gates: bool,
    _forwards: bool,
}

impl<const B: usize, const K: usize> RegfileCounters<B, K> {
    /// All at 0.
    pub fn new(parameters: &RegfileParameters) -> Self {
        let has = |mode| parameters.modes().is_some_and(|modes| modes.contains(mode));
        let four_zero = has(Mode::FourZero);
        let four_one = has(Mode::FourOne);
        let four_two = has(Mode::FourTwo);
        let compresses = parameters.modes().is_some();
        let moves = parameters.moves_by_itself();
        let injects = parameters.injects_movs();
        let gates = parameters.gates();
        let forwards = parameters.forwards();
        Self {
            bank_forward: signals(usize::from(forwards)),
            bank_forwards: forwards.then(Default::default).into_iter().collect(),
            bank_gated: signals(usize::from(gates)),
            stored_four_zero: signals(usize::from(four_zero)),
            stored_four_one: signals(usize::from(four_one)),
            stored_four_two: signals(usize::from(four_two)),
            decompression: signals(usize::from(compresses)),
            mov: signals(usize::from(moves)),
            injected: signals(usize::from(injects)),
            four_zero: four_zero.then(Default::default).into_iter().collect(),
            four_one: four_one.then(Default::default).into_iter().collect(),
            four_two: four_two.then(Default::default).into_iter().collect(),
            decompressions: compresses.then(Default::default).into_iter().collect(),
            movs: moves.then(Default::default).into_iter().collect(),
            injections: injects.then(Default::default).into_iter().collect(),
            was_gated: gates.then(Default::default).into_iter().collect(),
            gated_cycles: (0..if gates { B } else { 0 })
                .map(|_| Register::default())
                .collect(),
            _name: super::part("counters", parameters),
            _four_zero: four_zero,
            _four_one: four_one,
            _four_two: four_two,
            _compresses: compresses,
            _moves: moves,
            _injects: injects,
            _gates: gates,
            _forwards: forwards,
            ..Self::default()
        }
    }
}

#[hardware(name = self._name.clone())]
impl<const B: usize, const K: usize> Logic for RegfileCounters<B, K> {
    fn update(&mut self) {
        clock!(
            self,
            clock,
            bank_reads,
            bank_writes,
            uncompressed,
            divergent_writes
        );
        clock!(self, clock, conflicts, source_reads);
        self.bank_reads.events.next = self.bank_read.val();
        self.bank_writes.events.next = self.bank_write.val();
        self.uncompressed.events.next = self.stored_uncompressed.val();
        self.divergent_writes.events.next = self.divergent_write.val();
        self.conflicts.events.next = self.conflict.val();
        self.source_reads.events.next = self.source_read.val();
        let select = self.select.val();
        let mut value = bits::<32>(0);
        if select == COUNTER_BANK_READS {
            value = self.bank_reads.value.val();
        }
        if select == COUNTER_BANK_WRITES {
            value = self.bank_writes.value.val();
        }
        if select == COUNTER_STORED_UNCOMPRESSED {
            value = self.uncompressed.value.val();
        }
        if self._four_zero {
            clock!(self, clock, four_zero);
            self.four_zero[0].events.next = self.stored_four_zero[0].val();
            if select == COUNTER_STORED_FOUR_ZERO {
                value = self.four_zero[0].value.val();
            }
        }
        if self._four_one {
            clock!(self, clock, four_one);
            self.four_one[0].events.next = self.stored_four_one[0].val();
            if select == COUNTER_STORED_FOUR_ONE {
                value = self.four_one[0].value.val();
            }
        }
        if self._four_two {
            clock!(self, clock, four_two);
            self.four_two[0].events.next = self.stored_four_two[0].val();
            if select == COUNTER_STORED_FOUR_TWO {
                value = self.four_two[0].value.val();
            }
        }
        if select == COUNTER_DIVERGENT_WRITES {
            value = self.divergent_writes.value.val();
        }
        if self._compresses {
            clock!(self, clock, decompressions);
            self.decompressions[0].events.next = self.decompression[0].val();
            if select == COUNTER_DECOMPRESSIONS {
                value = self.decompressions[0].value.val();
            }
        }
        if self._moves {
            clock!(self, clock, movs);
            self.movs[0].events.next = self.mov[0].val();
            if select == COUNTER_MOVS {
                value = self.movs[0].value.val();
            }
        }
        if self._injects {
            clock!(self, clock, injections);
            self.injections[0].events.next = self.injected[0].val();
            if select == COUNTER_MOVS {
                value = self.injections[0].value.val();
            }
        }
        if select == COUNTER_CONFLICTS {
            value = self.conflicts.value.val();
        }
        if select == COUNTER_SOURCE_READS {
            value = self.source_reads.value.val();
        }
        if self._forwards {
            clock!(self, clock, bank_forwards);
            self.bank_forwards[0].events.next = self.bank_forward[0].val();
            if select == COUNTER_BANK_FORWARDS {
                value = self.bank_forwards[0].value.val();
            }
        }
        self.listed.next = value;
        if self._gates {
            clock!(self, clock, was_gated);
            registers!(self, clock, gated_cycles);
            self.was_gated[0].d.next = self.bank_gated[0].val();
            for b in 0..B {
                if self.was_gated[0].q.val().get_bit(b) {
                    self.gated_cycles[b].d.next = self.gated_cycles[b].q.val() + 1;
                }
            }
            // The banks' counters begin at 32 (`GATED_COUNTERS`).
            let bank = select.get_bits::<5>(0);
            let cycles = self.gated_cycles[bank.index()].q.val();
            self.value.next = if select.get_bit(5) {
                cycles
            } else {
                self.listed.val()
            };
        } else {
            self.value.next = self.listed.val();
        }
    }
}
