//! A counterexample as a replay file: what comes in, from the first cycle of reset on.

use super::machine::Machine;
use super::problem::Problem;
use super::reachability::by_input;
use super::work::ProofWork;
use crate::Error;
use cosim::replay::{Expectation, Recipe, Replay};
use cosim::stimulus::Stimulus;
use cosim::target::Target;
use std::collections::{BTreeMap, HashMap};
use surroundings::interface::Interface;

/// The port that resets.
const RESET: &str = "reset";

/// The replay file of a counterexample; `None` where reset never came.
pub fn replay(
    work: &ProofWork,
    machine: &Machine,
    problem: &Problem,
    cycles: &[Vec<bool>],
) -> Result<Option<Replay>, Error> {
    let configuration = work.configuration().map_err(Error::new)?;
    let interface = Interface::of(&configuration.parameters);
    let places: HashMap<(&str, usize), usize> = { machine.inputs.iter().enumerate() }
        .map(|(place, bit)| ((bit.name.as_str(), bit.at), place))
        .collect();
    let mut rows: Vec<u32> = vec![];
    for values in by_input(problem, cycles) {
        let bit = |name: &str, at: usize| {
            let place = places.get(&(name, at));
            place
                .and_then(|place| values.get(place))
                .copied()
                .unwrap_or(false)
        };
        if rows.is_empty() && !bit(RESET, 0) {
            continue;
        }
        let mut row = vec![0; interface.row_words()];
        row[0] = u32::from(bit(RESET, 0));
        for slot in interface.inputs() {
            let words = &mut row[1..][slot.range()];
            for at in (0..slot.port.width).filter(|&at| bit(&slot.port.name, at)) {
                words[at / 32] |= 1 << (at % 32);
            }
        }
        rows.extend(row);
    }
    if rows.is_empty() {
        return Ok(None);
    }
    let mut target = Target::new(configuration);
    target.rtl.clone_from(&work.rtl);
    let stimulus = Stimulus::from_rows(&interface, rows);
    let cycle = stimulus.len() as u64 - 1;
    Ok(Some(Replay {
        rtl_digest: target.rtl_digest(),
        target,
        seed: 1,
        recipe: Recipe::Cycles(stimulus),
        expectation: Expectation {
            cycle,
            subject: work.property.clone(),
            expected: BTreeMap::new(),
            actual: BTreeMap::new(),
        },
        found_in_cycle: cycle,
    }))
}
