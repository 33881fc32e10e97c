//! How fast all of it is: the figures of `warploom bench`, measured. docs/bench.md says how.
//!
//! - [`kernels`], [`units`], [`fuzzing`], [`mutants`]: each with what has to be reached.
//! - [`before`]: kernels by this binary and by one that was built before.
//! - [`machine`]: what they were measured on.

pub mod before;
pub mod fuzzing;
pub mod kernels;
pub mod machine;
pub mod mutants;
pub mod units;

use crate::Error;
use serde::Serialize;
use spec::{Configuration, UnitId};
use std::path::Path;

/// Version of the document; docs/formats.md describes it.
const FORMAT: u32 = 1;

/// Who is told what is measured now.
pub type Say<'s> = &'s dyn Fn(&str);

/// All figures.
#[derive(Serialize)]
pub struct Figures {
    format: u32,
    pub machine: Vec<(&'static str, String)>,
    pub kernels: kernels::KernelFigures,
    pub emit: units::EmitFigure,
    pub simulation: Vec<units::SimulationFigure>,
    pub fuzz: fuzzing::FuzzFigures,
    pub mutants: mutants::MutantFigures,
}

impl Figures {
    /// Measures them.
    pub fn measure(say: Say<'_>) -> Result<Self, Error> {
        let first = |unit: &UnitId| unit.presets().next();
        let simulated = UnitId::ALL.iter().filter_map(first);
        let simulated =
            simulated.map(|preset| units::simulation(&Configuration::of_preset(preset), say));
        Ok(Self {
            format: FORMAT,
            machine: machine::describe(),
            kernels: kernels::measure(say)?,
            emit: units::emission()?,
            simulation: simulated.collect::<Result<_, _>>()?,
            fuzz: fuzzing::measure(say)?,
            mutants: mutants::measure(say)?,
        })
    }
}

/// Kernels by another binary and by this one.
#[derive(Serialize)]
pub struct Beside {
    format: u32,
    pub machine: Vec<(&'static str, String)>,
    pub before: Vec<before::Comparison>,
}

impl Beside {
    /// Measures them.
    pub fn measure(binary: &Path, say: Say<'_>) -> Result<Self, Error> {
        Ok(Self {
            format: FORMAT,
            machine: machine::describe(),
            before: before::measure(binary, say)?,
        })
    }
}

/// The middle one.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
