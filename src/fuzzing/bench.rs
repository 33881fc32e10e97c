//! How fast fuzzing is: the figures of `warploom bench`.

use super::view::View;
use crate::dut;
use crate::failure::Failure;
use crate::kernel_bench::median;
use crate::say;
use cosim::fuzz::engine;
use cosim::fuzz::runner::Runner;
use cosim::fuzz::session::{Budget, Session};
use cosim::lockstep::Watch;
use cosim::target::{EngineKind, Target};
use libafl::events::SimpleEventManager;
use libafl::monitors::NopMonitor;
use progress::text::table;
use serde::Serialize;
use spec::{Configuration, UnitId};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use surroundings::interface::Interface;

/// Cycles of the sequences that rates are counted in; sequences of a search differ in length.
const CYCLES: u64 = 64;
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
    rates: Vec<RateFigure>,
    two_jobs: f64,
    two_jobs_at_least: f64,
}

#[derive(Serialize)]
struct RateFigure {
    unit: &'static str,
    preset: &'static str,
    sequences_per_second: f64,
    sequences_per_second_at_least: f64,
}

/// Measures all of them.
pub fn measure() -> Result<FuzzFigures, Failure> {
    let rates = UNITS.iter().filter_map(|unit| unit.presets().next());
    let rates = rates.map(|preset| rate(Configuration::of_preset(preset)));
    Ok(FuzzFigures {
        rates: rates.collect::<Result<_, _>>()?,
        two_jobs: two_jobs()?,
        two_jobs_at_least: WANTED_OF_TWO,
    })
}

/// A search on one core, in this process.
fn rate(configuration: Configuration) -> Result<RateFigure, Failure> {
    eprintln!("bench: fuzz {configuration}");
    let (unit, preset) = (configuration.unit().name(), configuration.preset);
    let target = Target::new(configuration);
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let builder = dut::builder(EngineKind::Verilator, PathBuf::from("tests/bugs"))?;
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
            &mut View::new(unit, None, true),
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
fn two_jobs() -> Result<f64, Failure> {
    eprintln!("bench: fuzz with two jobs");
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let one = cycles(1)?;
        ratios.push(cycles(2)? / one);
    }
    Ok(median(ratios))
}

fn cycles(jobs: usize) -> Result<f64, Failure> {
    let scratch = tempfile::tempdir().map_err(Failure::bad_input)?;
    let stats = scratch.path().join("stats.json");
    let program = std::env::current_exe().map_err(Failure::bad_input)?;
    let output = Command::new(program)
        .args(["fuzz", "--unit", "power_controller", "--from-nothing"])
        .args(["--time", "5s", "--jobs", &jobs.to_string(), "--stats"])
        .arg(&stats)
        .arg("--out")
        .arg(scratch.path())
        .output()
        .map_err(Failure::bad_input)?;
    if !output.status.success() {
        return Err(Failure::bad_input(String::from_utf8_lossy(&output.stderr)));
    }
    let text = std::fs::read_to_string(&stats).map_err(Failure::bad_input)?;
    let value: serde_json::Value = serde_json::from_str(&text)?;
    let number = |name: &str| value[name].as_f64().unwrap_or_default();
    Ok(number("cycles") / number("seconds"))
}

/// Prints them.
pub fn print(figures: &FuzzFigures) {
    let rows: Vec<_> = figures
        .rates
        .iter()
        .map(|f| {
            vec![
                f.unit.to_owned(),
                f.preset.to_owned(),
                format!("{:.1} k", f.sequences_per_second / 1e3),
                format!("{:.0} k", f.sequences_per_second_at_least / 1e3),
            ]
        })
        .collect();
    say!("");
    let header = ["unit", "preset", "fuzzed sequences/s", "at least"];
    for line in table(&header, &rows) {
        say!("{line}");
    }
    say!(
        "\nsequences of {CYCLES} cycles on one core, coverage on; two jobs run {:.2} times as many \
         as one (at least {})",
        figures.two_jobs,
        figures.two_jobs_at_least
    );
}
