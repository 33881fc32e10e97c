//! Speed of the AVC models: `cargo run --release -p golden --example avc_speed`.

use golden::avc::{decode, AvcCache, AvcDecoder, AvcEncoder};
use spec::avc::{
    AvcCacheParameters, AvcDecoderParameters, AvcEncoderParameters, DecoderInputs, EncoderInputs,
};
use spec::UnitModel;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;
use surroundings::avc::environment::stimulus::{self, Mix, Stimulus};
use surroundings::avc::environment::{Environment, Timing};
use surroundings::random::Random;

const CYCLES: usize = 2_000_000;

fn report(what: &str, cycles: usize, since: Instant) {
    let rate = cycles as f64 / since.elapsed().as_secs_f64();
    println!("{what}: {:.2} M cycles/s", rate / 1e6);
}

fn codec() -> Result<(), Box<dyn Error>> {
    let mut random = Random::new(1);
    let vectors: Vec<EncoderInputs> = (0..256)
        .map(|n| {
            let mut data = decode(stimulus::affine(&mut random));
            data[n % 32] ^= u32::from(n % 4 == 0);
            EncoderInputs {
                valid: true,
                mask: stimulus::mask(&mut random),
                data,
            }
        })
        .collect();
    let mut encoder = AvcEncoder::new(AvcEncoderParameters::new(3)?);
    let since = Instant::now();
    for cycle in 0..CYCLES {
        black_box(encoder.cycle(&vectors[cycle % vectors.len()])?);
    }
    report("avc_encoder", CYCLES, since);
    let mut decoder = AvcDecoder::new(AvcDecoderParameters);
    let since = Instant::now();
    for cycle in 0..CYCLES {
        let affine = stimulus::affine(&mut random);
        black_box(decoder.cycle(&DecoderInputs {
            valid: cycle % 8 != 0,
            base: affine.base,
            stride: affine.stride,
        })?);
    }
    report("avc_decoder", CYCLES, since);
    Ok(())
}

/// The cache in its environment, and then alone with the recorded inputs.
fn cache(name: &str, parameters: AvcCacheParameters, timing: Timing) -> Result<(), Box<dyn Error>> {
    let new = || AvcCache::new(parameters).ok_or("no tree is stated");
    let mut around = Environment::new(1, parameters, timing).ok_or("no tree is stated")?;
    let mut asked = Stimulus::new(1, parameters, Mix::default());
    let mut model = new()?;
    let mut recorded = Vec::new();
    let cycles = CYCLES / 4;
    let since = Instant::now();
    for _ in 0..cycles {
        if around.backlog() == 0 {
            around.ask(asked.transaction());
            around.take_completed();
        }
        let inputs = around.inputs();
        let outputs = model.cycle(&inputs)?;
        around.observe(&inputs, &outputs)?;
        if recorded.len() < 10_000 {
            recorded.push(inputs);
        }
    }
    report(
        &format!("avc_cache {name} in its environment"),
        cycles,
        since,
    );
    println!("  {:?}", around.traffic());
    let since = Instant::now();
    for _ in 0..cycles / recorded.len() {
        let mut model = new()?;
        for inputs in &recorded {
            black_box(model.cycle(inputs)?);
        }
    }
    report(&format!("avc_cache {name} alone"), cycles, since);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    codec()?;
    for (name, capacity, ways) in [("16k-2-way", 16 << 10, 2), ("small", 512, 2)] {
        let parameters = AvcCacheParameters::new(capacity, ways)?;
        cache(name, parameters, Timing::IMMEDIATE)?;
        cache(&format!("{name}, busy,"), parameters, Timing::BUSY)?;
    }
    Ok(())
}
