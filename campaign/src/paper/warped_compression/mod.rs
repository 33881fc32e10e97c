//! Warped-Compression, ISCA 2015.

mod compression;
mod divergence;
mod energy;
mod gating;
mod similarity;
mod sweeps;
mod tables;
mod time;

use super::figure::Figure;
use super::kernel::Kernel;
use super::results::{Missing, Results, Run};
use super::work::{Look, Setting};

/// What is measured.
pub fn figures() -> Vec<Figure> {
    [
        similarity::FIGURES,
        compression::FIGURES,
        energy::FIGURES,
        gating::FIGURES,
        divergence::FIGURES,
        time::FIGURES,
        sweeps::FIGURES,
        tables::FIGURES,
    ]
    .concat()
}

/// The register file without compression, under a scheduler.
fn baseline(scheduler: &str) -> Look {
    Look::Timed(Setting::new("baseline", "fermi", scheduler))
}

/// With compression.
fn compressed(scheduler: &str) -> Look {
    Look::Timed(Setting::new("warped-compression", "fermi", scheduler))
}

/// Both under the paper's scheduler (Table 2).
fn both(_: &Kernel) -> Vec<Look> {
    vec![baseline("gto"), compressed("gto")]
}

/// Both runs of a kernel.
fn pair<'r>(results: &'r Results, kernel: &Kernel) -> Result<[Run<'r>; 2], Missing> {
    Ok([
        results.run(kernel, &baseline("gto"))?,
        results.run(kernel, &compressed("gto"))?,
    ])
}
