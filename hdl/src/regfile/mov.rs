//! The dummy MOV of a cluster (5.2).

use crate::prelude::*;

/// The dummy MOV of a cluster (5.2): it makes a compressed register uncompressed, before a divergent
/// write to it.
///
/// Guarantees: a cluster works on one MOV at a time, from the arbiter's grant until what was read has
/// left the buffer for the write stage; so nothing that reads ever waits for something that writes.
// Slot and buffer for entries of `A` bits and places of `P` bits.
#[derive(LogicBlock, Described, Default)]
pub struct RegfileMov<const P: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    pub free: Signal<Out, Bit>,
    /// The arbiter grants a MOV.
    pub take: Signal<In, Bit>,
    pub take_place: Signal<In, Bits<P>>,
    pub take_entry: Signal<In, Bits<A>>,
    /// The register is not compressed: there is nothing to do.
    pub end: Signal<In, Bit>,
    /// What was read arrives.
    pub fill: Signal<In, Bit>,
    pub fill_data: Signal<In, Bits<1024>>,
    /// The write stage takes it.
    pub leave: Signal<In, Bit>,
    pub full: Signal<Out, Bit>,
    pub place: Signal<Out, Bits<P>>,
    pub entry: Signal<Out, Bits<A>>,
    pub data: Signal<Out, Bits<1024>>,

    taken: Register<Bit>,
    filled: Register<Bit>,
    kept_place: Register<Bits<P>>,
    kept_entry: Register<Bits<A>>,
    kept_data: Register<Bits<1024>>,
}

impl<const P: usize, const A: usize> RegfileMov<P, A> {
    /// A free slot.
    pub fn new() -> Self {
        Self {
            kept_place: Register::no_reset(),
            kept_entry: Register::no_reset(),
            kept_data: Register::no_reset(),
            ..Self::default()
        }
    }
}

#[hardware(name = format!("regfile_mov_e{}p{P}", 1 << A))]
impl<const P: usize, const A: usize> Logic for RegfileMov<P, A> {
    fn update(&mut self) {
        registers!(self, clock, taken, filled, kept_place, kept_entry, kept_data);
        if self.take.val() {
            self.taken.d.next = true;
            self.kept_place.d.next = self.take_place.val();
            self.kept_entry.d.next = self.take_entry.val();
        } else if self.end.val() || self.leave.val() {
            self.taken.d.next = false;
        }
        if self.fill.val() {
            self.filled.d.next = true;
            self.kept_data.d.next = self.fill_data.val();
        } else if self.leave.val() {
            self.filled.d.next = false;
        }
        self.free.next = !self.taken.q.val();
        self.full.next = self.filled.q.val();
        self.place.next = self.kept_place.q.val();
        self.entry.next = self.kept_entry.q.val();
        self.data.next = self.kept_data.q.val();
    }
}
