//! The signs of one-byte deltas, as bytes of a two-byte form.

use super::codes::RANGE_FOUR_ONE;
use super::DELTA_LANES;
use crate::prelude::*;
use spec::bdi::{BdiParameters, Mode};

/// The signs of one-byte deltas, as bytes of a two-byte form.
///
/// Whoever has a stage to spare in front of a decompressor takes the choice of delta bytes out of its
/// carry chain here: behind it a form of any mode is one of two-byte deltas, or uncompressed. Bytes
/// outside the form must be 0, as the compressor leaves them; so a sign is added with an OR.
#[derive(LogicBlock, Described, Default)]
pub struct BdiExpand {
    pub range: Signal<In, Bits<2>>,
    pub form: Signal<In, Bits<1024>>,
    pub expanded: Signal<Out, Bits<1024>>,
    signs: Signal<Local, Bits<248>>,
}

impl BdiExpand {
    /// Whether these modes have deltas of both lengths.
    pub fn is_needed(parameters: &BdiParameters) -> bool {
        let modes = parameters.modes();
        modes.contains(Mode::FourOne) && modes.contains(Mode::FourTwo)
    }
}

#[hardware(name = "bdi_expand".to_owned())]
impl Logic for BdiExpand {
    fn update(&mut self) {
        let four_one = self.range.val() == RANGE_FOUR_ONE;
        let form = self.form.val();
        for i in 0..DELTA_LANES {
            let sign = four_one && form.get_bit(8 * i + 39);
            self.signs.next = replace_bits(self.signs.val(), 8 * i, replicate::<8>(sign));
        }
        let high = form.get_bits::<248>(280) | self.signs.val();
        let upper = concat::<744, _, _>(form.get_bits::<496>(528), high);
        self.expanded.next = concat::<1024, _, _>(upper, form.get_bits::<280>(0));
    }
}
