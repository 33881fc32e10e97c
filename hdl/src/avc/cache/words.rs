//! The 1024-bit path.

use super::super::AvcExpand;
use crate::prelude::*;

/// The 1024-bit path: what the decoder makes of an entry, and what is kept of L1 and fill.
///
/// One register serves in turn as the L1's answer, as that of a fill, and as the vector to write
/// back: never two at once.
#[derive(LogicBlock, Described, Parts)]
pub struct AvcWords {
    pub clock: Signal<In, Clock>,
    /// What is decoded now is the answer of the next cycle.
    pub decode: Signal<In, Bit>,
    pub base: Signal<In, Bits<32>>,
    /// Of the stride one bit is set or none.
    pub stride: Signal<In, Bits<7>>,
    pub l1_data: Signal<In, Bits<1024>>,
    pub fill_data: Signal<In, Bits<1024>>,
    /// Keeps the fill's words, else the L1's.
    pub keep: Signal<In, Bit>,
    pub from_fill: Signal<In, Bit>,
    /// Of these lanes, what has been decoded (4.3: "merged together").
    pub merge: Signal<In, Bits<32>>,
    pub kept: Signal<Out, Bits<1024>>,
    /// What has been decoded.
    pub expanded: Signal<Out, Bits<1024>>,
    /// What has been decoded, else what has been kept.
    pub answer: Signal<Out, Bits<1024>>,
    expand: AvcExpand,
    is_decoded: Register<Bit>,
    decoded: Register<Bits<1024>>,
    words: Register<Bits<1024>>,
}

impl Default for AvcWords {
    fn default() -> Self {
        AvcWordsParts {
            expand: AvcExpand::default(),
            is_decoded: Register::no_reset(),
            decoded: Register::no_reset(),
            words: Register::no_reset(),
        }
        .into()
    }
}

#[hardware]
impl Logic for AvcWords {
    fn update(&mut self) {
        clock!(self, clock, is_decoded, decoded);
        registers!(self, clock, words);
        self.expand.base.next = self.base.val();
        self.expand.stride.next = self.stride.val();
        self.is_decoded.d.next = self.decode.val();
        self.decoded.d.next = self.expand.lanes.val();
        let decoded = self.decoded.q.val();

        let mut merged = bits::<1024>(0);
        for i in 0..32 {
            let lane = if self.merge.val().get_bit(i) {
                decoded.get_bits::<32>(32 * i)
            } else {
                self.l1_data.val().get_bits::<32>(32 * i)
            };
            merged = replace_bits(merged, 32 * i, lane);
        }
        if self.keep.val() {
            self.words.d.next = if self.from_fill.val() {
                self.fill_data.val()
            } else {
                merged
            };
        }
        self.kept.next = self.words.q.val();
        self.expanded.next = decoded;
        self.answer.next = if self.is_decoded.q.val() {
            decoded
        } else {
            self.words.q.val()
        };
    }
}
