//! Figure 1(a): registers that kernels take (3.1).

use super::BENCHMARKS;
use crate::paper::chart::{Bars, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[Figure {
    paper: Paper::AffineVectorCache,
    name: "figure-1a",
    needs: |_| Vec::new(),
    measure: registers,
}];

fn registers(results: &Results) -> Result<Measured, Missing> {
    let columns = ["without a limit", "without spills", "least"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let counts = [kernel.default, kernel.base, kernel.least].map(f64::from);
        Ok(BENCHMARKS.contains(&kernel.name.as_str()).then_some(counts))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let base = table.cell("mean", 1)?;
    let stacks = columns.iter().enumerate();
    let stacks = stacks.map(|(column, name)| Stack::one(name, column));
    Ok(Measured::new(table)
        .drawn(Bars::new("registers of a thread", stacks.collect()))
        .value("base", base))
}
