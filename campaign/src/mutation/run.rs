//! What becomes of the mutants of a job.

use super::argued::Reasons;
use super::plan::Lists;
use super::solver::{Answer, Block, Solver};
use super::work::{Fate, Mutant, MutantWork};
use crate::record::{Record, Verdict, Wrong};
use crate::Error;
use cosim::mutants::{self, Mutants};
use cosim::regression::Monitor;
use hdl::emit::edit::Mutation;
use hdl::emit::Options;
use progress::text::counted;
use spec::Configuration;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::Arc;
use tools::verilog::instantiated;
use verilated::{Cache, Toolchain};

/// What jobs are done with.
pub struct Tools {
    /// What builds models, and where they are kept.
    pub simulator: (Arc<Toolchain>, Cache),
    /// What is asked about those that live.
    pub solver: Solver,
    /// Where reasons are.
    pub reasons: PathBuf,
    /// The mutants there are.
    pub lists: Lists,
}

/// A mutant that was not killed: its place in the job, and how long it lived.
type Survivors = BTreeSet<usize>;

/// Does a job; `None` when it was stopped.
pub fn run(
    work: &MutantWork,
    record: Record<MutantWork>,
    tools: &Tools,
    monitor: &Monitor,
) -> Result<Option<Record<MutantWork>>, Error> {
    let configuration = work.configuration().map_err(Error::new)?;
    let all = tools.lists.of(&configuration)?;
    let chosen = work
        .numbers
        .iter()
        .filter_map(|number| all.get(number - 1).cloned());
    let chosen: Vec<Mutation> = chosen.collect();
    let job = Job {
        work,
        configuration,
        chosen,
        tools,
        monitor,
    };
    let record = match job.fates() {
        Ok(None) => return Ok(None),
        // Ctrl-C reaches the tools of a build too.
        Err(_) if monitor.watch.stop.load(Ordering::Relaxed) => return Ok(None),
        Ok(Some(Found {
            sound: Some(wrong), ..
        })) => record.wrong(Verdict::Mismatch, wrong),
        Ok(Some(found)) => job.judged(record, found)?,
        Err(error) => record.wrong(Verdict::Error, Wrong::of_error(&work.unit, &error)),
    };
    monitor.finished.fetch_add(1, Ordering::Relaxed);
    let end = record
        .wrong
        .as_ref()
        .map_or("nothing alive", |wrong| &wrong.message);
    let mutants = counted(work.numbers.len() as u64, "mutant");
    monitor.say(format!("{work}: {mutants}, {end}"));
    Ok(Some(record))
}

struct Job<'j> {
    work: &'j MutantWork,
    configuration: Configuration,
    chosen: Vec<Mutation>,
    tools: &'j Tools,
    monitor: &'j Monitor,
}

/// What was found.
struct Found {
    fates: Vec<Fate>,
    cycles: u64,
    /// What is wrong with the unit itself.
    sound: Option<Wrong>,
}

