//! Figures 17 and 18: where registers are preloaded from, and what of the L1's bandwidth that takes (6.5).

use super::{alone, staged};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Regless,
        name: "figure-17",
        needs: alone,
        measure: places,
    },
    Figure {
        paper: Paper::Regless,
        name: "figure-18",
        needs: alone,
        measure: bandwidth,
    },
];

const PLACES: [&str; 5] = ["staging", "compressor", "l1", "l2", "dram"];

fn places(results: &Results) -> Result<Measured, Missing> {
    let names = ["staging unit", "compressor", "L1", "L2", "DRAM"];
    let columns = names.map(|name| format!("{name}, %"));
    let columns = columns.each_ref().map(String::as_str);
    let table = Table::of_kernels(results, columns, |kernel| {
        let run = results.run(kernel, &staged())?;
        let preloads = run.number("timing.staged.preloads")?;
        let mut shares = [0.0; PLACES.len()];
        for (share, place) in shares.iter_mut().zip(PLACES) {
            let path = format!("timing.staged.preloaded_from.{place}");
            *share = 100.0 * run.number(&path)? / preloads;
        }
        Ok((preloads > 0.0).then_some(shares))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let [l1, l2, dram] = [2, 3, 4].map(|column| table.cell("mean", column));
    let (l1, lower) = (l1?, l2? + dram?);
    let parts: Vec<(usize, &str)> = names.iter().copied().enumerate().collect();
    let bars = Bars::new("% of preloads", vec![Stack::of("RegLess", &parts)]);
    let mark = Mark::bar("below", "mean", 0).drawn(|below| 100.0 - below);
    Ok(Measured::new(table)
        .drawn(bars.mark(mark))
        .value("below", l1 + lower)
        .value("lower", lower))
}

fn bandwidth(results: &Results) -> Result<Measured, Missing> {
    let columns = ["registers read", "lines read", "written", "dropped"];
    let counts = ["registers_read", "lines_read", "written", "invalidations"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let run = results.run(kernel, &staged())?;
        let cycles = run.cycles()?;
        let mut cells = [0.0; 4];
        for (cell, count) in cells.iter_mut().zip(counts) {
            *cell = run.number(&format!("timing.staged.{count}"))? / cycles;
        }
        Ok(Some(cells))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let all = (0..4).map(|column| table.cell("mean", column));
    let all: f64 = all.sum::<Result<f64, Missing>>()?;
    let dropped = table.cell("mean", 3)?;
    let parts: Vec<(usize, &str)> = columns.iter().copied().enumerate().collect();
    let bars = Bars::new(
        "requests to the L1 a cycle, of 1 that it takes",
        vec![Stack::of("RegLess", &parts)],
    );
    Ok(Measured::new(table)
        .drawn(bars.mark(Mark::bar("requests", "mean", 0)))
        .value("requests", all)
        .value("dropped", dropped))
}
