//! Figure 16: run time (6.4), and where issue slots go.

use super::{baseline, staged};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::geometric;
use crate::paper::results::{Missing, Results};
use crate::paper::stalls;
use crate::paper::table::Table;
use crate::paper::work::{Look, Setting};
use crate::paper::Paper;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Regless,
        name: "figure-16",
        needs: |_| vec![baseline(), staged()],
        measure: time,
    },
    Figure {
        paper: Paper::Regless,
        name: "figure-16-others",
        needs: |_| vec![baseline(), staged(), uncompressed()],
        measure: without_compressor,
    },
    Figure {
        paper: Paper::Regless,
        name: "issue-slots",
        needs: |_| vec![baseline(), staged()],
        measure: |results| stalls::measure(results, "RegLess", &baseline(), &staged()),
    },
];

const MEAN: &str = "geometric mean";

/// RegLess with 512 registers and no compressor.
fn uncompressed() -> Look {
    let setting = Setting::new("regless", "maxwell", "gto");
    Look::Timed(setting.with("compressor_lines = 0"))
}

fn without_compressor(results: &Results) -> Result<Measured, Missing> {
    let columns = ["RegLess", "without compressor"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let full = results.run(kernel, &baseline())?.cycles()?;
        let staged = results.run(kernel, &staged())?.cycles()?;
        let without = results.run(kernel, &uncompressed())?.cycles()?;
        Ok(Some([staged / full, without / full]))
    })?;
    let table = table.summed_up(MEAN, geometric);
    let slower = table.cell(MEAN, 1)? / table.cell(MEAN, 0)?;
    let bars = Bars::new(
        "execution time / the full register file's",
        vec![Stack::one(columns[0], 0), Stack::one(columns[1], 1)],
    );
    Ok(Measured::new(table)
        .drawn(bars.line(1.0).top(3.0))
        .value("no_compressor", 100.0 * (slower - 1.0)))
}

fn time(results: &Results) -> Result<Measured, Missing> {
    let table = Table::of_kernels(results, ["RegLess"], |kernel| {
        let full = results.run(kernel, &baseline())?.cycles()?;
        let staged = results.run(kernel, &staged())?.cycles()?;
        Ok(Some([staged / full]))
    })?;
    let table = table.summed_up(MEAN, geometric);
    let mean = table.cell(MEAN, 0)?;
    let bars = Bars::new(
        "execution time / the full register file's",
        vec![Stack::one("RegLess", 0)],
    );
    let mark = Mark::bar("slower", MEAN, 0).drawn(|slower| 1.0 + slower / 100.0);
    Ok(Measured::new(table)
        .drawn(bars.line(1.0).top(3.0).mark(mark))
        .value("slower", 100.0 * (mean - 1.0)))
}
