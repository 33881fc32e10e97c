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
    /// Cycles, if no job ends early; 0 where nobody knows them before, and jobs are what counts.
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
    let (done, all) = match total.cycles {
        0 => (finished, total.jobs),
        all => (cycles, all),
    };
    let part = (done as f64 / all.max(1) as f64).min(1.0);
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
    if let Some(left) = left(part, elapsed) {
        text.push_str(&format!("  {left} left"));
    }
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

/// How long the rest takes if it goes on as it went; `None` while that says nothing.
fn left(part: f64, elapsed: Duration) -> Option<String> {
    if part < 0.01 || elapsed < Duration::from_secs(1) {
        return None;
    }
    let seconds = (elapsed.as_secs_f64() * (1.0 - part) / part).round() as u64;
    Some(match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_what_the_rate_says() {
        let after = |part, seconds| left(part, Duration::from_secs(seconds));
        assert_eq!(after(0.0, 100), None);
        assert_eq!(after(0.5, 0), None);
        assert_eq!(after(0.5, 30).as_deref(), Some("30 s"));
        assert_eq!(after(0.25, 30).as_deref(), Some("1:30 min"));
        assert_eq!(after(0.1, 1000).as_deref(), Some("2:30 h"));
    }

    #[test]
    fn without_known_cycles_jobs_are_what_counts() {
        let total = Total { jobs: 4, cycles: 0 };
        let monitor = Monitor::default();
        monitor.finished.store(1, Ordering::Relaxed);
        let text = line(total, &monitor, Duration::from_secs(20));
        assert!(
            text.contains(" 25 % ") && text.contains("1:00 min left"),
            "{text}"
        );
    }
    use std::panic::{catch_unwind, AssertUnwindSafe};

    #[test]
    fn a_panic_in_the_work_is_not_waited_for() {
        let total = Total { jobs: 1, cycles: 1 };
        let monitor = Monitor::default();
        let work = || shown(total, &monitor, || panic!("a worker's own message"));
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    }
}
