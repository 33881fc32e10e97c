//! What a row of the array tells its registers that wait for a write, by hand.

use crate::slumber::array::{bit, resting, run};
use spec::slumber::{ArrayInputs, Delays, Lanes, Mode, Voltage};
use spec::UnitModel;

/// A count that is no longer than the delay of SS wakes nobody: the register waits to be asked.
#[test]
fn a_count_that_is_too_short_runs_out() {
    let idle = ArrayInputs::default;
    let write = |count| ArrayInputs {
        write_enable: 1,
        write_registers: Lanes([33, 0]),
        write_targets: Lanes([Voltage::Shallow as u16, 0]),
        write_counts: Lanes([count, 0]),
        ..idle()
    };
    let sleeps = |history: &[ArrayInputs]| -> Vec<bool> {
        let ran = run(&mut resting(Delays::FERMI, Mode::On), history);
        let sleeps = ran.iter().map(|(_, outputs)| bit(&outputs.sleep, 33));
        // Behind the cycle in which the first events come, and what they are is told.
        sleeps.skip(2).collect()
    };
    // Its wake would begin in the cycle in which it is told anew, for the same cycle.
    let mut told_anew = vec![write(5), write(4)];
    told_anew.extend(vec![idle(); 20]);
    assert_eq!(sleeps(&told_anew), [true; 21]);
    assert_eq!(
        sleeps(&[write(5), idle(), idle(), idle()]),
        [true, false, false]
    );
}

/// Of two writes in one row none sleeps; in two rows both do.
#[test]
fn a_row_tells_one_wait() {
    for (other, sleeps) in [(32, false), (34, false), (31, true)] {
        let write = ArrayInputs {
            write_enable: 3,
            write_registers: Lanes([33, other]),
            write_full: 3,
            write_targets: Lanes([Voltage::Ground as u16; 2]),
            write_counts: Lanes([2; 2]),
            ..ArrayInputs::default()
        };
        let mut array = resting(Delays::FERMI, Mode::On);
        run(&mut array, &[write]);
        let outputs = array.cycle(&ArrayInputs::default()).expect("in contract");
        assert_eq!(bit(&outputs.sleep, 33), sleeps, "33 beside {other}");
    }
}
