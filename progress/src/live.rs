//! How work that goes on is shown: one line on a terminal, plain lines in a log.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// Lines of a log are at least so far apart, later a twentieth of the time passed, at most a minute.
const APART: Duration = Duration::from_secs(10);
const FAR_APART: Duration = Duration::from_secs(60);

/// Work that can say how far it is.
pub trait Shown: Sync {
    /// A line that says it.
    fn line(&self, elapsed: Duration) -> String;

    /// Lines that stay, each taken once.
    fn take_messages(&self) -> Vec<String>;
}

/// Runs `work` while another thread shows on standard error how it goes.
pub fn shown<R>(subject: &dyn Shown, work: impl FnOnce() -> R) -> R {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(subject, &done));
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

fn watch(subject: &dyn Shown, done: &AtomicBool) {
    let terminal = std::io::stderr().is_terminal();
    let every = Duration::from_millis(if terminal { 100 } else { 250 });
    let start = Instant::now();
    let mut last_line = start;
    let mut shown = false;
    loop {
        let last = done.load(Ordering::Relaxed);
        let mut text = String::new();
        if terminal && shown {
            text.push_str("\r\x1b[K");
        }
        for message in subject.take_messages() {
            text.push_str(&message);
            text.push('\n');
        }
        let elapsed = start.elapsed();
        if terminal && !last {
            text.push_str(&subject.line(elapsed));
            shown = true;
        } else if !last && last_line.elapsed() > apart(elapsed) {
            text.push_str(&subject.line(elapsed));
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

fn apart(elapsed: Duration) -> Duration {
    (elapsed / 20).clamp(APART, FAR_APART)
}

/// A time as people say it: `30 s`, `1:30 min`, `2:30 h`.
pub fn span(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{catch_unwind, AssertUnwindSafe};

    struct Silent;

    impl Shown for Silent {
        fn line(&self, _: Duration) -> String {
            String::new()
        }

        fn take_messages(&self) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn a_panic_in_the_work_is_not_waited_for() {
        let work = || shown(&Silent, || panic!("a worker's own message"));
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    }

    #[test]
    fn a_log_gets_fewer_lines_as_time_goes_by() {
        let apart = |seconds| apart(Duration::from_secs(seconds)).as_secs();
        assert_eq!([apart(1), apart(600), apart(36_000)], [10, 30, 60]);
    }

    #[test]
    fn times_are_said_in_the_unit_that_fits() {
        assert_eq!([30, 90, 9000].map(span), ["30 s", "1:30 min", "2:30 h"]);
    }
}
