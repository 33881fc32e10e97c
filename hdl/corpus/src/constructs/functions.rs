//! Calls of `#[hardware]` functions.

use super::circuits;
use super::matches::Color;
use hdl::prelude::*;

#[hardware]
fn saturating_add<const N: usize>(a: Bits<N>, b: Bits<N>) -> Bits<N> {
    let sum = a + b;
    if sum < a {
        Bits::<N>::mask()
    } else {
        sum
    }
}

#[hardware]
fn maximum<const N: usize>(a: Bits<N>, b: Bits<N>) -> Bits<N> {
    if a < b {
        b
    } else {
        a
    }
}

#[hardware]
fn majority(a: bool, b: bool, c: bool) -> bool {
    (a && b) || (c && (a || b))
}

/// Bit `lane` of a mask, spread over a byte.
#[hardware]
fn lane_mask(mask: Bits<4>, lane: usize) -> Bits<8> {
    replicate::<8>(mask.get_bit(lane))
}

#[hardware]
fn is_warm(color: Color) -> bool {
    match color {
        Color::Red => true,
        Color::Green | Color::Blue => false,
    }
}

#[hardware]
fn ones<const N: usize, const K: usize>(a: Bits<N>) -> Bits<K> {
    let mut count = bits::<K>(0);
    for i in 0..N {
        if a.get_bit(i) {
            count += 1;
        }
    }
    count
}

/// A function that calls another twice.
#[hardware]
fn maximum_of_three(a: Bits<8>, b: Bits<8>, c: Bits<8>) -> Bits<8> {
    maximum(maximum(a, b), c)
}

#[hardware]
fn pick<T: Synth>(choose: bool, a: T, b: T) -> T {
    if choose {
        a
    } else {
        b
    }
}

/// A function whose loop meets a position from outside.
#[hardware]
fn is_lowest(requests: Bits<6>, position: usize) -> bool {
    let mut lowest = requests.get_bit(position);
    for i in 0..6 {
        let before = i < position;
        if before && requests.get_bit(i) {
            lowest = false;
        }
    }
    lowest
}

mod helpers {
    use hdl::prelude::*;

    #[hardware]
    pub fn gray<const N: usize>(a: Bits<N>) -> Bits<N> {
        a ^ (a >> 1)
    }
}
use helpers::gray as to_gray;

circuits! {
    combinational CallSaturating(a: Bits<8>, b: Bits<8>, c: Bits<4>) -> (x: Bits<8>, y: Bits<4>) {
        fn update(&mut self) {
            self.x.next = saturating_add(self.a.val(), self.b.val());
            self.y.next = saturating_add::<4>(self.c.val(), 3.into());
        }
    }

    combinational CallTwice(a: Bits<8>, b: Bits<8>) -> (x: Bits<8>, y: Bits<8>) {
        fn update(&mut self) {
            let sum = saturating_add(self.a.val(), 10.into());
            self.x.next = saturating_add(sum, self.b.val()) - 1;
            self.y.next = maximum(self.a.val() + 1, self.b.val() ^ sum);
        }
    }

    combinational CallMajority(a: Bit, b: Bit, c: Bit) -> (x: Bit) {
        fn update(&mut self) {
            self.x.next = majority(self.a.val(), self.b.val(), !self.c.val());
        }
    }

    combinational CallWithIndex(mask: Bits<4>, a: Bits<32>, at: Bits<2>) -> (x: Bits<32>, y: Bits<8>) {
        fn update(&mut self) {
            self.x.next = 0.into();
            for lane in 0..4 {
                let byte = self.a.val().get_bits::<8>(lane * 8) & lane_mask(self.mask.val(), lane);
                self.x.next = replace_bits(self.x.val(), lane * 8, byte);
            }
            self.y.next = lane_mask(self.mask.val(), 2)
                ^ lane_mask(self.mask.val(), self.at.val().index());
        }
    }

    combinational CallWithEnum(color: Color) -> (warm: Bit, known: Bit) {
        fn update(&mut self) {
            self.warm.next = is_warm(self.color.val());
            self.known.next = is_warm(Color::Red);
        }
    }

    combinational CallGeneric(a: Bits<9>, b: Bits<5>) -> (x: Bits<4>, y: Bits<3>) {
        fn update(&mut self) {
            self.x.next = ones::<9, 4>(self.a.val());
            self.y.next = ones::<5, 3>(self.b.val() & 0b10111);
        }
    }

    combinational CallNested(a: Bits<8>, b: Bits<8>, c: Bits<8>) -> (x: Bits<8>, y: Bits<8>) {
        fn update(&mut self) {
            self.x.next = maximum_of_three(self.a.val(), self.b.val(), self.c.val());
            self.y.next = maximum(maximum_of_three(self.a.val(), 3.into(), 1.into()), self.c.val());
        }
    }

    combinational CallInLoop(a: Bits<24>) -> (x: Bits<8>) {
        fn update(&mut self) {
            let mut best = bits::<8>(0);
            for i in 0..3 {
                best = maximum(best, self.a.val().get_bits::<8>(i * 8));
            }
            self.x.next = best;
        }
    }

    combinational CallByPath(a: Bits<6>, s: Bit) -> (x: Bits<6>, y: Bits<6>, c: Color) {
        fn update(&mut self) {
            self.x.next = helpers::gray(self.a.val());
            self.y.next = to_gray(self.a.val() + 1);
            self.c.next = pick(self.s.val(), Color::Blue, Color::Green);
        }
    }

    combinational CallWithPosition(requests: Bits<6>, at: Bits<3>)
        -> (grant: Bits<6>, chosen: Bit, third: Bit)
    {
        fn update(&mut self) {
            let mut grant = bits::<6>(0);
            for i in 0..6 {
                grant = grant.replace_bit(i, is_lowest(self.requests.val(), i));
            }
            self.grant.next = grant;
            self.chosen.next = is_lowest(self.requests.val(), self.at.val().index());
            self.third.next = is_lowest(self.requests.val() ^ 0b11, 2);
        }
    }
}
