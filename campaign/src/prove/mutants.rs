//! Whether the properties of a unit notice a mutant of it.
//!
//! A design holds all mutants of a campaign, of which an input chooses one; that input is a constant here. The
//! properties are asked for a trace all at once, then those that it does not break, until none is found any
//! more. Of a mutant that breaks nothing lockstep says whether there is something to notice.

use super::front::Front;
use super::machine::{Check, Kind};
use super::problem::Problem;
use super::reachability::{self, Reached};
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
    let machine = front.machine.chosen(SELECT, place + 1);
    let properties = configuration.unit().properties().iter();
    let mut open: BTreeSet<&str> = properties.map(|property| property.name).collect();
    let (mut by, mut cycles): (Vec<String>, usize) = (vec![], 0);
    loop {
        let part = if by.is_empty() { FIRST } else { MORE };
        let limit = Duration::from_secs((work.timeout / part).max(1));
        let checks = machine
            .checks
            .iter()
            .filter(|check| check.kind == Kind::Assert);
        let checks: Vec<&Check> = checks
            .filter(|check| open.contains(check.property.as_str()))
            .collect();
        let problem = Problem::new(&machine, checks.iter().copied());
        let found = reachability::seek(&problem, solvers, limit, folder, &watch.stop)?;
        let trace = match found {
            Reached::Stopped => return Ok(None),
            Reached::Never { .. } | Reached::Unknown { .. } => break,
            Reached::After(trace) => trace,
        };
        let Some((_, hits)) = problem.hit(&trace) else {
            return Err(Error::new("a trace that was played shows nothing"));
        };
        cycles = cycles.max(trace.len());
        for hit in hits {
            if open.remove(checks[hit].property.as_str()) {
                by.push(checks[hit].property.clone());
            }
        }
    }
    if !by.is_empty() {
        return Ok(Some(Outcome::Noticed { by, cycles }));
    }
    let all = lists.of(&configuration)?;
    let mutation = all.get(mutant.number - 1).cloned();
    let mutation = mutation.ok_or_else(|| Error::new(format!("no mutant {}", mutant.number)))?;
    let simulator = cosim::workshop::simulator().map_err(Error::new)?;
    let built = Mutants::build(simulator, &configuration, vec![mutation]).map_err(Error::new)?;
    let fate = built.run(0, mutant.seed, mutant.cycles, watch);
    Ok(match fate.map_err(Error::new)? {
        Fate::Interrupted => None,
        Fate::Alive { .. } => Some(Outcome::Alike),
        Fate::Killed { cycle, by } => Some(Outcome::Unnoticed {
            why: format!("in lockstep {by} differs in cycle {cycle}"),
        }),
    })
}
