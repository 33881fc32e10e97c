//! The bindings against the bare C++ loop. `cargo test -p verilated --release --test main speed::
//! -- --ignored --nocapture` prints the rates.

use crate::common;

use common::{cache, pipeline, toolchain};
use std::time::Instant;
use verilated::{bare_loop, checksum, Cache, Coverage, ModelSpec, Optimization};

const FRAMES: usize = 4096;

fn stimulus() -> Vec<u32> {
    let mut state = 1u32;
    (0..FRAMES * 34)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 3
        })
        .collect()
}

#[test]
fn the_bare_loop_computes_the_same() {
    let inputs = stimulus();
    let bare = bare_loop(&cache(), &toolchain(), &pipeline(), 9, &inputs, 1).unwrap();
    let library = cache().build(&toolchain(), &pipeline()).unwrap();
    let mut outputs = vec![0; FRAMES * 33];
    let mut model = library.instantiate(9).unwrap();
    model.run(FRAMES, &inputs, &mut outputs).unwrap();
    assert_eq!(bare.cycles, FRAMES as u64);
    assert_eq!(bare.checksum, checksum(&outputs));
}

#[test]
#[ignore = "a measurement: it means something on an idle machine only"]
fn the_bindings_keep_nine_tenths_of_the_bare_loop() {
    let inputs = stimulus();
    let passes = 200;
    let library = cache().build(&toolchain(), &pipeline()).unwrap();
    let mut outputs = vec![0; FRAMES * 33];
    let (mut batched, mut single, mut bare) = (0f64, 0f64, 0f64);
    // The best of a few rounds, so that a busy neighbour does not decide.
    for _ in 0..5 {
        let mut model = library.instantiate(9).unwrap();
        let start = Instant::now();
        for _ in 0..passes {
            model.run(FRAMES, &inputs, &mut outputs).unwrap();
        }
        batched = batched.max((FRAMES * passes) as f64 / start.elapsed().as_secs_f64());
        let start = Instant::now();
        for _ in 0..passes / 4 {
            for (input, output) in inputs.chunks(34).zip(outputs.chunks_mut(33)) {
                model.cycle(input, output).unwrap();
            }
        }
        single = single.max((FRAMES * passes / 4) as f64 / start.elapsed().as_secs_f64());
        let run = bare_loop(&cache(), &toolchain(), &pipeline(), 9, &inputs, passes).unwrap();
        bare = bare.max(run.cycles_per_second());
    }
    println!("bare {bare:.0}, batches {batched:.0}, single cycles {single:.0} cycles/s");
    println!(
        "ratio {:.3} batched, {:.3} single",
        batched / bare,
        single / bare
    );
    assert!(batched / bare > 0.9);
}

#[test]
#[ignore = "a measurement: it means something on an idle machine only"]
fn what_the_options_cost() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path());
    let inputs = stimulus();
    let mut outputs = vec![0; FRAMES * 33];
    let mut measure = |name: &str, spec: &ModelSpec| {
        let start = Instant::now();
        let library = cache.build(&toolchain(), spec).unwrap();
        let built = start.elapsed().as_secs_f64();
        let mut model = library.instantiate(9).unwrap();
        let start = Instant::now();
        for _ in 0..20 {
            model.run(FRAMES, &inputs, &mut outputs).unwrap();
        }
        let rate = (20 * FRAMES) as f64 / start.elapsed().as_secs_f64();
        println!("{name:<40} built in {built:5.2} s, {rate:>10.0} cycles/s");
    };
    measure("-O2, the runtime with it", &pipeline());
    let mut spec = pipeline();
    spec.sources[0].text.push('\n');
    measure("-O2, another design", &spec);
    measure("-O2, the same design again", &spec);
    for optimization in [Optimization::Quick, Optimization::Fastest] {
        let mut spec = pipeline();
        spec.options.optimization = optimization;
        measure(&format!("{optimization:?}, the runtime with it"), &spec);
    }
    let mut spec = pipeline();
    spec.options.coverage = Coverage::LineBranch;
    measure("line and branch coverage", &spec);
    spec.options.coverage = Coverage::Full { max_width: 2048 };
    measure("full coverage", &spec);
    spec.options.coverage = Coverage::None;
    spec.options.trace = true;
    measure("trace, not open", &spec);
}
