//! The figures of kernels: how fast they execute, how fast PTX is read, how much memory it takes.

use crate::commands::kernels::descriptors;
use crate::failure::Failure;
use crate::machine;
use crate::say;
use progress::text::table;
use serde::Serialize;
use sm::host::{Options, Session};
use spec::Scheme;
use tools::project;

/// Kernels whose rate is measured, as issue and documentation ask.
const RATED: [&str; 2] = ["hotspot", "matrix_multiply"];
/// Instructions of the module that is parsed and allocated.
const MODULE: u32 = 5000;
/// Rounds of each measurement; the median counts, for machines are noisy.
const ROUNDS: usize = 5;

/// What `warploom bench` says of kernels.
#[derive(Serialize)]
pub struct KernelFigures {
    execution: Vec<ExecutionFigure>,
    timed: Vec<TimedFigure>,
    front_end: FrontEndFigure,
    memory: MemoryFigure,
}

#[derive(Serialize)]
struct ExecutionFigure {
    kernel: &'static str,
    registers: &'static str,
    warp_instructions_per_second: f64,
    at_least: f64,
}

#[derive(Serialize)]
struct TimedFigure {
    kernel: &'static str,
    scheme: &'static str,
    warp_instructions_per_second: f64,
    at_least: f64,
}

#[derive(Serialize)]
struct FrontEndFigure {
    instructions: usize,
    seconds: f64,
    seconds_at_most: f64,
}

#[derive(Serialize)]
struct MemoryFigure {
    kernels: usize,
    /// Most that the process ever held while it ran all shipped kernels; none where the operating
    /// system does not say.
    peak_bytes: Option<u64>,
    bytes_at_most: u64,
}

/// Measures. Memory comes first, so that what other figures take does not count.
pub fn measure() -> Result<KernelFigures, Failure> {
    let memory = memory()?;
    let mut execution = Vec::new();
    for kernel in RATED {
        for (registers, physical) in [("virtual", false), ("physical", true)] {
            eprintln!("bench: {kernel}, {registers} registers");
            let path = project::root().join(format!("kernels/{kernel}/{kernel}.toml"));
            let session = Session::open(&path)?;
            let rates = (0..ROUNDS).map(|_| sm::bench::rate(&session, physical));
            execution.push(ExecutionFigure {
                kernel,
                registers,
                warp_instructions_per_second: median(rates.collect::<Result<_, _>>()?),
                at_least: 3e6,
            });
        }
    }
    let mut timed = Vec::new();
    for kernel in RATED {
        let path = project::root().join(format!("kernels/{kernel}/{kernel}.toml"));
        let session = Session::open(&path)?;
        for scheme in Scheme::ALL {
            eprintln!("bench: {kernel}, scheme {scheme}");
            let rates = (0..ROUNDS).map(|_| sm::bench::timed_rate(&session, scheme));
            timed.push(TimedFigure {
                kernel,
                scheme: scheme.name(),
                warp_instructions_per_second: median(rates.collect::<Result<_, _>>()?),
                // The schemes with power modes have no figure to reach; this one is to notice a fall.
                at_least: match scheme {
                    Scheme::Baseline | Scheme::WarpedCompression => 3e5,
                    // Its unit is stepped in every cycle.
                    Scheme::Regless => 5e3,
                    _ => 1e5,
                },
            });
        }
    }
    let mut instructions = 0;
    let mut seconds = Vec::new();
    for _ in 0..ROUNDS {
        let (length, duration) = sm::bench::front_end(MODULE)?;
        instructions = length;
        seconds.push(duration.as_secs_f64());
    }
    Ok(KernelFigures {
        execution,
        timed,
        front_end: FrontEndFigure {
            instructions,
            seconds: median(seconds),
            seconds_at_most: 0.15,
        },
        memory,
    })
}

fn memory() -> Result<MemoryFigure, Failure> {
    eprintln!("bench: memory of all kernels");
    let mut kernels = 0;
    for path in descriptors(&project::root().join("kernels"))? {
        Session::open(&path)?.time(Options::default())?;
        kernels += 1;
    }
    Ok(MemoryFigure {
        kernels,
        peak_bytes: machine::peak_memory(),
        bytes_at_most: 1 << 30,
    })
}

/// The middle one.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Prints the figures with their bounds.
pub fn print(figures: &KernelFigures) {
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
