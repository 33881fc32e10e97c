//! Kits of `avc_encoder` and `avc_decoder`.

use super::vectors::{self, Shape, SHAPES};
use crate::engine::{Bench, Engine, FnBench};
use crate::generate::{Generator, Traffic, Transactions};
use crate::golden_engine::GoldenEngine;
use crate::interface::Interface;
use crate::kit::Kit;
use crate::oracle::{check, Oracle, Violation};
use crate::passage::Passage;
use crate::prng::Prng;
use spec::avc::{
    AvcDecoder, AvcDecoderParameters, AvcEncoder, AvcEncoderParameters, DecoderInputs,
    DecoderOutputs, EncoderInputs, EncoderOutputs, StrideCode,
};
use spec::warp::{WarpRegister, LANES};
use spec::Ports;

/// Verifies `avc_encoder`.
pub struct EncoderKit(pub AvcEncoderParameters);

impl Kit for EncoderKit {
    fn golden(&self) -> Box<dyn Bench> {
        let parameters = self.0;
        Box::new(FnBench(move |_| {
            let model = golden::avc::AvcEncoder::new(parameters);
            let engine = GoldenEngine::<AvcEncoder, _>::new(&parameters, model);
            Ok(Box::new(engine) as Box<dyn Engine>)
        }))
    }

    fn generator(&self, interface: &Interface, seed: u64) -> Box<dyn Generator> {
        let transactions = EncoderTransactions {
            shape: None,
            mask: None,
        };
        Box::new(Traffic::new(interface, transactions, seed))
    }

    fn oracle(&self) -> Option<Box<dyn Oracle>> {
        Some(Box::new(EncoderOracle {
            passage: Passage::new(self.0.latency()),
        }))
    }
}

/// Verifies `avc_decoder`.
pub struct DecoderKit(pub AvcDecoderParameters);

impl Kit for DecoderKit {
    fn golden(&self) -> Box<dyn Bench> {
        let parameters = self.0;
        Box::new(FnBench(move |_| {
            let model = golden::avc::AvcDecoder::new(parameters);
            let engine = GoldenEngine::<AvcDecoder, _>::new(&parameters, model);
            Ok(Box::new(engine) as Box<dyn Engine>)
        }))
    }

    fn generator(&self, interface: &Interface, seed: u64) -> Box<dyn Generator> {
        Box::new(Traffic::new(interface, DecoderTransactions, seed))
    }

    fn oracle(&self) -> Option<Box<dyn Oracle>> {
        Some(Box::new(DecoderOracle {
            passage: Passage::new(self.0.latency()),
        }))
    }
}

/// Vectors of one phase: of one shape and mask, or of all of them.
struct EncoderTransactions {
    shape: Option<Shape>,
    mask: Option<u32>,
}

impl Transactions for EncoderTransactions {
    fn begin_phase(&mut self, prng: &mut Prng) {
        self.shape = prng.percent(40).then(|| prng.weighted(SHAPES));
        self.mask = prng.percent(20).then(|| vectors::mask(prng));
    }

    fn transaction(&mut self, prng: &mut Prng, frame: &mut [u32]) {
        let shape = self.shape.unwrap_or_else(|| prng.weighted(SHAPES));
        let mut data = vectors::vector(prng, shape);
        let mask = self.mask.unwrap_or_else(|| vectors::mask(prng));
        // What an inactive lane holds must not matter, and what is affine without it is.
        if prng.percent(50) {
            let mut noise = [0; LANES];
            prng.fill(&mut noise);
            for (lane, word) in data.iter_mut().enumerate() {
                if mask >> lane & 1 == 0 {
                    *word = noise[lane];
                }
            }
        }
        EncoderInputs {
            valid: true,
            mask,
            data,
        }
        .pack(frame);
    }

    fn withdraw(&self, frame: &mut [u32]) {
        // `valid` is the first port.
        frame[0] = 0;
    }
}

struct DecoderTransactions;

impl Transactions for DecoderTransactions {
    fn begin_phase(&mut self, _prng: &mut Prng) {}

    fn transaction(&mut self, prng: &mut Prng, frame: &mut [u32]) {
        let vector = vectors::affine(prng);
        let low = if prng.percent(50) {
            prng.next_u32() & 127
        } else {
            0
        };
        DecoderInputs {
            valid: true,
            base: vector.base | low,
            stride: vector.stride,
        }
        .pack(frame);
    }

