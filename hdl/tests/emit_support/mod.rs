//! Small blocks, each with one thing for the emitter to get right.

// Each test binary uses its own share of them.
#![allow(dead_code, reason = "shared by several test binaries")]

mod arrays;

pub use arrays::*;
use hdl::prelude::*;

/// Widths: carry by concatenation, a part of a sum, comparison of a sum that wraps.
#[derive(LogicBlock, Default)]
pub struct Adder {
    pub a: Signal<In, Bits<8>>,
    pub b: Signal<In, Bits<8>>,
    pub sum: Signal<Out, Bits<9>>,
    pub high: Signal<Out, Bits<4>>,
    pub wraps: Signal<Out, Bit>,
}

#[hardware]
impl Logic for Adder {
    fn update(&mut self) {
        let a = bit_cast::<9, 8>(self.a.val());
        let b = bit_cast::<9, 8>(self.b.val());
        self.sum.next = a + b;
        self.high.next = (self.a.val() + self.b.val()).get_bits::<4>(4);
        self.wraps.next = self.a.val() + 1 == self.b.val();
    }
}

/// A register with an enable and a reset value.
#[derive(LogicBlock)]
pub struct Counter {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub clear: Signal<In, Bit>,
    pub count: Signal<Out, Bits<8>>,
    value: Register<Bits<8>>,
}

impl Default for Counter {
    fn default() -> Self {
        Counter {
            clock: Signal::default(),
            enable: Signal::default(),
            clear: Signal::default(),
            count: Signal::default(),
            value: Register::new(7.into()),
        }
    }
}

#[hardware]
impl Logic for Counter {
    fn update(&mut self) {
        registers!(self, clock, value);
        if self.clear.val() {
            self.value.d.next = 0.into();
        } else if self.enable.val() {
            self.value.d.next = self.value.q.val() + 1;
        }
        self.count.next = self.value.q.val();
    }
}

/// Three states in two bits: the fourth must not become a latch.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Phase {
    Idle,
    Busy,
    Done,
}

#[derive(LogicBlock, Default)]
pub struct Machine {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub limit: Signal<In, Bits<4>>,
    pub busy: Signal<Out, Bit>,
    pub code: Signal<Out, Bits<2>>,
    phase: Register<Phase>,
    count: Register<Bits<4>>,
}

#[hardware]
impl Logic for Machine {
    fn update(&mut self) {
        registers!(self, clock, phase, count);
        match self.phase.q.val() {
            Phase::Idle => {
                if self.start.val() {
                    self.phase.d.next = Phase::Busy;
                    self.count.d.next = 0.into();
                }
            }
            Phase::Busy => {
                self.count.d.next = self.count.q.val() + 1;
                if self.count.q.val() == self.limit.val() {
                    self.phase.d.next = Phase::Done;
                }
            }
            Phase::Done => {
                self.phase.d.next = Phase::Idle;
            }
        }
        match self.phase.q.val() {
            Phase::Idle => self.code.next = 1.into(),
            Phase::Busy => self.code.next = 2.into(),
            Phase::Done => self.code.next = 3.into(),
        }
        self.busy.next = self.phase.q.val() == Phase::Busy;
    }
}

/// Fields of a struct, and a struct made of parts.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Request {
    pub valid: Bit,
    pub tag: Bits<6>,
    pub kind: Bits<2>,
}

#[derive(LogicBlock, Default)]
pub struct Router {
    pub clock: Signal<In, Clock>,
    pub request: Signal<In, Request>,
    pub stall: Signal<In, Bit>,
    pub held: Signal<Out, Request>,
    pub local: Signal<Out, Bit>,
    slot: Register<Request>,
}

#[hardware]
impl Logic for Router {
    fn update(&mut self) {
        registers!(self, clock, slot);
        if !self.stall.val() {
            self.slot.d.next = self.request.val();
        }
        self.held.next = self.slot.q.val();
        let slot = self.slot.q.val();
        self.local.next = slot.valid && slot.kind == 2;
    }
}

/// Offsets that only the hardware knows, in range and out of range.
#[derive(LogicBlock, Default)]
pub struct Selector {
    pub word: Signal<In, Bits<20>>,
    pub offset: Signal<In, Bits<5>>,
    pub lane: Signal<In, Bits<2>>,
    pub bit: Signal<Out, Bit>,
    pub nibble: Signal<Out, Bits<4>>,
    pub byte: Signal<Out, Bits<4>>,
    pub marked: Signal<Out, Bits<16>>,
}

