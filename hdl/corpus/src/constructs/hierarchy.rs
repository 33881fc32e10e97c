//! Children, arrays of children, and the primitives.

use super::circuits;
use super::state::Accumulator;
use crate::blocks::{FixedPriorityArbiter, Packer, PriorityEncoder};
use hdl::prelude::*;

/// One lane: adds its offset.
#[derive(LogicBlock, Default)]
pub struct Lane {
    pub value: Signal<In, Bits<8>>,
    pub base: Signal<In, Bits<8>>,
    pub delta: Signal<Out, Bits<8>>,
    pub fits: Signal<Out, Bit>,
}

#[hardware]
impl Logic for Lane {
    fn update(&mut self) {
        let delta = self.value.val() - self.base.val();
        self.delta.next = delta;
        self.fits.next = delta.get_bits::<5>(3).all() || !delta.get_bits::<5>(3).any();
    }
}

/// A row of ports with numbers: each value, and the sums so far.
#[derive(LogicBlock, Default)]
pub struct Row {
    pub value: Numbered<Signal<In, Bits<8>>, 3>,
    pub value_sum: Numbered<Signal<Out, Bits<8>>, 3>,
    pub odd: Signal<Out, Bits<3>>,
}

#[hardware]
impl Logic for Row {
    fn update(&mut self) {
        let mut sum = bits::<8>(0);
        let mut odd = bits::<3>(0);
        for i in 0..3 {
            let value = self.value[i].val();
            sum += if i == 1 {
                value ^ self.value[0].val()
            } else {
                value
            };
            odd = odd.replace_bit(i, value.get_bit(0));
            self.value_sum[i].next = sum;
        }
        self.odd.next = odd;
    }
}

