//! The bit vector that says which registers are compressed (5.3).
//!
//! A line of the compressor's cache holds 15 registers of a warp, so besides one bit it tells which of the
//! 15 are compressed.

use super::gate;
use crate::prelude::*;
use spec::osu::{GROUPS, WARPS};

/// A bit for each register of each warp; see the module's comment.
#[derive(LogicBlock, Default)]
pub struct CompressorBits {
    pub clock: Signal<In, Clock>,
    pub warp: Signal<In, Bits<4>>,
    pub register: Signal<In, Bits<6>>,
    pub compressed: Signal<Out, Bit>,
    pub write: Signal<In, Bit>,
    pub write_value: Signal<In, Bit>,
    /// The registers of a line.
    pub line_warp: Signal<In, Bits<4>>,
    pub line_group: Signal<In, Bits<3>>,
    pub line: Signal<Out, Bits<15>>,

    row: [Register<Bits<64>>; WARPS],
}

#[hardware]
impl Logic for CompressorBits {
    fn update(&mut self) {
        registers!(self, clock, row);
        let warp = self.warp.val();
        let register = self.register.val();
        let its_row = self.row[warp.index()].q.val();
        self.compressed.next = its_row.get_bit(register.index());
        let next_row = its_row.replace_bit(register.index(), self.write_value.val());
        if self.write.val() {
            self.row[warp.index()].d.next = next_row;
        }
        let line_row = bit_cast::<75, 64>(self.row[self.line_warp.val().index()].q.val());
        let mut line = bits::<15>(0);
        for g in 0..GROUPS {
            let chosen = self.line_group.val() == g.to_bits::<3>();
            line |= gate(chosen, line_row.get_bits::<15>(15 * g));
        }
        self.line.next = line;
    }
}
