//! Figure 10: for how much of the time each bank has no power (6.2).

use super::compressed;
use crate::paper::chart::{Bars, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[Figure {
    paper: Paper::WarpedCompression,
    name: "figure-10",
    needs: |_| vec![compressed("gto")],
    measure: gated,
}];

/// Banks of the file (Table 2), and of one register.
const BANKS: usize = 32;
const CLUSTER: usize = 8;

fn gated(results: &Results) -> Result<Measured, Missing> {
    let mut shares = vec![Vec::new(); BANKS];
    for kernel in results.kernels() {
        let run = results.run(kernel, &compressed("gto"))?;
        let cycles = run.cycles()?;
        let gated = run.numbers("timing.registers.gated_cycles")?;
        if gated.len() < BANKS {
            return Err(Missing(format!(
                "{} of {BANKS} banks are counted",
                gated.len()
            )));
        }
        for (shares, gated) in shares.iter_mut().zip(gated) {
            shares.push(100.0 * gated / cycles);
        }
    }
    let mut table = Table::new("bank", &["without power, %"]);
    for (bank, shares) in shares.into_iter().enumerate() {
        table.push(&bank.to_string(), vec![arithmetic(shares)]);
    }
    let table = table.summed_up("mean", arithmetic);
    let of_place = |place: usize| {
        let banks = table.column(0).into_iter().enumerate();
        arithmetic(banks.filter_map(|(bank, share)| (bank % CLUSTER == place).then_some(share)))
    };
    let (first, last) = (of_place(0), of_place(CLUSTER - 1));
    let bars = Bars::new(
        "% of cycles in which a bank has no power, mean of all kernels",
        vec![Stack::one("gated", 0)],
    );
    Ok(Measured::new(table)
        .drawn(bars)
        .value("first", first.unwrap_or(0.0))
        .value("last", last.unwrap_or(0.0)))
}
