//! A queue between two valid/ready handshakes.

use crate::prelude::*;

/// A queue between two valid/ready handshakes.
///
/// Parameters: the type of an entry, `DEPTH` entries, and `COUNT` bits that hold the number
/// `DEPTH` (Rust cannot compute it in a type).
///
/// Guarantees: an entry enters at a rising edge with `input_valid` and `input_ready` set and
/// leaves at one with `output_valid` and `output_ready` set, in the order of entry, none lost and
/// none twice. An entry can leave in the cycle after it entered. `input_ready` and `output_valid`
/// depend on registers only, so a chain of queues has no long path; a full queue therefore takes
/// nothing in the cycle in which it gives. `output_data` means something while `output_valid` is
/// set. `count` is the number of entries.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct Fifo<T: Synth, const DEPTH: usize, const COUNT: usize> {
    pub clock: Signal<In, Clock>,
    pub input_valid: Signal<In, Bit>,
    pub input_ready: Signal<Out, Bit>,
    pub input_data: Signal<In, T>,
    pub output_valid: Signal<Out, Bit>,
    pub output_ready: Signal<In, Bit>,
    pub output_data: Signal<Out, T>,
    pub count: Signal<Out, Bits<COUNT>>,
    entries: [Register<T>; DEPTH],
    head: Register<Bits<COUNT>>,
    tail: Register<Bits<COUNT>>,
    used: Register<Bits<COUNT>>,
}

impl<T: Synth, const DEPTH: usize, const COUNT: usize> Default for Fifo<T, DEPTH, COUNT> {
    fn default() -> Self {
        const { assert!(DEPTH > 0, "a queue has at least one entry") };
        const { assert!(DEPTH < 1 << COUNT, "the count needs more bits") };
        FifoParts {
            entries: Register::array_no_reset(),
            head: Register::default(),
            tail: Register::default(),
            used: Register::default(),
        }
        .into()
    }
}

#[hardware(name = format!("fifo_{DEPTH}x{}", T::BITS))]
impl<T: Synth, const DEPTH: usize, const COUNT: usize> Logic for Fifo<T, DEPTH, COUNT> {
    fn update(&mut self) {
        registers!(self, clock, entries, head, tail, used);
        let used = self.used.q.val();
        let ready = used != DEPTH.to_bits::<COUNT>();
        let valid = used.any();
        let enters = self.input_valid.val() && ready;
        let leaves = self.output_ready.val() && valid;
        if enters {
            self.entries[self.tail.q.val().index()].d.next = self.input_data.val();
            self.tail.d.next = after(self.tail.q.val(), DEPTH);
        }
        if leaves {
            self.head.d.next = after(self.head.q.val(), DEPTH);
        }
        if enters && !leaves {
            self.used.d.next = used + 1;
        } else if leaves && !enters {
            self.used.d.next = used - 1;
        }
        self.input_ready.next = ready;
        self.output_valid.next = valid;
        self.output_data.next = self.entries[self.head.q.val().index()].q.val();
        self.count.next = used;
    }
}
