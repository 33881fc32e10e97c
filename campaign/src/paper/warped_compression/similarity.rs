//! Figures 2 and 3: distances between neighbouring lanes, with and without divergence (3).

use super::baseline;
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results, Run};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-2",
        needs: |_| vec![baseline("gto")],
        measure: distances,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-3",
        needs: |_| vec![baseline("gto")],
        measure: divergence,
    },
];

const BINS: [&str; 4] = ["zero", "within_128", "within_32k", "random"];
const NAMES: [&str; 4] = ["zero", "within 128", "within 32K", "random"];

/// Shares of the bins, in percent; none where nothing was written.
fn shares(run: &Run<'_>, phase: &str) -> Result<[Option<f64>; 4], Missing> {
    let mut counts = [0.0; 4];
    for (count, bin) in counts.iter_mut().zip(BINS) {
        *count = run.number(&format!("statistics.{phase}_bins.{bin}"))?;
    }
    let all: f64 = counts.iter().sum();
    Ok(counts.map(|count| (all > 0.0).then(|| 100.0 * count / all)))
}

fn distances(results: &Results) -> Result<Measured, Missing> {
    let columns: Vec<String> = ["not divergent", "divergent"]
        .iter()
        .flat_map(|phase| NAMES.map(|name| format!("{phase}: {name}, %")))
        .collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new("kernel", &columns);
    for kernel in results.kernels() {
        let run = results.run(kernel, &baseline("gto"))?;
        let cells = [shares(&run, "uniform")?, shares(&run, "divergent")?].concat();
        table.push(&kernel.name, cells);
    }
    let table = table.summed_up("mean", arithmetic);
    let random = |column| table.cell("mean", column);
    let (uniform, divergent) = (random(3)?, random(7)?);
    let parts = |from: usize| -> Vec<(usize, &str)> {
        (0..4).map(|bin| (from + bin, NAMES[bin])).collect()
    };
    let stacks = vec![
        Stack::of("not divergent", &parts(0)),
        Stack::of("divergent", &parts(4)),
    ];
    let bars = Bars::new("% of distances in registers that are written", stacks)
        .mark(Mark::bar("not_random", "mean", 0))
        .mark(Mark::bar("random_divergent", "mean", 1).drawn(|random| 100.0 - random));
    Ok(Measured::new(table)
        .drawn(bars)
        .value("not_random", 100.0 - uniform)
        .value("random_divergent", divergent))
}

fn divergence(results: &Results) -> Result<Measured, Missing> {
    let table = Table::of_kernels(results, ["not divergent, %"], |kernel| {
        let run = results.run(kernel, &baseline("gto"))?;
        let divergent = run.number("statistics.divergent")?;
        let all = run.number("statistics.instructions")?;
        Ok(Some([100.0 * (1.0 - divergent / all)]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let mean = table.cell("mean", 0)?;
    let bars = Bars::new(
        "% of warp instructions that all launched lanes execute",
        vec![Stack::one("not divergent", 0)],
    );
    Ok(Measured::new(table)
        .drawn(bars.mark(Mark::bar("not_divergent", "mean", 0)))
        .value("not_divergent", mean))
}
