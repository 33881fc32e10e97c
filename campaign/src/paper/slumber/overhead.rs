//! What the hardware costs (4.3), from our netlists, and what the saving is of the multiprocessor (5).

use super::{all, leakage, under, REGISTERS};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::kernel::facts;
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::silicon::{BIT, REGISTER_BITS};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Slumber,
        name: "overhead",
        needs: facts,
        measure: overhead,
    },
    Figure {
        paper: Paper::Slumber,
        name: "share",
        needs: all,
        measure: share,
    },
];

/// Its bits.
const BITS: f64 = REGISTERS * REGISTER_BITS;
/// Leakage of the file in mW: 32 banks of 5.8 (Warped-Compression, Table 3).
const LEAKAGE: f64 = 32.0 * 5.8;
/// The register file's share of the multiprocessor's leakage (1, citing GPUWattch).
const OF_SM: f64 = 0.32;

fn overhead(results: &Results) -> Result<Measured, Missing> {
    let facts = results.facts()?;
    let units = [
        ("power_controller", REGISTERS),
        ("mshr_tracker", 1.0),
        ("fetch_unit_list", 1.0),
        ("slumber_control", 1.0),
    ];
    let columns = ["units", "um2", "leakage, uW", "of the file's area, %"];
    let mut table = Table::new("unit", &columns);
    let (mut area, mut leaks) = (0.0, 0.0);
    for (unit, count) in units {
        let of = |what: &str| facts.number(&format!("netlists.{unit} fermi.{what}"));
        let (um2, uw) = (count * of("um2")?, count * of("leakage uW")?);
        let share = 100.0 * um2 / (BITS * BIT);
        table.push(unit, [count, um2, uw, share].map(Some).to_vec());
        area += um2;
        leaks += uw;
    }
    let stacks = vec![Stack::one("area", 3)];
    Ok(Measured::new(table)
        .drawn(Bars::new("area, % of the register file's", stacks))
        .value("area", 100.0 * area / (BITS * BIT))
        .value("leakage", 100.0 * leaks / 1e3 / LEAKAGE))
}

fn share(results: &Results) -> Result<Measured, Missing> {
    let columns = ["register file, %", "multiprocessor, %"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let baseline = results.run(kernel, &under("baseline"))?;
        let run = results.run(kernel, &under("slumber"))?;
        let saved = 100.0 * (1.0 - leakage(&run, &baseline)?);
        Ok(Some([saved, OF_SM * saved]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let of_sm = table.cell("mean", 1)?;
    let stacks = vec![
        Stack::one("register file", 0),
        Stack::one("multiprocessor", 1),
    ];
    let bars = Bars::new("% of leakage saved", stacks);
    Ok(Measured::new(table)
        .drawn(bars.mark(Mark::bar("of_sm", "mean", 1)))
        .value("of_sm", of_sm))
}
