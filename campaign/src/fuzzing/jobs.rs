//! Several processes on one search, by LibAFL's message passing (LLMP).
//!
//! This process is the broker: it passes on what one of the workers keeps to the others, and to
//! the broker of another machine. The workers are this program again.

use super::audience::{say, Audience};
use super::{corpus, search, Search};
use crate::error::write;
use crate::report::End;
use crate::Error;
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
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long workers may take to end once they should.
const GRACE: Duration = Duration::from_secs(90);
/// How long the broker sleeps when there is nothing to pass on.
const PAUSE: Duration = Duration::from_millis(2);

/// The processes that share a search.
pub struct Crew<'c> {
    /// How many there are here.
    pub jobs: usize,
    /// The port at which the search of another machine can join; any, if none is said.
    pub port: Option<u16>,
    /// The search of another machine to join.
    pub peer: Option<&'c str>,
    /// The program of a worker, by its number and the port that it works for. Its statistics and the file
    /// whose appearance ends it are added.
    pub command: &'c dyn Fn(usize, u16) -> Command,
    /// How a worker ended, by its exit code; none if it did not come to an end.
    pub end: &'c dyn Fn(i32) -> Option<End>,
}

fn engine_failure(error: impl std::fmt::Display) -> Error {
    Error::new(format!("the fuzzing engine: {error}"))
}

/// A port that is free now.
fn free_port() -> Result<u16, Error> {
    let listener = TcpListener::bind(("127.0.0.1", 0));
    let address = listener.and_then(|listener| listener.local_addr());
    Ok(address.map_err(engine_failure)?.port())
}

/// Fuzzes a target with a crew.
pub fn run(
    wanted: &Search,
    crew: &Crew<'_>,
    builder: &Builder,
    target: &Target,
    monitor: &Monitor,
    audience: &mut dyn Audience,
) -> Result<End, Error> {
    let (seed, jobs) = (wanted.seed, crew.jobs);
    say!(audience, "fuzz: {target}, seed {seed}, {jobs} workers");
    // Once, before all workers want it.
    builder.build_covered(target)?;
    let scratch = tempfile::tempdir().map_err(Error::new)?;
    let port = match crew.port {
        Some(port) => port,
        None => free_port()?,
    };
    let shared = StdShMemProvider::new().map_err(engine_failure)?;
    let heard = Arc::new(Mutex::new(None));
    let board = Board(Arc::clone(&heard));
    let hook = StdLlmpEventHook::<Sequence, Board>::new(board).map_err(engine_failure)?;
    let mut broker = LlmpBroker::create_attach_to_tcp(shared, tuple_list!(hook), port)
        .map_err(engine_failure)?;
    let last = u32::try_from(jobs).unwrap_or(u32::MAX);
    let mut workers = Workers::start(crew, port, scratch.path())?;
    let mut since = None;
    let mut peer = crew.peer;
    while !workers.have_ended(crew)? {
        // LLMP numbers workers and brokers apart: one that joins before all workers have their
        // numbers takes that of a worker, and neither hears of the other.
        if let Some(address) = peer.filter(|_| broker.inner().peek_next_client_id().0 > last) {
            peer = None;
            if let Err(error) = broker.inner_mut().connect_b2b(address) {
                workers.stop(true)?;
                let what = format!("cannot join the search at {address}: {error}");
                return Err(Error::new(what));
            }
        }
        if !broker.broker_once().map_err(engine_failure)? {
            std::thread::sleep(PAUSE);
        }
        if audience.is_due() {
            let line = heard.lock().ok().and_then(|mut line| line.take());
            line.iter().for_each(|line| audience.show(line));
        }
        if monitor.watch.stop.load(Ordering::Relaxed) || workers.found {
            let since = *since.get_or_insert_with(Instant::now);
            workers.stop(since.elapsed() > GRACE)?;
        }
    }
    audience.clear();
    let left = Left {
        ends: workers.ends,
        scratch: scratch.path(),
    };
    report(wanted, builder, target, &left, monitor, audience)
}

/// The processes that fuzz.
struct Workers {
    stop_file: PathBuf,
    children: Vec<Option<Child>>,
    ends: Vec<Option<End>>,
    /// A worker has found as much as there is to find.
    found: bool,
}

