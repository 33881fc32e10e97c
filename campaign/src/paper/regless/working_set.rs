//! Figures 2 and 3: registers that are in use at a time, and accesses to what lies behind them (2.1, 2.2).

use crate::paper::chart::{Bars, Line, Lines, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;
use crate::paper::work::{Look, Setting};

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Regless,
        name: "figure-2",
        needs: |_| {
            SCHEDULERS
                .map(|(scheduler, _)| watched("baseline", scheduler))
                .to_vec()
        },
        measure: windows,
    },
    Figure {
        paper: Paper::Regless,
        name: "figure-3",
        needs: |kernel| match kernel.name == STEADY {
            true => STORES
                .map(|(scheme, scheduler, ..)| watched(scheme, scheduler))
                .to_vec(),
            false => Vec::new(),
        },
        measure: in_time,
    },
];

const SCHEDULERS: [(&str, &str); 2] = [("gto", "GTO"), ("two-level", "2-level")];

/// Registers watched in time.
fn watched(scheme: &str, scheduler: &str) -> Look {
    Look::Timed(Setting::new(scheme, "maxwell", scheduler).watched())
}

/// Kilobytes of a register.
const KB: f64 = 0.125;
/// Kilobytes of the file (1: 256 KB).
const FILE: f64 = 256.0;

fn windows(results: &Results) -> Result<Measured, Missing> {
    let columns = SCHEDULERS.map(|(_, name)| name);
    let table = Table::of_kernels(results, columns, |kernel| {
        let mut cells = [0.0; 2];
        for (cell, (scheduler, _)) in cells.iter_mut().zip(SCHEDULERS) {
            let run = results.run(kernel, &watched("baseline", scheduler))?;
            let registers = run.number("timing.profile.windows.registers")?;
            *cell = KB * registers / run.number("timing.profile.windows.count")?.max(1.0);
        }
        Ok(Some(cells))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let gto = table.cell("mean", 0)?;
    let small = table.column(0).into_iter().filter(|kb| *kb <= 0.1 * FILE);
    let small = 100.0 * small.count() as f64 / table.column(0).len() as f64;
    let stacks = vec![Stack::one("GTO", 0), Stack::one("2-level", 1)];
    let bars = Bars::new("KB of registers accessed in 100 cycles, of 256 KB", stacks);
    Ok(Measured::new(table)
        .drawn(bars)
        .value("gto", 100.0 * gto / FILE)
        .value("small", small))
}

/// A scheme with its scheduler, what is counted in its windows, and what that is.
type Store = (&'static str, &'static str, &'static str, &'static str);
/// The backing stores of Figure 3.
const STORES: [Store; 3] = [
    ("baseline", "gto", "accesses", "baseline: register file"),
    (
        "register-file-hierarchy",
        "two-level",
        "behind",
        "RFH: main register file",
    ),
    ("regless", "gto", "behind", "RegLess: L1"),
];

/// The kernel of Figure 3.
const STEADY: &str = "hotspot";
/// Windows that are shown, from the middle of the run.
const SHOWN: usize = 100;

fn in_time(results: &Results) -> Result<Measured, Missing> {
    let kernel = results
        .kernels()
        .iter()
        .find(|kernel| kernel.name == STEADY);
    let kernel = kernel.ok_or_else(|| Missing(format!("{STEADY} is not among the kernels")))?;
    let mut all = Vec::new();
    for (scheme, scheduler, what, _) in STORES {
        let run = results.run(kernel, &watched(scheme, scheduler))?;
        let windows = run.numbers(&format!("timing.profile.windows.{what}"))?;
        let middle = windows.len().saturating_sub(SHOWN) / 2;
        all.push(
            windows
                .into_iter()
                .skip(middle)
                .take(SHOWN)
                .collect::<Vec<_>>(),
        );
    }
    let mut table = Table::new("window", &STORES.map(|store| store.3));
    let length = all.iter().map(Vec::len).max().unwrap_or(0);
    for window in 0..length {
        let cells = all.iter().map(|series| series.get(window).copied());
        table.push(&window.to_string(), cells.collect());
    }
    let mean = |series: &[f64]| arithmetic(series.iter().copied()).unwrap_or(0.0);
    let part = |store: usize| 100.0 * mean(&all[store]) / mean(&all[0]).max(1.0);
    let (hierarchy, part) = (part(1), part(2));
    let line = |(series, store): (&Vec<f64>, Store)| Line {
        name: store.3.to_owned(),
        points: { series.iter().enumerate() }
            .map(|(window, accesses)| (window as f64, *accesses))
            .collect(),
    };
    let lines = all.iter().zip(STORES).map(line).collect();
    let lines = Lines::new(
        "windows of 100 cycles from the middle of hotspot's run",
        "accesses in 100 cycles",
        lines,
    );
    Ok(Measured::new(table)
        .drawn(lines)
        .value("part", part)
        .value("hierarchy", hierarchy))
}
