//! Figures 13, 20 and 21: execution time (6.4, 6.8); what a longer pipeline alone costs, the time that banks take
//! to wake, and where issue slots go, which are ours.

use super::{baseline, both, compressed, pair};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::stalls;
use crate::paper::table::Table;
use crate::paper::work::{Look, Setting};
use std::fmt;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-13",
        needs: both,
        measure: time,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-20",
        needs: |_| needed("compression_latency", LATENCIES),
        measure: |results| swept_latency(results, "compression_latency"),
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-21",
        needs: |_| needed("decompression_latency", LATENCIES),
        measure: |results| swept_latency(results, "decompression_latency"),
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "wake-up",
        needs: |_| needed("bank_wake", WAKES),
        measure: wake_up,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "pipeline",
        needs: |_| vec![baseline("gto"), later(), with("forwarding", "false")],
        measure: pipeline,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "issue-slots",
        needs: both,
        measure: |results| {
            let (without, with) = (baseline("gto"), compressed("gto"));
            stalls::measure(results, "Warped-Compression", &without, &with)
        },
    },
];

/// Cycles to compress, and to decompress (6.8).
const LATENCIES: [u32; 3] = [2, 4, 8];
/// Cycles that a bank takes to wake; Table 2 has 10.
const WAKES: [u32; 4] = [5, 10, 20, 40];

/// Warped-Compression with a parameter of another value.
fn with(parameter: &str, value: impl fmt::Display) -> Look {
    let setting = Setting::new("warped-compression", "fermi", "gto");
    Look::Timed(setting.with(&format!("{parameter} = {value}")))
}

/// The cycles that compression and decompression take together in Table 2: 2 and 1.
const LATER: u32 = 3;
/// What results come from, and after how many cycles in preset `fermi`.
const SOURCES: [(&str, u32); 12] = [
    ("simple.latency", 6),
    ("multiply.latency", 6),
    ("integer_divide.latency", 153),
    ("float_divide.latency", 39),
    ("special.latency", 39),
    ("double.latency", 8),
    ("double_divide.latency", 330),
    ("shared_latency", 24),
    ("constant_latency", 24),
    ("l1_latency", 45),
    ("l2_latency", 200),
    ("dram_latency", 400),
];

/// The baseline with a pipeline that is as much longer as compression makes it.
fn later() -> Look {
    let setting = Setting::new("baseline", "fermi", "gto");
    Look::Timed(SOURCES.iter().fold(setting, |setting, (key, cycles)| {
        setting.with(&format!("{key} = {}", cycles + LATER))
    }))
}

fn needed<const N: usize>(parameter: &str, values: [u32; N]) -> Vec<Look> {
    let mut looks = values.map(|value| with(parameter, value)).to_vec();
    looks.push(baseline("gto"));
    looks
}

/// Times of all kernels over the baseline's, a column for each value of a parameter.
fn swept<const N: usize>(
    results: &Results,
    parameter: &str,
    values: [u32; N],
) -> Result<(Table, Bars), Missing> {
    let columns = values.map(|value| format!("{value} cycles"));
    let columns = columns.each_ref().map(String::as_str);
    let table = Table::of_kernels(results, columns, |kernel| {
        let without = results.run(kernel, &baseline("gto"))?.cycles()?;
        let mut times = [0.0; N];
        for (time, value) in times.iter_mut().zip(values) {
            *time = results.run(kernel, &with(parameter, value))?.cycles()? / without;
        }
        Ok(Some(times))
    })?;
    let stacks = columns.iter().enumerate();
    let stacks = stacks.map(|(column, name)| Stack::one(name, column));
    let bars = Bars::new("execution time / the baseline's", stacks.collect()).line(1.0);
    Ok((table.summed_up("mean", arithmetic), bars))
}

fn swept_latency(results: &Results, parameter: &str) -> Result<Measured, Missing> {
    let (table, bars) = swept(results, parameter, LATENCIES)?;
    let worst = table.cell("mean", LATENCIES.len() - 1)?;
    let mark = Mark::bar("slower_at_8", "mean", 2).drawn(|slower| 1.0 + slower / 100.0);
    Ok(Measured::new(table)
        .drawn(bars.mark(mark))
        .value("slower_at_8", 100.0 * (worst - 1.0)))
}

fn wake_up(results: &Results) -> Result<Measured, Missing> {
    let (table, bars) = swept(results, "bank_wake", WAKES)?;
    let (short, long) = (table.cell("mean", 0)?, table.cell("mean", WAKES.len() - 1)?);
    Ok(Measured::new(table)
        .drawn(bars)
        .value("slower_at_5", 100.0 * (short - 1.0))
        .value("slower_at_40", 100.0 * (long - 1.0)))
}

/// The paper says that "most latency increase seen can be attributed to the increased pipeline depth" (6.4).
fn pipeline(results: &Results) -> Result<Measured, Missing> {
    let columns = ["baseline, results 3 cycles later", "without forwarding"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let cycles = |look: &Look| results.run(kernel, look)?.cycles();
        let shortest = cycles(&baseline("gto"))?;
        let [later, compressed] = [later(), with("forwarding", "false")];
        Ok(Some([
            cycles(&later)? / shortest,
            cycles(&compressed)? / shortest,
        ]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let added = |column| Ok::<_, Missing>(100.0 * (table.cell("mean", column)? - 1.0));
    let (later, compressed) = (added(0)?, added(1)?);
    let stacks = columns.iter().enumerate();
    let stacks = stacks.map(|(column, name)| Stack::one(name, column));
    let bars = Bars::new("execution time / the baseline's", stacks.collect()).line(1.0);
    Ok(Measured::new(table)
        .drawn(bars)
        .value("later", later)
        .value("without_forwarding", compressed))
}

fn time(results: &Results) -> Result<Measured, Missing> {
    let table = Table::of_kernels(results, ["execution time"], |kernel| {
        let [without, with] = pair(results, kernel)?;
        Ok(Some([with.cycles()? / without.cycles()?]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let mean = table.cell("mean", 0)?;
    let stacks = vec![Stack::one("Warped-Compression", 0)];
    let bars = Bars::new("execution time / the baseline's", stacks).line(1.0);
    let mark = Mark::bar("slower", "mean", 0).drawn(|slower| 1.0 + slower / 100.0);
    Ok(Measured::new(table)
        .drawn(bars.mark(mark))
        .value("slower", 100.0 * (mean - 1.0)))
}
