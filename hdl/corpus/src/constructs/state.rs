//! Registers and state machines.

use super::circuits;
use hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum Power {
    On,
    Drowsy,
    Off,
    Waking,
}

circuits! {
    clocked Delay(a: Bits<8>) -> (x: Bits<8>) with { held: Register<Bits<8>> = Register::default() } {
        fn update(&mut self) {
            clock!(self, clock, held);
            self.held.d.next = self.a.val();
            self.x.next = self.held.q.val();
        }
    }

    clocked Accumulator(add: Bit, amount: Bits<6>) -> (total: Bits<6>)
        with { sum: Register<Bits<6>> = Register::new(bits(17)) }
    {
        fn update(&mut self) {
            registers!(self, clock, sum);
            if self.add.val() {
                self.sum.d.next = self.sum.q.val() + self.amount.val();
            }
            self.total.next = self.sum.q.val();
        }
    }

    clocked UpDown(up: Bit, down: Bit, clear: Bit) -> (count: Bits<4>, zero: Bit)
        with { now: Register<Bits<4>> = Register::default() }
    {
        fn update(&mut self) {
            clock!(self, clock, now);
            let now = self.now.q.val();
            self.now.d.next = if self.clear.val() {
                0.into()
            } else if self.up.val() && !self.down.val() {
                now + 1
            } else if self.down.val() && !self.up.val() {
                now - 1
            } else {
                now
            };
            self.count.next = now;
            self.zero.next = !now.any();
        }
    }

    clocked PowerStates(access: Bit, dead: Bit) -> (state_now: Power, idle: Bits<3>)
        with { state: Register<Power> = Register::new(Power::Waking), count: Register<Bits<3>> = Register::default() }
    {
        fn update(&mut self) {
            registers!(self, clock, state, count);
            match self.state.q.val() {
                Power::On => {
                    self.count.d.next = self.count.q.val() + 1;
                    if self.access.val() {
                        self.count.d.next = 0.into();
                    } else if self.dead.val() {
                        self.state.d.next = Power::Off;
                    } else if self.count.q.val() == 5 {
                        self.state.d.next = Power::Drowsy;
                        self.count.d.next = 0.into();
                    }
                }
                Power::Drowsy | Power::Off => {
                    if self.access.val() {
                        self.state.d.next = Power::Waking;
                        self.count.d.next = 0.into();
                    }
                }
                Power::Waking => {
                    self.count.d.next = self.count.q.val() + 1;
                    if self.count.q.val() == 3 {
                        self.state.d.next = Power::On;
                        self.count.d.next = 0.into();
                    }
                }
            }
            self.state_now.next = self.state.q.val();
            self.idle.next = self.count.q.val();
        }
    }

    clocked Lfsr(enable: Bit) -> (x: Bits<16>) with { state: Register<Bits<16>> = Register::new(bits(0xace1)) } {
        fn update(&mut self) {
            registers!(self, clock, state);
            let state = self.state.q.val();
            if self.enable.val() {
                let feedback = state.get_bit(0) ^ state.get_bit(2) ^ state.get_bit(3) ^ state.get_bit(5);
                self.state.d.next = concat::<16, _, _>(feedback, state.get_bits::<15>(1));
            }
            self.x.next = state;
        }
    }

    clocked Pipeline(valid: Bit, a: Bits<8>, b: Bits<8>) -> (out_valid: Bit, x: Bits<9>)
        with {
            first_valid: Register<Bit> = Register::default(),
            first: Register<Bits<9>> = Register::no_reset(),
            second_valid: Register<Bit> = Register::default(),
            second: Register<Bits<9>> = Register::no_reset(),
        }
    {
        fn update(&mut self) {
            clock!(self, clock, first_valid, first, second_valid, second);
            self.first_valid.d.next = self.valid.val();
            self.first.d.next = bit_cast::<9, 8>(self.a.val()) + bit_cast::<9, 8>(self.b.val());
            self.second_valid.d.next = self.first_valid.q.val();
            self.second.d.next = self.first.q.val() >> 1;
            self.out_valid.next = self.second_valid.q.val();
            self.x.next = if self.second_valid.q.val() { self.second.q.val() } else { 0.into() };
        }
    }

    clocked EdgeDetector(a: Bit) -> (rise: Bit, fall: Bit) with { last: Register<Bit> = Register::new(true) } {
        fn update(&mut self) {
            clock!(self, clock, last);
            self.last.d.next = self.a.val();
            self.rise.next = self.a.val() && !self.last.q.val();
            self.fall.next = !self.a.val() && self.last.q.val();
        }
    }

    clocked BitMap(set: Bit, clear: Bit, at: Bits<4>) -> (map: Bits<16>, hit: Bit)
        with { bits_now: Register<Bits<16>> = Register::new(bits(0x8001)) }
    {
        fn update(&mut self) {
            registers!(self, clock, bits_now);
            let mut next = self.bits_now.q.val();
            if self.clear.val() {
                next = next.replace_bit(self.at.val().index(), false);
            }
            if self.set.val() {
                next = next.replace_bit((self.at.val() + 1).index(), true);
            }
            self.bits_now.d.next = next;
            self.map.next = self.bits_now.q.val();
            self.hit.next = self.bits_now.q.val().get_bit(self.at.val().index());
        }
    }
}
