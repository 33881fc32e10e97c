//! RegLess, MICRO 2017.

mod energy;
mod netlists;
mod preloads;
mod regions;
mod rivals;
mod time;
mod working_set;

use super::figure::Figure;
use super::kernel::Kernel;
use super::work::{Look, Setting};

/// What is measured.
pub fn figures() -> Vec<Figure> {
    [
        working_set::FIGURES,
        netlists::FIGURES,
        energy::FIGURES,
        time::FIGURES,
        rivals::FIGURES,
        preloads::FIGURES,
        regions::FIGURES,
    ]
    .concat()
}

/// The full register file (Table 1).
fn baseline() -> Look {
    Look::Timed(Setting::new("baseline", "maxwell", "gto"))
}

/// RegLess with 512 registers.
fn staged() -> Look {
    Look::Timed(Setting::new("regless", "maxwell", "gto"))
}

/// RegLess with 512 registers and other parameters.
fn staged_with(parameter: &str) -> Look {
    Look::Timed(Setting::new("regless", "maxwell", "gto").with(parameter))
}

/// RegLess alone.
fn alone(_: &Kernel) -> Vec<Look> {
    vec![staged()]
}
