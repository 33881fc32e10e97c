//! What is settled when the design is elaborated: constants, generics, fields.

use super::circuits;
use super::matches::Color;
use hdl::prelude::*;

const STEP: u64 = 3;
const WIDTH: usize = 6;

/// A block with const generics, instantiated below.
#[derive(LogicBlock, Default)]
pub struct Scale<const N: usize, const M: usize> {
    a: Signal<In, Bits<N>>,
    x: Signal<Out, Bits<M>>,
}

#[hardware(name = format!("scale_{N}_to_{M}"))]
impl<const N: usize, const M: usize> Logic for Scale<N, M> {
    fn update(&mut self) {
        const OFFSET: u64 = 2;
        let wide = bit_cast::<M, N>(self.a.val());
        let shift = M - N;
        self.x.next = (wide << shift) + OFFSET + N as u64;
        if M > 8 {
            self.x.next = self.x.val() ^ wide;
        }
    }
}

/// What a field that is no signal may hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    Keep,
    Clear,
}

circuits! {
    combinational Constants(a: Bits<8>) -> (x: Bits<8>, y: Bits<8>, z: Bits<6>) {
        fn update(&mut self) {
            const MASK: u64 = (1 << 4) - 1;
            self.x.next = self.a.val() + STEP;
            self.y.next = (self.a.val() & MASK) | (STEP * 16);
            self.z.next = self.a.val().get_bits::<WIDTH>(2);
        }
    }

    combinational KnownLets(a: Bits<16>) -> (x: Bits<4>, y: Bits<16>) {
        fn update(&mut self) {
            let lanes = 16 / 4;
            let last = lanes - 1;
            self.x.next = self.a.val().get_bits::<4>(last * 4);
            let pattern = Bits::<16>::mask() >> 3;
            self.y.next = 0.into();
            for i in 0..lanes {
                let half = self.a.val().get_bits::<2>(i * 4);
                self.y.next = replace_bits(self.y.val(), i * 4, half);
            }
            self.y.next = self.y.val() ^ pattern;
        }
    }

    combinational Generics(a: Bits<4>, b: Bits<6>) -> (x: Bits<7>, y: Bits<12>)
        with { small: Scale<4, 7> = Scale::default(), large: Scale<6, 12> = Scale::default() }
    {
        fn update(&mut self) {
            self.small.a.next = self.a.val();
            self.large.a.next = self.b.val();
            self.x.next = self.small.x.val();
            self.y.next = self.large.x.val();
        }
    }

    combinational Fields(a: Bits<8>) -> (x: Bits<8>, y: Bits<8>, z: Bit)
        with { _step: u64 = 5, _seed: Bits<8> = bits(0x42), _invert: bool = true }
    {
        fn update(&mut self) {
            self.x.next = self.a.val() + self._step;
            self.y.next = self.a.val() ^ self._seed;
            self.z.next = self.a.val().any() && self._invert;
        }
    }

    combinational KnownIf(a: Bits<8>) -> (x: Bits<8>, y: Bits<8>)
        with { _fast: bool = false, _depth: usize = 3 }
    {
        fn update(&mut self) {
            if self._fast {
                self.x.next = self.a.val();
            } else if self._depth > 2 {
                self.x.next = self.a.val() + 1;
            } else {
                self.x.next = 0.into();
            }
            let y = if self._depth == 3 { self.a.val() << 1 } else { self.a.val() };
            self.y.next = y;
        }
    }

    combinational KnownMatch(a: Bits<8>) -> (x: Bits<8>, y: Bits<8>)
        with { _policy: [Policy; 2] = [Policy::Keep, Policy::Clear], _width: usize = 7 }
    {
        fn update(&mut self) {
            match self._policy[1] {
                Policy::Keep => self.x.next = self.a.val(),
                Policy::Clear => self.x.next = 0.into(),
            }
            self.y.next = match self._width {
                1 | 2 => 0.into(),
                7 => self.a.val() + 7,
                _ => self.a.val(),
            };
        }
    }

    combinational KnownColor(a: Bits<2>) -> (c: Color, same: Bit)
        with { _favourite: Color = Color::Blue }
    {
        fn update(&mut self) {
            self.c.next = self._favourite;
            if self.a.val() == 1 {
                self.c.next = Color::Green;
            }
            self.same.next = self.c.val() == self._favourite;
        }
    }

    combinational ConstantSignal(a: Bits<8>) -> (x: Bits<8>)
        with { limit: Constant<Bits<8>> = Constant::new(bits(100)) }
    {
        fn update(&mut self) {
            self.x.next = if self.a.val() > self.limit.val() {
                self.limit.val()
            } else {
                self.a.val()
            };
        }
    }

    combinational KnownFunction(a: Bits<8>) -> (x: Bits<8>, y: Bits<3>) {
        fn update(&mut self) {
            self.x.next = self.a.val() + clog2(100) as u64;
            self.y.next = clog2(8).to_bits::<3>() ^ self.a.val().get_bits::<3>(0);
        }
    }
}
