//! `warploom bench`: the figures of docs/bench.md.

use crate::dut;
use crate::failure::{Exit, Failure};
use crate::say;
use campaign::bench::before::{Comparison, LOCKSTEP_CYCLES};
use campaign::bench::fuzzing::{FuzzFigures, CYCLES};
use campaign::bench::kernels::KernelFigures;
use campaign::bench::mutants::MutantFigures;
use campaign::bench::units::ROUNDS;
use campaign::bench::{before, Beside, Figures};
use progress::text::table;
use serde::Serialize;
use std::path::PathBuf;

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

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let say = |what: &str| eprintln!("bench: {what}");
    if let Some(binary) = &args.before {
        let figures = Beside::measure(binary, &say)?;
        print_comparisons(&figures.before);
        return written(args, &figures);
    }
    let figures = Figures::measure(&say)?;
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

fn print(figures: &Figures) {
    for (what, text) in &figures.machine {
        say!("{what:<10} {text}");
    }
    say!("");
    print_kernels(&figures.kernels);
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
    print_fuzzing(&figures.fuzz);
    print_mutants(&figures.mutants);
}

/// Prints the figures with their bounds.
fn print_kernels(figures: &KernelFigures) {
    let rows: Vec<_> = figures
        .execution
        .iter()
        .map(|figure| {
            vec![
                figure.kernel.to_owned(),
                figure.registers.to_owned(),
                format!("{:.2} M", figure.warp_instructions_per_second / 1e6),
                format!("{:.0} M", figure.at_least / 1e6),
            ]
        })
        .collect();
    let header = ["kernel", "registers", "warp instructions/s", "at least"];
    for line in table(&header, &rows) {
        say!("{line}");
    }
    let rows: Vec<_> = figures
        .timed
        .iter()
        .map(|figure| {
            vec![
                figure.kernel.to_owned(),
                figure.scheme.to_owned(),
                format!("{:.0} k", figure.warp_instructions_per_second / 1e3),
                format!("{:.0} k", figure.at_least / 1e3),
            ]
        })
        .collect();
    say!("");
    let header = ["kernel", "scheme", "warp instructions/s", "at least"];
    for line in table(&header, &rows) {
        say!("{line}");
    }
    let rate = |rate: f64| format!("{:.0} k", rate / 1e3);
    let rows: Vec<_> = figures
        .observed
        .iter()
        .map(|f| {
            vec![
                f.kernel.to_owned(),
                rate(f.off),
                rate(f.stalls),
                rate(f.profile),
            ]
        })
        .collect();
    say!("");
    for line in table(&["kernel", "unobserved", "--stalls", "--profile"], &rows) {
        say!("{line}");
    }
    let front_end = &figures.front_end;
    say!(
        "\nparse and allocate {} PTX instructions: {:.1} ms (at most {:.0} ms)",
        front_end.instructions,
        1e3 * front_end.seconds,
        1e3 * front_end.seconds_at_most
    );
    let memory = &figures.memory;
    if let Some(peak) = memory.peak_bytes {
        say!(
            "memory for any of {} kernels: {} MiB (at most {} MiB)",
            memory.kernels,
            peak >> 20,
            memory.bytes_at_most >> 20
        );
    }
}

fn print_fuzzing(figures: &FuzzFigures) {
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

fn print_comparisons(comparisons: &[Comparison]) {
    let rows: Vec<_> = comparisons
        .iter()
        .map(|c| {
            vec![
                c.scheme.to_owned(),
                c.engine.to_owned(),
                c.kernel.to_owned(),
                format!("{:.2}", c.before_seconds),
                format!("{:.2}", c.seconds),
                format!("{:.2}", c.times),
            ]
        })
        .collect();
    let header = [
        "scheme",
        "engine",
        "kernel",
        "before, s",
        "now, s",
        "times as fast",
    ];
    for line in table(&header, &rows) {
        say!("{line}");
    }
    say!(
        "\nprocessor time of a whole run, {} of each binary in turn after one that does not count; \
         in lockstep {LOCKSTEP_CYCLES} cycles of each launch",
        before::ROUNDS
    );
}
