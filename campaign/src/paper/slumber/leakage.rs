//! Figure 9: leakage that is saved (5).

use super::{all, leakage, under};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[Figure {
    paper: Paper::Slumber,
    name: "figure-9",
    needs: all,
    measure: saved,
}];

fn saved(results: &Results) -> Result<Measured, Missing> {
    let columns = ["Warped Register File, %", "Slumber, %"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let baseline = results.run(kernel, &under("baseline"))?;
        let mut cells = [0.0; 2];
        for (cell, scheme) in cells.iter_mut().zip(["warped-register-file", "slumber"]) {
            let run = results.run(kernel, &under(scheme))?;
            *cell = 100.0 * (1.0 - leakage(&run, &baseline)?);
        }
        Ok(Some(cells))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let (rival, slumber) = (table.cell("mean", 0)?, table.cell("mean", 1)?);
    let stacks = vec![
        Stack::one("Warped Register File", 0),
        Stack::one("Slumber", 1),
    ];
    let bars = Bars::new(
        "% of the leakage of the baseline's run that is saved",
        stacks,
    )
    .mark(Mark::bar("rival", "mean", 0))
    .mark(Mark::bar("slumber", "mean", 1));
    Ok(Measured::new(table)
        .drawn(bars)
        .value("slumber", slumber)
        .value("rival", rival))
}
