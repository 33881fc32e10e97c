//! Slumber, ISLPED 2020.

mod curve;
mod idle;
mod leakage;
mod overhead;
mod states;
mod time;

use super::figure::Figure;
use super::kernel::Kernel;
use super::results::{Missing, Run};
use super::work::{Look, Setting};

/// What is measured.
pub fn figures() -> Vec<Figure> {
    [
        idle::FIGURES,
        leakage::FIGURES,
        states::FIGURES,
        time::FIGURES,
        curve::FIGURES,
        overhead::FIGURES,
    ]
    .concat()
}

/// Registers of the file (5).
const REGISTERS: f64 = 1024.0;

/// A scheme under the paper's scheduler (5).
fn under(scheme: &str) -> Look {
    Look::Timed(Setting::new(scheme, "fermi", "two-level"))
}

/// The baseline with its registers watched.
fn watched() -> Look {
    Look::Timed(Setting::new("baseline", "fermi", "two-level").watched())
}

/// Both, and the baseline.
fn all(_: &Kernel) -> Vec<Look> {
    ["baseline", "slumber", "warped-register-file"]
        .map(under)
        .to_vec()
}

/// Leakage of a run over that of the same registers, always ON, for as long as the baseline runs.
fn leakage(run: &Run<'_>, baseline: &Run<'_>) -> Result<f64, Missing> {
    let sleep = |name: &str| run.number(&format!("timing.registers.sleep.{name}"));
    // In percent-cycles: a register that is ON for a cycle takes 100.
    let took = sleep("leakage")? + sleep("switching")?;
    let registers = sleep("register_cycles")? / run.cycles()?;
    Ok(took / (100.0 * registers * baseline.cycles()?))
}
