//! The properties of `spec::bdi::BdiDecompressor`, each under its own name.

use crate::bdi::oracle;
use crate::bdi::registers::{modes, parameters, range, register};
use crate::properties::assert_claims;
use crate::timing;
use golden::bdi::{compress, decompress, BdiDecompressor};
use proptest::prelude::*;
use spec::bdi::{BdiParameters, CompressionRange, DecompressorInputs, Mode, Modes};
use spec::warp::{WarpRegister, LANES};
use spec::UnitModel;

fn any_range() -> impl Strategy<Value = CompressionRange> {
    range(Modes::ALL)
}

fn any_banks() -> impl Strategy<Value = WarpRegister> {
    prop::array::uniform32(any::<u32>())
}

fn inputs(modes: Modes) -> impl Strategy<Value = DecompressorInputs> {
    let parts = (any::<bool>(), 0..1024_u16, range(modes), any_banks());
    parts.prop_map(|(valid, tag, range, banks)| DecompressorInputs {
        valid,
        tag,
        range,
        banks,
    })
}

fn run_of(cycles: usize) -> impl Strategy<Value = (BdiParameters, Vec<DecompressorInputs>)> {
    parameters().prop_flat_map(move |parameters| {
        let stimulus = prop::collection::vec(inputs(parameters.modes()), 1..cycles);
        (Just(parameters), stimulus)
    })
}

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::bdi::BdiDecompressor:
        RoundTripIsIdentity by round_trip_is_identity,
        LaneZeroIsBase by lane_zero_is_base,
        OutsideFormIsIgnored by outside_form_is_ignored,
        LatencyIsExact by latency_is_exact,
        ResetEmptiesPipeline by reset_empties_pipeline,
    );
}

proptest! {
    #[test]
    fn model_is_oracle(range in any_range(), banks in any_banks()) {
        prop_assert_eq!(decompress(range, &banks), oracle::decompress(range, &banks));
    }

    #[test]
    fn round_trip_is_identity(modes in modes(), bypass in any::<bool>(), data in register()) {
        let stored = compress(modes, bypass, &data);
        prop_assert_eq!(decompress(stored.range, &stored.banks), data);
    }

    #[test]
    fn lane_zero_is_base(range in any_range(), banks in any_banks()) {
        prop_assert_eq!(decompress(range, &banks)[0], banks[0]);
    }

    #[test]
    fn outside_form_is_ignored(
        range in any_range(),
        banks in any_banks(),
        noise in any_banks(),
    ) {
        // The sizes of the contract's table, written out: the model must not choose them itself.
        let size = [128, 4, 35, 66][range as usize];
        let disturbed: WarpRegister = std::array::from_fn(|lane| {
            let outside = (0..4).filter(|n| 4 * lane + n >= size);
            let mask = outside.fold(0, |mask, n| mask | 0xff_u32 << (8 * n));
            banks[lane] ^ (noise[lane] & mask)
        });
        prop_assert_eq!(decompress(range, &disturbed), decompress(range, &banks));
    }

    #[test]
    fn latency_is_exact((parameters, stimulus) in run_of(40)) {
        let mut model = BdiDecompressor::new(parameters);
        let outputs = timing::run(&mut model, &stimulus, parameters.latency());
        for (given, got) in stimulus.iter().zip(timing::delayed(&outputs, parameters.latency())?) {
            prop_assert_eq!(got.valid, given.valid);
            if given.valid {
                prop_assert_eq!(got.tag, given.tag);
                prop_assert_eq!(got.data, decompress(given.range, &given.banks));
            }
        }
    }

    #[test]
    fn reset_empties_pipeline((parameters, stimulus) in run_of(20)) {
        let mut model = BdiDecompressor::new(parameters);
        timing::reset_makes_new(&mut model, BdiDecompressor::new(parameters), &stimulus)?;
    }
}

#[test]
fn a_missing_mode_is_out_of_contract_only_when_valid() {
    let parameters = BdiParameters::new(Modes::only(Mode::FourOne), 1).unwrap();
    let mut model = BdiDecompressor::new(parameters);
    let mut inputs = DecompressorInputs {
        valid: true,
        tag: 5,
        range: CompressionRange::FourOne,
        banks: [9; LANES],
    };
    model.cycle(&inputs).unwrap();
    inputs.range = CompressionRange::FourTwo;
    assert_eq!(
        model.cycle(&inputs).unwrap_err().to_string(),
        "stimulus out of contract: range 3 is mode 4x2, but the decompressor was built with 4x1 \
         only"
    );
    // The refused cycle has not taken place: what came before it still leaves next.
    inputs.valid = false;
    let outputs = model.cycle(&inputs).unwrap();
    assert!(outputs.valid);
    assert_eq!(outputs.tag, 5);
}
