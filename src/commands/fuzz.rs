//! `warploom fuzz`: coverage-guided search for a sequence on which RTL and model differ.

use crate::dut;
use crate::failure::{Exit, Failure};
pub use crate::fuzzing::Args;
use crate::fuzzing::{bugs, corpus, jobs, promote, search};
use crate::interrupt;
use crate::say;
use cosim::regression::Monitor;
use cosim::target::EngineKind;
use std::sync::Arc;

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(file) = &args.promote {
        return promote::run(file);
    }
    if args.runs == Some(0) || args.findings == 0 || args.repeats == 0 || args.jobs == 0 {
        return Err(Failure::bad_input(
            "--runs, --jobs, --findings and --repeats take numbers of 1 or more",
        ));
    }
    let targets = args.targets()?;
    let single = args.corpus.is_some() || args.stats.is_some() || args.rtl.is_some();
    if args.coverage && args.is_shared() && args.corpus.is_none() {
        return Err(Failure::bad_input(
            "several processes keep sequences in --corpus only: --coverage needs it",
        ));
    }
    if targets.len() > 1 && (single || args.bug.is_some()) {
        return Err(Failure::bad_input(
            "--corpus, --stats, --rtl and --bug are about one unit: name it with --unit",
        ));
    }
    for file in [&args.stats, &args.markdown].into_iter().flatten() {
        let parent = file.parent().filter(|p| !p.as_os_str().is_empty());
        dut::check_writable(parent.unwrap_or(std::path::Path::new(".")))?;
    }
    for folder in args.corpus.iter().chain([&args.out]) {
        dut::check_writable(folder)?;
    }
    let builder = dut::builder(EngineKind::Verilator, args.bug_folder.clone())?;
    if args.merge {
        return corpus::merge(args, &builder, &targets[0]);
    }
    let monitor = Arc::new(Monitor::default());
    interrupt::watch(&monitor)?;
    if args.bugs {
        return bugs::run(args, &builder, &targets, &monitor);
    }
    let mut exit = Exit::Fine;
    for target in &targets {
        let run = if args.is_shared() {
            jobs::run
        } else {
            search::run
        };
        match run(args, &builder, target, &monitor)? {
            Exit::Fine => {}
            Exit::Interrupted => return Ok(Exit::Interrupted),
            other => exit = other,
        }
    }
    if targets.len() > 1 && exit == Exit::Fine {
        say!("nothing found in {} units", targets.len());
    }
    Ok(exit)
}
