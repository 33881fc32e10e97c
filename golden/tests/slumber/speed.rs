//! How fast the models run; `cargo test --release -p golden --test main slumber::speed -- --ignored
//! --nocapture` prints it.

use crate::slumber::parameters::top;
use golden::slumber::SlumberTop;
use spec::UnitModel;
use std::time::Instant;
use surroundings::slumber::environment::stream;

#[test]
#[ignore = "a measurement"]
fn speed_of_slumber_top() {
    let parameters = top("fermi");
    let cycles = 200_000;
    let start = Instant::now();
    let stimulus = stream(parameters, 1, cycles).expect("in contract");
    let made = start.elapsed();
    let mut model = SlumberTop::new(parameters);
    let start = Instant::now();
    for inputs in &stimulus {
        std::hint::black_box(model.cycle(inputs).expect("in contract"));
    }
    let rate = |seconds: f64| cycles as f64 / seconds;
    println!(
        "model alone: {:.0} cycles/s",
        rate(start.elapsed().as_secs_f64())
    );
    println!("with environment: {:.0} cycles/s", rate(made.as_secs_f64()));
    println!("{:?}", model.total_residency());
}
