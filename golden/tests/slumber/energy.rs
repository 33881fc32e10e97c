//! Energy: the worked example of the paper, the identity behind the accounting, and the baselines.

use crate::slumber::events::step_top;
use crate::slumber::parameters::top;
use golden::slumber::baselines::{Baseline, ClockGated, WarpedRegisterFile};
use golden::slumber::energy::{energy, Energy, Ledger, StaticPower};
use golden::slumber::SlumberTop;
use proptest::prelude::*;
use spec::slumber::{BreakEvens, Delays, Mode};
use surroundings::slumber::environment::stream;

const POWER: StaticPower = StaticPower::TABLE_1;

/// One register that is ON, sleeps in `mode` for an idle period of `idle` cycles, the waking
/// included, and is ON again.
fn sleep_once(mode: Mode, idle: u64, wake: u64, break_evens: &BreakEvens) -> Energy {
    let mut ledger = Ledger::new(1);
    ledger.enter(0, Mode::On, 0);
    ledger.enter(0, mode, 10);
    ledger.enter(0, Mode::Waking, 10 + idle - wake);
    ledger.enter(0, Mode::On, 10 + idle);
    energy(
        &ledger.total(20 + idle),
        &POWER,
        &Delays::FERMI,
        break_evens,
    )
}

/// 4.1: 6 idle cycles in SS give "energy saving of 2 cc", at 6 % each.
#[test]
fn six_cycles_of_shallow_sleep_save_two() {
    let slept = sleep_once(Mode::ShallowSleep, 6, 4, &BreakEvens::FERMI);
    assert_eq!(26 * 100 - slept.total(), 2 * 6);
}

proptest! {
    #[test]
    fn an_idle_period_saves_what_exceeds_break_even(
        state in 0..3_usize,
        beyond in 0..500_u64,
        late in 0..30_u16,
    ) {
        let (mode, power, wake) = [
            (Mode::ShallowSleep, 94, 4),
            (Mode::DeepSleep, 42, 13),
            (Mode::Off, 0, 16),
        ][state];
        let break_evens = BreakEvens { shallow: 4 + late, deep: 13 + late, off: 16 + late };
        let break_even = wake + u64::from(late);
        let slept = sleep_once(mode, break_even + beyond, wake, &break_evens);
        let awake = (20 + break_even + beyond) * 100;
        prop_assert_eq!(awake - slept.total(), beyond * (100 - power));
    }
}

#[test]
fn every_cycle_of_every_register_is_in_one_state() {
    let parameters = top("fermi-256");
    let mut model = SlumberTop::new(parameters);
    for inputs in stream(parameters, 3, 5_000).expect("in contract") {
        step_top(&mut model, &inputs);
    }
    let mut sum = 0;
    for register in 0..256 {
        let residency = model.residency(register).expect("exists");
        assert_eq!(residency.total(), 5_000);
        sum += residency.cycles(Mode::DeepSleep);
    }
    assert_eq!(model.total_residency().cycles(Mode::DeepSleep), sum);
    assert_eq!(model.residency(256), None);
}

/// The planes tell the same story, counted bit by bit.
#[test]
fn residency_is_what_the_switches_show() {
    let parameters = top("fermi-256");
    let mut model = SlumberTop::new(parameters);
    let (mut ground, mut deep, mut ready) = (0_u64, 0_u64, 0_u64);
    for inputs in stream(parameters, 4, 5_000).expect("in contract") {
        let o = step_top(&mut model, &inputs);
        for word in 0..8 {
            let (high, low) = (o.voltage_high[word], o.voltage_low[word]);
            ground += u64::from((high & low).count_ones());
            deep += u64::from((high & !low).count_ones());
            ready += u64::from(o.ready[word].count_ones());
        }
    }
    let residency = model.total_residency();
    let counted = [Mode::Off, Mode::DeepSleep, Mode::On].map(|mode| residency.cycles(mode));
    assert_eq!(counted, [ground, deep, ready]);
}

/// Section 5: Slumber saves more than the Warped Register File, and that more than nothing. The
/// toy's figures are its own; the order is the paper's.
#[test]
fn slumber_saves_more_than_the_warped_register_file() {
    let parameters = top("fermi");
    let mut model = SlumberTop::new(parameters);
    let mut gated = ClockGated::new(1024);
    let mut warped = WarpedRegisterFile::new(1024);
    for inputs in stream(parameters, 5, 20_000).expect("in contract") {
        let outputs = step_top(&mut model, &inputs);
        gated.observe(&inputs, &outputs);
        warped.observe(&inputs, &outputs);
    }
    let residency = model.total_residency();
    let slumber = energy(&residency, &POWER, &Delays::FERMI, &BreakEvens::FERMI);
    let baseline = gated.energy(&POWER);
    assert_eq!(baseline.total(), 1024 * 20_000 * 100);
    assert_eq!(warped.residency().total(), 1024 * 20_000);
    let (ours, theirs) = (
        slumber.saving(&baseline),
        warped.energy(&POWER).saving(&baseline),
    );
    println!("Slumber {ours:.3}, Warped Register File {theirs:.3}");
    assert!(ours > theirs && theirs > 0.3, "{ours} {theirs}");
}
