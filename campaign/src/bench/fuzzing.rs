//! How fast fuzzing is: the figures of `warploom bench`.

use super::{median, Say};
use crate::fuzzing::keeper::Keeper;
use crate::Error;
use cosim::fuzz::engine;
use cosim::fuzz::runner::Runner;
use cosim::fuzz::session::{Budget, Session};
use cosim::lockstep::Watch;
use cosim::target::{EngineKind, Target};
use cosim::workshop::Builder;
use libafl::events::SimpleEventManager;
use libafl::monitors::NopMonitor;
use serde::Serialize;
use spec::{Configuration, UnitId};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use surroundings::interface::Interface;

/// Cycles of the sequences that rates are counted in; sequences of a search differ in length.
pub const CYCLES: u64 = 64;
/// Sequences a second that each unit has to reach.
const WANTED: f64 = 5000.0;
/// How much faster two jobs have to be than one.
const WANTED_OF_TWO: f64 = 1.6;
const ROUNDS: usize = 3;
const DURATION: Duration = Duration::from_secs(3);
/// Units of which a rate is wanted.
const UNITS: &[UnitId] = &[
    UnitId::BdiCompressor,
    UnitId::BdiDecompressor,
    UnitId::AvcEncoder,
    UnitId::AvcDecoder,
    UnitId::PowerController,
    UnitId::OsuBank,
    UnitId::CapacityManager,
];

/// What `--json` writes of fuzzing.
#[derive(Serialize)]
pub struct FuzzFigures {
    pub rates: Vec<RateFigure>,
    pub two_jobs: f64,
    pub two_jobs_at_least: f64,
}

#[derive(Serialize)]
pub struct RateFigure {
    pub unit: &'static str,
    pub preset: &'static str,
    pub sequences_per_second: f64,
    pub sequences_per_second_at_least: f64,
}

/// Measures all of them.
pub fn measure(say: Say<'_>) -> Result<FuzzFigures, Error> {
    let rates = UNITS.iter().filter_map(|unit| unit.presets().next());
    let rates = rates.map(|preset| rate(Configuration::of_preset(preset), say));
    Ok(FuzzFigures {
        rates: rates.collect::<Result<_, _>>()?,
        two_jobs: two_jobs(say)?,
        two_jobs_at_least: WANTED_OF_TWO,
    })
}

/// A search on one core, in this process.
fn rate(configuration: Configuration, say: Say<'_>) -> Result<RateFigure, Error> {
    say(&format!("fuzz {configuration}"));
    let (unit, preset) = (configuration.unit().name(), configuration.preset);
    let target = Target::new(configuration);
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let builder = Builder::discovered(EngineKind::Verilator, PathBuf::from("tests/bugs"))?;
    let bench = builder.build_covered(&target)?;
    let mut rates = Vec::new();
    for round in 0..ROUNDS {
        let budget = Budget {
            time: Some(DURATION),
            runs: None,
            findings: 1,
            seed: 1 + round as u64,
        };
        let mut runner = Runner::new(&interface, &*kit, &bench, 1, false)?;
        let session = engine::search(
            SimpleEventManager::new(NopMonitor::new()),
            &mut runner,
            Session::new(budget, bench.points().len()),
            &[],
            &Watch::default(),
            &mut Keeper::default(),
        )?;
        if let Some(error) = session.error {
            return Err(error.into());
        }
        rates.push((session.cycles / CYCLES) as f64 / session.seconds());
    }
    Ok(RateFigure {
        unit,
        preset,
        sequences_per_second: median(rates),
        sequences_per_second_at_least: WANTED,
    })
}

/// Cycles of two jobs over those of one, in the same time.
fn two_jobs(say: Say<'_>) -> Result<f64, Error> {
    say("fuzz with two jobs");
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let one = cycles(1)?;
        ratios.push(cycles(2)? / one);
    }
    Ok(median(ratios))
}

fn cycles(jobs: usize) -> Result<f64, Error> {
    let scratch = tempfile::tempdir().map_err(Error::new)?;
    let stats = scratch.path().join("stats.json");
    let program = std::env::current_exe().map_err(Error::new)?;
    let output = Command::new(program)
        .args(["fuzz", "--unit", "power_controller", "--from-nothing"])
        .args(["--time", "5s", "--jobs", &jobs.to_string(), "--stats"])
        .arg(&stats)
        .arg("--out")
        .arg(scratch.path())
        .output()
        .map_err(Error::new)?;
    if !output.status.success() {
        return Err(Error::new(String::from_utf8_lossy(&output.stderr)));
    }
    let text = std::fs::read_to_string(&stats).map_err(Error::new)?;
    let value: serde_json::Value = serde_json::from_str(&text)?;
    let number = |name: &str| value[name].as_f64().unwrap_or_default();
    Ok(number("cycles") / number("seconds"))
}
