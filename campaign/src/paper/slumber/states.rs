//! In which states registers spend their time (3, Table 1).

use super::under;
use crate::paper::chart::{Bars, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[Figure {
    paper: Paper::Slumber,
    name: "states",
    needs: |_| vec![under("slumber")],
    measure: states,
}];

fn states(results: &Results) -> Result<Measured, Missing> {
    let columns = ["ON, %", "waking, %", "SS, %", "DS, %", "OFF, %"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let run = results.run(kernel, &under("slumber"))?;
        let cycles = run.numbers("timing.registers.sleep.states")?;
        let all: f64 = cycles.iter().sum();
        let [on, shallow, deep, off, waking, lifting] = cycles[..] else {
            return Err(Missing("a register has six states".into()));
        };
        let states = [on, waking + lifting, shallow, deep, off];
        Ok(Some(states.map(|cycles| 100.0 * cycles / all)))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let [shallow, deep, off] = [2, 3, 4].map(|column| table.cell("mean", column));
    let (shallow, deep, off) = (shallow?, deep?, off?);
    let parts = [(0, "ON"), (1, "waking"), (2, "SS"), (3, "DS"), (4, "OFF")];
    let stacks = vec![Stack::of("Slumber", &parts)];
    Ok(Measured::new(table)
        .drawn(Bars::new("% of the cycles of all registers", stacks))
        .value("shallow", shallow)
        .value("deep", deep)
        .value("off", off))
}
