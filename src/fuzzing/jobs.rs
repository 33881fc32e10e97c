//! `--jobs`: several processes on one search, by LibAFL's message passing (LLMP).
//!
//! This process is the broker: it passes on what one of the workers keeps to the others, and to
//! the broker of another machine. The workers are this program again, with `--worker`.

use super::args::Args;
use super::{corpus, search};
use crate::dut;
use crate::failure::{Exit, Failure};
use crate::say;
use cosim::fuzz::report::{plot, Statistics};
use cosim::fuzz::sequence::Sequence;
use cosim::regression::Monitor;
use cosim::target::Target;
use cosim::workshop::Builder;
use libafl::events::broker_hooks::StdLlmpEventHook;
use libafl::monitors::stats::ClientStatsManager;
use libafl_bolts::llmp::LlmpBroker;
use libafl_bolts::shmem::{ShMemProvider, StdShMemProvider};
use libafl_bolts::tuples::tuple_list;
use libafl_bolts::ClientId;
use progress::text::{grouped, rate};
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long workers may take to end once they should.
const GRACE: Duration = Duration::from_secs(90);
/// How long the broker sleeps when there is nothing to pass on.
const PAUSE: Duration = Duration::from_millis(2);

fn engine_failure(error: impl std::fmt::Display) -> Failure {
    Failure::bad_input(format!("the fuzzing engine: {error}"))
}

/// A port that is free now.
fn free_port() -> Result<u16, Failure> {
    let listener = TcpListener::bind(("127.0.0.1", 0));
    let address = listener.and_then(|listener| listener.local_addr());
    Ok(address.map_err(engine_failure)?.port())
}

/// Fuzzes a target with `args.jobs` workers.
pub fn run(
    args: &Args,
    builder: &Builder,
    target: &Target,
    monitor: &Monitor,
) -> Result<Exit, Failure> {
    say!("fuzz: {target}, seed {}, {} workers", args.seed, args.jobs);
    // Once, before all workers want it.
    builder.build_covered(target)?;
    let scratch = tempfile::tempdir().map_err(Failure::bad_input)?;
    let port = match args.port {
        Some(port) => port,
        None => free_port()?,
    };
    let shared = StdShMemProvider::new().map_err(engine_failure)?;
    let hook = StdLlmpEventHook::<Sequence, Board>::new(Board::new()).map_err(engine_failure)?;
    let mut broker = LlmpBroker::create_attach_to_tcp(shared, tuple_list!(hook), port)
        .map_err(engine_failure)?;
    let last = u32::try_from(args.jobs).unwrap_or(u32::MAX);
    let mut workers = Workers::start(args, target, port, scratch.path())?;
    let mut since = None;
    let mut peer = args.peer.as_deref();
    while !workers.have_ended()? {
        // LLMP numbers workers and brokers apart: one that joins before all workers have their
        // numbers takes that of a worker, and neither hears of the other.
        if let Some(address) = peer.filter(|_| broker.inner().peek_next_client_id().0 > last) {
            peer = None;
            if let Err(error) = broker.inner_mut().connect_b2b(address) {
                workers.stop(true)?;
                let what = format!("cannot join the search at {address}: {error}");
                return Err(Failure::bad_input(what));
            }
        }
        if !broker.broker_once().map_err(engine_failure)? {
            std::thread::sleep(PAUSE);
        }
        if monitor.watch.stop.load(Ordering::Relaxed) || workers.found {
            let since = *since.get_or_insert_with(Instant::now);
            workers.stop(since.elapsed() > GRACE)?;
        }
    }
    report(args, builder, target, workers, scratch.path(), monitor)
}

/// The processes that fuzz.
struct Workers {
    stop_file: PathBuf,
    children: Vec<Option<Child>>,
    codes: Vec<i32>,
    /// A worker has found as much as there is to find.
    found: bool,
}

impl Workers {
    fn start(args: &Args, target: &Target, port: u16, scratch: &Path) -> Result<Self, Failure> {
        let program = std::env::current_exe().map_err(Failure::bad_input)?;
        let mut children = Vec::new();
        for job in 0..args.jobs {
            let output = File::create(scratch.join(format!("{job}.out")));
            let output = output.map_err(Failure::bad_input)?;
            let errors = output.try_clone().map_err(Failure::bad_input)?;
            let mut command = Command::new(&program);
            command.args(args.for_worker(target, job, port));
            command
                .arg("--stats")
                .arg(scratch.join(format!("{job}.json")))
                .arg("--stop-file")
                .arg(scratch.join("stop"));
            let child = command
                .stdin(Stdio::null())
                .stdout(output)
                .stderr(errors)
                .spawn();
            children.push(Some(child.map_err(Failure::bad_input)?));
        }
        Ok(Self {
            stop_file: scratch.join("stop"),
            children,
            codes: vec![-1; args.jobs],
            found: false,
        })
    }

