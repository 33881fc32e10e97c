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

    queue: Fifo<12>,
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
        let operation = self.operation.val();
        let of_warp = concat::<10, _, _>(operation.register, operation.warp);
        self.queue.entering.next = concat::<12, _, _>(of_warp, operation.kind);
        self.queue.leave.next = self.ready.val();
        let oldest = self.queue.oldest.val();
        self.room.next = self.queue.room.val();
        self.valid.next = self.queue.valid.val();
        self.kind.next = oldest.get_bits::<2>(0);
        self.warp.next = oldest.get_bits::<4>(2);
        self.register.next = oldest.get_bits::<6>(6);
    }
}
