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
        let broken = unit.broken(0, 1, CYCLES, &Watch::default()).expect("runs");
        broken.map(|(cycle, property)| format!("{configuration}: {property} in cycle {cycle}"))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert_eq!(wrong, Vec::<String>::new());
}