impl Job<'_> {
    fn build(&self, mutations: Vec<Mutation>) -> Result<Mutants, Error> {
        self.monitor.building.fetch_add(1, Ordering::Relaxed);
        let built = Mutants::build(self.tools.simulator.clone(), &self.configuration, mutations);
        self.monitor.building.fetch_sub(1, Ordering::Relaxed);
        built.map_err(Error::new)
    }

    /// The fates of all; `None` when it was stopped.
    fn fates(&self) -> Result<Option<Found>, Error> {
        let (seed, cycles, watch) = (self.work.seed, self.work.cycles, &self.monitor.watch);
        let mutants = self.build(self.chosen.clone())?;
        let mut found = Found {
            fates: vec![],
            cycles,
            sound: None,
        };
        match mutants.unmutated(seed, cycles, watch).map_err(Error::new)? {
            mutants::Fate::Interrupted => return Ok(None),
            mutants::Fate::Alive { .. } => {}
            mutants::Fate::Killed { cycle, by } => {
                let text = format!("{by} differs in cycle {cycle} without any mutant");
                found.sound = Some(Wrong {
                    signature: format!("{}: {by}", self.work.unit),
                    message: format!("MISMATCH: {text}"),
                    text,
                    ..Wrong::default()
                });
                return Ok(Some(found));
            }
        }
        let mut living = Survivors::new();
        for at in 0..self.chosen.len() {
            match mutants.run(at, seed, cycles, watch).map_err(Error::new)? {
                mutants::Fate::Interrupted => return Ok(None),
                mutants::Fate::Killed { cycle, by } => {
                    found.cycles += cycle;
                    found.fates.push(Fate::Killed { by, cycle });
                }
                mutants::Fate::Alive { .. } => {
                    found.cycles += cycles;
                    living.insert(at);
                    let apart = String::new();
                    found.fates.push(Fate::Alive {
                        reached: true,
                        apart,
                    });
                }
            }
        }
        drop(mutants);
        let answers = self.answers(&living)?;
        for (&at, answer) in living.iter().zip(answers) {
            found.fates[at] = match answer {
                Answer::Equivalent => Fate::Proven,
                Answer::Apart(apart) | Answer::Unknown(apart) => Fate::Alive {
                    reached: true,
                    apart,
                },
            };
        }
        living.retain(|&at| matches!(found.fates[at], Fate::Alive { .. }));
        let Some(unreached) = self.unreached(&living)? else {
            return Ok(None);
        };
        for at in unreached {
            if let Fate::Alive { reached, .. } = &mut found.fates[at] {
                *reached = false;
            }
        }
        Ok(Some(found))
    }

    /// What the solver says of each.
    fn answers(&self, living: &Survivors) -> Result<Vec<Answer>, Error> {
        let survivors: Vec<Mutation> = living.iter().map(|&at| self.chosen[at].clone()).collect();
        let options = Options::default();
        let design = hdl::units::emit_mutations(&self.configuration, &options, &survivors);
        let design = design.map_err(Error::new)?;
        let mut by_module: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, mutation) in survivors.iter().enumerate() {
            by_module.entry(mutation.module()).or_default().push(place);
        }
        let mut answers = vec![Answer::Unknown("no such module".to_owned()); survivors.len()];
        for (name, places) in by_module {
            let Some(module) = design.modules.iter().find(|module| module.name == name) else {
                continue;
            };
            let parts = instantiated(&design.modules, name).into_iter();
            let block = Block {
                module: name,
                text: &module.text,
                parts: parts.map(|part| &*part.text).collect(),
            };
            let choices: Vec<usize> = places.iter().map(|place| place + 1).collect();
            let said = self.tools.solver.solve(&block, &choices)?;
            for (place, answer) in places.into_iter().zip(said) {
                answers[place] = answer;
            }
        }
        Ok(answers)
    }

    /// Those of which not even the complement of the value would be noticed; `None` when it was stopped.
    fn unreached(&self, living: &Survivors) -> Result<Option<Survivors>, Error> {
        let complement = |&at: &usize| Some((at, self.chosen[at].complement()?));
        let asked: Vec<(usize, Mutation)> = living.iter().filter_map(complement).collect();
        let mut unreached = Survivors::new();
        if asked.is_empty() {
            return Ok(Some(unreached));
        }
        let mutations = asked.iter().map(|(_, mutation)| mutation.clone()).collect();
        let mutants = self.build(mutations)?;
        let (seed, cycles, watch) = (self.work.seed, self.work.cycles, &self.monitor.watch);
        for (place, (at, _)) in asked.iter().enumerate() {
            match mutants
                .run(place, seed, cycles, watch)
                .map_err(Error::new)?
            {
                mutants::Fate::Interrupted => return Ok(None),
                mutants::Fate::Killed { .. } => {}
                mutants::Fate::Alive { .. } => {
                    unreached.insert(*at);
                }
            }
        }
        Ok(Some(unreached))
    }

    /// The record, with what a person has argued.
    fn judged(
        &self,
        mut record: Record<MutantWork>,
        found: Found,
    ) -> Result<Record<MutantWork>, Error> {
        let reasons = Reasons::load(&self.tools.reasons, &self.work.unit)?;
        let mut alive = vec![];
        let mut refuted = vec![];
        let all = self.work.numbers.iter().zip(&self.chosen).zip(found.fates);
        for ((number, mutation), mut fate) in all {
            let name = mutation.name.clone();
            let why = reasons.why(&self.work.preset, &name);
            match (&fate, why) {
                (Fate::Alive { .. }, Some(why)) => {
                    fate = Fate::Argued {
                        why: why.to_owned(),
                    }
                }
                (Fate::Alive { reached, apart }, None) => {
                    let reach = if *reached { "" } else { "\n  not reached" };
                    alive.push(format!("{number}: {name}{reach}\n  {apart}"));
                }
                (Fate::Killed { by, cycle }, Some(_)) => {
                    refuted.push(format!("{number}: {name}\n  {by} differs in cycle {cycle}"));
                }
                _ => {}
            }
            record.found.mutants.push(Mutant { number, name, fate });
        }
        record.cycles = found.cycles;
        let said = |mutants: &[String], what: &str| {
            let count = counted(mutants.len() as u64, "mutant");
            (!mutants.is_empty()).then(|| format!("{count} {what}"))
        };
        let said = [
            said(&alive, "alive"),
            said(&refuted, "argued to be none, and killed"),
        ];
        let message: Vec<String> = said.into_iter().flatten().collect();
        if message.is_empty() {
            return Ok(record);
        }
        let wrong = Wrong {
            signature: format!("{}: mutants alive", self.work.unit),
            message: message.join(", "),
            text: [alive, refuted].concat().join("\n"),
            ..Wrong::default()
        };
        Ok(record.wrong(Verdict::Failed, wrong))
    }
}
