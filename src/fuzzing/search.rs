//! One search, from its first sequence to the files that it leaves.

use super::args::Args;
use super::corpus;
use super::view::{line, View};
use crate::dut;
use crate::failure::{Exit, Failure};
use crate::say;
use cosim::engines::verilator::CoveredBench;
use cosim::failure::Pair;
use cosim::fuzz::corpus as folder;
use cosim::fuzz::engine;
use cosim::fuzz::report::{plot, Statistics};
use cosim::fuzz::runner::Runner;
use cosim::fuzz::sequence::Sequence;
use cosim::fuzz::session::{Budget, Finding, Session};
use cosim::regression::{Monitor, Workshop};
use cosim::report::table::replay_command;
use cosim::shrink::Limits;
use cosim::target::Target;
use cosim::workshop::Builder;
use libafl::events::SimpleEventManager;
use libafl::monitors::NopMonitor;
use progress::text::counted;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use surroundings::interface::Interface;
use surroundings::kit::Kit;
use verilated::CoverageKind;

/// Sequences that everyone starts from, in a folder for each configuration.
const COMMITTED: &str = "tests/corpus";

/// Where replay files of promoted findings and committed sequences are looked for.
pub fn committed(target: &Target) -> PathBuf {
    Path::new(COMMITTED).join(target.configuration.directory())
}

/// Fuzzes a target and tells what came of it.
pub fn run(
    args: &Args,
    builder: &Builder,
    target: &Target,
    monitor: &Monitor,
) -> Result<Exit, Failure> {
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let unit = target.configuration.unit().name();
    if args.worker.is_none() {
        say!("fuzz: {target}, seed {}", args.seed);
    }
    let bench = builder.build_covered(target)?;
    let mut runner = Runner::new(&interface, &*kit, &bench, args.seed, args.break_contract)?;
    let first = first(args, target, unit)?;
    let budget = Budget {
        time: args.limit(),
        runs: args.runs,
        findings: args.findings,
        seed: args.seed,
    };
    let session = Session::new(budget, runner.map().len());
    let mut view = View::new(unit, args.corpus.clone(), args.worker.is_some());
    if let Some(file) = &args.stop_file {
        view.ends_with(file, &monitor.watch);
    }
    if args.coverage {
        view.remember();
    }
    let watch = &monitor.watch;
    let session = match args.worker {
        None => {
            let manager = SimpleEventManager::new(NopMonitor::new());
            engine::search(manager, &mut runner, session, &first, watch, &mut view)?
        }
        Some(port) => {
            let manager = engine::worker(port, unit)?;
            engine::search(manager, &mut runner, session, &first, watch, &mut view)?
        }
    };
    view.clear();
    let statistics = Statistics::new(&target.configuration, &session);
    if args.worker.is_none() {
        say!("{}", line(&session));
        let drawing = drawing(args, target);
        dut::write(&drawing, &plot(&statistics))?;
        say!("coverage over time: {}", drawing.display());
    }
    if args.unreached {
        unreached(&bench, &session);
    }
    // Findings first: what follows may fail on a full disk.
    let mut commands = Vec::new();
    for finding in &session.findings {
        commands.push(settle(
            args,
            builder,
            target,
            &interface,
            &*kit,
            &mut runner,
            finding,
        )?);
    }
    if let Some(file) = &args.stats {
        dut::write(file, &statistics.to_json())?;
        if args.worker.is_none() {
            say!("statistics: {}", file.display());
        }
    }
    if let Some(error) = session.error {
        return Err(error.into());
    }
    if args.coverage {
        corpus::report(args, builder, target, view.kept())?;
    }
    if !commands.is_empty() {
        say!("\n{}:", counted(commands.len() as u64, "finding"));
        for command in commands {
            say!("{command}");
        }
        return Ok(Exit::Failed);
    }
    if monitor.watch.stop.load(Ordering::Relaxed) {
        say!("interrupted; nothing found until then");
        return Ok(Exit::Interrupted);
    }
    say!("nothing found");
    Ok(Exit::Fine)
}

/// Tells which points were not reached, those of one register in one line.
fn unreached(bench: &CoveredBench, session: &Session) {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for (point, reached) in bench.points().iter().zip(&session.reached) {
        if *reached {
            continue;
        }
        let (place, what) = match point.kind {
            CoverageKind::State => {
                let (register, what) = point.detail.split_once([':', ' ']).unwrap_or_default();
                (format!("{}.{register}", point.hierarchy), what.trim())
            }
            CoverageKind::Toggle => {
                let (signal, edge) = point.detail.split_once('[').unwrap_or_default();
                (format!("{}.{signal}", point.hierarchy), edge)
            }
            _ => {
                let place = format!("{}:{} {}", point.file, point.line, point.hierarchy);
                (place, point.detail.as_str())
            }
        };
        match lines.last_mut() {
            Some((last, all)) if *last == place => all.push(what.to_owned()),
            _ => lines.push((place, vec![what.to_owned()])),
        }
    }
    for (place, what) in lines {
        say!("not reached: {place}: {}", what.join(", "));
    }
}

/// Where the plot of coverage over time goes.
pub fn drawing(args: &Args, target: &Target) -> PathBuf {
    let name = format!("{}-coverage.svg", target.configuration.directory());
    args.out.join(name)
}

/// What a search starts from.
fn first(args: &Args, target: &Target, unit: &str) -> Result<Vec<Sequence>, Failure> {
    let mut sequences = Vec::new();
    let committed = (!args.from_nothing).then(|| committed(target));
    for path in committed.iter().chain(&args.corpus) {
        let corpus = folder::load(path, unit)?;
        for skipped in &corpus.skipped {
            eprintln!("warploom: {skipped}");
        }
        sequences.extend(corpus.sequences.into_iter().map(|(_, sequence)| sequence));
    }
    if !sequences.is_empty() && args.worker.is_none() {
        say!(
            "{} to start from",
            counted(sequences.len() as u64, "sequence")
        );
    }
    Ok(sequences)
}

/// Shrinks a finding and saves it; gives its file and the command that replays it.
fn settle(
    args: &Args,
    builder: &Builder,
    target: &Target,
    interface: &Interface,
    kit: &dyn Kit,
    runner: &mut Runner<'_>,
    finding: &Finding,
) -> Result<String, Failure> {
    runner.run(&finding.sequence)?;
    let stimulus = runner.stimulus();
    let (golden, dut) = (kit.golden(), builder.build(target)?);
    let pair = Pair {
        interface,
        kit,
        golden: &*golden,
        dut: &*dut,
        seed: args.seed,
    };
    let cycle = finding.mismatch.cycle;
    let failure = pair.reduce(stimulus, cycle, Limits::default(), &mut |_| {})?;
    let bug = target.bug.iter().map(|bug| format!("-{bug}"));
    let name = format!(
        "{}{}-{}.json",
        target.configuration.directory(),
        bug.collect::<String>(),
        finding.mismatch.subject.name()
    );
    let path = args.out.join(name);
    let replay = failure.replay(interface, target, target.rtl_digest(), args.seed);
    let saved = replay.save(&path);
    say!(
        "\n{}",
        failure.text(interface, target, args.seed).trim_end()
    );
    saved
        .map_err(|error| Failure::bad_input(format!("cannot write {}: {error}", path.display())))?;
    Ok(format!(
        "{} after {:.1} s, in run {}\n  {}\n  {}",
        finding.signature(),
        finding.seconds,
        finding.run,
        path.display(),
        replay_command(&path)
    ))
}
