//! Whether the properties of a unit notice a mutant of it.
//!
//! A design holds all mutants of a campaign, of which an input chooses one. Simulation costs least, so assertions
//! are put to stimulus of lockstep's kind first, from neighbours that react to the mutant, and stop at the first
//! that is broken. Then that input is a constant, and the properties are asked for a trace all at once, then those
//! that it does not break, until none is found any more. Of a mutant that breaks nothing lockstep says whether
//! there is something to notice.

use super::bounded::{Sought, Wanted};
use super::checks::property_of;
use super::front::{Bits, Front};
use super::machine::{Check, Kind, Machine};
use super::problem::Problem;
use super::reachability::{self, Reached};
use super::words::Asked;
use super::work::{Mutant, Outcome, ProofWork};
use super::Solvers;
use crate::mutation::plan::Lists;
use crate::Error;
use cosim::lockstep::Watch;
use cosim::mutants::{Fate, Mutants};
use hdl::emit::edit::SELECT;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// The part of a question's time in which a first trace is looked for, and each that only names more properties.
const FIRST: u64 = 3;
const MORE: u64 = 36;

/// What becomes of a mutant; `None` when it was stopped.
pub fn outcome(
    work: &ProofWork,
    mutant: &Mutant,
    front: &Front,
    (solvers, lists): (&Solvers, &Lists),
    folder: &Path,
    watch: &Watch,
) -> Result<Option<Outcome>, Error> {
    let configuration = work.configuration().map_err(Error::new)?;
    let place = mutant.among.iter().position(|one| one == mutant.number);
    let place = place.ok_or_else(|| Error::new("a mutant is not in its own design"))?;
    let all = lists.of(&configuration)?;
    let mutation = |number: usize| {
        let mutation = all.get(number - 1).cloned();
        mutation.ok_or_else(|| Error::new(format!("no mutant {number}")))
    };
    let mutations: Result<Vec<_>, Error> = mutant.among.iter().map(mutation).collect();
    let simulator = cosim::workshop::simulator().map_err(Error::new)?;
    let asserted = Mutants::asserted(simulator.clone(), &configuration, mutations?);
    let asserted = asserted.map_err(Error::new)?;
    let properties = configuration.unit().properties().iter();
    let mut open: BTreeSet<&str> = properties.map(|property| property.name).collect();
    let (mut by, mut cycles): (Vec<String>, usize) = (vec![], 0);
    let broken = asserted.broken(place, mutant.seed, mutant.cycles, watch);
    if let Some((within, property)) = broken.map_err(Error::new)? {
        open.remove(property.as_str());
        cycles = within as usize;
        by.push(property);
    }
    let bits = match front.bits(solvers, &watch.stop)? {
        Bits::Ready(machine) => Some(machine.chosen(SELECT, place + 1)),
        Bits::None(_) => None,
        Bits::Stopped => return Ok(None),
    };
    loop {
        let part = if by.is_empty() { FIRST } else { MORE };
        let limit = Duration::from_secs((work.timeout / part).max(1));
        let broken = match &bits {
            Some(machine) => in_bits(machine, &open, solvers, limit, folder, watch)?,
            None => {
                let asked = solvers.in_words(limit, folder, &watch.stop);
                in_words(front, &open, place + 1, &asked)?
            }
        };
        let (more, within) = match broken {
            Broken::Stopped => return Ok(None),
            Broken::Nothing => break,
            Broken::Properties(more, within) => (more, within),
        };
        cycles = cycles.max(within);
        for property in more {
            if open.remove(property.as_str()) {
                by.push(property);
            }
        }
    }
    if !by.is_empty() {
        return Ok(Some(Outcome::Noticed { by, cycles }));
    }
    let built = Mutants::build(simulator, &configuration, vec![mutation(mutant.number)?]);
    let built = built.map_err(Error::new)?;
    let fate = built.run(0, mutant.seed, mutant.cycles, watch);
    Ok(match fate.map_err(Error::new)? {
        Fate::Interrupted => None,
        Fate::Alive { .. } => Some(Outcome::Alike),
        Fate::Killed { cycle, by } => Some(Outcome::Unnoticed {
            why: format!("in lockstep {by} differs in cycle {cycle}"),
        }),
    })
}

/// What of the open properties a trace breaks.
enum Broken {
    Properties(Vec<String>, usize),
    Nothing,
    Stopped,
}

fn in_bits(
    machine: &Machine,
    open: &BTreeSet<&str>,
    solvers: &Solvers,
    limit: Duration,
    folder: &Path,
    watch: &Watch,
) -> Result<Broken, Error> {
    let checks = machine
        .checks
        .iter()
        .filter(|check| check.kind == Kind::Assert);
    let checks: Vec<&Check> = checks
        .filter(|check| open.contains(check.property.as_str()))
        .collect();
    let problem = Problem::new(machine, checks.iter().copied());
    let trace = match reachability::seek(&problem, solvers, limit, folder, &watch.stop)? {
        Reached::Stopped => return Ok(Broken::Stopped),
        Reached::Never { .. } | Reached::Unknown { .. } => return Ok(Broken::Nothing),
        Reached::After(trace) => trace,
    };
    let Some((_, hits)) = problem.hit(&trace) else {
        return Err(Error::new("a trace that was played shows nothing"));
    };
    let properties = hits.into_iter().map(|hit| checks[hit].property.clone());
    Ok(Broken::Properties(properties.collect(), trace.len()))
}

/// The same of what is too wide for bits.
fn in_words(
    front: &Front,
    open: &BTreeSet<&str>,
    chosen: usize,
    asked: &Asked<'_>,
) -> Result<Broken, Error> {
    let paths = &front.words.assertions;
    let numbers = (0..paths.len()).filter(|&at| open.contains(property_of(&paths[at])));
    let numbers: BTreeSet<usize> = numbers.collect();
    let wanted = Wanted::Failure(&numbers);
    let found = front.words.sought(wanted, Some((SELECT, chosen)), asked)?;
    Ok(match found {
        Sought::Within(cycles, hits) => {
            let properties = hits.iter().map(|&hit| property_of(&paths[hit]).to_owned());
            Broken::Properties(properties.collect(), cycles)
        }
        Sought::NotWithin(..) => Broken::Nothing,
        Sought::Stopped => Broken::Stopped,
    })
}
