//! `fetch_unit_list`: the lines that the L1 instruction cache holds, as far as it remembers (4.3).
//!
//! Parameters: `L` bits tell lines apart; the number of entries, in the constructor.
//!
//! Guarantees: no line is in two entries, so an eviction empties one at most. A fill prefers the
//! entry that the eviction of its cycle empties; so a list as long as the cache is a copy of its
//! tags.

use crate::prelude::*;
use spec::slumber::ListParameters;
use spec::Unit;

/// The list; see the module's comment.
#[derive(LogicBlock)]
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
    evicted: Vec<Signal<Local, Bit>>,
    filled: Vec<Signal<Local, Bit>>,

    _parameters: ListParameters,
    _entries: usize,
}

impl<const L: usize> FetchUnitList<L> {
    /// An empty list.
    pub fn new(parameters: ListParameters) -> Self {
        debug_assert_eq!(64 - parameters.offset_bits() as usize, L);
        let entries = parameters.entries();
        Self {
            clock: Default::default(),
            in_flush: Default::default(),
            in_fill_valid: Default::default(),
            in_fill_pc: Default::default(),
            in_evict_valid: Default::default(),
            in_evict_pc: Default::default(),
            in_lookup_pcs: Default::default(),
            out_hit: Default::default(),
            valid: (0..entries).map(|_| Register::default()).collect(),
            line: (0..entries).map(|_| Register::default()).collect(),
            oldest: Register::default(),
            evicted: (0..entries).map(|_| Signal::default()).collect(),
            filled: (0..entries).map(|_| Signal::default()).collect(),
            _parameters: parameters,
            _entries: entries,
        }
    }
}

#[hardware(name = spec::slumber::FetchUnitList::module_name(&self._parameters))]
impl<const L: usize> Logic for FetchUnitList<L> {
    fn update(&mut self) {
        registers!(self, clock, valid, line, oldest);
        for lane in 0..6 {
            let lookup = self.in_lookup_pcs.val().get_bits::<L>(64 * lane + 64 - L);
            let mut hit = false;
            for entry in 0..self._entries {
                hit = hit || (self.valid[entry].q.val() && self.line[entry].q.val() == lookup);
            }
            self.out_hit.next = self.out_hit.val().replace_bit(lane, hit);
        }

        let fill_line = self.in_fill_pc.val().get_bits::<L>(64 - L);
        let evict_line = self.in_evict_pc.val().get_bits::<L>(64 - L);
        let mut evicts = false;
        let mut held = false;
        let mut full = true;
        for entry in 0..self._entries {
            let valid = self.valid[entry].q.val();
            let line = self.line[entry].q.val();
            self.evicted[entry].next = self.in_evict_valid.val() && valid && line == evict_line;
            self.filled[entry].next = valid && line == fill_line;
            evicts = evicts || self.evicted[entry].val();
            held = held || self.filled[entry].val();
            full = full && valid;
        }

        comment!("The entry that a new line takes.");
        let enters = self.in_fill_valid.val() && !held && !self.in_flush.val();
        let mut vacant = false;
        for entry in 0..self._entries {
            let valid = self.valid[entry].q.val();
            let chosen = if evicts {
                self.evicted[entry].val()
            } else if full {
                self.oldest.q.val() == entry.to_bits::<6>()
            } else {
                !valid && !vacant
            };
            vacant = vacant || !valid;
            if enters && chosen {
                self.line[entry].d.next = fill_line;
            }
            self.valid[entry].d.next = !self.in_flush.val()
                && ((enters && chosen) || (valid && !self.evicted[entry].val()));
        }
        if self.in_flush.val() {
            self.oldest.d.next = 0.into();
        } else if enters && full && !evicts {
            self.oldest.d.next = if self.oldest.q.val() == (self._entries - 1).to_bits::<6>() {
                0.into()
            } else {
                self.oldest.q.val() + 1
            };
        }
    }
}
