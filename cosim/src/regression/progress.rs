//! The progress of a regression, as a bar.

use super::Monitor;
use progress::live::{self, Shown};
use progress::text::{grouped, rate};
use std::sync::atomic::Ordering;
use std::time::Duration;

const BAR: usize = 24;

/// How much there is to do.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    /// Jobs.
    pub jobs: u64,
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
    let forecast = monitor.forecast.lock().ok();
    let expected = forecast.and_then(|forecast| forecast.left(elapsed));
    let passed = elapsed.as_secs_f64();
    let (part, left) = match expected {
        Some(left) => (passed / (passed + left).max(f64::MIN_POSITIVE), Some(left)),
        None => {
            let part = (finished as f64 / total.jobs.max(1) as f64).min(1.0);
            (part, left(part, passed))
        }
    };
    let full = (part * BAR as f64) as usize;
    let mut text = format!(
        "[{}{}] {:3.0} %  {} cycles, {}/s  jobs {finished}/{}",
        "#".repeat(full),
        ".".repeat(BAR - full),
        part * 100.0,
        grouped(cycles),
        rate(cycles, passed),
        total.jobs,
    );
    if let Some(left) = left {
        text.push_str(&format!("  {} left", live::span(left.round() as u64)));
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

/// Seconds that the rest takes if it goes on as it went; `None` while that says nothing.
fn left(part: f64, passed: f64) -> Option<f64> {
    (part >= 0.01 && passed >= 1.0).then(|| passed * (1.0 - part) / part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_what_the_rate_says() {
        assert_eq!(left(0.0, 100.0), None);
        assert_eq!(left(0.5, 0.0), None);
        assert_eq!(left(0.5, 30.0), Some(30.0));
        assert_eq!(left(0.25, 30.0), Some(90.0));
    }

    #[test]
    fn where_nothing_is_expected_jobs_are_what_counts() {
        let total = Total { jobs: 4 };
        let monitor = Monitor::default();
        monitor.finished.store(1, Ordering::Relaxed);
        let text = line(total, &monitor, Duration::from_secs(20));
        assert!(
            text.contains(" 25 % ") && text.contains("1:00 min left"),
            "{text}"
        );
    }
}
