//! Figures 14, 15 and 16 for RegLess's rivals: register file virtualization (RFV) and the register file hierarchy (RFH),
//! both with a two-level scheduler (6.4).

use super::{baseline, staged};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::gpu;
use crate::paper::mean::{arithmetic, geometric};
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results, Run};
use crate::paper::table::Table;
use crate::paper::work::{Look, Setting};

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Regless,
        name: "figure-14-rivals",
        needs: |_| all(),
        measure: registers,
    },
    Figure {
        paper: Paper::Regless,
        name: "figure-15-rivals",
        needs: |_| all(),
        measure: whole,
    },
    Figure {
        paper: Paper::Regless,
        name: "figure-16-rivals",
        needs: |_| all(),
        measure: time,
    },
];

const COLUMNS: [&str; 3] = ["RFV", "RFH", "RegLess"];
const STACKS: [usize; 3] = [0, 1, 2];

fn all() -> Vec<Look> {
    let mut looks = vec![baseline()];
    looks.extend(compared());
    looks
}

fn compared() -> [Look; 3] {
    [virtualized(), hierarchy(), staged()]
}

fn virtualized() -> Look {
    rival("register-file-virtualization")
}

fn hierarchy() -> Look {
    rival("register-file-hierarchy")
}

fn rival(scheme: &str) -> Look {
    Look::Timed(Setting::new(scheme, "maxwell", "two-level"))
}

/// Something of the three, relative to the full file.
fn relative(
    results: &Results,
    of: impl Fn(&Run<'_>, &Run<'_>) -> Result<f64, Missing>,
) -> Result<Table, Missing> {
    Table::of_kernels(results, COLUMNS, |kernel| {
        let full = results.run(kernel, &baseline())?;
        let mut cells = [0.0; 3];
        for (cell, look) in cells.iter_mut().zip(compared()) {
            *cell = of(&full, &results.run(kernel, &look)?)?;
        }
        Ok(Some(cells))
    })
}

fn bars(title: &str) -> Bars {
    Bars::new(title, STACKS.map(|n| Stack::one(COLUMNS[n], n)).to_vec()).line(1.0)
}

fn registers(results: &Results) -> Result<Measured, Missing> {
    let table = relative(results, |full, run| {
        Ok(run.number("energy.total")? / full.number("energy.total")?)
    })?;
    let table = table.summed_up("mean", arithmetic);
    saved(
        table,
        "mean",
        "energy of register structures / the full file's",
    )
}

fn whole(results: &Results) -> Result<Measured, Missing> {
    let table = relative(results, gpu::relative)?.summed_up(MEAN, geometric);
    saved(
        table,
        MEAN,
        "energy of the GPU / with the full register file",
    )
}

const MEAN: &str = "geometric mean";

fn saved(table: Table, mean: &'static str, title: &str) -> Result<Measured, Missing> {
    let part = |column| table.cell(mean, column).map(|left| 100.0 * (1.0 - left));
    let (rfv, rfh) = (part(0)?, part(1)?);
    let mark = |key, column| Mark::bar(key, mean, column).drawn(|saved| 1.0 - saved / 100.0);
    let bars = bars(title).mark(mark("rfv", 0)).mark(mark("rfh", 1));
    Ok(Measured::new(table)
        .drawn(bars)
        .value("rfv", rfv)
        .value("rfh", rfh))
}

fn time(results: &Results) -> Result<Measured, Missing> {
    let table = relative(results, |full, run| Ok(run.cycles()? / full.cycles()?))?;
    let table = table.summed_up(MEAN, geometric);
    let slower = |column| table.cell(MEAN, column).map(|mean| 100.0 * (mean - 1.0));
    let (rfv, rfh) = (slower(0)?, slower(1)?);
    Ok(Measured::new(table)
        .drawn(bars("execution time / the full register file's").top(3.0))
        .value("rfv", rfv)
        .value("rfh", rfh))
}
