//! Figures 1(b) and 2: what private memory holds (3.2).

use super::{is_measured, pressures, with_cache, PROFILES};
use crate::paper::chart::{Bars, Line, Lines, Mark, Panels, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::kernel::Kernel;
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::AffineVectorCache,
        name: "figure-1b",
        needs: |kernel| match is_measured(kernel) {
            true => vec![with_cache(WATCHED, kernel.half())],
            false => Vec::new(),
        },
        measure: classes,
    },
    Figure {
        paper: Paper::AffineVectorCache,
        name: "figure-2",
        needs: |kernel| match shown(kernel) {
            true => pressures(kernel).map(|r| with_cache(WATCHED, r)).collect(),
            false => Vec::new(),
        },
        measure: profiles,
    },
];

/// Vectors are what they are whatever stands behind them.
const WATCHED: &str = "16k-2-way";
const CLASSES: [&str; 4] = ["zero", "uniform", "affine", "generic"];

fn shown(kernel: &Kernel) -> bool {
    PROFILES.contains(&kernel.name.as_str()) && is_measured(kernel)
}

/// Vectors that are loaded and stored, by class.
fn vectors(results: &Results, kernel: &Kernel, registers: u32) -> Result<[f64; 4], Missing> {
    let run = results.run(kernel, &with_cache(WATCHED, registers))?;
    let mut counts = [0.0; 4];
    for (count, class) in counts.iter_mut().zip(CLASSES) {
        *count = run.number(&format!("timing.traffic.private_vectors.{class}"))?;
    }
    Ok(counts)
}

fn classes(results: &Results) -> Result<Measured, Missing> {
    let columns = CLASSES.map(|class| format!("{class}, %"));
    let columns = columns.each_ref().map(String::as_str);
    let table = Table::of_kernels(results, columns, |kernel| {
        if !is_measured(kernel) {
            return Ok(None);
        }
        let counts = vectors(results, kernel, kernel.half())?;
        let all: f64 = counts.iter().sum();
        Ok((all > 0.0).then(|| counts.map(|count| 100.0 * count / all)))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let generic = table.cell("mean", 3)?;
    let parts: Vec<(usize, &str)> = CLASSES.iter().copied().enumerate().collect();
    let bars = Bars::new(
        "% of vectors loaded from and stored to private memory",
        vec![Stack::of("vectors", &parts)],
    );
    Ok(Measured::new(table)
        .drawn(bars.mark(Mark::bar("affine", "mean", 0)))
        .value("affine", 100.0 - generic))
}

fn profiles(results: &Results) -> Result<Measured, Missing> {
    let names = ["affine (zero and uniform too)", "generic"];
    let mut table = Table::new("kernel and registers", &names);
    let mut panels = Vec::new();
    for kernel in results.kernels().iter().filter(|kernel| shown(kernel)) {
        let mut lines = names.map(|name| Line {
            name: name.to_owned(),
            points: Vec::new(),
        });
        for registers in kernel.least..kernel.base {
            let run = results.run(kernel, &with_cache(WATCHED, registers))?;
            let thousands = run.number("timing.issued")? / 1000.0;
            let [zero, uniform, affine, generic] = vectors(results, kernel, registers)?;
            let values = [(zero + uniform + affine) / thousands, generic / thousands];
            for (line, value) in lines.iter_mut().zip(values) {
                line.points.push((f64::from(registers), value));
            }
            let name = format!("{} {registers}", kernel.name);
            table.push(&name, values.map(Some).to_vec());
        }
        let axis = "private vectors loaded and stored in 1000 instructions";
        let lines = Lines::new("registers of a thread", axis, lines.to_vec());
        panels.push((kernel.name.clone(), lines));
    }
    if panels.is_empty() {
        return Err(Missing("none of the kernels has what it shows".into()));
    }
    Ok(Measured::new(table).drawn(Panels(panels)))
}
