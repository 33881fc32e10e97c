//! `fetch_unit_list`.

use crate::prelude::*;
use spec::slumber::ListParameters;
use spec::Unit;

/// The comparators of an entry for the line that is filled, and for the one that is evicted.
const FILL: usize = 6;
const EVICT: usize = 7;

/// `fetch_unit_list`: the lines that the L1 instruction cache holds, as far as it remembers (4.3).
///
/// Guarantees: no line is in two entries, so an eviction empties one at most. A fill prefers the
/// entry that the eviction of its cycle empties; so a list as long as the cache is a copy of its
/// tags.
// `L` bits tell lines apart.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct FetchUnitList<const L: usize> {
    pub clock: Signal<In, Clock>,
    pub in_flush: Signal<In, Bit>,
    pub in_fill_valid: Signal<In, Bit>,
    pub in_fill_pc: Signal<In, Bits<64>>,
    pub in_evict_valid: Signal<In, Bit>,
    pub in_evict_pc: Signal<In, Bits<64>>,
    pub in_lookup_pcs: Signal<In, Bits<384>>,
    pub out_hit: Signal<Out, Bits<6>>,

    valid: Vec<Register<Bit>>,
    line: Vec<Register<Bits<L>>>,
    oldest: Register<Bits<6>>,
    // What the comparators of an entry say: six lookups, the fill, the eviction.
    same: Vec<Signal<Local, Bits<8>>>,
    first_vacant: Vec<Signal<Local, Bit>>,
    taken: Vec<Signal<Local, Bit>>,

    _parameters: ListParameters,
    _entries: usize,
}

impl<const L: usize> FetchUnitList<L> {
    /// An empty list.
    pub fn new(parameters: ListParameters) -> Self {
        debug_assert_eq!(64 - parameters.offset_bits() as usize, L);
        let entries = parameters.entries();
        FetchUnitListParts {
            valid: (0..entries).map(|_| Register::default()).collect(),
            line: (0..entries).map(|_| Register::no_reset()).collect(),
            oldest: Register::default(),
            same: (0..entries).map(|_| Signal::default()).collect(),
            first_vacant: (0..entries).map(|_| Signal::default()).collect(),
            taken: (0..entries).map(|_| Signal::default()).collect(),
            _parameters: parameters,
            _entries: entries,
        }
        .into()
    }
}

#[hardware(name = spec::slumber::FetchUnitList::module_name(&self._parameters))]
impl<const L: usize> Logic for FetchUnitList<L> {
    fn update(&mut self) {
        registers!(self, clock, valid, line);
        clock!(self, clock, oldest);
        comment!("Every line that is asked for, against every entry.");
        let lookups = self.in_lookup_pcs.val();
        for entry in 0..self._entries {
            let line = self.line[entry].q.val();
            self.same[entry].next = replicate::<8>(self.valid[entry].q.val())
                & concat::<8, _, _>(
                    concat::<2, _, _>(
                        line == self.in_evict_pc.val().get_bits::<L>(64 - L),
                        line == self.in_fill_pc.val().get_bits::<L>(64 - L),
                    ),
                    concat::<6, _, _>(
                        concat::<3, _, _>(
                            line == lookups.get_bits::<L>(384 - L),
                            concat::<2, _, _>(
                                line == lookups.get_bits::<L>(320 - L),
                                line == lookups.get_bits::<L>(256 - L),
                            ),
                        ),
                        concat::<3, _, _>(
                            line == lookups.get_bits::<L>(192 - L),
                            concat::<2, _, _>(
                                line == lookups.get_bits::<L>(128 - L),
                                line == lookups.get_bits::<L>(64 - L),
                            ),
                        ),
                    ),
                );
        }
        let mut found = bits::<8>(0);
        for entry in 0..self._entries {
            found |= self.same[entry].val();
        }
        self.out_hit.next = found.get_bits::<6>(0);
        let enters = self.in_fill_valid.val() && !found.get_bit(FILL);
        let evicts = self.in_evict_valid.val() && found.get_bit(EVICT);

        comment!("The entry that a new line takes.");
        let mut vacant = false;
        for entry in 0..self._entries {
            self.first_vacant[entry].next = !self.valid[entry].q.val() && !vacant;
            vacant = vacant || !self.valid[entry].q.val();
        }
        for entry in 0..self._entries {
            let evicted = evicts && self.same[entry].val().get_bit(EVICT);
            let next_in_turn = !vacant && self.oldest.q.val() == entry.to_bits::<6>();
            self.taken[entry].next = enters
                && (evicted || (!evicts && (self.first_vacant[entry].val() || next_in_turn)));
            if self.in_flush.val() {
                self.valid[entry].d.next = false;
            } else if self.taken[entry].val() {
                self.valid[entry].d.next = true;
            } else if evicts && self.same[entry].val().get_bit(EVICT) {
                self.valid[entry].d.next = false;
            }
        }
        for entry in 0..self._entries {
            if self.taken[entry].val() {
                self.line[entry].d.next = self.in_fill_pc.val().get_bits::<L>(64 - L);
            }
        }
        let turns = enters && !evicts && !vacant;
        let last = (self._entries - 1).to_bits::<6>();
        let oldest = if self.in_flush.val() || (turns && self.oldest.q.val() == last) {
            0.into()
        } else if turns {
            self.oldest.q.val() + 1
        } else {
            self.oldest.q.val()
        };
        self.oldest.d.next = oldest;
    }
}
