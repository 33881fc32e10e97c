//! What becomes of a property.

use super::bounded::{Sought, Wanted, LONGEST};
use super::checks::property_of;
use super::front::{Bits, Front, Fronts, Made};
use super::machine::{Kind, Machine};
use super::plan;
use super::problem::Problem;
use super::reachability::{self, Reached};
use super::verdict::{assuming, judged, proven_by, without_induction};
use super::words::{Asked, Words};
use super::work::{Engine, Outcome, ProofWork};
use super::{mutants, trace, Solvers};
use crate::mutation::plan::Lists;
use crate::record::{within, Record, Verdict, Wrong};
use crate::Error;
use cosim::lockstep::Watch;
use cosim::mutants::Mutants;
use cosim::regression::Monitor;
use std::collections::{BTreeSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What jobs are done with.
pub struct Tools {
    /// The solvers.
    pub solvers: Solvers,
    /// Units that were read.
    pub fronts: Fronts,
    /// The mutants of units.
    pub mutants: Lists,
    /// The folder of results.
    pub results: std::path::PathBuf,
}

/// How often it is said how far an induction is.
const NOW_AND_THEN: Duration = Duration::from_secs(20);
/// Steps of the longest induction.
const STEPS: usize = 3;
/// What reachability takes of the time before induction has its turn.
const FIRST: u64 = 6;
/// And for a look at what needs no rule, where lemmas help.
const LOOK: u64 = 36;
/// Cycles of stimulus in which a premise is looked for that no solver reaches, and its seed.
const PLAYED: u64 = 100_000;
const SEED: u64 = 1;

/// Does a job; `None` when it was stopped.
pub fn run(
    work: &ProofWork,
    record: Record<ProofWork>,
    tools: &Tools,
    failures: &Path,
    monitor: &Monitor,
) -> Result<Option<Record<ProofWork>>, Error> {
    let begun = Instant::now();
    let stop = &monitor.watch.stop;
    let folder = tempfile::tempdir()
        .map_err(|error| Error::new(format!("cannot create a temporary folder: {error}")))?;
    let attempt = Attempt {
        work,
        tools,
        folder: folder.path(),
        monitor,
        watch: &monitor.watch,
        stop,
    };
    let record = match attempt.outcome(failures) {
        _ if stop.load(Ordering::Relaxed) => return Ok(None),
        Ok(None) => return Ok(None),
        Ok(Some((outcome, replay))) => judged(record, outcome, within(&tools.results, replay)),
        Err(error) => record.wrong(Verdict::Error, Wrong::of_error(&work.unit, &error)),
    };
    monitor.finished.fetch_add(1, Ordering::Relaxed);
    let said = match (&record.found.outcome, &record.wrong) {
        (Some(outcome), _) => format!("{}: {}", outcome.name(), outcome.about()),
        (None, wrong) => wrong
            .as_ref()
            .map_or(String::new(), |wrong| wrong.message.clone()),
    };
    monitor.say(format!(
        "{work}: {said} ({:.1} s)",
        begun.elapsed().as_secs_f64()
    ));
    Ok(Some(record))
}

struct Attempt<'a> {
    work: &'a ProofWork,
    tools: &'a Tools,
    folder: &'a Path,
    monitor: &'a Monitor,
    watch: &'a Watch,
    stop: &'a AtomicBool,
}

type Found = (Outcome, Option<std::path::PathBuf>);

