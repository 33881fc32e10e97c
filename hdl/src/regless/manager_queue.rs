//! The operations that wait for a bank.

use super::OsuOperation;
use crate::prelude::*;

/// The operations that wait for a bank: an entry for each of its lines (5.1).
///
/// Guarantees: operations leave in the order in which they came. What leaves makes room from the next cycle on.
// The queue.
#[derive(LogicBlock, Described, Parts)]
pub struct ManagerQueue {
    pub clock: Signal<In, Clock>,
    /// An operation enters; never without room.
    pub enter: Signal<In, Bit>,
    pub operation: Signal<In, OsuOperation>,
    pub room: Signal<Out, Bit>,
    pub valid: Signal<Out, Bit>,
    pub ready: Signal<In, Bit>,
    /// The oldest, 0 where there is none.
    pub kind: Signal<Out, Bits<2>>,
    pub warp: Signal<Out, Bits<4>>,
    pub register: Signal<Out, Bits<6>>,

    queue: Fifo<OsuOperation>,
    _entries: usize,
}

impl ManagerQueue {
    /// An empty queue.
    pub fn new(entries: usize) -> Self {
        ManagerQueueParts {
            queue: Fifo::new(entries),
            _entries: entries,
        }
        .into()
    }
}

#[hardware(name = format!("manager_queue_{}", self._entries))]
impl Logic for ManagerQueue {
    fn update(&mut self) {
        clock!(self, clock, queue);
        self.queue.enter.next = self.enter.val();
        self.queue.entering.next = self.operation.val();
        self.queue.leave.next = self.ready.val();
        let some = self.queue.valid.val();
        let oldest = self.queue.oldest.val();
        self.room.next = self.queue.room.val();
        self.valid.next = some;
        self.kind.next = gate(some, oldest.kind);
        self.warp.next = gate(some, oldest.warp);
        self.register.next = gate(some, oldest.register);
    }
}
