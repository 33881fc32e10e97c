//! `warploom bench`: the figures of docs/bench.md.

use crate::before::{self, Comparison};
use crate::dut;
use crate::failure::{Exit, Failure};
use crate::fuzzing::{self, bench::FuzzFigures};
use crate::kernel_bench::{self, median, KernelFigures};
use crate::machine;
use crate::say;
use campaign::mutation::bench::{self, Rate, Weight};
use cosim::bench::{Measurement, Rates};
use cosim::emitted;
use hdl::emit::{Dialect, Reset};
use progress::parallel;
use progress::text::table;
use serde::Serialize;
use spec::{Configuration, UnitId, PRESETS};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Measure kernels, emission and simulation; prints the machine with the figures
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  warploom bench --json bench.json
  warploom bench --before ../before/target/release/warploom")]
pub struct Args {
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Measure only how much faster kernels run than by this binary of warploom, in turn with it
    #[arg(long, value_name = "BINARY")]
    before: Option<PathBuf>,
}

/// Version of the file that `--json` writes; docs/formats.md describes it.
const FORMAT: u32 = 1;
/// Rounds of each measurement; the median counts, for machines are noisy.
const ROUNDS: usize = 5;
/// How long each way to simulate runs in a round.
const DURATION: Duration = Duration::from_millis(400);

