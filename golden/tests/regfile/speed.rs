//! How fast the model runs; `cargo test --release -p golden --test main regfile::speed -- --ignored
//! --nocapture` prints it.

use crate::regfile::manner::{preset, Manner};
use crate::regfile::play::Play;
use golden::regfile::Regfile;
use spec::UnitModel;
use std::time::Instant;

#[test]
#[ignore = "a measurement"]
fn speed_of_regfile() {
    for name in ["fermi", "uncompressed", "small"] {
        let cycles = 200_000;
        let mut play = Play::new(1, preset(name), Manner::BUSY);
        let stimulus: Vec<_> = (0..cycles).map(|_| play.step().inputs).collect();
        let mut model = Regfile::new(preset(name));
        let start = Instant::now();
        for inputs in &stimulus {
            std::hint::black_box(model.cycle(inputs).expect("in contract"));
        }
        let rate = cycles as f64 / start.elapsed().as_secs_f64();
        println!("{name}: {rate:.0} cycles/s");
    }
}
