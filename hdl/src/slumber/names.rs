//! The registers of lanes whose events came in the last cycle.

use super::{INDEX_BITS, SLICE};
use crate::prelude::*;

/// The registers that enabled lanes named in the last cycle, as rows and columns.
///
/// Guarantees: lane k named register i exactly when its bit is set in row i / 32 and bit i % 32 is set in
/// its columns; a register that does not exist, and a lane that was not enabled, has no row.
///
/// Reason: to decode takes a quarter of a cycle, so it is done before the edge. Columns only in part, for whole
/// they would be 32 bits of each lane to keep: their upper three bits become one of eight, the lower two
/// one of four, and one gate each makes columns of them. Nothing is reset: after it all registers are free and
/// OFF, and nothing that lanes tell such registers moves them.
// `L` lanes with `W` bits of indices and `C` of columns.
#[derive(LogicBlock, Described, Parts)]
pub struct LaneNames<const L: usize, const W: usize, const C: usize> {
    pub clock: Signal<In, Clock>,
    /// The lanes that name a register.
    pub enable: Signal<In, Bits<L>>,
    /// Those registers, of ten bits each.
    pub registers: Signal<In, Bits<W>>,
    /// Of each lane a bit for each register of a row.
    pub columns: Signal<Out, Bits<C>>,
    /// Of each row a bit for each lane.
    pub rows: Vec<Signal<Out, Bits<L>>>,

    column_eight: Vec<Register<Bits<8>>>,
    column_four: Vec<Register<Bits<4>>>,
    row: Vec<Register<Bits<L>>>,

    _rows: usize,
}

impl<const L: usize, const W: usize, const C: usize> LaneNames<L, W, C> {
    /// For so many rows.
    pub fn new(rows: usize) -> Self {
        const {
            assert!(
                W == L * INDEX_BITS && C == L * SLICE,
                "an index for each lane"
            )
        };
        LaneNamesParts {
            rows: signals(rows),
            column_eight: (0..L).map(|_| Register::no_reset()).collect(),
            column_four: (0..L).map(|_| Register::no_reset()).collect(),
            row: (0..rows).map(|_| Register::no_reset()).collect(),
            _rows: rows,
        }
        .into()
    }
}

#[hardware(name = format!("lane_names_l{L}_r{}", SLICE * self._rows))]
impl<const L: usize, const W: usize, const C: usize> Logic for LaneNames<L, W, C> {
    fn update(&mut self) {
        clock!(self, clock, column_eight, column_four, row);
        let mut columns = bits::<C>(0);
        for lane in 0..L {
            let column = self.registers.val().get_bits::<5>(INDEX_BITS * lane);
            self.column_eight[lane].d.next = bits::<8>(1) << column.get_bits::<3>(2);
            self.column_four[lane].d.next = bits::<4>(1) << column.get_bits::<2>(0);
            for eighth in 0..8 {
                columns = replace_bits(
                    columns,
                    SLICE * lane + 4 * eighth,
                    replicate::<4>(self.column_eight[lane].q.val().get_bit(eighth))
                        & self.column_four[lane].q.val(),
                );
            }
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
            self.row[i].d.next = row;
            self.rows[i].next = self.row[i].q.val();
        }
    }
}
