//! Figures 9, 14 and 16: energy of the register file (6.2, 6.5, 6.6), and the same by our own netlists.

use super::{baseline, both, compressed, pair};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results, Run};
use crate::paper::table::Table;
use crate::paper::work::{Look, Setting};

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-9",
        needs: both,
        measure: energy,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-14",
        needs: |kernel| {
            let mut runs = both(kernel);
            runs.extend([baseline("lrr"), compressed("lrr")]);
            runs
        },
        measure: schedulers,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-16",
        needs: |_| {
            let mut runs: Vec<Look> = MODES.map(|(modes, _)| with_modes(modes)).to_vec();
            runs.push(baseline("gto"));
            runs
        },
        measure: fixed_choices,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "netlist",
        needs: |_| SCHEMES.map(by_netlist).to_vec(),
        measure: netlist,
    },
];

/// Choices of base and delta, as the parameter and as the paper has them.
const MODES: [(&str, &str); 4] = [
    ("4x0", "<4,0>"),
    ("4x1", "<4,1>"),
    ("4x2", "<4,2>"),
    ("4x0,4x1,4x2", "Warped-Compression"),
];

fn with_modes(modes: &str) -> Look {
    let setting = Setting::new("warped-compression", "fermi", "gto");
    Look::Timed(setting.with(&format!("compression_modes = \"{modes}\"")))
}

const SCHEMES: [&str; 2] = ["baseline", "warped-compression"];

/// A run with the energy of our netlists.
fn by_netlist(scheme: &str) -> Look {
    Look::Timed(Setting::new(scheme, "fermi", "gto").by("netlist"))
}

/// Energy of a run in pJ, by what took it.
pub(super) struct Energy {
    pub banks: f64,
    pub wires: f64,
    pub compression: f64,
    pub decompression: f64,
    pub leakage: f64,
}

impl Energy {
    pub fn of(run: &Run<'_>) -> Result<Self, Missing> {
        let part = |name: &str| run.number(&format!("energy.{name}"));
        Ok(Self {
            banks: part("banks")?,
            wires: part("wires")?,
            compression: part("compression")?,
            decompression: part("decompression")?,
            leakage: part("leakage")?,
        })
    }

    pub fn access(&self) -> f64 {
        self.banks + self.wires
    }

    pub fn dynamic(&self) -> f64 {
        self.access() + self.compression + self.decompression
    }

    pub fn total(&self) -> f64 {
        self.dynamic() + self.leakage
    }
}

/// What is saved of a mean of normalised energies, in percent.
pub(super) fn saved(mean: f64) -> f64 {
    100.0 * (1.0 - mean)
}

fn energy(results: &Results) -> Result<Measured, Missing> {
    let columns = [
        "baseline: dynamic",
        "baseline: leakage",
        "dynamic",
        "leakage",
        "compression",
        "decompression",
        "dynamic, of the baseline's",
        "leakage, of the baseline's",
        "total",
    ];
    let table = Table::of_kernels(results, columns, |kernel| {
        let [without, with] = pair(results, kernel)?;
        let (without, with) = (Energy::of(&without)?, Energy::of(&with)?);
        let all = without.total();
        Ok(Some([
            without.dynamic() / all,
            without.leakage / all,
            with.access() / all,
            with.leakage / all,
            with.compression / all,
            with.decompression / all,
            with.dynamic() / without.dynamic(),
            with.leakage / without.leakage,
            with.total() / all,
        ]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let [dynamic, leakage, total] = [6, 7, 8].map(|column| table.cell("mean", column));
    let (dynamic, leakage, total) = (dynamic?, leakage?, total?);
    let stacks = vec![
        Stack::of("baseline", &[(0, "dynamic"), (1, "leakage")]),
        Stack::of(
            "Warped-Compression",
            &[
                (2, "dynamic"),
                (3, "leakage"),
                (4, "compression"),
                (5, "decompression"),
            ],
        ),
    ];
    let bars = Bars::new("energy of the register file / the baseline's", stacks)
        .line(1.0)
        .mark(Mark::bar("total_saved", "mean", 1).drawn(|saved| 1.0 - saved / 100.0));
    Ok(Measured::new(table)
        .drawn(bars)
        .value("total_saved", saved(total))
        .value("dynamic_saved", saved(dynamic))
        .value("leakage_saved", saved(leakage)))
}

fn schedulers(results: &Results) -> Result<Measured, Missing> {
    let table = Table::of_kernels(results, ["GTO", "LRR"], |kernel| {
        let mut cells = [0.0; 2];
        for (cell, scheduler) in cells.iter_mut().zip(["gto", "lrr"]) {
            let without = results.run(kernel, &baseline(scheduler))?;
            let with = results.run(kernel, &compressed(scheduler))?;
            *cell = Energy::of(&with)?.total() / Energy::of(&without)?.total();
        }
        Ok(Some(cells))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let (gto, lrr) = (table.cell("mean", 0)?, table.cell("mean", 1)?);
    let of_saved = |saved: f64| 1.0 - saved / 100.0;
    let bars = Bars::new(
        "energy of the register file / the baseline's with the same scheduler",
        vec![Stack::one("GTO", 0), Stack::one("LRR", 1)],
    );
    let bars = bars
        .line(1.0)
        .mark(Mark::bar("gto_saved", "mean", 0).drawn(of_saved))
        .mark(Mark::bar("lrr_saved", "mean", 1).drawn(of_saved));
    Ok(Measured::new(table)
        .drawn(bars)
        .value("gto_saved", saved(gto))
        .value("lrr_saved", saved(lrr)))
}

fn fixed_choices(results: &Results) -> Result<Measured, Missing> {
    let columns = MODES.map(|(_, name)| name);
    let table = Table::of_kernels(results, columns, |kernel| {
        let without = Energy::of(&results.run(kernel, &baseline("gto"))?)?.total();
        let mut cells = [0.0; MODES.len()];
        for (cell, (modes, _)) in cells.iter_mut().zip(MODES) {
            *cell = Energy::of(&results.run(kernel, &with_modes(modes))?)?.total() / without;
        }
        Ok(Some(cells))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let means = [0, 1, 2, 3].map(|column| table.cell("mean", column));
    let [zero, one, two, all] = means;
    let stacks = columns.iter().enumerate();
    let stacks = stacks.map(|(column, name)| Stack::one(name, column));
    let bars = Bars::new(
        "energy of the register file / the baseline's",
        stacks.collect(),
    );
    Ok(Measured::new(table)
        .drawn(bars.line(1.0))
        .value("saved_4_0", saved(zero?))
        .value("saved_4_1", saved(one?))
        .value("saved_4_2", saved(two?))
        .value("saved_all", saved(all?)))
}

fn netlist(results: &Results) -> Result<Measured, Missing> {
    let table = Table::of_kernels(results, ["Warped-Compression"], |kernel| {
        let [without, with] = SCHEMES.map(|scheme| results.run(kernel, &by_netlist(scheme)));
        let ratio = Energy::of(&with?)?.total() / Energy::of(&without?)?.total();
        Ok(Some([ratio]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let mean = table.cell("mean", 0)?;
    let bars = Bars::new(
        "energy of the register file / the baseline's",
        vec![Stack::one("Warped-Compression", 0)],
    );
    Ok(Measured::new(table)
        .drawn(bars.line(1.0))
        .value("total_saved", saved(mean)))
}
