//! The properties of `spec::avc::AvcEncoder`, each under its own name.

use crate::avc::lanes::{has_pair, mask, restricted, vector};
use crate::avc::oracle;
use crate::properties::assert_claims;
use crate::timing;
use golden::avc::{decode, encode, Affine, AvcEncoder};
use proptest::prelude::*;
use spec::avc::{AvcEncoderParameters, EncoderInputs, StrideCode, ENCODER_LATENCIES};
use spec::warp::LANES;
use spec::UnitModel;

fn inputs() -> impl Strategy<Value = EncoderInputs> {
    let parts = (any::<bool>(), mask(), vector());
    parts.prop_map(|(valid, mask, data)| EncoderInputs { valid, mask, data })
}

fn parameters() -> impl Strategy<Value = AvcEncoderParameters> {
    ENCODER_LATENCIES.prop_map(|latency| AvcEncoderParameters::new(latency).expect("legal"))
}

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::avc::AvcEncoder:
        DecodingReturnsActiveLanes by decoding_returns_active_lanes,
        RestrictedFormIsRecognised by restricted_form_is_recognised,
        WithoutPairOnlyUniformIsAffine by without_pair_only_uniform_is_affine,
        EmptyMaskIsAffine by empty_mask_is_affine,
        BaseIsAligned by base_is_aligned,
        InactiveLanesAreIgnored by inactive_lanes_are_ignored,
        AffineImpliesValid by affine_implies_valid,
        LatencyIsExact by latency_is_exact,
        ResetEmptiesPipeline by reset_empties_pipeline,
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn model_is_oracle(data in vector(), mask in mask()) {
        let encoded = encode(&data, mask).map(|v| (v.base, v.stride as u32));
        prop_assert_eq!(encoded, oracle::encode(&data, mask));
    }

    #[test]
    fn decoding_returns_active_lanes(data in vector(), mask in mask()) {
        if let Some(affine) = encode(&data, mask) {
            let decoded = decode(affine);
            for lane in (0..LANES).filter(|lane| mask >> lane & 1 == 1) {
                prop_assert_eq!(decoded[lane], data[lane]);
            }
        }
    }

    #[test]
    fn restricted_form_is_recognised((affine, data) in restricted(), mask in mask(), pair in 0..16_u32) {
        let mask = if has_pair(mask) { mask } else { mask | 0b11 << (2 * pair) };
        prop_assert_eq!(encode(&data, mask), Some(affine));
    }

    #[test]
    fn without_pair_only_uniform_is_affine(data in vector(), mask in mask(), pairs in any::<u16>()) {
        // Of every pair at most one lane stays.
        let mask = (0..16).fold(mask, |mask, i| mask & !(1 << (2 * i + (pairs >> i & 1))));
        let active: Vec<u32> = (0..LANES).filter(|i| mask >> i & 1 == 1).map(|i| data[i]).collect();
        let is_uniform = active.windows(2).all(|pair| pair[0] == pair[1]);
        let uniform = Affine {
            base: active.first().copied().unwrap_or(0),
            stride: StrideCode::Zero,
        };
        prop_assert_eq!(encode(&data, mask), is_uniform.then_some(uniform));
    }

    #[test]
    fn base_is_aligned(data in vector(), mask in mask()) {
        if let Some(affine) = encode(&data, mask) {
            prop_assert_eq!(affine.base % affine.stride.stride().max(1), 0);
        }
    }

    #[test]
    fn inactive_lanes_are_ignored(data in vector(), other in vector(), mask in mask()) {
        let mixed = std::array::from_fn(|i| if mask >> i & 1 == 1 { data[i] } else { other[i] });
        prop_assert_eq!(encode(&mixed, mask), encode(&data, mask));
    }
}

proptest! {
    #[test]
    fn empty_mask_is_affine(data in vector()) {
        prop_assert_eq!(encode(&data, 0), Some(Affine::default()));
    }

    #[test]
    fn affine_implies_valid(parameters in parameters(), stimulus in prop::collection::vec(inputs(), 1..40)) {
        let mut model = AvcEncoder::new(parameters);
        for inputs in &stimulus {
            let outputs = model.cycle(inputs).expect("in contract");
            prop_assert!(outputs.valid || !outputs.affine);
        }
    }

    #[test]
    fn latency_is_exact(parameters in parameters(), stimulus in prop::collection::vec(inputs(), 1..40)) {
        let mut model = AvcEncoder::new(parameters);
        let outputs = timing::run(&mut model, &stimulus, parameters.latency());
        for (given, got) in stimulus.iter().zip(timing::delayed(&outputs, parameters.latency())?) {
            prop_assert_eq!(got.valid, given.valid);
            let encoded = encode(&given.data, given.mask).filter(|_| given.valid);
            prop_assert_eq!(got.affine, encoded.is_some());
            if let Some(affine) = encoded {
                prop_assert_eq!((got.base, got.stride), (affine.base, affine.stride));
            }
        }
    }

    #[test]
    fn reset_empties_pipeline(parameters in parameters(), stimulus in prop::collection::vec(inputs(), 1..20)) {
        let mut model = AvcEncoder::new(parameters);
        timing::reset_makes_new(&mut model, AvcEncoder::new(parameters), &stimulus)?;
    }
}
