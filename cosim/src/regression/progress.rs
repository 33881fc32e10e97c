//! The progress of a regression, as a bar.

use super::Monitor;
use crate::report::live::{self, Shown};
use crate::report::table::{grouped, rate};
use std::sync::atomic::Ordering;
use std::time::Duration;

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
    live::shown(&Bar { total, monitor }, work)
}

struct Bar<'m> {
    total: Total,
    monitor: &'m Monitor,
}

impl Shown for Bar<'_> {
    fn line(&self, elapsed: Duration) -> String {
        line(self.total, self.monitor, elapsed)
    }

    fn take_messages(&self) -> Vec<String> {
        self.monitor.take_messages()
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
    let seconds = elapsed.as_secs_f64() * (1.0 - part) / part;
    Some(live::span(seconds.round() as u64))
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
}
