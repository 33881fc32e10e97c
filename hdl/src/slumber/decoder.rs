//! From events that name registers to planes with a bit for each register.

use super::{INDEX_BITS, SLICE};
use crate::prelude::*;

/// The registers that lanes name, of those lanes that are enabled.
///
/// Guarantees: bit i of the plane is 1 exactly when an enabled lane names register i; an index of
/// a register that does not exist names nothing.
///
/// Reason: the index is decoded in two steps, a row and a column in it, so that each lane costs a
/// register one gate and its share of the OR.
// `L` lanes with `W` bits of indices; `N` registers.
#[derive(LogicBlock, Described)]
pub struct RegisterDecoder<const L: usize, const W: usize, const N: usize> {
    /// The lanes that name a register.
    pub enable: Signal<In, Bits<L>>,
    /// Those registers, of ten bits each.
    pub registers: Signal<In, Bits<W>>,
    /// A bit for each register.
    pub plane: Signal<Out, Bits<N>>,
    _rows: usize,
}

impl<const L: usize, const W: usize, const N: usize> Default for RegisterDecoder<L, W, N> {
    fn default() -> Self {
        const { assert!(W == L * INDEX_BITS, "an index for each lane") };
        const { assert!(N / SLICE * SLICE == N, "whole rows") };
        Self {
            enable: Signal::default(),
            registers: Signal::default(),
            plane: Signal::default(),
            _rows: N / SLICE,
        }
    }
}

#[hardware(name = format!("register_decoder_l{L}_r{N}"))]
impl<const L: usize, const W: usize, const N: usize> Logic for RegisterDecoder<L, W, N> {
    fn update(&mut self) {
        let mut plane = bits::<N>(0);
        for lane in 0..L {
            let column = bits::<SLICE>(1) << self.registers.val().get_bits::<5>(INDEX_BITS * lane);
            let row = self.registers.val().get_bits::<5>(INDEX_BITS * lane + 5);
            for i in 0..self._rows {
                if self.enable.val().get_bit(lane) && row == i.to_bits::<5>() {
                    plane = replace_bits(
                        plane,
                        SLICE * i,
                        plane.get_bits::<SLICE>(SLICE * i) | column,
                    );
                }
            }
        }
        self.plane.next = plane;
    }
}

/// The registers of a range.
///
/// Guarantees: bit i of the plane is 1 exactly when `valid` is and `first` <= i <= `last`.
// `N` registers.
#[derive(LogicBlock, Described, Default)]
pub struct RangeDecoder<const N: usize> {
    /// There is a range.
    pub valid: Signal<In, Bit>,
    /// Its first register.
    pub first: Signal<In, Bits<10>>,
    /// Its last register.
    pub last: Signal<In, Bits<10>>,
    /// A bit for each register.
    pub plane: Signal<Out, Bits<N>>,
}

#[hardware(name = format!("range_decoder_r{N}"))]
impl<const N: usize> Logic for RangeDecoder<N> {
    fn update(&mut self) {
        let from_first = replicate::<N>(true) << self.first.val();
        let behind_last = (replicate::<N>(true) << self.last.val()) << 1;
        self.plane.next = replicate::<N>(self.valid.val()) & from_first & !behind_last;
    }
}
