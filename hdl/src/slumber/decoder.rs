//! From events that name registers to rows and columns.

use super::{INDEX_BITS, SLICE};
use crate::prelude::*;

/// The registers that lanes name, as a row, which is a slice of registers, and a column in it.
///
/// Guarantees: lane k names register i exactly when its bit is set in row i / 32 and bit i % 32 is set
/// in its columns; an index of a register that does not exist, and a lane that is not enabled, has no row.
///
/// Reason: columns are decoded once for the whole file and rows once for all registers of one, so
/// that each lane costs a register one gate and its share of the OR.
// `L` lanes with `W` bits of indices and `C` of columns.
#[derive(LogicBlock, Described, Parts)]
pub struct LaneDecoder<const L: usize, const W: usize, const C: usize> {
    /// The lanes that name a register.
    pub enable: Signal<In, Bits<L>>,
    /// Those registers, of ten bits each.
    pub registers: Signal<In, Bits<W>>,
    /// Of each lane a bit for each register of a row.
    pub columns: Signal<Out, Bits<C>>,
    /// Of each row a bit for each lane.
    pub rows: Vec<Signal<Out, Bits<L>>>,
    _rows: usize,
}

impl<const L: usize, const W: usize, const C: usize> LaneDecoder<L, W, C> {
    /// For so many rows.
    pub fn new(rows: usize) -> Self {
        const {
            assert!(
                W == L * INDEX_BITS && C == L * SLICE,
                "an index for each lane"
            )
        };
        LaneDecoderParts {
            rows: signals(rows),
            _rows: rows,
        }
        .into()
    }
}

#[hardware(name = format!("lane_decoder_l{L}_r{}", SLICE * self._rows))]
impl<const L: usize, const W: usize, const C: usize> Logic for LaneDecoder<L, W, C> {
    fn update(&mut self) {
        let mut columns = bits::<C>(0);
        for lane in 0..L {
            let column = bits::<SLICE>(1) << self.registers.val().get_bits::<5>(INDEX_BITS * lane);
            columns = replace_bits(columns, SLICE * lane, column);
        }
        self.columns.next = columns;
        for i in 0..self._rows {
            let mut row = bits::<L>(0);
            for lane in 0..L {
                let named = self.registers.val().get_bits::<5>(INDEX_BITS * lane + 5);
                row = row.replace_bit(
                    lane,
                    self.enable.val().get_bit(lane) && named == i.to_bits::<5>(),
                );
            }
            self.rows[i].next = row;
        }
    }
}

/// The registers of a row that lanes name.
///
/// Guarantees: bit i of the plane is 1 exactly when a lane is in the row and has column i.
// `L` lanes with `C` bits of columns.
#[derive(LogicBlock, Described, Default)]
pub struct RowLanes<const L: usize, const C: usize> {
    /// The lanes that are in the row.
    pub row: Signal<In, Bits<L>>,
    /// The columns of all lanes.
    pub columns: Signal<In, Bits<C>>,
    /// A bit for each register of the row.
    pub plane: Signal<Out, Bits<SLICE>>,
}

#[hardware(name = format!("row_lanes_l{L}"))]
impl<const L: usize, const C: usize> Logic for RowLanes<L, C> {
    fn update(&mut self) {
        let mut plane = bits::<SLICE>(0);
        for lane in 0..L {
            plane |= replicate::<SLICE>(self.row.val().get_bit(lane))
                & self.columns.val().get_bits::<SLICE>(SLICE * lane);
        }
        self.plane.next = plane;
    }
}

/// The registers of the last cycle's range.
///
/// Guarantees: bit i of the plane is 1 exactly when, as they were a cycle ago, `valid` is and `first` <= i
/// <= `last`.
///
/// Reason: only the rows at the ends look at columns.
// `N` registers.
#[derive(LogicBlock, Described)]
pub struct RangeDecoder<const N: usize> {
    pub clock: Signal<In, Clock>,
    /// There is a range.
    pub valid: Signal<In, Bit>,
    /// Its first register.
    pub first: Signal<In, Bits<10>>,
    /// Its last register.
    pub last: Signal<In, Bits<10>>,
    /// A bit for each register.
    pub plane: Signal<Out, Bits<N>>,
    was_valid: Register<Bit>,
    was_first: Register<Bits<10>>,
    was_last: Register<Bits<10>>,
    _rows: usize,
}

impl<const N: usize> Default for RangeDecoder<N> {
    fn default() -> Self {
        const { assert!(N / SLICE * SLICE == N, "whole rows") };
        Self {
            clock: Signal::default(),
            valid: Signal::default(),
            first: Signal::default(),
            last: Signal::default(),
            plane: Signal::default(),
            was_valid: Register::default(),
            was_first: Register::no_reset(),
            was_last: Register::no_reset(),
            _rows: N / SLICE,
        }
    }
}

#[hardware(name = format!("range_decoder_r{N}"))]
impl<const N: usize> Logic for RangeDecoder<N> {
    fn update(&mut self) {
        clock!(self, clock, was_valid, was_first, was_last);
        self.was_valid.d.next = self.valid.val();
        self.was_first.d.next = self.first.val();
        self.was_last.d.next = self.last.val();
        let first = self.was_first.q.val();
        let last = self.was_last.q.val();
        let ones = replicate::<SLICE>(true);
        let from_first = ones << first.get_bits::<5>(0);
        let to_last = !((ones << last.get_bits::<5>(0)) << 1);
        let first_row = first.get_bits::<5>(5);
        let last_row = last.get_bits::<5>(5);
        let rows = (ones << first_row) & !((ones << last_row) << 1);
        let mut plane = bits::<N>(0);
        for i in 0..self._rows {
            let row = i.to_bits::<5>();
            let within = self.was_valid.q.val() && rows.get_bit(i);
            plane = replace_bits(
                plane,
                SLICE * i,
                replicate::<SLICE>(within)
                    & (from_first | replicate::<SLICE>(first_row != row))
                    & (to_last | replicate::<SLICE>(last_row != row)),
            );
        }
        self.plane.next = plane;
    }
}
