//! A queue.

use crate::prelude::*;

/// A queue: entries leave in the order in which they came, none lost and none twice.
///
/// Guarantees: an entry enters at a rising edge with `enter` set, which never is without `room`, and leaves at one with
/// `valid` and `leave` set. It can leave in the cycle after it entered. `room`, `valid` and `oldest` are registers, so a
/// chain of queues has no long path; a full queue therefore takes nothing in the cycle in which it gives. `oldest` means
/// something while `valid` is set.
///
/// The oldest stands at the bottom, and the others move down when it leaves: nothing is selected on the way out.
// Entries of type `T`.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct Fifo<T: Synth> {
    pub clock: Signal<In, Clock>,
    pub enter: Signal<In, Bit>,
    pub entering: Signal<In, T>,
    pub leave: Signal<In, Bit>,
    pub room: Signal<Out, Bit>,
    pub valid: Signal<Out, Bit>,
    pub oldest: Signal<Out, T>,
    /// Places that hold an entry, from the bottom on.
    taken: Vec<Register<Bit>>,
    entry: Vec<Register<T>>,
    /// Places that hold one that was here before.
    stays: Vec<Signal<Local, Bit>>,
    _entries: usize,
}

impl<T: Synth> Fifo<T> {
    /// An empty queue.
    ///
    /// # Panics
    /// Without an entry.
    pub fn new(entries: usize) -> Self {
        assert!(entries > 0, "a queue has at least one entry");
        FifoParts {
            taken: reset_registers(entries),
            entry: data_registers(entries),
            stays: signals(entries),
            _entries: entries,
        }
        .into()
    }
}

#[hardware(name = format!("fifo_{}x{}", self._entries, T::BITS))]
impl<T: Synth> Logic for Fifo<T> {
    fn update(&mut self) {
        registers!(self, clock, taken, entry);
        let leaves = self.taken[0].q.val() && self.leave.val();
        let enters = self.enter.val();

        comment!("What stays moves down when the oldest leaves.");
        for i in 0..self._entries {
            if i + 1 == self._entries {
                self.stays[i].next = self.taken[i].q.val() && !leaves;
            } else {
                self.stays[i].next = self.taken[i].q.val();
                if leaves {
                    self.stays[i].next = self.taken[i + 1].q.val();
                    self.entry[i].d.next = self.entry[i + 1].q.val();
                }
            }
        }

        comment!("What enters takes the lowest place that is free then.");
        for i in 0..self._entries {
            let mut takes = enters && !self.stays[i].val();
            if i > 0 {
                takes = takes && self.stays[i - 1].val();
            }
            self.taken[i].d.next = self.stays[i].val() || takes;
            if takes {
                self.entry[i].d.next = self.entering.val();
            }
        }
        self.room.next = !self.taken[self._entries - 1].q.val();
        self.valid.next = self.taken[0].q.val();
        self.oldest.next = self.entry[0].q.val();
    }
}