impl Workers {
    fn start(crew: &Crew<'_>, port: u16, scratch: &Path) -> Result<Self, Error> {
        let mut children = Vec::new();
        for job in 0..crew.jobs {
            let output = File::create(scratch.join(format!("{job}.out")));
            let output = output.map_err(Error::new)?;
            let errors = output.try_clone().map_err(Error::new)?;
            let mut command = (crew.command)(job, port);
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
            children.push(Some(child.map_err(Error::new)?));
        }
        Ok(Self {
            stop_file: scratch.join("stop"),
            children,
            ends: vec![None; crew.jobs],
            found: false,
        })
    }

    fn have_ended(&mut self, crew: &Crew<'_>) -> Result<bool, Error> {
        for (slot, end) in self.children.iter_mut().zip(&mut self.ends) {
            let Some(child) = slot else {
                continue;
            };
            if let Some(status) = child.try_wait().map_err(Error::new)? {
                *end = status.code().and_then(|code| (crew.end)(code));
                self.found |= *end == Some(End::Failed);
                *slot = None;
            }
        }
        Ok(self.children.iter().all(Option::is_none))
    }

    /// Ends who has not ended by itself, if need be at once.
    fn stop(&mut self, at_once: bool) -> Result<(), Error> {
        std::fs::write(&self.stop_file, "").map_err(Error::new)?;
        for child in self.children.iter_mut().flatten() {
            if at_once {
                child.kill().map_err(Error::new)?;
            }
        }
        Ok(())
    }
}

/// What the workers leave.
struct Left<'l> {
    /// How each ended.
    ends: Vec<Option<End>>,
    /// Where its output and its statistics are.
    scratch: &'l Path,
}

/// What the workers leave, as one search.
fn report(
    wanted: &Search,
    builder: &Builder,
    target: &Target,
    left: &Left<'_>,
    monitor: &Monitor,
    audience: &mut dyn Audience,
) -> Result<End, Error> {
    let mut all: Option<Statistics> = None;
    let mut findings = String::new();
    let mut failures = String::new();
    for (job, end) in left.ends.iter().enumerate() {
        let output = std::fs::read_to_string(left.scratch.join(format!("{job}.out")));
        let output = output.unwrap_or_default();
        match end {
            Some(End::Failed) => findings.push_str(&output),
            Some(End::Fine | End::Interrupted) => {}
            _ => failures.push_str(&output),
        }
        let Ok(text) = std::fs::read_to_string(left.scratch.join(format!("{job}.json"))) else {
            continue;
        };
        let one: Statistics = serde_json::from_str(&text)?;
        all = Some(match all {
            None => one,
            Some(sum) => sum.beside(one),
        });
    }
    let Some(statistics) = all else {
        return Err(Error::new(format!(
            "no worker has come to an end\n{}",
            failures.trim_end()
        )));
    };
    say!(
        audience,
        "{} runs, {}/s  coverage {}/{}  corpus {}  findings {}",
        grouped(statistics.runs),
        rate(statistics.runs, statistics.seconds),
        statistics.covered,
        statistics.points,
        statistics.corpus,
        statistics.findings.len(),
    );
    let drawing = search::drawing(wanted, target);
    write(&drawing, &plot(&statistics))?;
    say!(audience, "coverage over time: {}", drawing.display());
    if let Some(file) = &wanted.stats {
        write(file, &statistics.to_json())?;
        say!(audience, "statistics: {}", file.display());
    }
    if wanted.coverage {
        corpus::report_folder(wanted, builder, target, audience)?;
    }
    if !findings.is_empty() {
        say!(audience, "\n{}", findings.trim_end());
        return Ok(End::Failed);
    }
    if !failures.is_empty() {
        return Err(Error::new(failures.trim_end()));
    }
    if monitor.watch.stop.load(Ordering::Relaxed) {
        say!(audience, "interrupted; nothing found until then");
        return Ok(End::Interrupted);
    }
    say!(audience, "nothing found");
    Ok(End::Fine)
}

/// Hears of all workers, and leaves a line about them for whoever shows it.
struct Board(Arc<Mutex<Option<String>>>);

impl libafl::monitors::Monitor for Board {
    fn display(
        &mut self,
        clients: &mut ClientStatsManager,
        _: &str,
        _: ClientId,
    ) -> Result<(), libafl::Error> {
        let stats = clients.global_stats();
        let line = format!(
            "{} runs, {}/s  corpus {}  findings {}  workers {}",
            grouped(stats.total_execs),
            rate(stats.total_execs, stats.run_time.as_secs_f64()),
            stats.corpus_size,
            stats.objective_size,
            stats.client_stats_count,
        );
        if let Ok(mut last) = self.0.lock() {
            *last = Some(line);
        }
        Ok(())
    }
}
