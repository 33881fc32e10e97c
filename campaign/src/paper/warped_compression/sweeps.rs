//! Figures 17, 18 and 19: the same runs with other energies (6.7). Events are what they were, so this is
//! arithmetic on them.

use super::energy::{saved, Energy};
use super::{both, pair};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-17",
        needs: both,
        measure: unit_energy,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-18",
        needs: both,
        measure: access_energy,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-19",
        needs: both,
        measure: wire_activity,
    },
];

/// Energy of a run, of which parts were multiplied.
type Scaled = fn(&Energy, f64) -> f64;

/// Normalised energies of all kernels, a column for each factor.
fn swept<const N: usize>(
    results: &Results,
    columns: [&str; N],
    factors: [f64; N],
    scaled: Scaled,
) -> Result<Table, Missing> {
    let table = Table::of_kernels(results, columns, |kernel| {
        let [without, with] = pair(results, kernel)?;
        let (without, with) = (Energy::of(&without)?, Energy::of(&with)?);
        Ok(Some(factors.map(|factor| {
            scaled(&with, factor) / scaled(&without, factor)
        })))
    })?;
    Ok(table.summed_up("mean", arithmetic))
}

const TIMES: [&str; 4] = ["1.0x", "1.5x", "2.0x", "2.5x"];
const FACTORS: [f64; 4] = [1.0, 1.5, 2.0, 2.5];
const AXIS: &str = "energy of the register file / the baseline's";

fn of_saved(saved: f64) -> f64 {
    1.0 - saved / 100.0
}

fn bars(columns: &[&str]) -> Bars {
    let stacks = columns.iter().enumerate();
    let stacks = stacks.map(|(column, name)| Stack::one(name, column));
    Bars::new(AXIS, stacks.collect()).line(1.0)
}

fn unit_energy(results: &Results) -> Result<Measured, Missing> {
    let table = swept(results, TIMES, FACTORS, |e, factor| {
        e.access() + e.leakage + factor * (e.compression + e.decompression)
    })?;
    let most = table.cell("mean", 3)?;
    let mark = Mark::bar("saved_at_2_5", "mean", 3).drawn(of_saved);
    Ok(Measured::new(table)
        .drawn(bars(&TIMES).mark(mark))
        .value("saved_at_2_5", saved(most)))
}

fn access_energy(results: &Results) -> Result<Measured, Missing> {
    let table = swept(results, TIMES, FACTORS, |e, factor| {
        factor * e.access() + e.leakage + e.compression + e.decompression
    })?;
    let most = table.cell("mean", 3)?;
    let mark = Mark::bar("saved_at_2_5", "mean", 3).drawn(of_saved);
    Ok(Measured::new(table)
        .drawn(bars(&TIMES).mark(mark))
        .value("saved_at_2_5", saved(most)))
}

fn wire_activity(results: &Results) -> Result<Measured, Missing> {
    let columns = ["0 %", "25 %", "50 %", "75 %", "100 %"];
    // Constants are those of wires of which half switch (6.1).
    let factors = [0.0, 0.5, 1.0, 1.5, 2.0];
    let table = swept(results, columns, factors, |e, factor| {
        e.banks + factor * e.wires + e.leakage + e.compression + e.decompression
    })?;
    let (none, all) = (table.cell("mean", 0)?, table.cell("mean", 4)?);
    let mark = Mark::bar("saved_at_100", "mean", 4).drawn(of_saved);
    Ok(Measured::new(table)
        .drawn(bars(&columns).mark(mark))
        .value("saved_at_0", saved(none))
        .value("saved_at_100", saved(all)))
}
