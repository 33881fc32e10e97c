//! `warploom cosim`: units in lockstep with their golden models.

use crate::dut;
use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::say;
use crate::selection::Selection;
use cosim::regression::progress::{shown, Total};
use cosim::regression::{self, JobResult, Length, Monitor, Plan};
use cosim::report::{bugs, junit, results, table};
use cosim::shrink::Limits;
use cosim::target::{EngineKind, Target};
use cosim::workshop::Builder;
use hdl::emit::{Dialect, Reset};
use progress::parallel;
use progress::text::counted;
use spec::{Configuration, UnitId};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use surroundings::kit;
use tools::hardware::{Hardware, RtlError};

/// Runs units in lockstep with their golden models and compares every cycle
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  warploom cosim --unit bdi_compressor --preset fermi --seeds 10\n  \
                  warploom cosim --unit bdi_compressor --rtl edited/ --out failures/\n  \
                  warploom cosim --unit bdi_decompressor --bugs\n  \
                  warploom cosim --unit slumber_top --power-aware"
)]
pub struct Args {
    #[command(flatten)]
    selection: Selection,
    /// What runs the unit: verilator, or rust-hdl (slow, needs no tool)
    #[arg(long, default_value_t = EngineKind::Verilator)]
    engine: EngineKind,
    /// Language of the Verilog: verilog2005 or sv
    #[arg(long, default_value_t = Dialect::Verilog2005)]
    dialect: Dialect,
    /// Reset of the Verilog: sync-high (port reset) or async-low (port reset_n)
    #[arg(long, default_value_t = Reset::SyncHigh)]
    reset: Reset,
    /// Simulate the Verilog in this folder in place of what would be emitted
    #[arg(long, value_name = "DIR")]
    rtl: Option<PathBuf>,
    /// Every preset of the units; else, with nothing else said, the first and its corner
    #[arg(long, conflicts_with = "preset")]
    all_presets: bool,
    /// Cycles of each run [default: by the unit where presets are sampled and with --bugs, else
    /// 1000000, and 1000 with rust-hdl]
    #[arg(long, value_name = "N")]
    cycles: Option<u64>,
    /// First seed of stimulus and power-up values: a number, or random
    #[arg(long, value_name = "S", default_value = DEFAULT_SEED)]
    seed: Seed,
    /// How many seeds, counted upwards from the first
    #[arg(long, value_name = "N", default_value_t = 1)]
    seeds: u32,
    /// Threads that build and run models [default: one for each processor]
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
    /// Write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Where replay files and waveforms of failures go
    #[arg(long, value_name = "DIR", default_value = "out/failures")]
    out: PathBuf,
    /// Put in the seeded bugs of the units, one after the other: each has to be caught
    #[arg(long)]
    bugs: bool,
    /// Folder of the seeded bugs, UNIT.toml
    #[arg(
        long,
        value_name = "DIR",
        default_value = "tests/bugs",
        requires = "bugs"
    )]
    bug_folder: PathBuf,
    /// Hang behavioural storage at the switches of units that power it: what has no power forgets,
    /// and a value that is lost or read too early fails
    #[arg(long)]
    power_aware: bool,
    /// Do not write waveforms of failures
    #[arg(long)]
    no_waves: bool,
}

/// Regressions are the same every time unless asked otherwise.
const DEFAULT_SEED: &str = "1";

/// A seed as it is written: decimal, hexadecimal after 0x, or `random`.
#[derive(Clone, Copy, Debug)]
enum Seed {
    Given(u64),
    Random,
}

impl std::str::FromStr for Seed {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None if text == "random" => return Ok(Self::Random),
            None => text.parse(),
        };
        number
            .map(Self::Given)
            .map_err(|_| "a seed is a number of up to 64 bits, or random".to_owned())
    }
}

