//! The figures of kernels: how fast they execute, how fast PTX is read, how much memory it takes.

use super::{machine, median, Say};
use crate::kernels;
use crate::Error;
use serde::Serialize;
use sm::bench::Observers;
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
    pub execution: Vec<ExecutionFigure>,
    pub timed: Vec<TimedFigure>,
    pub observed: Vec<ObservedFigure>,
    pub front_end: FrontEndFigure,
    pub memory: MemoryFigure,
}

#[derive(Serialize)]
pub struct ExecutionFigure {
    pub kernel: &'static str,
    pub registers: &'static str,
    pub warp_instructions_per_second: f64,
    pub at_least: f64,
}

#[derive(Serialize)]
pub struct TimedFigure {
    pub kernel: &'static str,
    pub scheme: &'static str,
    pub warp_instructions_per_second: f64,
    pub at_least: f64,
}

/// What watching a run costs: warp instructions a second with nobody and with each observer.
#[derive(Serialize)]
pub struct ObservedFigure {
    pub kernel: &'static str,
    pub off: f64,
    pub stalls: f64,
    pub profile: f64,
}

#[derive(Serialize)]
pub struct FrontEndFigure {
    pub instructions: usize,
    pub seconds: f64,
    pub seconds_at_most: f64,
}

#[derive(Serialize)]
pub struct MemoryFigure {
    pub kernels: usize,
    /// Most that the process ever held while it ran all shipped kernels; none where the operating
    /// system does not say.
    pub peak_bytes: Option<u64>,
    pub bytes_at_most: u64,
}

/// Measures. Memory comes first, so that what other figures take does not count.
pub fn measure(say: Say<'_>) -> Result<KernelFigures, Error> {
    let memory = memory(say)?;
    let mut execution = Vec::new();
    for kernel in RATED {
        for (registers, physical) in [("virtual", false), ("physical", true)] {
            say(&format!("{kernel}, {registers} registers"));
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
            say(&format!("{kernel}, scheme {scheme}"));
            let rates =
                (0..ROUNDS).map(|_| sm::bench::timed_rate(&session, scheme, Observers::Off));
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
    let mut observed = Vec::new();
    for kernel in RATED {
        observed.push(observers(kernel, say)?);
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
        observed,
        front_end: FrontEndFigure {
            instructions,
            seconds: median(seconds),
            seconds_at_most: 0.15,
        },
        memory,
    })
}

/// The baseline with each observer and with none, in turn.
fn observers(kernel: &'static str, say: Say<'_>) -> Result<ObservedFigure, Error> {
    say(&format!("{kernel}, observers"));
    let path = project::root().join(format!("kernels/{kernel}/{kernel}.toml"));
    let session = Session::open(&path)?;
    let mut rates = [(); 3].map(|()| Vec::new());
    for _ in 0..ROUNDS {
        let each = [Observers::Off, Observers::Stalls, Observers::Profile];
        for (observers, rates) in each.into_iter().zip(&mut rates) {
            let rate = sm::bench::timed_rate(&session, Scheme::Baseline, observers)?;
            rates.push(rate);
        }
    }
    let [off, stalls, profile] = rates.map(median);
    Ok(ObservedFigure {
        kernel,
        off,
        stalls,
        profile,
    })
}

fn memory(say: Say<'_>) -> Result<MemoryFigure, Error> {
    say("memory of all kernels");
    let mut kernels = 0;
    for path in kernels::descriptors(&kernels::folder())? {
        Session::open(&path)?.time(Options::default())?;
        kernels += 1;
    }
    Ok(MemoryFigure {
        kernels,
        peak_bytes: machine::peak_memory(),
        bytes_at_most: 1 << 30,
    })
}
