//! What becomes of an entry.

use crate::prelude::*;

/// Bits of a code, stride above base.
pub const CODE_BITS: usize = 35;
/// Bits of an entry.
pub const ENTRY_BITS: usize = 68;

/// What becomes of an entry: a code is placed in it, lanes are taken out of it, or it is emptied.
///
/// Entries are words of 68 bits: dirty, valid mask, stride code, base. The dirty bit of an empty
/// entry means nothing, so it is looked at together with the mask only. Codes and masks are compared in
/// D, for what follows from it in X is a cycle's work.
#[derive(LogicBlock, Described, Parts)]
pub struct AvcPlacement {
    pub clock: Signal<In, Clock>,
    /// What goes from D to X, and the entry that it has found.
    pub advance: Signal<In, Bit>,
    pub found: Signal<In, Bits<ENTRY_BITS>>,
    pub next_mask: Signal<In, Bits<32>>,
    pub next_base: Signal<In, Bits<32>>,
    pub next_stride: Signal<In, Bits<3>>,
    /// In X.
    pub entry: Signal<In, Bits<ENTRY_BITS>>,
    pub mask: Signal<In, Bits<32>>,
    /// What is in X is a write; its code.
    pub write: Signal<In, Bit>,
    pub base: Signal<In, Bits<32>>,
    pub stride: Signal<In, Bits<3>>,
    /// The lanes leave the entry instead: the L1 takes them.
    pub withdraw: Signal<In, Bit>,
    /// All lanes leave it.
    pub clear: Signal<In, Bit>,
    /// The entry has a lane of the mask.
    pub hit: Signal<Out, Bit>,
    /// The code cannot be placed before the L1 has the entry's other lanes.
    pub conflict: Signal<Out, Bit>,
    /// The lanes of the entry that are not in the mask; they are newer than memory.
    pub others: Signal<Out, Bits<32>>,
    pub old_dirty: Signal<Out, Bit>,
    pub word: Signal<Out, Bits<ENTRY_BITS>>,
    is_same: Register<Bit>,
    is_hit: Register<Bit>,
    has_others: Register<Bit>,
}

impl Default for AvcPlacement {
    fn default() -> Self {
        AvcPlacementParts {
            is_same: Register::no_reset(),
            is_hit: Register::no_reset(),
            has_others: Register::no_reset(),
        }
        .into()
    }
}

#[hardware]
impl Logic for AvcPlacement {
    fn update(&mut self) {
        registers!(self, clock, is_same, is_hit, has_others);
        let next_code = concat::<CODE_BITS, _, _>(self.next_stride.val(), self.next_base.val());
        let found_valid = self.found.val().get_bits::<32>(35);
        if self.advance.val() {
            self.is_same.d.next = self.found.val().get_bits::<CODE_BITS>(0) == next_code;
            self.is_hit.d.next = (found_valid & self.next_mask.val()).any();
            self.has_others.d.next = (found_valid & !self.next_mask.val()).any();
        }

        let old_code = self.entry.val().get_bits::<CODE_BITS>(0);
        let old_valid = self.entry.val().get_bits::<32>(35);
        let old_dirty = self.entry.val().get_bit(67);
        let new_code = concat::<CODE_BITS, _, _>(self.stride.val(), self.base.val());
        let same = self.is_same.q.val();
        let others = old_valid & !self.mask.val();
        self.hit.next = self.is_hit.q.val();
        self.conflict.next = self.has_others.q.val() && !same;
        self.others.next = others;
        self.old_dirty.next = old_dirty;

        let valid = if self.clear.val() {
            0.into()
        } else if self.withdraw.val() {
            others
        } else if same {
            old_valid | self.mask.val()
        } else {
            self.mask.val()
        };
        let dirty = if self.withdraw.val() {
            old_dirty
        } else {
            self.write.val() || (same && old_dirty && old_valid.any())
        };
        let code = if self.withdraw.val() {
            old_code
        } else {
            new_code
        };
        self.word.next = concat::<ENTRY_BITS, _, _>(dirty, concat::<67, _, _>(valid, code));
    }
}
