//! Parameters that the tests run with.

use proptest::prelude::*;
use spec::slumber::{
    ArrayParameters, BreakEvens, ControlParameters, ControllerParameters, Delays, TopParameters,
    COUNTER_MAXIMUM, TICK,
};
use spec::{AnyParameters, UnitId};

/// The preset `name` of `slumber_top`.
pub fn top(name: &str) -> TopParameters {
    let preset = UnitId::SlumberTop.preset(name).expect("a preset");
    match preset.parameters {
        AnyParameters::SlumberTop(parameters) => parameters,
        other => panic!("{other:?}"),
    }
}

/// A small file, so that events meet.
pub fn small_top(delays: Delays, break_evens: BreakEvens) -> TopParameters {
    let fermi = top("fermi");
    TopParameters::new(
        ArrayParameters::new(32, delays).expect("legal"),
        ControlParameters::new(break_evens).expect("legal"),
        fermi.tracker(),
        fermi.list(),
    )
    .expect("legal")
}

/// Table 1, the shortest delays, and any others that are legal.
pub fn delays() -> impl Strategy<Value = Delays> {
    let any = (1..17_u16, 0..17_u16, 0..17_u16, 1..17_u16, 0..17_u16);
    let any = any.prop_map(|(shallow, deep, off, deep_lift, off_lift)| {
        let deep_wake = (shallow + deep).min(TICK);
        let off_wake = (deep_wake + off).min(TICK);
        let deep_lift = deep_lift.min(deep_wake).min(COUNTER_MAXIMUM - shallow);
        Delays {
            shallow_wake: shallow,
            deep_wake,
            off_wake,
            deep_lift,
            off_lift: (deep_lift + off_lift)
                .min(off_wake)
                .min(COUNTER_MAXIMUM - shallow),
        }
    });
    let one = Delays {
        shallow_wake: 1,
        deep_wake: 1,
        off_wake: 1,
        deep_lift: 1,
        off_lift: 1,
    };
    prop_oneof![2 => Just(Delays::FERMI), 1 => Just(one), 2 => any]
}

/// The parameters of a controller with `delays`.
pub fn controller(delays: Delays) -> ControllerParameters {
    ControllerParameters::new(delays).expect("legal")
}
