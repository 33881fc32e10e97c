//! Figures 11 and 12: dummy MOVs, and registers that are compressed, by phase (6.3); MOVs through the pipeline, as 5.2
//! has them, where the file otherwise does them by itself.

use super::energy::{saved, Energy};
use super::{both, compressed, pair};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;
use crate::paper::work::{Look, Setting};

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-11",
        needs: |_| vec![compressed("gto")],
        measure: movs,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-12",
        needs: |_| vec![watched()],
        measure: phases,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "movs",
        needs: |kernel| {
            let mut runs = both(kernel);
            runs.push(through_pipeline());
            runs
        },
        measure: ways,
    },
];

/// MOVs take the way of instructions (5.2, 6.1).
fn through_pipeline() -> Look {
    let setting = Setting::new("warped-compression", "fermi", "gto");
    Look::Timed(setting.with("moves = \"instruction\""))
}

/// The compressed file with its registers watched.
fn watched() -> Look {
    Look::Timed(Setting::new("warped-compression", "fermi", "gto").watched())
}

fn movs(results: &Results) -> Result<Measured, Missing> {
    let table = Table::of_kernels(results, ["MOVs, % of instructions"], |kernel| {
        let run = results.run(kernel, &compressed("gto"))?;
        let movs = run.number("timing.registers.movs")?;
        Ok(Some([100.0 * movs / run.number("timing.issued")?]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let mean = table.cell("mean", 0)?;
    let most = table.column(0).into_iter().fold(0.0, f64::max);
    let stacks = vec![Stack::one("MOVs", 0)];
    let bars = Bars::new("dummy MOVs, % of warp instructions", stacks);
    Ok(Measured::new(table)
        .drawn(bars.mark(Mark::bar("movs", "mean", 0)))
        .value("movs", mean)
        .value("most_movs", most))
}

fn ways(results: &Results) -> Result<Measured, Missing> {
    let columns = [
        "time, by the file",
        "time, by instructions",
        "energy, by the file",
        "energy, by instructions",
        "MOVs, % of instructions",
    ];
    let table = Table::of_kernels(results, columns, |kernel| {
        let [without, file] = pair(results, kernel)?;
        let pipeline = results.run(kernel, &through_pipeline())?;
        let (cycles, energy) = (without.cycles()?, Energy::of(&without)?.total());
        let movs = pipeline.number("timing.registers.movs")?;
        Ok(Some([
            file.cycles()? / cycles,
            pipeline.cycles()? / cycles,
            Energy::of(&file)?.total() / energy,
            Energy::of(&pipeline)?.total() / energy,
            100.0 * movs / pipeline.number("timing.issued")?,
        ]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let (time, energy) = (table.cell("mean", 1)?, table.cell("mean", 3)?);
    let movs = table.cell("mean", 4)?;
    let stacks = vec![
        Stack::one("by the file", 0),
        Stack::one("by instructions", 1),
    ];
    let bars = Bars::new("execution time / the baseline's", stacks).line(1.0);
    Ok(Measured::new(table)
        .drawn(bars)
        .value("slower", 100.0 * (time - 1.0))
        .value("saved", saved(energy))
        .value("movs", movs))
}

fn phases(results: &Results) -> Result<Measured, Missing> {
    let columns = ["not divergent, %", "divergent, %"];
    let mut table = Table::new("kernel", &columns);
    for kernel in results.kernels() {
        let run = results.run(kernel, &watched())?;
        let mut cells = Vec::new();
        for phase in ["not_divergent", "divergent"] {
            let of = |what: &str| run.number(&format!("timing.profile.{phase}.{what}"));
            let (compressed, allocated) = (of("compressed")?, of("allocated")?);
            cells.push((allocated > 0.0).then(|| 100.0 * compressed / allocated));
        }
        table.push(&kernel.name, cells);
    }
    let table = table.summed_up("mean", arithmetic);
    let (uniform, divergent) = (table.cell("mean", 0)?, table.cell("mean", 1)?);
    let stacks = vec![Stack::one("not divergent", 0), Stack::one("divergent", 1)];
    let bars = Bars::new("compressed registers, % of those that warps have", stacks);
    Ok(Measured::new(table)
        .drawn(bars.mark(Mark::bar("divergent", "mean", 1)))
        .value("uniform", uniform)
        .value("divergent", divergent))
}
