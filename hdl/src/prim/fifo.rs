//! A queue.

use crate::prelude::*;

/// A queue: entries leave in the order in which they came, none lost and none twice.
///
/// Guarantees: an entry enters at a rising edge with `enter` set, which never is without `room`, and leaves at one with
/// `valid` and `leave` set. It can leave in the cycle after it entered. `room` and `valid` depend on registers only, so a
/// chain of queues has no long path; a full queue therefore takes nothing in the cycle in which it gives. `oldest` means
/// something while `valid` is set.
// Entries of type `T` at positions of `P` bits.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct Fifo<T: Synth, const P: usize> {
    pub clock: Signal<In, Clock>,
    pub enter: Signal<In, Bit>,
    pub entering: Signal<In, T>,
    pub leave: Signal<In, Bit>,
    pub room: Signal<Out, Bit>,
    pub valid: Signal<Out, Bit>,
    pub oldest: Signal<Out, T>,
    head: Register<Bits<P>>,
    tail: Register<Bits<P>>,
    /// Head and tail are the same because every entry is taken, not because none is.
    full: Register<Bit>,
    entry: Vec<Register<T>>,
    _entries: usize,
}

impl<T: Synth, const P: usize> Fifo<T, P> {
    /// An empty queue.
    ///
    /// # Panics
    /// Without an entry, or with more than there are positions.
    pub fn new(entries: usize) -> Self {
        assert!(entries > 0, "a queue has at least one entry");
        assert!(
            entries <= 1 << P,
            "{entries} entries, {P} bits of a position"
        );
        FifoParts {
            head: Register::default(),
            tail: Register::default(),
            full: Register::default(),
            entry: data_registers(entries),
            _entries: entries,
        }
        .into()
    }
}

#[hardware(name = format!("fifo_{}x{}", self._entries, T::BITS))]
impl<T: Synth, const P: usize> Logic for Fifo<T, P> {
    fn update(&mut self) {
        registers!(self, clock, head, tail, full, entry);
        let head = self.head.q.val();
        let tail = self.tail.q.val();
        let full = self.full.q.val();
        let some = full || head != tail;
        let leaves = some && self.leave.val();
        let enters = self.enter.val();
        let after_tail = after(tail, self._entries);
        if enters {
            self.entry[tail.index()].d.next = self.entering.val();
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
        self.room.next = !full;
        self.valid.next = some;
        self.oldest.next = self.entry[head.index()].q.val();
    }
}
