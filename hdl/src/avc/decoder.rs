//! `avc_decoder`.

use super::{stride_of, AvcExpand};
use crate::prelude::*;
use spec::avc::AvcDecoderParameters;
use spec::Unit;

/// `avc_decoder`: base and stride code to 32 lanes in one cycle (5.2, "Decoding unit").
///
/// The lanes of [`AvcExpand`] in registers, of which lanes share what is alike, and which load with a
/// vector only, so that their clock can rest.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct AvcDecoder {
    pub clock: Signal<In, Clock>,
    pub in_valid: Signal<In, Bit>,
    pub in_base: Signal<In, Bits<32>>,
    pub in_stride: Signal<In, Bits<3>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_data: Signal<Out, Bits<1024>>,
    expand: AvcExpand,
    valid: Register<Bit>,
    data: Register<Bits<1024>>,
    _parameters: AvcDecoderParameters,
}

impl AvcDecoder {
    /// Builds the unit.
    pub fn new(parameters: AvcDecoderParameters) -> Self {
        AvcDecoderParts {
            expand: AvcExpand::default(),
            valid: Register::default(),
            data: Register::no_reset(),
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::avc::AvcDecoder::module_name(&self._parameters))]
impl Logic for AvcDecoder {
    fn update(&mut self) {
        self.expand.base.next = self.in_base.val();
        self.expand.stride.next = stride_of(self.in_stride.val());

        clock!(self, clock, valid);
        registers!(self, clock, data);
        self.valid.d.next = self.in_valid.val();
        if self.in_valid.val() {
            self.data.d.next = self.expand.lanes.val();
        }
        self.out_valid.next = self.valid.q.val();
        self.out_data.next = self.data.q.val();
    }
}