impl Attempt<'_> {
    fn limit(&self) -> Duration {
        Duration::from_secs(self.work.timeout)
    }

    fn part(&self, part: u64) -> Duration {
        Duration::from_secs((self.work.timeout / part).max(1))
    }

    /// Says how far a long induction is, now and then.
    fn teller(&self) -> impl Fn(String) + Sync + '_ {
        let said = Mutex::new(Instant::now());
        move |text| {
            let Ok(mut said) = said.lock() else { return };
            if said.elapsed() >= NOW_AND_THEN {
                *said = Instant::now();
                let (unit, label) = (&self.work.unit, self.work.label());
                self.monitor.say(format!("{unit} {label}: {text}"));
            }
        }
    }

    /// What came of it, and the replay file; `None` when it was stopped.
    fn outcome(&self, failures: &Path) -> Result<Option<Found>, Error> {
        let subject = || plan::subject_of(self.work, &self.tools.mutants);
        let solvers = &self.tools.solvers;
        let fronts = &self.tools.fronts;
        let front = match fronts.of(&self.work.text, &subject, solvers, self.stop)? {
            Made::Ready(front) => front,
            Made::Late(why) => return Ok(Some((Outcome::Unknown { cycles: 0, why }, None))),
            Made::Stopped => return Ok(None),
        };
        if let Some(mutant) = &self.work.mutant {
            let (folder, watch) = (self.folder, self.watch);
            let with = (solvers, &self.tools.mutants);
            let outcome = mutants::outcome(self.work, mutant, &front, with, folder, watch)?;
            return Ok(outcome.map(|outcome| (outcome, None)));
        }
        let mut reached = match self.premise(&front)? {
            Reached::Stopped => return Ok(None),
            Reached::Never { .. } => return Ok(Some((Outcome::Vacuous, None))),
            Reached::Unknown { why, .. } => Some(format!("the premise was not reached: {why}")),
            Reached::After(_) => None,
        };
        // The circuit must have what the text has.
        self.numbers(&front)?;
        let (mut cycles, mut whys) = (0, vec![]);
        let told = self.teller();
        for turn in self.turns(&front) {
            let outcome = match turn {
                Turn::Free(limit) | Turn::Pdr(limit) => {
                    let machine = match front.bits(solvers, self.stop)? {
                        Bits::Ready(machine) => machine,
                        Bits::None(why) => {
                            whys.push(why);
                            continue;
                        }
                        Bits::Stopped => return Ok(None),
                    };
                    let is_free = matches!(turn, Turn::Free(_));
                    let checks = front.checks(&machine, Kind::Assert, &self.work.property)?;
                    let problem = match is_free {
                        true => Problem::free(&machine, checks.into_iter()),
                        false => Problem::new(&machine, checks.into_iter()),
                    };
                    match reachability::ask(&problem, solvers, limit, self.folder, self.stop)? {
                        Reached::Stopped => return Ok(None),
                        Reached::Never { clauses } if is_free => Some(proven_by(clauses, "")),
                        Reached::Never { clauses } => Some(proven_by(clauses, &assuming(&front))),
                        // What breaks it may be forbidden.
                        Reached::After(_) | Reached::Unknown { .. } if is_free => None,
                        Reached::After(trace) => {
                            let replay =
                                self.replay(&front, &machine, &problem, &trace, failures)?;
                            let cycles = trace.len();
                            return Ok(Some((Outcome::Refuted { cycles }, replay)));
                        }
                        Reached::Unknown { cycles: bound, why } => {
                            cycles = cycles.max(bound);
                            whys.push(why);
                            None
                        }
                    }
                }
                Turn::Induction(steps) => {
                    let limit = self.limit();
                    let kept = front.kept(steps, solvers, limit, self.folder, self.stop, &told)?;
                    if kept.stopped {
                        return Ok(None);
                    }
                    let mine = self.numbers(&front)?;
                    if mine.is_subset(&kept.assertions) {
                        let certificate = "repeated by yices".to_owned();
                        Some(Outcome::Proven {
                            engine: "induction".to_owned(),
                            by: format!("{steps} steps{}", assuming(&front)),
                            certificate: mine.is_subset(&kept.repeated).then_some(certificate),
                        })
                    } else {
                        let open = mine.iter().find_map(|number| kept.open.get(number));
                        whys.push(match open {
                            Some(why) => why.clone(),
                            None => without_induction(&self.work.property, steps, &front, &kept),
                        });
                        None
                    }
                }
            };
            if let Some(outcome) = outcome {
                // A proof says little of what may never come.
                return Ok(Some(match reached.take() {
                    None => (outcome, None),
                    Some(why) => (Outcome::Unknown { cycles, why }, None),
                }));
            }
        }
        whys.dedup();
        let why = whys.join(", ");
        Ok(Some((Outcome::Unknown { cycles, why }, None)))
    }

    /// What is tried, in turn. A pipeline longer than the usual steps needs as many as it is deep; what holds
    /// without any rule is told so; where lemmas stand beside the properties induction is likely to end first.
    fn turns(&self, front: &Front) -> Vec<Turn> {
        let deep = (front.depth > STEPS).then_some(front.depth);
        let mut inductions: VecDeque<Turn> =
            { (1..=STEPS).chain(deep) }.map(Turn::Induction).collect();
        let lemmas = self.has_lemmas(front);
        let mut turns = vec![];
        if !assuming(front).is_empty() && self.work.engine != Engine::Induction {
            turns.push(Turn::Free(self.part(if lemmas { LOOK } else { FIRST })));
        }
        match self.work.engine {
            Engine::Pdr => turns.push(Turn::Pdr(self.limit())),
            Engine::Induction => turns.extend(inductions),
            Engine::Auto => {
                if lemmas {
                    turns.extend(inductions.pop_front());
                }
                turns.push(Turn::Pdr(self.part(FIRST)));
                turns.extend(inductions);
                turns.push(Turn::Pdr(self.limit()));
            }
        }
        turns
    }

    /// Whether a unit's checker asserts what is no property of the unit, to help proofs of those.
    fn has_lemmas(&self, front: &Front) -> bool {
        let Ok(configuration) = self.work.configuration() else {
            return false;
        };
        let properties = configuration.unit().properties();
        let mut names = front.words.assertions.iter().map(|path| property_of(path));
        front.is_unit && names.any(|name| !properties.iter().any(|known| known.name == name))
    }

    /// Whether what the property is about comes, in some instance of it.
    fn premise(&self, front: &Front) -> Result<Reached, Error> {
        let property = &self.work.property;
        let covers = Words::of(&front.words.covers, property);
        match (front.premises.contains(property), covers.is_empty()) {
            (true, false) => {}
            (false, true) => return Ok(Reached::After(vec![])),
            _ => return Err(self.lost("premise")),
        }
        let solvers = &self.tools.solvers;
        let machine = match front.bits(solvers, self.stop)? {
            Bits::Ready(machine) => machine,
            Bits::None(_) => return self.premise_in_words(front, &covers),
            Bits::Stopped => return Ok(Reached::Stopped),
        };
        let checks = front.checks(&machine, Kind::Cover, property)?;
        let problem = Problem::new(&machine, checks.into_iter());
        let ask = |limit| reachability::ask(&problem, solvers, limit, self.folder, self.stop);
        match ask(self.part(FIRST))? {
            Reached::Unknown { .. } => {}
            reached => return Ok(reached),
        }
        match self.premise_in_words(front, &covers)? {
            Reached::Unknown { .. } => ask(self.limit()),
            reached => Ok(reached),
        }
    }

    /// The same in words, and in play: a trace may be found, but never that there is none. What one solver finds
    /// in no time the other may find in seconds.
    fn premise_in_words(&self, front: &Front, covers: &BTreeSet<usize>) -> Result<Reached, Error> {
        let solvers = &self.tools.solvers;
        let sought = |asked: &Asked<'_>| {
            let sought = front.words.sought(Wanted::Premise(covers), None, asked)?;
            Ok::<_, Error>(match sought {
                Sought::Within(..) => Reached::After(vec![]),
                Sought::NotWithin(cycles, why) => Reached::Unknown { cycles, why },
                Sought::Stopped => Reached::Stopped,
            })
        };
        let first = solvers.in_words(self.part(FIRST), self.folder, self.stop);
        let cycles = match sought(&first)? {
            Reached::Unknown { cycles, .. } => cycles,
            reached => return Ok(reached),
        };
        if self.comes_in_play()? {
            return Ok(Reached::After(vec![]));
        }
        if cycles < LONGEST {
            return sought(&solvers.again(&first, self.limit()));
        }
        let why = format!("not within {cycles} cycles");
        Ok(Reached::Unknown { cycles, why })
    }

    /// Whether what comes too late for a solver comes in the stimulus of a regression, which keeps the contract's
    /// rules.
    fn comes_in_play(&self) -> Result<bool, Error> {
        if self.work.rtl.is_some() || self.work.is_block() {
            return Ok(false);
        }
        let configuration = self.work.configuration().map_err(Error::new)?;
        let simulator = cosim::workshop::simulator().map_err(Error::new)?;
        let awaiting = Mutants::awaiting(simulator, &configuration, &self.work.property);
        let Some(awaiting) = awaiting.map_err(Error::new)? else {
            return Ok(false);
        };
        let comes = awaiting.broken(0, SEED, PLAYED, self.watch);
        let comes = comes.map_err(Error::new)?;
        let awaited = format!("{}Comes", self.work.property);
        Ok(comes.is_some_and(|(_, property)| property == awaited))
    }

    /// The assertions of the property by their numbers among the words.
    fn numbers(&self, front: &Front) -> Result<BTreeSet<usize>, Error> {
        let numbers = Words::of(&front.words.assertions, &self.work.property);
        match numbers.is_empty() {
            true => Err(self.lost("assertion")),
            false => Ok(numbers),
        }
    }

    /// A check that the text has and the circuit has not: nothing may be concluded then.
    fn lost(&self, what: &str) -> Error {
        let property = &self.work.property;
        Error::new(format!(
            "{property}: its {what} is lost on the way from the text"
        ))
    }

    fn replay(
        &self,
        front: &Front,
        machine: &Machine,
        problem: &Problem,
        cycles: &[Vec<bool>],
        failures: &Path,
    ) -> Result<Option<std::path::PathBuf>, Error> {
        if !front.is_unit {
            return Ok(None);
        }
        let Some(replay) = trace::replay(self.work, machine, problem, cycles)? else {
            return Ok(None);
        };
        let refuse = |error: std::io::Error| Error::new(format!("cannot write a replay: {error}"));
        std::fs::create_dir_all(failures).map_err(refuse)?;
        let path = failures.join(format!("{}.json", self.work.property));
        replay.save(&path).map_err(refuse)?;
        Ok(Some(path))
    }
}

enum Turn {
    /// Reachability that assumes nothing.
    Free(Duration),
    Pdr(Duration),
    Induction(usize),
}