circuits! {
    /// Numbered ports of an array of children: the loop over children stays one.
    combinational RowsOfPorts(a: Bits<8>, b: Bits<8>) -> (x: Bits<8>, odd: Bits<6>)
        with { row: [Row; 2] = Default::default() }
    {
        fn update(&mut self) {
            let mut x = bits::<8>(0);
            let mut odd = bits::<6>(0);
            for i in 0..2 {
                self.row[i].value[0].next = self.a.val() + i as u64;
                for j in 1..3 {
                    self.row[i].value[j].next = self.b.val() >> (i + j);
                }
                for j in 0..3 {
                    x ^= self.row[i].value_sum[j].val();
                }
                odd = replace_bits(odd, 3 * i, self.row[i].odd.val());
            }
            self.x.next = x;
            self.odd.next = odd;
        }
    }

    combinational OneChild(a: Bits<8>, b: Bits<8>) -> (x: Bits<8>, fits: Bit)
        with { lane: Lane = Lane::default() }
    {
        fn update(&mut self) {
            self.lane.value.next = self.a.val() + 1;
            self.lane.base.next = self.b.val();
            self.x.next = self.lane.delta.val();
            self.fits.next = self.lane.fits.val();
        }
    }

    combinational Lanes(a: Bits<32>) -> (delta: Bits<32>, fits: Bit)
        with { lane: [Lane; 4] = Default::default(), pack: Packer<4, 8, 32> = Packer::default() }
    {
        fn update(&mut self) {
            let mut fits = true;
            for i in 0..4 {
                self.lane[i].value.next = self.a.val().get_bits::<8>(i * 8);
                self.lane[i].base.next = self.a.val().get_bits::<8>(0);
                self.pack.lanes[i].next = self.lane[i].delta.val();
                fits = fits && self.lane[i].fits.val();
            }
            self.delta.next = self.pack.word.val();
            self.fits.next = fits;
        }
    }

    /// An array of one child, with an array of ports.
    combinational SingleChild(a: Bits<8>) -> (x: Bits<16>, delta: Bits<8>)
        with {
            lane: Vec<Lane> = vec![Lane::default()],
            pack: Vec<Packer<2, 8, 16>> = vec![Packer::default()],
        }
    {
        fn update(&mut self) {
            for i in 0..self.lane.len() {
                self.lane[i].value.next = self.a.val() + 1;
                self.lane[i].base.next = self.a.val() >> 2;
            }
            for i in 0..2 {
                self.pack[0].lanes[i].next = self.a.val() + i as u64;
            }
            self.delta.next = self.lane[0].delta.val();
            self.x.next = if self.lane[0].fits.val() { self.pack[0].word.val() } else { 0.into() };
        }
    }

    combinational ChosenChild(a: Bits<8>, b: Bits<8>, at: Bits<2>) -> (x: Bits<8>)
        with { lane: [Lane; 3] = Default::default() }
    {
        fn update(&mut self) {
            for i in 0..3 {
                self.lane[i].value.next = self.a.val() + i as u64;
                self.lane[i].base.next = 0.into();
            }
            self.lane[self.at.val().index()].base.next = self.b.val();
            self.x.next = self.lane[self.at.val().index()].delta.val();
        }
    }

    clocked ClockedChild(add: Bit, amount: Bits<6>) -> (total: Bits<6>, twice: Bits<6>)
        with { first: Accumulator = Accumulator::default(), rest: [Accumulator; 2] = Default::default() }
    {
        fn update(&mut self) {
            clock!(self, clock, first, rest);
            self.first.add.next = self.add.val();
            self.first.amount.next = self.amount.val();
            for i in 0..2 {
                self.rest[i].add.next = self.add.val() || i == 1;
                self.rest[i].amount.next = self.first.total.val();
            }
            self.total.next = self.first.total.val();
            self.twice.next = self.rest[0].total.val() + self.rest[1].total.val();
        }
    }

    combinational Encoder(requests: Bits<6>) -> (any: Bit, index: Bits<3>, grant: Bits<6>)
        with {
            encoder: PriorityEncoder<6, 3> = PriorityEncoder::new(),
            arbiter: FixedPriorityArbiter<6, 3> = FixedPriorityArbiter::new(),
        }
    {
        fn update(&mut self) {
            self.encoder.requests.next = self.requests.val();
            self.arbiter.requests.next = !self.requests.val();
            self.any.next = self.encoder.any.val() && self.arbiter.any.val();
            self.index.next = self.encoder.index.val() ^ self.arbiter.index.val();
            self.grant.next = self.arbiter.grant.val();
        }
    }

    clocked Arbitrated(requests: Bits<4>, accept: Bit) -> (grant: Bits<4>, index: Bits<2>)
        with { arbiter: RoundRobinArbiter<4, 2> = RoundRobinArbiter::new() }
    {
        fn update(&mut self) {
            clock!(self, clock, arbiter);
            self.arbiter.requests.next = self.requests.val();
            self.arbiter.advance.next = self.accept.val();
            self.grant.next = self.arbiter.grant.val();
            self.index.next = self.arbiter.index.val();
        }
    }

    clocked Queued(push: Bit, value: Bits<5>, pop: Bit) -> (full: Bit, valid: Bit, front: Bits<5>)
        with { queue: Fifo<5> = Fifo::new(3) }
    {
        fn update(&mut self) {
            clock!(self, clock, queue);
            self.queue.enter.next = self.push.val() && self.queue.room.val();
            self.queue.entering.next = self.value.val();
            self.queue.leave.next = self.pop.val();
            self.full.next = !self.queue.room.val();
            self.valid.next = self.queue.valid.val();
            self.front.next = if self.queue.valid.val() {
                self.queue.oldest.val()
            } else {
                0.into()
            };
        }
    }

    /// Addresses stay below the nine words; what was not written is not shown.
    clocked Remembered(write: Bit, to: Bits<3>, value: Bits<12>, from: Bits<3>)
        -> (x: Bits<12>)
        with {
            memory: Memory<12, 4> = Memory::new(9),
            written: Register<Bits<8>> = Register::default(),
            shown: Register<Bit> = Register::default(),
        }
    {
        fn update(&mut self) {
            clock!(self, clock, memory, written, shown);
            self.memory.read_enable.next = true;
            self.memory.read_address.next = bit_cast::<4, 3>(self.from.val());
            self.memory.write_enable.next = self.write.val();
            self.memory.write_address.next = bit_cast::<4, 3>(self.to.val());
            self.memory.write_data.next = self.value.val();
            self.written.d.next = if self.write.val() {
                self.written.q.val().replace_bit(self.to.val().index(), true)
            } else {
                self.written.q.val()
            };
            self.shown.d.next = self.written.q.val().get_bit(self.from.val().index());
            self.x.next = if self.shown.q.val() { self.memory.read_data.val() } else { 0.into() };
        }
    }
}
