//! Figure 16: run time (6.4), and where issue slots go.

use super::{baseline, staged, staged_with};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::geometric;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::stalls;
use crate::paper::table::Table;
use crate::paper::work::Look;

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
        name: "figure-16-bounds",
        needs: |_| vec![baseline(), staged(), perfect(), free(), fetched()],
        measure: bounds,
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
    staged_with("compressor_lines = 0")
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

/// With a memory of its own that is always ready, and no compressor before it.
fn perfect() -> Look {
    staged_with("compressor_lines = 0\nregister_memory = \"perfect\"")
}

/// With words of metadata that take no turn of a scheduler.
fn fetched() -> Look {
    staged_with("metadata = \"fetch\"")
}

/// With words that are not fetched either.
fn free() -> Look {
    staged_with("metadata = \"free\"")
}

fn bounds(results: &Results) -> Result<Measured, Missing> {
    let columns = [
        "RegLess",
        "perfect memory",
        "metadata fetched",
        "metadata free",
    ];
    let looks = [staged(), perfect(), fetched(), free()];
    let table = Table::of_kernels(results, columns, |kernel| {
        let full = results.run(kernel, &baseline())?.cycles()?;
        let mut cells = [0.0; 4];
        for (cell, look) in cells.iter_mut().zip(&looks) {
            *cell = results.run(kernel, look)?.cycles()? / full;
        }
        Ok(Some(cells))
    })?;
    let table = table.summed_up(MEAN, geometric);
    let slower = |column: usize| table.cell(MEAN, column).map(|mean| 100.0 * (mean - 1.0));
    let values = [slower(1)?, slower(2)?, slower(3)?];
    let stacks = columns.iter().enumerate();
    let bars = Bars::new(
        "execution time / the full register file's",
        stacks
            .map(|(column, name)| Stack::one(name, column))
            .collect(),
    );
    Ok(Measured::new(table)
        .drawn(bars.line(1.0).top(3.0))
        .value("perfect_memory", values[0])
        .value("metadata_fetched", values[1])
        .value("metadata_free", values[2]))
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