    fn have_ended(&mut self) -> Result<bool, Failure> {
        for (slot, code) in self.children.iter_mut().zip(&mut self.codes) {
            let Some(child) = slot else {
                continue;
            };
            if let Some(status) = child.try_wait().map_err(Failure::bad_input)? {
                *code = status.code().unwrap_or(-1);
                self.found |= *code == Exit::Failed as i32;
                *slot = None;
            }
        }
        Ok(self.children.iter().all(Option::is_none))
    }

    /// Ends who has not ended by itself, if need be at once.
    fn stop(&mut self, at_once: bool) -> Result<(), Failure> {
        std::fs::write(&self.stop_file, "").map_err(Failure::bad_input)?;
        for child in self.children.iter_mut().flatten() {
            if at_once {
                child.kill().map_err(Failure::bad_input)?;
            }
        }
        Ok(())
    }
}

/// What the workers leave, as one search.
fn report(
    args: &Args,
    builder: &Builder,
    target: &Target,
    workers: Workers,
    scratch: &Path,
    monitor: &Monitor,
) -> Result<Exit, Failure> {
    let mut all: Option<Statistics> = None;
    let mut findings = String::new();
    let mut failures = String::new();
    for (job, code) in workers.codes.iter().enumerate() {
        let output = std::fs::read_to_string(scratch.join(format!("{job}.out")));
        let output = output.unwrap_or_default();
        match code {
            1 => findings.push_str(&output),
            0 | 130 => {}
            _ => failures.push_str(&output),
        }
        let Ok(text) = std::fs::read_to_string(scratch.join(format!("{job}.json"))) else {
            continue;
        };
        let one: Statistics = serde_json::from_str(&text)?;
        all = Some(match all {
            None => one,
            Some(sum) => sum.beside(one),
        });
    }
    let Some(statistics) = all else {
        return Err(Failure::bad_input(format!(
            "no worker has come to an end\n{}",
            failures.trim_end()
        )));
    };
    say!(
        "{} runs, {}/s  coverage {}/{}  corpus {}  findings {}",
        grouped(statistics.runs),
        rate(statistics.runs, statistics.seconds),
        statistics.covered,
        statistics.points,
        statistics.corpus,
        statistics.findings.len(),
    );
    let drawing = search::drawing(args, target);
    dut::write(&drawing, &plot(&statistics))?;
    say!("coverage over time: {}", drawing.display());
    if let Some(file) = &args.stats {
        dut::write(file, &statistics.to_json())?;
        say!("statistics: {}", file.display());
    }
    if args.coverage {
        corpus::report_folder(args, builder, target)?;
    }
    if !findings.is_empty() {
        say!("\n{}", findings.trim_end());
        return Ok(Exit::Failed);
    }
    if !failures.is_empty() {
        return Err(Failure::bad_input(failures.trim_end()));
    }
    if monitor.watch.stop.load(Ordering::Relaxed) {
        say!("interrupted; nothing found until then");
        return Ok(Exit::Interrupted);
    }
    say!("nothing found");
    Ok(Exit::Fine)
}

/// The live view of all workers.
struct Board {
    terminal: bool,
    next: Instant,
}

impl Board {
    fn new() -> Self {
        let terminal = std::io::stderr().is_terminal();
        Self {
            terminal,
            next: Instant::now() + Self::every(terminal),
        }
    }

    fn every(terminal: bool) -> Duration {
        Duration::from_millis(if terminal { 300 } else { 10_000 })
    }
}

impl libafl::monitors::Monitor for Board {
    fn display(
        &mut self,
        clients: &mut ClientStatsManager,
        _: &str,
        _: ClientId,
    ) -> Result<(), libafl::Error> {
        if Instant::now() < self.next {
            return Ok(());
        }
        self.next = Instant::now() + Self::every(self.terminal);
        let stats = clients.global_stats();
        let (start, end) = if self.terminal {
            ("\r\x1b[K", "")
        } else {
            ("", "\n")
        };
        let line = format!(
            "{start}{} runs, {}/s  corpus {}  findings {}  workers {}{end}",
            grouped(stats.total_execs),
            rate(stats.total_execs, stats.run_time.as_secs_f64()),
            stats.corpus_size,
            stats.objective_size,
            stats.client_stats_count,
        );
        // A closed standard error is no reason to stop.
        let _ = std::io::stderr().write_all(line.as_bytes());
        Ok(())
    }
}
