//! What memory gave for a miss register.

use crate::prelude::*;

/// What memory gave for a miss register, on its way through encoder and lookup.
///
/// ```text
/// given   s+1      s+2   s+3    s+4   s+5   s+6
/// s       encoder        A      L     D     X
///                               coded
/// ```
///
/// A lookup that is dropped begins anew. Once the words are placed they stay for further reads of
/// their vector, each of which is looked up.
#[derive(LogicBlock, Described, Parts)]
pub struct AvcFill {
    pub clock: Signal<In, Clock>,
    /// Memory's words are taken.
    pub given: Signal<In, Bit>,
    pub memory_data: Signal<In, Bits<1024>>,
    pub ready: Signal<Out, Bit>,
    pub words: Signal<Out, Bits<1024>>,

    /// They enter the encoder; its result is theirs.
    pub encode: Signal<Out, Bit>,
    pub coded: Signal<Out, Bit>,
    pub code_affine: Signal<In, Bit>,
    pub code_base: Signal<In, Bits<32>>,
    pub code_stride: Signal<In, Bits<3>>,
    pub affine: Signal<Out, Bit>,
    pub base: Signal<Out, Bits<32>>,
    pub stride: Signal<Out, Bits<3>>,

    /// Stage A may take it; it does. It is in L or D; lookups are dropped.
    pub look: Signal<In, Bit>,
    pub looks: Signal<Out, Bit>,
    pub inside: Signal<In, Bit>,
    pub restart: Signal<In, Bit>,
    /// It is done for one read; there is another.
    pub leaves: Signal<In, Bit>,
    pub more: Signal<In, Bit>,
    /// It has been placed.
    pub placed: Signal<Out, Bit>,

    busy: Register<Bit>,
    wants: Register<Bit>,
    is_placed: Register<Bit>,
    encodes: Register<Bit>,
    second: Register<Bit>,
    third: Register<Bit>,
    codes: Register<Bit>,
    its_words: Register<Bits<1024>>,
    its_affine: Register<Bit>,
    its_base: Register<Bits<32>>,
    its_stride: Register<Bits<3>>,
}

impl Default for AvcFill {
    fn default() -> Self {
        AvcFillParts {
            busy: Register::default(),
            wants: Register::default(),
            is_placed: Register::no_reset(),
            encodes: Register::default(),
            second: Register::default(),
            // Nothing waits for codes as early as two cycles after reset.
            third: Register::no_reset(),
            codes: Register::no_reset(),
            its_words: Register::no_reset(),
            its_affine: Register::no_reset(),
            its_base: Register::no_reset(),
            its_stride: Register::no_reset(),
        }
        .into()
    }
}

#[hardware]
impl Logic for AvcFill {
    fn update(&mut self) {
        registers!(self, clock, busy, wants, is_placed, its_words);
        registers!(self, clock, its_affine, its_base, its_stride);
        clock!(self, clock, encodes, second, third, codes);
        self.encodes.d.next = self.given.val();
        self.second.d.next = self.encodes.q.val();
        self.third.d.next = self.second.q.val();
        self.codes.d.next = self.third.q.val();
        if self.given.val() {
            self.busy.d.next = true;
            self.is_placed.d.next = false;
            self.its_words.d.next = self.memory_data.val();
        } else if self.leaves.val() {
            self.busy.d.next = self.more.val();
            self.is_placed.d.next = true;
        }
        if self.codes.q.val() {
            self.its_affine.d.next = self.code_affine.val();
            self.its_base.d.next = self.code_base.val();
            self.its_stride.d.next = self.code_stride.val();
        }

        let looks = self.look.val() && self.wants.q.val();
        self.wants.d.next = if self.leaves.val() {
            self.more.val()
        } else if self.restart.val() {
            self.second.q.val() || self.wants.q.val() || self.inside.val()
        } else {
            self.second.q.val() || (self.wants.q.val() && !looks)
        };
        self.looks.next = looks;
        self.ready.next = !self.busy.q.val();
        self.words.next = self.its_words.q.val();
        self.encode.next = self.encodes.q.val();
        self.coded.next = self.codes.q.val();
        self.affine.next = self.its_affine.q.val();
        self.base.next = self.its_base.q.val();
        self.stride.next = self.its_stride.q.val();
        self.placed.next = self.is_placed.q.val();
    }
}
