//! Worker threads that take jobs from one list.

use super::forecast::{Expected, Forecast, Phase};
use super::{Found, JobResult, Monitor, Outcome, Plan, Workshop};
use crate::failure::Pair;
use crate::lockstep::{Mismatch, Verdict};
use crate::replay::Recipe;
use crate::report;
use crate::target::Target;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use surroundings::engine::{Bench, EngineError};
use surroundings::interface::Interface;

/// Beside its bugs, which all are a part of the model and make it slow, a unit as it is runs no
/// longer than this: it shows that the model is sound. That the unit is has runs of its own.
const CYCLES_BESIDE_BUGS: u64 = 4_000;

type Built = OnceLock<Result<Arc<dyn Bench>, EngineError>>;

/// Runs all jobs of a plan, quick ones first. The order of results is that of targets, then of
/// seeds, however the threads shared the work.
pub fn run(plan: &Plan, workshop: &dyn Workshop, monitor: &Monitor) -> Vec<JobResult> {
    let (targets, seeds) = (plan.targets.len(), plan.seeds.len());
    let begun = Instant::now();
    let order = order(plan);
    let built: Vec<Built> = plan.targets.iter().map(|_| OnceLock::new()).collect();
    let results: Vec<Mutex<Option<JobResult>>> =
        (0..targets * seeds).map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || loop {
        // Seeds change slowest, so that every model is being built before any is run twice.
        let job = next.fetch_add(1, Ordering::Relaxed);
        if job >= targets * seeds {
            return;
        }
        let (seed, target) = (job / targets, order[job % targets]);
        let job = Job {
            number: target * seeds + seed,
            plan,
            monitor,
            begun,
        };
        let result = job.run(target, seed, &built[target], workshop);
        monitor.finished.fetch_add(1, Ordering::Relaxed);
        if !matches!(result.outcome, Outcome::Interrupted) {
            monitor.say(report::table::progress_line(&result));
        }
        if let Ok(mut slot) = results[target * seeds + seed].lock() {
            *slot = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.clamp(1, (targets * seeds).max(1)) {
            scope.spawn(work);
        }
    });
    let results = results.into_iter().enumerate();
    results
        .map(|(index, slot)| {
            let missing = || not_run(&plan.targets[index / seeds], plan.seeds[index % seeds]);
            slot.into_inner().ok().flatten().unwrap_or_else(missing)
        })
        .collect()
}

fn not_run(target: &Target, seed: u64) -> JobResult {
    JobResult {
        target: target.clone(),
        seed,
        outcome: Outcome::Interrupted,
        cycles: 0,
        began: Duration::ZERO,
        building: Duration::ZERO,
        time: Duration::ZERO,
    }
}

/// What is expected of each target's model and run.
fn expected(plan: &Plan) -> impl Iterator<Item = Expected> + '_ {
    let units = plan.targets.iter().map(|t| t.configuration.unit());
    units.map(|unit| Expected::of(unit, plan.length.of(unit)))
}

/// What is expected of a plan's jobs, for its monitor.
pub fn forecast(plan: &Plan) -> Forecast {
    let mut jobs = Vec::new();
    for target in expected(plan) {
        // Seeds share the model.
        jobs.push(target);
        let others = Expected {
            building: 0.0,
            ..target
        };
        jobs.extend((1..plan.seeds.len()).map(|_| others));
    }
    let workers = plan.jobs.min(jobs.len());
    Forecast::new(jobs, workers)
}

/// The targets in the order in which they begin: a newcomer shall soon see the first result.
fn order(plan: &Plan) -> Vec<usize> {
    let seconds: Vec<f64> = expected(plan).map(|e| e.building + e.running).collect();
    let mut order: Vec<usize> = (0..plan.targets.len()).collect();
    order.sort_by(|&a, &b| seconds[a].total_cmp(&seconds[b]));
    order
}

/// What a job needs to know of the others.
#[derive(Clone, Copy)]
struct Job<'a> {
    number: usize,
    plan: &'a Plan,
    monitor: &'a Monitor,
    begun: Instant,
}

