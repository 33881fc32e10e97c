//! The performance penalty of section 5, which has no figure in the paper, and where issue slots go.

use super::{all, under};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::stalls;
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Slumber,
        name: "run-time",
        needs: all,
        measure: time,
    },
    Figure {
        paper: Paper::Slumber,
        name: "issue-slots",
        needs: all,
        measure: |results| {
            let (without, with) = (under("baseline"), under("slumber"));
            stalls::measure(results, "Slumber", &without, &with)
        },
    },
];

fn time(results: &Results) -> Result<Measured, Missing> {
    let columns = ["Slumber", "Warped Register File"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let baseline = results.run(kernel, &under("baseline"))?.cycles()?;
        let slumber = results.run(kernel, &under("slumber"))?.cycles()?;
        let rival = results.run(kernel, &under("warped-register-file"))?;
        Ok(Some([slumber / baseline, rival.cycles()? / baseline]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let (slumber, rival) = (table.cell("mean", 0)?, table.cell("mean", 1)?);
    let stacks = vec![Stack::one(columns[0], 0), Stack::one(columns[1], 1)];
    let bars = Bars::new("execution time / the baseline's", stacks)
        .line(1.0)
        .mark(Mark::bar("slumber", "mean", 0).drawn(|slower| 1.0 + slower / 100.0));
    Ok(Measured::new(table)
        .drawn(bars)
        .value("slumber", 100.0 * (slumber - 1.0))
        .value("rival", 100.0 * (rival - 1.0)))
}
