//! `warploom bench --before`: whole runs of kernels by this binary and by one that was built before, in turn, by
//! the processor time that the operating system charges them. What both do is what any user does, `warploom run`,
//! so any binary that knows the schemes can be the other one.

use super::Say;
use crate::Error;
use serde::Serialize;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tools::project;

const KERNELS: [&str; 3] = ["hotspot", "pathfinder", "bfs"];
/// Runs of each binary: their processor times are added up, for the system counts them in hundredths of a second.
pub const ROUNDS: usize = 5;
/// Cycles of a launch in lockstep; the rest is executed without.
pub const LOCKSTEP_CYCLES: &str = "5000";

/// Scheme, multiprocessor, engine.
const RUNS: [(&str, &str, &str); 5] = [
    ("baseline", "fermi", "golden"),
    ("warped-compression", "fermi", "golden"),
    ("slumber", "fermi", "golden"),
    ("regless", "maxwell", "golden"),
    ("regless", "maxwell", "lockstep"),
];

/// What a kernel took.
#[derive(Serialize)]
pub struct Comparison {
    pub scheme: &'static str,
    pub engine: &'static str,
    pub kernel: &'static str,
    /// Processor seconds of a run by the other binary, and by this one.
    pub before_seconds: f64,
    pub seconds: f64,
    /// The first by the second.
    pub times: f64,
}

/// Measures.
pub fn measure(before: &Path, say: Say<'_>) -> Result<Vec<Comparison>, Error> {
    let this = std::env::current_exe()
        .map_err(|error| Error::new(format!("where this binary lies is not known: {error}")))?;
    let mut comparisons = Vec::new();
    for (scheme, preset, engine) in RUNS {
        for kernel in KERNELS {
            say(&format!(
                "{kernel}, scheme {scheme}, {engine}, before and now"
            ));
            let run = |binary: &Path| run(binary, kernel, [scheme, preset, engine]);
            // What is in no cache yet is not counted.
            let (mut then, mut now) = (0, 0);
            run(before)?;
            run(&this)?;
            for _ in 0..ROUNDS {
                then += run(before)?;
                now += run(&this)?;
            }
            let seconds = |ticks: u64| ticks as f64 / (TICKS_A_SECOND * ROUNDS as f64);
            comparisons.push(Comparison {
                scheme,
                engine,
                kernel,
                before_seconds: seconds(then),
                seconds: seconds(now),
                times: then as f64 / now.max(1) as f64,
            });
        }
    }
    Ok(comparisons)
}

/// What Linux counts in for programs, whatever its clock does.
const TICKS_A_SECOND: f64 = 100.0;

/// Ticks of the processor that a run takes, user and system.
fn run(binary: &Path, kernel: &str, [scheme, preset, engine]: [&str; 3]) -> Result<u64, Error> {
    let path = project::root().join(format!("kernels/{kernel}/{kernel}.toml"));
    let mut command = Command::new(binary);
    command.arg("run").arg(path);
    command.args(["--scheme", scheme, "--preset", preset, "--engine", engine]);
    if engine != "golden" {
        command.args(["--max-cycles", LOCKSTEP_CYCLES]);
    }
    let start = of_children()?;
    let status = command
        .stdout(Stdio::null())
        .status()
        .map_err(|error| Error::new(format!("{} cannot be run: {error}", binary.display())))?;
    if !status.success() {
        return Err(Error::new(format!(
            "{} run of {kernel} under {scheme} ended with {status}",
            binary.display()
        )));
    }
    Ok(of_children()? - start)
}

/// Ticks of all children that have ended: fields 16 and 17 of the kernel's line (proc(5)).
fn of_children() -> Result<u64, Error> {
    let refuse = || Error::new("the system does not say what children took (/proc/self/stat)");
    let line = fs::read_to_string("/proc/self/stat").map_err(|_| refuse())?;
    // The name before them may hold anything.
    let (_, fields) = line.rsplit_once(')').ok_or_else(refuse)?;
    let ticks = fields.split_whitespace().skip(13).take(2);
    let ticks: Option<Vec<u64>> = ticks.map(|field| field.parse().ok()).collect();
    ticks.map(|ticks| ticks.iter().sum()).ok_or_else(refuse)
}
