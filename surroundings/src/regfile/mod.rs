//! Kit of `regfile`.

mod around;
mod banks;
mod contention;
mod manner;
mod offers;
mod reads;
mod tally;
mod watch;
mod writes;

use crate::closed::ClosedKit;
use crate::kit::Kit;
use spec::regfile::{Regfile, RegfileParameters};

/// Verifies `regfile`.
pub fn regfile(parameters: RegfileParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<Regfile, _, _, _> {
        parameters,
        model: golden::regfile::Regfile::new,
        around: around::Around::new,
        watcher: watch::Watch::new,
    })
}