impl Job<'_> {
    /// Runs it and tells the forecast.
    fn run(self, target: usize, seed: usize, built: &Built, workshop: &dyn Workshop) -> JobResult {
        let Self { plan, monitor, .. } = self;
        let mut result = not_run(&plan.targets[target], plan.seeds[seed]);
        if monitor.watch.stop.load(Ordering::Relaxed) {
            return result;
        }
        result.began = self.begun.elapsed();
        let bench = self.phase(Phase::Building, || {
            built.get_or_init(|| {
                monitor.building.fetch_add(1, Ordering::Relaxed);
                let bench = workshop.build(&plan.targets[target]);
                monitor.building.fetch_sub(1, Ordering::Relaxed);
                bench
            })
        });
        result.building = self.begun.elapsed().saturating_sub(result.began);
        let outcome = self.phase(Phase::Running, || match bench {
            Ok(bench) => simulate(plan, &mut result, &**bench, monitor),
            Err(error) => Err(error.clone()),
        });
        result.outcome = outcome.unwrap_or_else(|error| {
            // Ctrl-C reaches the tools of a build too: that they end is no error of theirs.
            if monitor.watch.stop.load(Ordering::Relaxed) {
                Outcome::Interrupted
            } else {
                Outcome::Error(error.message)
            }
        });
        result
    }

    fn phase<R>(self, phase: Phase, work: impl FnOnce() -> R) -> R {
        let forecast = |tell: fn(&mut Forecast, usize, Phase, Duration)| {
            if let Ok(mut forecast) = self.monitor.forecast.lock() {
                tell(&mut forecast, self.number, phase, self.begun.elapsed());
            }
        };
        forecast(Forecast::begins);
        let result = work();
        forecast(Forecast::ends);
        result
    }
}

fn simulate(
    plan: &Plan,
    result: &mut JobResult,
    dut: &dyn Bench,
    monitor: &Monitor,
) -> Result<Outcome, EngineError> {
    let parameters = &result.target.configuration.parameters;
    let interface = Interface::of(parameters);
    let kit = result.target.kit();
    let golden = kit.golden();
    let pair = Pair {
        interface: &interface,
        kit: &*kit,
        golden: &*golden,
        dut,
        seed: result.seed,
    };
    let beside_bugs = result.target.bug.is_none() && plan.targets.iter().any(|t| t.bug.is_some());
    let length = plan.length.of(result.target.configuration.unit());
    let cycles = if beside_bugs {
        length.min(CYCLES_BESIDE_BUGS)
    } else {
        length
    };
    let start = Instant::now();
    let mut generator = kit.generator(&interface, result.seed);
    let verdict = pair
        .lockstep()?
        .run(&mut *generator, cycles, &monitor.watch);
    result.time = start.elapsed();
    Ok(match verdict? {
        Verdict::Match { cycles } => {
            result.cycles = cycles;
            Outcome::Match
        }
        Verdict::Interrupted { cycles } => {
            result.cycles = cycles;
            Outcome::Interrupted
        }
        Verdict::OutOfContract { cycle, reason } => {
            result.cycles = cycle;
            Outcome::OutOfContract { cycle, reason }
        }
        Verdict::Mismatch(mismatch) => {
            result.cycles = mismatch.cycle + 1;
            monitor.shrinking.fetch_add(1, Ordering::Relaxed);
            let found = follow_up(plan, &result.target, &pair, &mismatch, monitor);
            monitor.shrinking.fetch_sub(1, Ordering::Relaxed);
            Outcome::Mismatch(Box::new(found?))
        }
    })
}

/// Shrinks a mismatch and writes everything that helps to find its cause. Of a seeded bug the
/// cause is known.
fn follow_up(
    plan: &Plan,
    target: &Target,
    pair: &Pair<'_>,
    mismatch: &Mismatch,
    monitor: &Monitor,
) -> Result<Found, EngineError> {
    let mut found = Found {
        cycle: mismatch.cycle,
        subject: mismatch.subject.clone(),
        shrunk_to: None,
        text: String::new(),
        replay: None,
        waves: None,
    };
    if target.bug.is_some() {
        return Ok(found);
    }
    let failure = pair.investigate(mismatch, plan.limits, &mut |_| {})?;
    let stem = plan.out.join(target.file_stem(pair.seed));
    let with = |extension: &str| PathBuf::from(format!("{}.{extension}", stem.display()));
    let replay = with("json");
    let rtl_digest = target.rtl_digest();
    let saved = failure
        .replay(pair.interface, target, rtl_digest, pair.seed)
        .save(&replay);
    saved.map_err(|error| EngineError::new(format!("{}: {error}", replay.display())))?;
    found.shrunk_to = Some(failure.recipe.cycles());
    found.text = failure.text(pair.interface, target, pair.seed);
    found.replay = Some(replay);
    let stopped = monitor.watch.stop.load(Ordering::Relaxed);
    if let (Recipe::Cycles(stimulus), true) = (&failure.recipe, plan.waves && !stopped) {
        let waves = with("fst");
        match crate::waves::write(pair, stimulus, &waves) {
            Ok(()) => found.waves = Some(waves),
            // The mismatch counts more than its picture.
            Err(error) => found.text.push_str(&format!("\nno waveform: {error}\n")),
        }
    }
    Ok(found)
}
