//! Properties of which the ports do not show all: what is seen inside a unit, in simulation.

use super::presets;
use cosim::lockstep::Watch;
use cosim::mutants::Mutants;
use hdl::emit::Options;
use progress::parallel;
use spec::{Configuration, UnitId};

/// Enough for each unit to fill up, and short enough for all of them.
const CYCLES: u64 = 3_000;

#[test]
fn what_is_seen_inside_holds_of_a_unit_among_its_neighbours() {
    let wrong = parallel::map(UnitId::ALL, &|unit| {
        let configuration = Configuration::of_preset(presets(*unit)[0]);
        let design = hdl::units::emit(&configuration, &Options::default()).expect("it is emitted");
        hdl::assertions::properties_inside(&configuration, &design)?;
        let simulator = cosim::workshop::simulator().expect("a simulator");
        let unit = Mutants::asserted(simulator, &configuration, vec![]).expect("a model");
        let stopped = [true, false].map(|reacts| {
            let stopped = unit.stopped(0, (reacts, 1), CYCLES, &Watch::default());
            stopped.expect("runs")
        });
        // Not even by a rule: what begins anew all the time has shown nothing.
        (stopped != [None, None]).then(|| format!("{configuration}: {stopped:?}"))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert_eq!(wrong, Vec::<String>::new());
}
