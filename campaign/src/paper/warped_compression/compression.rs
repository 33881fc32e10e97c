//! Figures 5, 8 and 15: how well registers compress, as they are when they are written.

use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results, Run};
use crate::paper::table::Table;
use crate::paper::work::Look;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-5",
        needs: |_| vec![Look::Values],
        measure: best_choice,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-8",
        needs: |_| vec![Look::Values],
        measure: ratio,
    },
    Figure {
        paper: Paper::WarpedCompression,
        name: "figure-15",
        needs: |_| vec![Look::Values],
        measure: fixed_choices,
    },
];

/// Bytes of a warp register.
const REGISTER: f64 = 128.0;
/// Its banks.
const BANKS: f64 = 8.0;

/// The choices of section 4, and none of them.
const CHOICES: [&str; 8] = [
    "<4,0>", "<4,1>", "<4,2>", "<8,0>", "<8,1>", "<8,2>", "<8,4>", "none",
];

fn best_choice(results: &Results) -> Result<Measured, Missing> {
    let columns = CHOICES.map(|name| format!("{name}, %"));
    let columns = columns.each_ref().map(String::as_str);
    let table = Table::of_kernels(results, columns, |kernel| {
        let run = results.run(kernel, &Look::Values)?;
        let mut counts = [0.0; CHOICES.len()];
        for (count, name) in counts.iter_mut().zip(CHOICES) {
            *count = run.number(&format!("best.{name}"))?;
        }
        let all: f64 = counts.iter().sum();
        Ok((all > 0.0).then(|| counts.map(|count| 100.0 * count / all)))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let eight = (3..7).map(|column| table.cell("mean", column));
    let eight: f64 = eight.sum::<Result<f64, Missing>>()?;
    let parts: Vec<(usize, &str)> = CHOICES.iter().copied().enumerate().collect();
    let stacks = vec![Stack::of("best choice", &parts)];
    Ok(Measured::new(table)
        .drawn(Bars::new("% of registers that are written", stacks))
        .value("base_of_eight", eight))
}

/// Size as it is over size as it is stored, of a phase; none where nothing was written.
fn of_phase(run: &Run<'_>, phase: &str, unit: &str, whole: f64) -> Result<Option<f64>, Missing> {
    let registers = run.number(&format!("{phase}.registers"))?;
    let stored = run.number(&format!("{phase}.{unit}"))?;
    Ok((registers > 0.0).then(|| whole * registers / stored))
}

fn ratio(results: &Results) -> Result<Measured, Missing> {
    let columns = [
        "not divergent, by bytes",
        "divergent, by bytes",
        "not divergent, by banks",
        "divergent, by banks",
    ];
    let mut table = Table::new("kernel", &columns);
    for kernel in results.kernels() {
        let run = results.run(kernel, &Look::Values)?;
        let mut cells = Vec::new();
        for (unit, whole) in [("bytes", REGISTER), ("banks", BANKS)] {
            for phase in ["uniform", "divergent"] {
                cells.push(of_phase(&run, phase, unit, whole)?);
            }
        }
        table.push(&kernel.name, cells);
    }
    let table = table.summed_up("mean", arithmetic);
    let mean = |column| table.cell("mean", column);
    let values = [mean(0)?, mean(1)?, mean(2)?, mean(3)?];
    let names = ["not divergent", "divergent"];
    let stacks = vec![Stack::one(names[0], 0), Stack::one(names[1], 1)];
    let bars = Bars::new("128 bytes / bytes as stored", stacks)
        .line(1.0)
        .top(16.0)
        .mark(Mark::bar("uniform", "mean", 0))
        .mark(Mark::bar("divergent", "mean", 1));
    Ok(Measured::new(table)
        .drawn(bars)
        .value("uniform", values[0])
        .value("divergent", values[1])
        .value("uniform_banks", values[2])
        .value("divergent_banks", values[3]))
}

fn fixed_choices(results: &Results) -> Result<Measured, Missing> {
    let choices = ["<4,0>", "<4,1>", "<4,2>", "dynamic"];
    let columns = ["<4,0>", "<4,1>", "<4,2>", "Warped-Compression"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let run = results.run(kernel, &Look::Values)?;
        // What is written under divergence stays uncompressed (5.2).
        let divergent = run.number("divergent.registers")?;
        let registers = run.number("uniform.registers")? + divergent;
        let mut ratios = [0.0; 4];
        for (ratio, choice) in ratios.iter_mut().zip(choices) {
            let stored = run.number(&format!("fixed.{choice}.bytes"))?;
            *ratio = REGISTER * registers / (stored + REGISTER * divergent);
        }
        Ok((registers > 0.0).then_some(ratios))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let zero = table.cell("mean", 0)? / table.cell("mean", 3)?;
    let stacks = columns.iter().enumerate();
    let stacks = stacks.map(|(column, name)| Stack::one(name, column));
    let bars = Bars::new("128 bytes / bytes as stored", stacks.collect());
    Ok(Measured::new(table)
        .drawn(bars.line(1.0).top(8.0))
        .value("scalar_less", 100.0 * (1.0 - zero)))
}