#[hardware]
impl Logic for Selector {
    fn update(&mut self) {
        let offset = self.offset.val();
        self.bit.next = self.word.val().get_bit(offset.index());
        self.nibble.next = self.word.val().get_bits::<4>(offset.index());
        let start = bit_cast::<4, 2>(self.lane.val()) << 2;
        self.byte.next = self.word.val().get_bits::<4>(start.index());
        self.marked.next = bit_cast::<16, 20>(self.word.val());
        self.marked.next = self.marked.val().replace_bit(offset.index(), true);
    }
}

/// A pipeline without reset: registers whose input is only another name.
#[derive(LogicBlock)]
pub struct Pipeline {
    pub clock: Signal<In, Clock>,
    pub valid: Signal<In, Bit>,
    pub data: Signal<In, Bits<32>>,
    pub valid_out: Signal<Out, Bit>,
    pub data_out: Signal<Out, Bits<32>>,
    valid_one: Register<Bit>,
    valid_two: Register<Bit>,
    data_one: Register<Bits<32>>,
    data_two: Register<Bits<32>>,
}

impl Default for Pipeline {
    fn default() -> Self {
        Pipeline {
            clock: Signal::default(),
            valid: Signal::default(),
            data: Signal::default(),
            valid_out: Signal::default(),
            data_out: Signal::default(),
            valid_one: Register::new(false),
            valid_two: Register::new(false),
            data_one: Register::no_reset(),
            data_two: Register::no_reset(),
        }
    }
}

#[hardware]
impl Logic for Pipeline {
    fn update(&mut self) {
        registers!(self, clock, valid_one, valid_two, data_one, data_two);
        self.valid_one.d.next = self.valid.val();
        self.valid_two.d.next = self.valid_one.q.val();
        self.data_one.d.next = self.data.val();
        self.data_two.d.next = (self.data_one.q.val() << 3) ^ self.data_one.q.val();
        self.valid_out.next = self.valid_two.q.val();
        self.data_out.next = self.data_two.q.val();
    }
}

/// Bits that nobody reads.
#[derive(LogicBlock, Default)]
pub struct Narrow {
    pub word: Signal<In, Bits<32>>,
    pub low: Signal<Out, Bits<8>>,
    pub top: Signal<Out, Bit>,
    adder: Adder,
    pub carry: Signal<Out, Bits<9>>,
}

#[hardware]
impl Logic for Narrow {
    fn update(&mut self) {
        self.low.next = self.word.val().get_bits::<8>(0);
        self.top.next = self.word.val().get_bit(31);
        self.adder.a.next = self.word.val().get_bits::<8>(8);
        self.adder.b.next = self.word.val().get_bits::<8>(16);
        self.carry.next = self.adder.sum.val();
    }
}

/// Arrays of signals at the ports and inside.
#[derive(LogicBlock)]
pub struct Vote {
    pub votes: [Signal<In, Bits<4>>; 3],
    pub agree: [Signal<Out, Bit>; 3],
    pub majority: Signal<Out, Bits<4>>,
    sums: [Signal<Local, Bits<4>>; 3],
}

impl Default for Vote {
    fn default() -> Self {
        Vote {
            votes: std::array::from_fn(|_| Signal::default()),
            agree: std::array::from_fn(|_| Signal::default()),
            majority: Signal::default(),
            sums: std::array::from_fn(|_| Signal::default()),
        }
    }
}

#[hardware]
impl Logic for Vote {
    fn update(&mut self) {
        for i in 0..2 {
            self.sums[i].next = self.votes[i].val() & self.votes[i + 1].val();
        }
        self.sums[2].next = self.votes[2].val() & self.votes[0].val();
        self.majority.next = self.sums[0].val() | self.sums[1].val() | self.sums[2].val();
        for i in 0..3 {
            self.agree[i].next = self.votes[i].val() == self.majority.val();
        }
    }
}

/// Shifts, replication, precedence.
#[derive(LogicBlock, Default)]
pub struct Shifter {
    pub word: Signal<In, Bits<16>>,
    pub amount: Signal<In, Bits<5>>,
    pub fill: Signal<In, Bit>,
    pub left: Signal<Out, Bits<16>>,
    pub right: Signal<Out, Bits<16>>,
    pub mask: Signal<Out, Bits<16>>,
    pub mixed: Signal<Out, Bits<16>>,
    pub parity: Signal<Out, Bit>,
}

#[hardware]
impl Logic for Shifter {
    fn update(&mut self) {
        let word = self.word.val();
        self.left.next = word << self.amount.val();
        self.right.next = (word + 1) >> self.amount.val();
        self.mask.next = replicate::<16>(self.fill.val()) & !word;
        self.mixed.next = (word ^ (word >> 1)) & (word | 0x00ff) ^ ((word & 3) << 14);
        self.parity.next = word.xor() && !word.all();
    }
}