impl Seed {
    fn value(self) -> u64 {
        match self {
            Self::Given(seed) => seed,
            // The standard library's hash keys are the randomness that is at hand everywhere.
            // Short, so that it is easily typed again.
            Self::Random => RandomState::new().build_hasher().finish() >> 32,
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.cycles == Some(0) || args.seeds == 0 || args.jobs == Some(0) {
        return Err(Failure::bad_input(
            "--cycles, --seeds and --jobs take numbers of 1 or more",
        ));
    }
    if args.engine == EngineKind::RustHdl && (args.rtl.is_some() || args.bugs) {
        return Err(Failure::bad_input(
            "--rtl and --bugs are about Verilog: they take --engine verilator",
        ));
    }
    for file in args.junit.iter().chain(&args.json) {
        dut::check_writable_file(file)?;
    }
    let mut builder = Builder::discovered(args.engine, args.bug_folder.clone())?;
    if args.bugs {
        builder = builder.with_bugs();
    }
    let plan = plan(args, &builder)?;
    let builder = builder.for_runs(plan.length);
    describe(args, &plan);
    let monitor = Arc::new(Monitor::default());
    interrupt::watch(&monitor)?;
    if let Ok(mut forecast) = monitor.forecast.lock() {
        *forecast = regression::forecast(&plan);
    }
    let total = Total {
        jobs: (plan.targets.len() * plan.seeds.len()) as u64,
    };
    let work = || regression::run(&plan, &builder, &monitor);
    let results = shown(total, &monitor, work);
    report(args, &results)
}

/// Nothing says which presets: a few are a sample of what there is.
fn is_sampled(args: &Args) -> bool {
    let said = args.all_presets || args.selection.preset.is_some();
    !(said || args.bugs || args.power_aware || args.rtl.is_some())
}

/// What was selected; of a folder of Verilog only what is in it.
fn configurations(args: &Args) -> Result<Vec<Configuration>, Failure> {
    let mut selected = args.selection.configurations()?;
    if is_sampled(args) {
        let sampled = |unit: UnitId, name| unit.sampled_presets().any(|p| p.name == name);
        selected.retain(|c| sampled(c.unit(), c.preset));
    }
    if args.power_aware {
        selected.retain(|c| kit::power_aware_kit(&c.parameters).is_some());
        if selected.is_empty() {
            return Err(Failure::bad_input(
                "--power-aware is for units that switch storage: power_array, bank_gate, slumber_top, \
                 regfile with gated banks",
            ));
        }
    }
    let Some(folder) = &args.rtl else {
        return Ok(selected);
    };
    let mut found = Vec::new();
    let mut missing = None;
    for configuration in selected {
        match Hardware::from_folder(folder, &configuration.parameters, args.reset) {
            Ok(_) => found.push(configuration),
            Err(error @ RtlError::NoTop { .. }) => missing = missing.or(Some(error)),
            Err(error) => return Err(error.into()),
        }
    }
    match missing {
        Some(error) if found.is_empty() => Err(error.into()),
        _ => Ok(found),
    }
}

fn plan(args: &Args, builder: &Builder) -> Result<Plan, Failure> {
    let mut targets = Vec::new();
    for configuration in configurations(args)? {
        let target = Target {
            configuration,
            engine: args.engine,
            dialect: args.dialect,
            reset: args.reset,
            rtl: args.rtl.clone(),
            bug: None,
            power_aware: args.power_aware,
        };
        if !args.bugs {
            targets.push(target);
            continue;
        }
        let bugs = builder.bugs_of(&target)?;
        if bugs.is_empty() {
            continue;
        }
        builder.check_bugs(&target)?;
        targets.push(target.clone());
        targets.extend(bugs.into_iter().map(|bug| Target {
            bug: Some(bug.name),
            ..target.clone()
        }));
    }
    if targets.is_empty() {
        return Err(Failure::bad_input(
            "no seeded bug for these units and presets",
        ));
    }
    let first = args.seed.value();
    let length = match (args.cycles, args.engine) {
        (Some(cycles), _) => Length::Cycles(cycles),
        (None, EngineKind::RustHdl) => Length::Cycles(1_000),
        (None, EngineKind::Verilator) if is_sampled(args) || args.bugs => Length::Sampled,
        (None, EngineKind::Verilator) => Length::Cycles(1_000_000),
    };
    Ok(Plan {
        targets,
        seeds: (0..u64::from(args.seeds))
            .map(|n| first.wrapping_add(n))
            .collect(),
        length,
        jobs: args.jobs.unwrap_or_else(parallel::processors),
        out: args.out.clone(),
        limits: Limits::default(),
        waves: !args.no_waves,
    })
}

fn describe(args: &Args, plan: &Plan) {
    let (first, last) = (plan.seeds[0], plan.seeds[plan.seeds.len() - 1]);
    let seeds = match (args.seed, first == last) {
        (_, false) => format!("seeds {first} to {last}"),
        (Seed::Random, true) => format!("seed {first} (drawn)"),
        (Seed::Given(_), true) => format!("seed {first}"),
    };
    let form = match args.engine {
        EngineKind::Verilator => format!("verilator, {}, {}", args.dialect, args.reset),
        EngineKind::RustHdl => "rust-hdl".to_owned(),
    };
    say!(
        "cosim: {} of {}, {form}, {seeds}\n",
        counted((plan.targets.len() * plan.seeds.len()) as u64, "run"),
        match plan.length {
            Length::Cycles(cycles) => counted(cycles, "cycle"),
            Length::Sampled => "cycles by unit".to_owned(),
        },
    );
}

fn report(args: &Args, results: &[JobResult]) -> Result<Exit, Failure> {
    let mut code = regression::exit_code(results);
    if args.bugs {
        code = bugs::exit_code(results);
        say!("{}", bugs::table(results).trim_end());
    } else {
        say!("{}", table::regression(results).trim_end());
        if is_sampled(args) {
            say!("{}", left_out(args)?);
        }
    }
    if let Some(path) = &args.junit {
        dut::write(path, &junit::document(results))?;
    }
    if let Some(path) = &args.json {
        dut::write(path, &results::document(results, code))?;
    }
    let exit = Exit::from_code(code);
    if exit == Exit::BadInput {
        eprintln!("warploom: some runs could not be made, see the table");
    }
    Ok(exit)
}

/// What a sample does not run, and how to.
fn left_out(args: &Args) -> Result<String, Failure> {
    let mut rest: Vec<(UnitId, Vec<&str>)> = Vec::new();
    for configuration in args.selection.configurations()? {
        let (unit, name) = (configuration.unit(), configuration.preset);
        if unit.sampled_presets().any(|preset| preset.name == name) {
            continue;
        }
        match rest.last_mut().filter(|(last, _)| *last == unit) {
            Some((_, names)) => names.push(name),
            None => rest.push((unit, vec![name])),
        }
    }
    let count: usize = rest.iter().map(|(_, names)| names.len()).sum();
    if count == 0 {
        return Ok(String::new());
    }
    let mut text = format!(
        "\nleft out: {}, which `warploom cosim --all-presets` runs too, {} each\n",
        counted(count as u64, "preset"),
        counted(1_000_000, "cycle"),
    );
    for (unit, names) in rest {
        text.push_str(&format!("  {unit}: {}\n", names.join(", ")));
    }
    Ok(text.trim_end().to_owned())
}
