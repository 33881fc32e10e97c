//! Figure 7: performance and energy of the configuration with 16K beside an L1 of 32K (5.3).

use super::{is_measured, with_cache};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::gpu;
use crate::paper::kernel::Kernel;
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;
use crate::paper::work::Look;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::AffineVectorCache,
        name: "figure-7a",
        needs: both,
        measure: performance,
    },
    Figure {
        paper: Paper::AffineVectorCache,
        name: "figure-7b",
        needs: both,
        measure: energy,
    },
];

fn both(kernel: &Kernel) -> Vec<Look> {
    match is_measured(kernel) {
        true => ["none", "16k-2-way"]
            .map(|configuration| with_cache(configuration, kernel.half()))
            .to_vec(),
        false => Vec::new(),
    }
}

fn performance(results: &Results) -> Result<Measured, Missing> {
    let table = Table::of_kernels(results, ["performance"], |kernel| {
        if !is_measured(kernel) {
            return Ok(None);
        }
        let cycles = |configuration| {
            let look = with_cache(configuration, kernel.half());
            results.run(kernel, &look)?.cycles()
        };
        Ok(Some([cycles("none")? / cycles("16k-2-way")?]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let mean = table.cell("mean", 0)?;
    let bars = Bars::new(
        "performance / that of a 48K L1 alone (higher is better)",
        vec![Stack::one("32K L1 + 16K AVC", 0)],
    );
    let mark = Mark::bar("faster", "mean", 0).drawn(|faster| 1.0 + faster / 100.0);
    Ok(Measured::new(table)
        .drawn(bars.line(1.0).mark(mark))
        .value("faster", 100.0 * (mean - 1.0)))
}

fn energy(results: &Results) -> Result<Measured, Missing> {
    let table = Table::of_kernels(results, ["energy"], |kernel| {
        if !is_measured(kernel) {
            return Ok(None);
        }
        let of = |configuration| results.run(kernel, &with_cache(configuration, kernel.half()));
        Ok(Some([gpu::relative(&of("none")?, &of("16k-2-way")?)?]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let mean = table.cell("mean", 0)?;
    let bars = Bars::new(
        "energy of the GPU / with a 48K L1 alone (lower is better)",
        vec![Stack::one("32K L1 + 16K AVC", 0)],
    );
    let mark = Mark::bar("saved", "mean", 0).drawn(|saved| 1.0 - saved / 100.0);
    Ok(Measured::new(table)
        .drawn(bars.line(1.0).mark(mark))
        .value("saved", 100.0 * (1.0 - mean)))
}
