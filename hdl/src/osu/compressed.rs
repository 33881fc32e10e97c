//! The bit vector that says which registers are compressed (5.3).

use super::one_of;
use crate::prelude::*;
use spec::osu::{GROUPS, WARPS};

/// The bit vector that says which registers are compressed (5.3).
///
/// A line of the compressor's cache holds 15 registers of a warp, so besides one bit it tells which of the
/// 15 are compressed.
#[derive(LogicBlock, Described, Default)]
pub struct CompressorBits {
    pub clock: Signal<In, Clock>,
    pub warp: Signal<In, Bits<4>>,
    pub register: Signal<In, Bits<6>>,
    pub compressed: Signal<Out, Bit>,
    pub write: Signal<In, Bit>,
    pub write_value: Signal<In, Bit>,
    /// The registers of a line: one bit for its warp, one for its group.
    pub line_warp: Signal<In, Bits<16>>,
    pub line_group: Signal<In, Bits<5>>,
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
        let written = one_of::<64, 6>(self.write.val(), register);
        for w in 0..WARPS {
            if warp == w.to_bits::<4>() {
                self.row[w].d.next =
                    (self.row[w].q.val() & !written) | gate(self.write_value.val(), written);
            }
        }
        let mut its_line_row = bits::<64>(0);
        for w in 0..WARPS {
            its_line_row |= gate(self.line_warp.val().get_bit(w), self.row[w].q.val());
        }
        let line_row = bit_cast::<75, 64>(its_line_row);
        let mut line = bits::<15>(0);
        for g in 0..GROUPS {
            line |= gate(
                self.line_group.val().get_bit(g),
                line_row.get_bits::<15>(15 * g),
            );
        }
        self.line.next = line;
    }
}
