//! What the L1 stores or forgets.

use crate::prelude::*;

/// What the L1 stores or forgets: its lanes and words, by what the state machine does with the head.
///
/// A spill stores the lanes that an entry loses, a write those of the head, a fill those that nobody holds; for a vector
/// that is written back the L1 forgets all.
#[derive(LogicBlock, Described, Default)]
pub struct AvcCommand {
    /// Words are stored; what is stored is a spill's.
    pub store: Signal<In, Bit>,
    pub spill: Signal<In, Bit>,
    /// A vector is written back: this one.
    pub put: Signal<In, Bit>,
    pub vector: Signal<In, Bits<25>>,
    /// The head: its address, whether it writes, its lanes, and its words.
    pub address: Signal<In, Bits<25>>,
    pub write: Signal<In, Bit>,
    pub mask: Signal<In, Bits<32>>,
    pub data: Signal<In, Bits<1024>>,
    /// The entry that is replaced: it is newer than memory, its lanes, and what they are.
    pub old_dirty: Signal<In, Bit>,
    pub others: Signal<In, Bits<32>>,
    pub expanded: Signal<In, Bits<1024>>,
    /// The lanes of a fill that nobody holds, and its words.
    pub fill_absent: Signal<In, Bits<32>>,
    pub fill_data: Signal<In, Bits<1024>>,

    pub modified: Signal<Out, Bit>,
    pub words_address: Signal<Out, Bits<25>>,
    pub words: Signal<Out, Bits<32>>,
    pub words_data: Signal<Out, Bits<1024>>,
}

#[hardware]
impl Logic for AvcCommand {
    fn update(&mut self) {
        let spill = self.spill.val();
        let newer = if spill {
            self.old_dirty.val()
        } else {
            self.write.val()
        };
        self.modified.next = self.store.val() && newer;
        self.words_address.next = if self.put.val() {
            self.vector.val()
        } else {
            self.address.val()
        };
        self.words.next = if self.put.val() {
            Bits::<32>::mask()
        } else if spill {
            self.others.val()
        } else if self.write.val() {
            self.mask.val()
        } else {
            self.fill_absent.val()
        };
        self.words_data.next = if spill {
            self.expanded.val()
        } else if self.write.val() {
            self.data.val()
        } else {
            self.fill_data.val()
        };
    }
}
