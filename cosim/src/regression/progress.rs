//! The progress of a regression: a bar on a terminal, plain lines in a log.

use super::Monitor;
use crate::report::table::{grouped, rate};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

const BAR: usize = 24;

/// How much there is to do.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    /// Jobs.
    pub jobs: u64,
    /// Cycles, if no job ends early.
    pub cycles: u64,
}

/// Runs `work` while another thread shows on standard error how it goes.
pub fn shown<R>(total: Total, monitor: &Monitor, work: impl FnOnce() -> R) -> R {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(total, monitor, &done));
        let ends = Ends(&done, watcher.thread().clone());
        let result = work();
        drop(ends);
        // The watcher only writes: if it panicked the work is none the worse.
        let _ = watcher.join();
        result
    })
}

/// Ends the watcher also when the work panics: the scope would wait for it for ever.
struct Ends<'a>(&'a AtomicBool, Thread);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.unpark();
    }
}

fn watch(total: Total, monitor: &Monitor, done: &AtomicBool) {
    let terminal = std::io::stderr().is_terminal();
    let every = Duration::from_millis(if terminal { 100 } else { 250 });
    let start = Instant::now();
    let mut last_line = start;
    let mut shown = 0;
    loop {
        let last = done.load(Ordering::Relaxed);
        let mut text = String::new();
        if terminal && shown > 0 {
            text.push_str("\r\x1b[K");
        }
        for message in monitor.take_messages() {
            text.push_str(&message);
            text.push('\n');
            last_line = Instant::now();
        }
        if terminal && !last {
            let line = line(total, monitor, start.elapsed());
            shown = line.len();
            text.push_str(&line);
        } else if !last && last_line.elapsed() > Duration::from_secs(10) {
            text.push_str(&line(total, monitor, start.elapsed()));
            text.push('\n');
            last_line = Instant::now();
        }
        // A closed standard error is no reason to stop.
        let _ = std::io::stderr().write_all(text.as_bytes());
        if last {
            return;
        }
        std::thread::park_timeout(every);
    }
}

fn line(total: Total, monitor: &Monitor, elapsed: Duration) -> String {
    let cycles = monitor.watch.cycles.load(Ordering::Relaxed);
    let finished = monitor.finished.load(Ordering::Relaxed);
    let part = if total.cycles == 0 {
        0.0
    } else {
        (cycles as f64 / total.cycles as f64).min(1.0)
    };
    let full = (part * BAR as f64) as usize;
    let mut text = format!(
        "[{}{}] {:3.0} %  {} cycles, {}/s  jobs {finished}/{}",
        "#".repeat(full),
        ".".repeat(BAR - full),
        part * 100.0,
        grouped(cycles),
        rate(cycles, elapsed.as_secs_f64()),
        total.jobs,
    );
    for (count, what) in [
        (&monitor.building, "building"),
        (&monitor.shrinking, "shrinking"),
    ] {
        let count = count.load(Ordering::Relaxed);
        if count > 0 {
            text.push_str(&format!("  {what} {count}"));
        }
    }
    if monitor.watch.stop.load(Ordering::Relaxed) {
        text.push_str("  stopping");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{catch_unwind, AssertUnwindSafe};

    #[test]
    fn a_panic_in_the_work_is_not_waited_for() {
        let total = Total { jobs: 1, cycles: 1 };
        let monitor = Monitor::default();
        let work = || shown(total, &monitor, || panic!("a worker's own message"));
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    }
}
