//! The properties of `spec::bdi::BdiCompressor`, each under its own name.

use crate::bdi::oracle;
use crate::bdi::registers::{modes, parameters, register};
use crate::properties::assert_claims;
use crate::timing;
use golden::bdi::form::to_bytes;
use golden::bdi::{compress, BdiCompressor};
use proptest::prelude::*;
use spec::bdi::{CompressionRange, CompressorInputs, Mode};
use spec::warp::LANES;

fn inputs() -> impl Strategy<Value = CompressorInputs> {
    let parts = (any::<bool>(), 0..1024_u16, any::<bool>(), register());
    parts.prop_map(|(valid, tag, bypass, data)| CompressorInputs {
        valid,
        tag,
        bypass,
        data,
    })
}

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::bdi::BdiCompressor:
        BankEnableIsLowMask by bank_enable_is_low_mask,
        DisabledBanksAreZero by disabled_banks_are_zero,
        UnfilledBytesAreZero by unfilled_bytes_are_zero,
        BypassIsUncompressed by bypass_is_uncompressed,
        EqualLanesTakeOneBank by equal_lanes_take_one_bank,
        RangeIsEnabledMode by range_is_enabled_mode,
        SmallestFormIsTaken by smallest_form_is_taken,
        FormIsBaseAndDeltas by form_is_base_and_deltas,
        LatencyIsExact by latency_is_exact,
        ResetEmptiesPipeline by reset_empties_pipeline,
    );
}

proptest! {
    #[test]
    fn model_is_oracle(modes in modes(), bypass in any::<bool>(), data in register()) {
        let stored = compress(modes, bypass, &data);
        let (range, bank_enable, banks) = oracle::compress(modes, bypass, &data);
        prop_assert_eq!(stored.range as u32, range);
        prop_assert_eq!(stored.bank_enable, bank_enable);
        prop_assert_eq!(stored.banks, banks);
    }

    #[test]
    fn bank_enable_is_low_mask(modes in modes(), bypass in any::<bool>(), data in register()) {
        let stored = compress(modes, bypass, &data);
        let mask = [0xff, 0x01, 0x07, 0x1f][stored.range as usize];
        prop_assert_eq!(stored.bank_enable, mask);
    }

    #[test]
    fn disabled_banks_are_zero(modes in modes(), bypass in any::<bool>(), data in register()) {
        let stored = compress(modes, bypass, &data);
        for (bank, words) in stored.banks.chunks_exact(4).enumerate() {
            prop_assert!(stored.bank_enable >> bank & 1 == 1 || words == [0; 4]);
        }
    }

    #[test]
    fn unfilled_bytes_are_zero(modes in modes(), bypass in any::<bool>(), data in register()) {
        let stored = compress(modes, bypass, &data);
        let size = [128, 4, 35, 66][stored.range as usize];
        let bytes: Vec<u8> = stored.banks.iter().flat_map(|word| word.to_le_bytes()).collect();
        prop_assert!(bytes[size..].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn bypass_is_uncompressed(modes in modes(), data in register()) {
        let stored = compress(modes, true, &data);
        prop_assert_eq!(stored.range, CompressionRange::Uncompressed);
        prop_assert_eq!(stored.banks, data);
    }

    #[test]
    fn equal_lanes_take_one_bank(modes in modes(), value in any::<u32>()) {
        let stored = compress(modes, false, &[value; LANES]);
        prop_assert_eq!(stored.range.mode(), modes.iter().next());
        prop_assert_eq!(stored.bank_enable == 0x01, modes.contains(Mode::FourZero));
    }

    #[test]
    fn range_is_enabled_mode(modes in modes(), bypass in any::<bool>(), data in register()) {
        let stored = compress(modes, bypass, &data);
        prop_assert!(stored.range.mode().is_none_or(|mode| modes.contains(mode)));
    }

    #[test]
    fn smallest_form_is_taken(modes in modes(), bypass in any::<bool>(), data in register()) {
        let fit = |mode: Mode| {
            let border = [0, 128, 32_768][mode as usize];
            let mut deltas = data.iter().map(|lane| lane.wrapping_sub(data[0]) as i32);
            deltas.all(|delta| delta == 0 || (-border..border).contains(&delta))
        };
        let smallest = modes.iter().find(|&mode| !bypass && fit(mode));
        prop_assert_eq!(compress(modes, bypass, &data).range.mode(), smallest);
    }

    #[test]
    fn form_is_base_and_deltas(modes in modes(), bypass in any::<bool>(), data in register()) {
        let stored = compress(modes, bypass, &data);
        let deltas = data[1..].iter().map(|lane| lane.wrapping_sub(data[0]).to_le_bytes());
        let plane = |byte: usize| deltas.clone().map(move |delta| delta[byte]);
        let mut bytes: Vec<u8> = data[0].to_le_bytes().into();
        match stored.range {
            CompressionRange::Uncompressed => bytes = data.iter().flat_map(|l| l.to_le_bytes()).collect(),
            CompressionRange::FourZero => {}
            CompressionRange::FourOne => bytes.extend(plane(0)),
            CompressionRange::FourTwo => bytes.extend(plane(0).chain(plane(1))),
        }
        prop_assert_eq!(&to_bytes(&stored.banks)[..bytes.len()], &bytes[..]);
    }

    #[test]
    fn latency_is_exact(
        parameters in parameters(),
        stimulus in prop::collection::vec(inputs(), 1..40),
    ) {
        let mut model = BdiCompressor::new(parameters);
        let outputs = timing::run(&mut model, &stimulus, parameters.latency());
        for (given, got) in stimulus.iter().zip(timing::delayed(&outputs, parameters.latency())?) {
            prop_assert_eq!(got.valid, given.valid);
            if given.valid {
                let stored = compress(parameters.modes(), given.bypass, &given.data);
                prop_assert_eq!(got.tag, given.tag);
                prop_assert_eq!(got.range, stored.range);
                prop_assert_eq!(got.bank_enable, stored.bank_enable);
                prop_assert_eq!(got.banks, stored.banks);
            }
        }
    }

    #[test]
    fn reset_empties_pipeline(
        parameters in parameters(),
        stimulus in prop::collection::vec(inputs(), 1..20),
    ) {
        let mut model = BdiCompressor::new(parameters);
        timing::reset_makes_new(&mut model, BdiCompressor::new(parameters), &stimulus)?;
    }
}
