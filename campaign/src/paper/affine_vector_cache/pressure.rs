//! Table 4 and Figure 6: how few registers are enough with which caches (5.1).

use super::{is_measured, pressures, with_cache, CONFIGURATIONS, PROFILES};
use crate::paper::chart::{Line, Lines, Panels};
use crate::paper::figure::{Figure, Measured};
use crate::paper::kernel::Kernel;
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;
use crate::paper::work::Look;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::AffineVectorCache,
        name: "table-4",
        needs: all_pressures,
        measure: tolerable,
    },
    Figure {
        paper: Paper::AffineVectorCache,
        name: "figure-6",
        needs: |kernel| match PROFILES.contains(&kernel.name.as_str()) {
            true => all_pressures(kernel),
            false => Vec::new(),
        },
        measure: profiles,
    },
];

/// What is negligible: one access in 10,000 instructions (5.1).
const NEGLIGIBLE: f64 = 1e-4;

fn all_pressures(kernel: &Kernel) -> Vec<Look> {
    if !is_measured(kernel) {
        return Vec::new();
    }
    let runs = |registers| CONFIGURATIONS.map(|(name, _)| with_cache(name, registers));
    pressures(kernel).flat_map(runs).collect()
}

/// Fills and write-backs of private memory for each instruction. What goes at the end of the run only is
/// left out: it is at most what the caches hold, but in runs as short as ours more than one in 10,000.
fn traffic(results: &Results, kernel: &Kernel, look: &Look) -> Result<f64, Missing> {
    let run = results.run(kernel, look)?;
    let moved = run.sum(&[
        "timing.traffic.private_fills",
        "timing.traffic.private_write_backs",
    ])?;
    let flushed = run.number("timing.traffic.private_flushed")?;
    Ok((moved - flushed) / run.number("timing.issued")?)
}

/// The smallest register count with negligible traffic, and all above it.
fn smallest(results: &Results, kernel: &Kernel, configuration: &str) -> Result<u32, Missing> {
    let mut enough = kernel.base;
    for registers in pressures(kernel) {
        if traffic(results, kernel, &with_cache(configuration, registers))? >= NEGLIGIBLE {
            break;
        }
        enough = registers;
    }
    Ok(enough)
}

fn tolerable(results: &Results) -> Result<Measured, Missing> {
    let columns = [
        "r_base",
        "48K L1",
        "40K + 8K AVC",
        "32K + 16K AVC",
        "24K + 24K AVC",
    ];
    let table = Table::of_kernels(results, columns, |kernel| {
        if !is_measured(kernel) {
            return Ok(None);
        }
        let mut cells = [f64::from(kernel.base); 5];
        for (cell, (configuration, _)) in cells[1..].iter_mut().zip(CONFIGURATIONS) {
            *cell = f64::from(smallest(results, kernel, configuration)?);
        }
        Ok(Some(cells))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let mean = |column| table.cell("mean", column);
    let (base, without) = (mean(0)?, mean(1)?);
    let more = [without - mean(2)?, without - mean(3)?, without - mean(4)?];
    // Where the L1 alone holds nothing there is nothing that could be larger.
    let alone = base - without;
    let larger = if alone > 0.0 {
        100.0 * more[1] / alone
    } else {
        0.0
    };
    Ok(Measured::new(table)
        .value("more_8k", more[0])
        .value("more_16k", more[1])
        .value("more_24k", more[2])
        .value("larger_16k", larger))
}

fn profiles(results: &Results) -> Result<Measured, Missing> {
    let columns = CONFIGURATIONS.map(|(_, name)| name);
    let mut table = Table::new("kernel and registers", &columns);
    let mut panels = Vec::new();
    let shown = |kernel: &&Kernel| PROFILES.contains(&kernel.name.as_str()) && is_measured(kernel);
    for kernel in results.kernels().iter().filter(shown) {
        let mut lines = columns.map(|name| Line {
            name: name.to_owned(),
            points: Vec::new(),
        });
        for registers in kernel.least..kernel.base {
            let mut cells = Vec::new();
            for (line, (configuration, _)) in lines.iter_mut().zip(CONFIGURATIONS) {
                let look = with_cache(configuration, registers);
                let moved = 1000.0 * traffic(results, kernel, &look)?;
                line.points.push((f64::from(registers), moved));
                cells.push(Some(moved));
            }
            table.push(&format!("{} {registers}", kernel.name), cells);
        }
        let axis = "fills and write-backs in 1000 instructions";
        let lines = Lines::new("registers of a thread", axis, lines.to_vec());
        panels.push((kernel.name.clone(), lines));
    }
    if panels.is_empty() {
        return Err(Missing("none of the kernels has what it shows".into()));
    }
    Ok(Measured::new(table).drawn(Panels(panels)))
}