    fn withdraw(&self, frame: &mut [u32]) {
        frame[0] = 0;
    }
}

struct EncoderOracle {
    passage: Passage<EncoderInputs>,
}

impl Oracle for EncoderOracle {
    fn reset(&mut self) {
        self.passage.clear();
    }

    fn observe(&mut self, inputs: &[u32], outputs: &[u32]) -> Result<(), Violation> {
        let inputs = EncoderInputs::unpack(inputs);
        let leaving = self.passage.cycle(inputs.valid.then_some(inputs));
        let outputs = EncoderOutputs::unpack(outputs);
        check(
            outputs.valid || !outputs.affine,
            "AffineImpliesValid",
            || "affine is 1 and valid is 0".to_owned(),
        )?;
        self.passage.check_valid(&leaving, outputs.valid)?;
        leaving.map_or(Ok(()), |inputs| encoded(&inputs, &outputs))
    }
}

/// The restricted form that `data` has in all 32 lanes, active or not, if it has one.
fn restricted(data: &WarpRegister) -> Option<StrideCode> {
    let step = data[1].wrapping_sub(data[0]);
    let stride = StrideCode::ALL.into_iter().find(|s| s.stride() == step)?;
    let is_affine = data.windows(2).all(|w| w[1].wrapping_sub(w[0]) == step);
    let is_aligned = data[0].is_multiple_of(step.max(1));
    (is_affine && is_aligned).then_some(stride)
}

fn encoded(inputs: &EncoderInputs, outputs: &EncoderOutputs) -> Result<(), Violation> {
    let EncoderInputs { mask, data, .. } = inputs;
    let EncoderOutputs {
        affine,
        base,
        stride,
        ..
    } = *outputs;
    let active = (0..LANES).filter(|lane| mask >> lane & 1 == 1);
    let step = stride.stride();
    if affine {
        let wrong = active
            .clone()
            .find(|&lane| base.wrapping_add(step.wrapping_mul(lane as u32)) != data[lane]);
        check(wrong.is_none(), "DecodingReturnsActiveLanes", || {
            format!("base 0x{base:08x} and stride {step} do not give lane {wrong:?}")
        })?;
        check(base & step.saturating_sub(1) == 0, "BaseIsAligned", || {
            format!("base 0x{base:08x} is no multiple of stride {step}")
        })?;
    }
    let has_pair = mask & mask >> 1 & 0x5555_5555 != 0;
    if let (true, Some(own)) = (has_pair, restricted(data)) {
        check(
            affine && base == data[0] && stride == own,
            "RestrictedFormIsRecognised",
            || format!("stride {} is not recognised", own.stride()),
        )?;
    }
    if *mask == 0 {
        return check(
            affine && base == 0 && step == 0,
            "EmptyMaskIsAffine",
            || format!("affine {affine}, base 0x{base:08x}, stride {step}"),
        );
    }
    if !has_pair {
        let first = data[mask.trailing_zeros() as usize];
        let equal = active.clone().all(|lane| data[lane] == first);
        let holds = affine == equal && (!affine || (base == first && step == 0));
        check(holds, "WithoutPairOnlyUniformIsAffine", || {
            format!("all active lanes equal: {equal}, affine {affine}, base 0x{base:08x}")
        })?;
    }
    Ok(())
}

struct DecoderOracle {
    passage: Passage<DecoderInputs>,
}

impl Oracle for DecoderOracle {
    fn reset(&mut self) {
        self.passage.clear();
    }

    fn observe(&mut self, inputs: &[u32], outputs: &[u32]) -> Result<(), Violation> {
        let inputs = DecoderInputs::unpack(inputs);
        let leaving = self.passage.cycle(inputs.valid.then_some(inputs));
        let outputs = DecoderOutputs::unpack(outputs);
        self.passage.check_valid(&leaving, outputs.valid)?;
        let Some(DecoderInputs { base, stride, .. }) = leaving else {
            return Ok(());
        };
        let data = &outputs.data;
        check(data[0] == base, "LaneZeroIsBase", || {
            format!("lane 0 is 0x{:08x}, the base 0x{base:08x}", data[0])
        })?;
        let step = stride.stride();
        let is_off = |w: &[u32]| w[1].wrapping_sub(w[0]) != step;
        let lane = data.windows(2).position(is_off);
        check(lane.is_none(), "NeighboursDifferByStride", || {
            format!("the lane behind {lane:?} is not {step} more")
        })
    }
}
