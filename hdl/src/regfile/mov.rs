//! The dummy MOV of a cluster (5.2).

use crate::prelude::*;

/// The dummy MOV of a cluster (5.2): it makes a compressed register uncompressed, before a divergent
/// write to it.
///
/// Guarantees: a cluster works on one MOV at a time, from the arbiter's grant until what was read has
/// left the buffer for the write stage; so nothing that reads ever waits for something that writes. Until then no
/// result for the register enters the stage: the instruction need not wait for its MOV, only its result must.
// Slot and buffer for entries of `A` bits.
#[derive(LogicBlock, Described, Default)]
pub struct RegfileMov<const A: usize> {
    pub clock: Signal<In, Clock>,
    pub free: Signal<Out, Bit>,
    /// The arbiter grants a MOV.
    pub take: Signal<In, Bit>,
    pub take_entry: Signal<In, Bits<A>>,
    /// What was read arrives.
    pub fill: Signal<In, Bit>,
    pub fill_data: Signal<In, Bits<1024>>,
    /// The write stage takes it.
    pub leave: Signal<In, Bit>,
    pub full: Signal<Out, Bit>,
    pub entry: Signal<Out, Bits<A>>,
    pub data: Signal<Out, Bits<1024>>,

    taken: Register<Bit>,
    filled: Register<Bit>,
    kept_entry: Register<Bits<A>>,
    kept_data: Register<Bits<1024>>,
}

impl<const A: usize> RegfileMov<A> {
    /// A free slot.
    pub fn new() -> Self {
        Self {
            kept_entry: Register::no_reset(),
            kept_data: Register::no_reset(),
            ..Self::default()
        }
    }
}

#[hardware(name = format!("regfile_mov_e{}", 1 << A))]
impl<const A: usize> Logic for RegfileMov<A> {
    fn update(&mut self) {
        registers!(self, clock, taken, filled, kept_entry, kept_data);
        if self.take.val() {
            self.taken.d.next = true;
            self.kept_entry.d.next = self.take_entry.val();
        } else if self.leave.val() {
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
        self.entry.next = self.kept_entry.q.val();
        self.data.next = self.kept_data.q.val();
    }
}
