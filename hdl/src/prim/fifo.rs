//! A queue.

use crate::prelude::*;

/// A queue: entries leave in the order in which they came, none lost and none twice.
///
/// Guarantees: an entry enters at a rising edge with `enter` set, which never is without `room`, and leaves at one with
/// `valid` and `leave` set. It can leave in the cycle after it entered. `room`, `valid` and `oldest` are registers, so a
/// chain of queues has no long path; a full queue therefore takes nothing in the cycle in which it gives. `oldest` is 0
/// while there is none.
///
/// The oldest stands at the bottom, and the others move down when it leaves: nothing is selected on the way out.
// Entries of `N` bits.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct Fifo<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub enter: Signal<In, Bit>,
    pub entering: Signal<In, Bits<N>>,
    pub leave: Signal<In, Bit>,
    pub room: Signal<Out, Bit>,
    pub valid: Signal<Out, Bit>,
    pub oldest: Signal<Out, Bits<N>>,
    /// Places that hold an entry, from the bottom on.
    taken: Vec<Register<Bit>>,
    /// What the bottom holds, 0 without an entry; and the places above.
    bottom: Register<Bits<N>>,
    above: Vec<Register<Bits<N>>>,
    /// Places that hold one that was here before; what enters comes into the place.
    stays: Vec<Signal<Local, Bit>>,
    takes: Vec<Signal<Local, Bit>>,
    _entries: usize,
}

impl<const N: usize> Fifo<N> {
    /// An empty queue.
    ///
    /// # Panics
    /// With less than two entries.
    pub fn new(entries: usize) -> Self {
        assert!(entries > 1, "a queue has a bottom and a place above");
        FifoParts {
            taken: reset_registers(entries),
            bottom: Register::default(),
            above: data_registers(entries - 1),
            stays: signals(entries),
            takes: signals(entries),
            _entries: entries,
        }
        .into()
    }
}

#[hardware(name = format!("fifo_{}x{}", self._entries, N))]
impl<const N: usize> Logic for Fifo<N> {
    fn update(&mut self) {
        registers!(self, clock, taken, bottom, above);
        let leaves = self.taken[0].q.val() && self.leave.val();
        let entering = self.entering.val();

        comment!("What stays moves down when the oldest leaves; what enters takes the lowest place that is free then.");
        for i in 0..self._entries {
            if i + 1 == self._entries {
                self.stays[i].next = self.taken[i].q.val() && !leaves;
            } else {
                self.stays[i].next = if leaves {
                    self.taken[i + 1].q.val()
                } else {
                    self.taken[i].q.val()
                };
            }
            let mut takes = self.enter.val() && !self.stays[i].val();
            if i > 0 {
                takes = takes && self.stays[i - 1].val();
            }
            self.takes[i].next = takes;
            self.taken[i].d.next = self.stays[i].val() || takes;
        }
        if self.takes[0].val() {
            self.bottom.d.next = entering;
        } else if leaves {
            self.bottom.d.next = gate(self.taken[1].q.val(), self.above[0].q.val());
        }
        for i in 1..self._entries {
            if i + 1 < self._entries {
                if leaves {
                    self.above[i - 1].d.next = self.above[i].q.val();
                }
            }
            if self.takes[i].val() {
                self.above[i - 1].d.next = entering;
            }
        }
        self.room.next = !self.taken[self._entries - 1].q.val();
        self.valid.next = self.taken[0].q.val();
        self.oldest.next = self.bottom.q.val();
    }
}
