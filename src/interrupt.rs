//! Ctrl-C: the first ends the work in good order, the second at once.

use crate::failure::{Exit, Failure};
use cosim::regression::Monitor;
use std::sync::atomic::Ordering;
use std::sync::Arc;

/// Lets Ctrl-C (and SIGTERM) stop what the monitor watches.
pub fn watch(monitor: &Arc<Monitor>) -> Result<(), Failure> {
    let monitor = Arc::clone(monitor);
    let handler = move || {
        if monitor.watch.stop.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::bad_input(format!("cannot watch for Ctrl-C: {error}")))
}