#[derive(Serialize)]
struct Figures {
    format: u32,
    machine: Vec<(&'static str, String)>,
    kernels: KernelFigures,
    emit: EmitFigure,
    simulation: Vec<SimulationFigure>,
    fuzz: FuzzFigures,
    mutants: MutantFigures,
}

#[derive(Serialize)]
struct EmitFigure {
    configurations: usize,
    seconds: f64,
    seconds_at_most: f64,
}

#[derive(Serialize)]
struct SimulationFigure {
    unit: &'static str,
    preset: &'static str,
    bare_cycles_per_second: f64,
    bindings_ratio: f64,
    bindings_ratio_at_least: f64,
    lockstep_ratio: f64,
    lockstep_ratio_at_least: f64,
    lockstep_cycles_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lockstep_cycles_per_second_at_least: Option<f64>,
}

/// What `--before` measures.
#[derive(Serialize)]
struct Beside {
    format: u32,
    machine: Vec<(&'static str, String)>,
    before: Vec<Comparison>,
}

/// Mutants of units that are small, wide and composed, and of the largest.
#[derive(Serialize)]
struct MutantFigures {
    rates: Vec<Rate>,
    weight: Weight,
}

/// Units of which a rate of mutants is measured.
const MUTATED: [UnitId; 3] = [
    UnitId::BdiCompressor,
    UnitId::OsuBank,
    UnitId::PatternCompressor,
];

/// What lockstep has to reach on the development machine, for units whose card says so.
fn wanted(unit: UnitId) -> Option<f64> {
    match unit {
        UnitId::AvcEncoder | UnitId::AvcDecoder => Some(1e6),
        UnitId::AvcCache => Some(200e3),
        UnitId::SlumberTop => Some(30e3),
        UnitId::Regfile => Some(40e3),
        _ => None,
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(binary) = &args.before {
        let figures = Beside {
            format: FORMAT,
            machine: machine::describe(),
            before: before::measure(binary)?,
        };
        before::print(&figures.before);
        return written(args, &figures);
    }
    let figures = Figures {
        format: FORMAT,
        machine: machine::describe(),
        kernels: kernel_bench::measure()?,
        emit: emission()?,
        simulation: UnitId::ALL
            .iter()
            .filter_map(|unit| unit.presets().next())
            .map(|preset| simulation(&Configuration::of_preset(preset)))
            .collect::<Result<_, _>>()?,
        fuzz: fuzzing::bench::measure()?,
        mutants: mutants()?,
    };
    print(&figures);
    written(args, &figures)
}

/// Writes the figures, if that was asked for.
fn written(args: &Args, figures: &impl Serialize) -> Result<Exit, Failure> {
    if let Some(file) = &args.json {
        let text = serde_json::to_string_pretty(figures)? + "\n";
        dut::write(file, &text)?;
    }
    Ok(Exit::Fine)
}

fn mutants() -> Result<MutantFigures, Failure> {
    let (toolchain, cache) = dut::simulator()?;
    let rate = |unit: UnitId| {
        eprintln!("bench: mutants of {unit}");
        let configuration = Configuration::of_preset(unit.small_preset());
        bench::rate((Arc::clone(&toolchain), cache.clone()), &configuration)
    };
    let rates = MUTATED.into_iter().map(rate).collect::<Result<_, _>>()?;
    eprintln!("bench: a model of a thousand mutants");
    let largest = Configuration::of_preset(UnitId::Regless.small_preset());
    let weight = bench::weight(Arc::clone(&toolchain), &largest)?;
    Ok(MutantFigures { rates, weight })
}

fn print_mutants(figures: &MutantFigures) {
    let rows: Vec<_> = figures
        .rates
        .iter()
        .map(|rate| {
            vec![
                rate.unit.to_owned(),
                rate.preset.to_owned(),
                rate.mutants.to_string(),
                format!("{:.0}", rate.mutants_per_second),
            ]
        })
        .collect();
    say!("");
    for line in table(&["unit", "preset", "mutants", "mutants/s"], &rows) {
        say!("{line}");
    }
    let weight = &figures.weight;
    say!(
        "\n{} {} with {} mutants: {:.1} times the {:.0} s of its model to build (at most {}), and {:.2} of \
         its speed (at least {:.2})",
        weight.unit,
        weight.preset,
        weight.mutants,
        weight.build_ratio,
        weight.build_seconds,
        weight.build_ratio_at_most,
        weight.speed_ratio,
        weight.speed_ratio_at_least,
    );
}

/// Every unit in every preset, from blocks to text in memory, as `warploom emit` does it.
fn emission() -> Result<EmitFigure, Failure> {
    let mut seconds = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let emitted = parallel::map(PRESETS, &|preset| {
            let configuration = Configuration::of_preset(preset);
            emitted::plain(&configuration, Dialect::default(), Reset::default()).map(drop)
        });
        emitted.into_iter().collect::<Result<(), _>>()?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    Ok(EmitFigure {
        configurations: PRESETS.len(),
        seconds: median(seconds),
        seconds_at_most: 2.0,
    })
}

fn simulation(configuration: &Configuration) -> Result<SimulationFigure, Failure> {
    eprintln!("bench: {configuration}");
    let hardware = emitted::plain(configuration, Dialect::default(), Reset::default())?;
    let (toolchain, cache) = dut::simulator()?;
    let measurement = Measurement::new(configuration.parameters, &hardware, toolchain, cache)?;
    let rounds: Vec<Rates> = (0..ROUNDS)
        .map(|_| measurement.round(DURATION))
        .collect::<Result<_, _>>()?;
    let median_of = |figure: fn(&Rates) -> f64| median(rounds.iter().map(figure).collect());
    Ok(SimulationFigure {
        unit: configuration.unit().name(),
        preset: configuration.preset,
        bare_cycles_per_second: median_of(|r| r.bare),
        bindings_ratio: median_of(|r| r.bindings / r.bare),
        bindings_ratio_at_least: 0.9,
        lockstep_ratio: median_of(|r| r.lockstep / r.bare),
        lockstep_ratio_at_least: 0.5,
        lockstep_cycles_per_second: median_of(|r| r.lockstep),
        lockstep_cycles_per_second_at_least: wanted(configuration.unit()),
    })
}

fn print(figures: &Figures) {
    for (what, text) in &figures.machine {
        say!("{what:<10} {text}");
    }
    say!("");
    kernel_bench::print(&figures.kernels);
    let emit = &figures.emit;
    say!(
        "\nemit: {} units and presets in {:.3} s (at most {} s)\n",
        emit.configurations,
        emit.seconds,
        emit.seconds_at_most
    );
    let rows: Vec<_> = figures
        .simulation
        .iter()
        .map(|f| {
            vec![
                f.unit.to_owned(),
                f.preset.to_owned(),
                format!("{:.2} M", f.bare_cycles_per_second / 1e6),
                format!("{:.2}", f.bindings_ratio),
                format!("{:.2}", f.lockstep_ratio),
                format!("{:.3} M", f.lockstep_cycles_per_second / 1e6),
                f.lockstep_cycles_per_second_at_least
                    .map_or_else(String::new, |wanted| format!("{:.3} M", wanted / 1e6)),
            ]
        })
        .collect();
    let header = [
        "unit",
        "preset",
        "bare C++ cycles/s",
        "bindings",
        "lockstep",
        "lockstep cycles/s",
        "wanted",
    ];
    for line in table(&header, &rows) {
        say!("{line}");
    }
    say!(
        "\nbindings and lockstep are shares of the bare loop's rate, medians of {ROUNDS} rounds; \
         at least 0.9 and 0.5"
    );
    fuzzing::bench::print(&figures.fuzz);
    print_mutants(&figures.mutants);
}
