//! The operations that wait for a bank.

use super::OsuOperation;
use crate::prelude::*;

/// The operations that wait for a bank: an entry for each of its lines (5.1).
///
/// Guarantees: operations leave in the order in which they came. What leaves makes room from the next cycle on.
#[derive(LogicBlock, Described, Default)]
pub struct ManagerQueue {
    pub clock: Signal<In, Clock>,
    /// An operation enters; never without room.
    pub enter: Signal<In, Bit>,
    pub operation: Signal<In, OsuOperation>,
    /// The number of the bank.
    pub bank: Signal<In, Bits<3>>,
    pub room: Signal<Out, Bit>,
    pub valid: Signal<Out, Bit>,
    pub ready: Signal<In, Bit>,
    /// The oldest, 0 where there is none.
    pub kind: Signal<Out, Bits<2>>,
    pub warp: Signal<Out, Bits<4>>,
    pub register: Signal<Out, Bits<6>>,

    head: Register<Bits<4>>,
    tail: Register<Bits<4>>,
    /// Head and tail are the same because every entry is taken, not because none is.
    full: Register<Bit>,
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
        registers!(self, clock, head, tail, full, entry);
        let head = self.head.q.val();
        let tail = self.tail.q.val();
        let full = self.full.q.val();
        let some = full || head != tail;
        let leaves = some && self.ready.val();
        let enters = self.enter.val();
        let after_tail = after(tail, self._entries);
        if enters {
            self.entry[tail.index()].d.next = self.operation.val();
            self.tail.d.next = after_tail;
        }
        if leaves {
            self.head.d.next = after(head, self._entries);
        }
        self.full.d.next = if full {
            !leaves
        } else {
            enters && !leaves && after_tail == head
        };
        let oldest = self.entry[head.index()].q.val();
        let warp_low = self.bank.val() - oldest.register.get_bits::<3>(0);
        self.room.next = !full;
        self.valid.next = some;
        self.kind.next = gate(some, oldest.kind);
        self.warp.next = gate(some, concat::<4, _, _>(oldest.warp_high, warp_low));
        self.register.next = gate(some, oldest.register);
    }
}
