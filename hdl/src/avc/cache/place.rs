//! A place of the queue.

use crate::prelude::*;
use gate;

/// A place of the queue: one transaction, and its code once the encoder has it.
#[derive(LogicBlock, Described, Parts)]
pub struct AvcPlace {
    pub clock: Signal<In, Clock>,
    /// A transaction enters here.
    pub enter: Signal<In, Bit>,
    pub enter_write: Signal<In, Bit>,
    pub enter_flush: Signal<In, Bit>,
    pub enter_address: Signal<In, Bits<25>>,
    pub enter_mask: Signal<In, Bits<32>>,
    pub enter_data: Signal<In, Bits<1024>>,
    /// Its code arrives.
    pub code: Signal<In, Bit>,
    pub code_affine: Signal<In, Bit>,
    pub code_base: Signal<In, Bits<32>>,
    pub code_stride: Signal<In, Bits<3>>,
    /// It is about the vector in D, and what enters is; it, or what has entered, was a cycle ago.
    pub d_address: Signal<In, Bits<25>>,
    pub enter_is_d: Signal<In, Bit>,
    pub is_d: Signal<Out, Bit>,
    pub was_d: Signal<Out, Bit>,

    pub write: Signal<Out, Bit>,
    pub flush: Signal<Out, Bit>,
    pub address: Signal<Out, Bits<25>>,
    pub mask: Signal<Out, Bits<32>>,
    pub data: Signal<Out, Bits<1024>>,
    pub affine: Signal<Out, Bit>,
    pub base: Signal<Out, Bits<32>>,
    pub stride: Signal<Out, Bits<3>>,

    kept_write: Register<Bit>,
    kept_flush: Register<Bit>,
    kept_address: Register<Bits<25>>,
    kept_mask: Register<Bits<32>>,
    kept_data: Register<Bits<1024>>,
    kept_affine: Register<Bit>,
    kept_base: Register<Bits<32>>,
    kept_stride: Register<Bits<3>>,
    matches: Register<Bit>,
}

impl Default for AvcPlace {
    fn default() -> Self {
        AvcPlaceParts {
            kept_write: Register::no_reset(),
            kept_flush: Register::no_reset(),
            kept_address: Register::no_reset(),
            kept_mask: Register::no_reset(),
            kept_data: Register::no_reset(),
            kept_affine: Register::no_reset(),
            kept_base: Register::no_reset(),
            kept_stride: Register::no_reset(),
            matches: Register::no_reset(),
        }
        .into()
    }
}

#[hardware]
impl Logic for AvcPlace {
    fn update(&mut self) {
        registers!(
            self,
            clock,
            kept_write,
            kept_flush,
            kept_address,
            kept_mask,
            kept_data
        );
        clock!(self, clock, matches);
        registers!(self, clock, kept_affine, kept_base, kept_stride);
        if self.enter.val() {
            // A flush has no lanes and writes nothing, whatever came with it.
            self.kept_write.d.next = self.enter_write.val() && !self.enter_flush.val();
            self.kept_flush.d.next = self.enter_flush.val();
            self.kept_address.d.next = self.enter_address.val();
            self.kept_mask.d.next = gate(!self.enter_flush.val(), self.enter_mask.val());
            self.kept_data.d.next = self.enter_data.val();
        }
        if self.code.val() {
            self.kept_affine.d.next = self.code_affine.val();
            self.kept_base.d.next = self.code_base.val();
            self.kept_stride.d.next = self.code_stride.val();
        }
        let is_d = self.kept_address.q.val() == self.d_address.val();
        self.matches.d.next = if self.enter.val() {
            self.enter_is_d.val()
        } else {
            is_d
        };
        self.is_d.next = is_d;
        self.was_d.next = self.matches.q.val();
        self.write.next = self.kept_write.q.val();
        self.flush.next = self.kept_flush.q.val();
        self.address.next = self.kept_address.q.val();
        self.mask.next = self.kept_mask.q.val();
        self.data.next = self.kept_data.q.val();
        self.affine.next = self.kept_affine.q.val();
        self.base.next = self.kept_base.q.val();
        self.stride.next = self.kept_stride.q.val();
    }
}
