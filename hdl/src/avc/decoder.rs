//! `avc_decoder`.

use super::times;
use crate::prelude::*;
use spec::avc::AvcDecoderParameters;
use spec::Unit;

/// `avc_decoder`: base and stride code to 32 lanes in one cycle (5.2, "Decoding unit").
///
/// `lane * stride` is less than 2^11, so a lane adds eleven bits only; the bits above are those of
/// the base or one more, for all lanes alike. The base need not be aligned. Bit b of a lane depends on
/// the low b + 1 bits of its number only, so bits 0 to 3 of most lanes are one flip-flop.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct AvcDecoder {
    pub clock: Signal<In, Clock>,
    pub in_valid: Signal<In, Bit>,
    pub in_base: Signal<In, Bits<32>>,
    pub in_stride: Signal<In, Bits<3>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_data: Signal<Out, Bits<1024>>,
    valid: Register<Bit>,
    data: Register<Bits<1024>>,
    _parameters: AvcDecoderParameters,
}

impl AvcDecoder {
    /// Builds the unit.
    pub fn new(parameters: AvcDecoderParameters) -> Self {
        AvcDecoderParts {
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
        let mut stride = bits::<7>(0);
        for k in 0..7 {
            stride = stride.replace_bit(k, self.in_stride.val() == (k + 1).to_bits::<3>());
        }
        let low = self.in_base.val().get_bits::<11>(0);
        let upper = self.in_base.val().get_bits::<21>(11);
        let upper_next = upper + 1;
        let mut lanes = bits::<1024>(0);
        for i in 0..32 {
            let step = times(i.to_bits::<5>(), stride);
            let sum = bit_cast::<12, 11>(low) + bit_cast::<12, 11>(step);
            let above = if sum.get_bit(11) { upper_next } else { upper };
            let lane = concat::<32, _, _>(above, sum.get_bits::<11>(0));
            lanes = replace_bits(lanes, 32 * i, lane);
        }

        clock!(self, clock, valid, data);
        self.valid.d.next = self.in_valid.val();
        self.data.d.next = lanes;
        self.out_valid.next = self.valid.q.val();
        self.out_data.next = self.data.q.val();
    }
}
