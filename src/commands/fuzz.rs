//! `warploom fuzz`: coverage-guided search for a sequence on which RTL and model differ.

use crate::dut;
use crate::failure::{Exit, Failure};
use crate::fuzzing::view::View;
pub use crate::fuzzing::Args;
use crate::interrupt;
use crate::say;
use campaign::fuzzing::jobs::{self, Crew};
use campaign::fuzzing::{bugs, corpus, promote, search};
use campaign::report::End;
use cosim::regression::Monitor;
use cosim::target::{EngineKind, Target};
use cosim::workshop::Builder;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(file) = &args.promote {
        say!("{}", promote::run(file)?.display());
        return Ok(Exit::Fine);
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
        dut::check_writable_file(file)?;
    }
    for folder in args.corpus.iter().chain([&args.out]) {
        dut::check_writable(folder)?;
    }
    let builder = Builder::discovered(EngineKind::Verilator, args.bug_folder.clone())?;
    let mut view = View::default();
    if args.merge {
        corpus::merge(&args.search(), &builder, &targets[0], &mut view)?;
        return Ok(Exit::Fine);
    }
    let monitor = Arc::new(Monitor::default());
    interrupt::watch(&monitor)?;
    if args.bugs {
        let end = bugs::run(&args.hunt(), &builder, &targets, &monitor, &mut view)?;
        return Ok(Exit::of(end));
    }
    let mut exit = Exit::Fine;
    for target in &targets {
        let end = if args.is_shared() {
            shared(args, &builder, target, &monitor, &mut view)?
        } else {
            search::run(&args.search(), &builder, target, &monitor, &mut view)?
        };
        match Exit::of(end) {
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

/// A search by several processes, each of which is this program.
fn shared(
    args: &Args,
    builder: &Builder,
    target: &Target,
    monitor: &Monitor,
    view: &mut View,
) -> Result<End, Failure> {
    let program = std::env::current_exe()?;
    let command = |job, port| worker(&program, args, target, job, port);
    let ends = [End::Fine, End::Failed, End::Interrupted];
    let end = |code| { ends.into_iter() }.find(|&end| Exit::of(end) as i32 == code);
    let crew = Crew {
        jobs: args.jobs,
        port: args.port,
        peer: args.peer.as_deref(),
        command: &command,
        end: &end,
    };
    Ok(jobs::run(
        &args.search(),
        &crew,
        builder,
        target,
        monitor,
        view,
    )?)
}

fn worker(program: &Path, args: &Args, target: &Target, job: usize, port: u16) -> Command {
    let mut command = Command::new(program);
    command.args(args.for_worker(target, job, port));
    command
}
