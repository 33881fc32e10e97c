//! The properties of `spec::avc::AvcDecoder`, each under its own name.

use crate::avc::lanes::{stride, word};
use crate::avc::oracle;
use crate::properties::assert_claims;
use crate::timing;
use golden::avc::{decode, Affine, AvcDecoder};
use proptest::prelude::*;
use spec::avc::{AvcDecoderParameters, DecoderInputs, DECODER_LATENCY};

fn inputs() -> impl Strategy<Value = DecoderInputs> {
    let parts = (any::<bool>(), word(), stride());
    parts.prop_map(|(valid, base, stride)| DecoderInputs {
        valid,
        base,
        stride,
    })
}

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::avc::AvcDecoder:
        LaneZeroIsBase by lane_zero_is_base,
        NeighboursDifferByStride by neighbours_differ_by_stride,
        LatencyIsExact by latency_is_exact,
        ResetEmptiesPipeline by reset_empties_pipeline,
    );
}

proptest! {
    #[test]
    fn model_is_oracle(base in word(), stride in stride()) {
        let lanes = std::array::from_fn(|i| oracle::lane(base, stride as u32, i as u32));
        prop_assert_eq!(decode(Affine { base, stride }), lanes);
    }

    #[test]
    fn lane_zero_is_base(base in word(), stride in stride()) {
        prop_assert_eq!(decode(Affine { base, stride })[0], base);
    }

    #[test]
    fn neighbours_differ_by_stride(base in word(), stride in stride()) {
        for pair in decode(Affine { base, stride }).windows(2) {
            prop_assert_eq!(pair[1].wrapping_sub(pair[0]), stride.stride());
        }
    }

    #[test]
    fn latency_is_exact(stimulus in prop::collection::vec(inputs(), 1..40)) {
        let mut model = AvcDecoder::new(AvcDecoderParameters);
        let outputs = timing::run(&mut model, &stimulus, DECODER_LATENCY);
        for (given, got) in stimulus.iter().zip(timing::delayed(&outputs, DECODER_LATENCY)?) {
            prop_assert_eq!(got.valid, given.valid);
            if given.valid {
                let affine = Affine { base: given.base, stride: given.stride };
                prop_assert_eq!(got.data, decode(affine));
            }
        }
    }

    #[test]
    fn reset_empties_pipeline(stimulus in prop::collection::vec(inputs(), 1..20)) {
        let mut model = AvcDecoder::new(AvcDecoderParameters);
        timing::reset_makes_new(&mut model, AvcDecoder::new(AvcDecoderParameters), &stimulus)?;
    }
}
