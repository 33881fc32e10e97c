//! The operations that wait for a bank: an entry for each of its lines (5.1).
//!
//! Guarantees: operations leave in the order in which they came. What leaves makes room from the next cycle on.

use super::{after, gate, OsuOperation};
use crate::bdi::data_registers;
use crate::prelude::*;

/// A queue; see the module's comment.
#[derive(LogicBlock, Default)]
pub struct ManagerQueue {
    pub clock: Signal<In, Clock>,
    pub enter: Signal<In, Bit>,
    pub operation: Signal<In, OsuOperation>,
    pub room: Signal<Out, Bit>,
    pub valid: Signal<Out, Bit>,
    pub ready: Signal<In, Bit>,
    /// The oldest, 0 where there is none.
    pub kind: Signal<Out, Bits<2>>,
    pub warp: Signal<Out, Bits<4>>,
    pub register: Signal<Out, Bits<6>>,

    head: Register<Bits<4>>,
    tail: Register<Bits<4>>,
    used: Register<Bits<5>>,
    entry: Vec<Register<OsuOperation>>,
    _entries: usize,
}

impl ManagerQueue {
    /// An empty queue.
    pub fn new(entries: usize) -> Self {
        Self {
            entry: data_registers(entries),
            _entries: entries,
            ..Self::default()
        }
    }
}

#[hardware(name = format!("manager_queue_{}", self._entries))]
impl Logic for ManagerQueue {
    fn update(&mut self) {
        registers!(self, clock, head, tail, used, entry);
        let used = self.used.q.val();
        let some = used.any();
        let leaves = some && self.ready.val();
        if self.enter.val() {
            self.entry[self.tail.q.val().index()].d.next = self.operation.val();
            self.tail.d.next = after(self.tail.q.val(), self._entries);
        }
        if leaves {
            self.head.d.next = after(self.head.q.val(), self._entries);
        }
        if self.enter.val() && !leaves {
            self.used.d.next = used + 1;
        } else if leaves && !self.enter.val() {
            self.used.d.next = used - 1;
        }
        let oldest = self.entry[self.head.q.val().index()].q.val();
        self.room.next = used != self._entries.to_bits::<5>();
        self.valid.next = some;
        self.kind.next = gate(some, oldest.kind);
        self.warp.next = gate(some, oldest.warp);
        self.register.next = gate(some, oldest.register);
    }
}
