//! One search, from its first sequence to the files that it leaves.

use super::audience::{say, Audience};
use super::keeper::{line, Keeper};
use super::{corpus, Search};
use crate::error::write;
use crate::report::End;
use crate::Error;
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
use cosim::stimulus::Stimulus;
use cosim::target::Target;
use cosim::workshop::Builder;
use libafl::events::SimpleEventManager;
use libafl::monitors::NopMonitor;
use progress::text::counted;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use surroundings::interface::Interface;
use verilated::CoverageKind;

/// Sequences that everyone starts from, in a folder for each configuration.
const COMMITTED: &str = "tests/corpus";

/// Where replay files of promoted findings and committed sequences are looked for.
pub fn committed(target: &Target) -> PathBuf {
    Path::new(COMMITTED).join(target.configuration.directory())
}

/// Fuzzes a target and tells what came of it.
pub fn run(
    wanted: &Search,
    builder: &Builder,
    target: &Target,
    monitor: &Monitor,
    audience: &mut dyn Audience,
) -> Result<End, Error> {
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let unit = target.configuration.unit().name();
    if wanted.worker.is_none() {
        say!(audience, "fuzz: {target}, seed {}", wanted.seed);
    }
    let bench = builder.build_covered(target)?;
    let mut runner = Runner::new(
        &interface,
        &*kit,
        &bench,
        wanted.seed,
        wanted.break_contract,
    )?;
    let first = first(wanted, target, unit, audience)?;
    let budget = Budget {
        time: wanted.time,
        runs: wanted.runs,
        findings: wanted.findings,
        seed: wanted.seed,
    };
    let session = Session::new(budget, runner.map().len());
    let watch = &monitor.watch;
    let mut keeper = Keeper::new(unit, wanted.corpus.clone());
    if wanted.coverage {
        keeper.remember();
    }
    let session = match &wanted.worker {
        None => {
            keeper.shows(audience);
            let manager = SimpleEventManager::new(NopMonitor::new());
            engine::search(manager, &mut runner, session, &first, watch, &mut keeper)?
        }
        Some(worker) => {
            if let Some(file) = &worker.stop_file {
                keeper.ends_with(file, watch);
            }
            let manager = engine::worker(worker.port, unit)?;
            engine::search(manager, &mut runner, session, &first, watch, &mut keeper)?
        }
    };
    let kept = keeper.finish();
    let statistics = Statistics::new(&target.configuration, &session);
    if wanted.worker.is_none() {
        say!(audience, "{}", line(&session));
        let drawing = drawing(wanted, target);
        write(&drawing, &plot(&statistics))?;
        say!(audience, "coverage over time: {}", drawing.display());
    }
    if wanted.unreached {
        unreached(&bench, &session, audience);
    }
    // Findings first: what follows may fail on a full disk.
    let mut commands = Vec::new();
    for finding in &session.findings {
        runner.run(&finding.sequence)?;
        let settled = settle(wanted, builder, target, runner.stimulus(), finding)?;
        say!(audience, "\n{}", settled.text.trim_end());
        commands.push(settled.saved?);
    }
    if let Some(file) = &wanted.stats {
        write(file, &statistics.to_json())?;
        if wanted.worker.is_none() {
            say!(audience, "statistics: {}", file.display());
        }
    }
    if let Some(error) = session.error {
        return Err(error.into());
    }
    if wanted.coverage {
        corpus::report(wanted, builder, target, &kept, audience)?;
    }
    if !commands.is_empty() {
        say!(audience, "\n{}:", counted(commands.len() as u64, "finding"));
        for command in commands {
            say!(audience, "{command}");
        }
        return Ok(End::Failed);
    }
    if monitor.watch.stop.load(Ordering::Relaxed) {
        say!(audience, "interrupted; nothing found until then");
        return Ok(End::Interrupted);
    }
    say!(audience, "nothing found");
    Ok(End::Fine)
}

/// Tells which points were not reached, those of one register in one line.
fn unreached(bench: &CoveredBench, session: &Session, audience: &mut dyn Audience) {
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
        say!(audience, "not reached: {place}: {}", what.join(", "));
    }
}

/// Where the plot of coverage over time goes.
pub fn drawing(wanted: &Search, target: &Target) -> PathBuf {
    let name = format!("{}-coverage.svg", target.configuration.directory());
    wanted.out.join(name)
}

/// What a search starts from.
fn first(
    wanted: &Search,
    target: &Target,
    unit: &str,
    audience: &mut dyn Audience,
) -> Result<Vec<Sequence>, Error> {
    let mut sequences = Vec::new();
    let committed = (!wanted.from_nothing).then(|| committed(target));
    for path in committed.iter().chain(&wanted.corpus) {
        let corpus = folder::load(path, unit)?;
        for skipped in &corpus.skipped {
            audience.warn(skipped);
        }
        sequences.extend(corpus.sequences.into_iter().map(|(_, sequence)| sequence));
    }
    if !sequences.is_empty() && wanted.worker.is_none() {
        say!(
            audience,
            "{} to start from",
            counted(sequences.len() as u64, "sequence")
        );
    }
    Ok(sequences)
}

/// A finding that was shrunk.
struct Settled {
    /// What is wrong.
    text: String,
    /// Its file, with the command that replays it.
    saved: Result<String, Error>,
}

/// Shrinks a finding and saves it.
fn settle(
    wanted: &Search,
    builder: &Builder,
    target: &Target,
    stimulus: Stimulus,
    finding: &Finding,
) -> Result<Settled, Error> {
    let interface = Interface::of(&target.configuration.parameters);
    let kit = target.kit();
    let (golden, dut) = (kit.golden(), builder.build(target)?);
    let pair = Pair {
        interface: &interface,
        kit: &*kit,
        golden: &*golden,
        dut: &*dut,
        seed: wanted.seed,
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
    let path = wanted.out.join(name);
    let replay = failure.replay(&interface, target, target.rtl_digest(), wanted.seed);
    let saved = replay.save(&path);
    let refuse = |error| Error::new(format!("cannot write {}: {error}", path.display()));
    let command = format!(
        "{} after {:.1} s, in run {}\n  {}\n  {}",
        finding.signature(),
        finding.seconds,
        finding.run,
        path.display(),
        replay_command(&path)
    );
    Ok(Settled {
        text: failure.text(&interface, target, wanted.seed),
        saved: saved.map(|()| command).map_err(refuse),
    })
}
