//! Table 2 and Figures 5 and 19: the regions that the compiler makes (4, 6.6).

use super::staged;
use crate::paper::chart::{Bars, Line, Lines, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;
use crate::paper::work::Look;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Regless,
        name: "figure-5",
        needs: |kernel| {
            (kernel.name == SEAMS)
                .then_some(Look::Compiled)
                .into_iter()
                .collect()
        },
        measure: seams,
    },
    Figure {
        paper: Paper::Regless,
        name: "figure-19",
        needs: |_| vec![Look::Compiled],
        measure: registers,
    },
    Figure {
        paper: Paper::Regless,
        name: "table-2",
        needs: |_| vec![Look::Compiled, staged()],
        measure: sizes,
    },
];

/// The kernel of Figure 5.
const SEAMS: &str = "particle_filter";

fn seams(results: &Results) -> Result<Measured, Missing> {
    let kernel = results.kernels().iter().find(|kernel| kernel.name == SEAMS);
    let kernel = kernel.ok_or_else(|| Missing(format!("{SEAMS} is not among the kernels")))?;
    let run = results.run(kernel, &Look::Compiled)?;
    let live = run.numbers("live")?;
    let mut table = Table::new("instruction", &["live registers"]);
    for (at, live) in live.iter().enumerate() {
        table.push(&at.to_string(), vec![Some(*live)]);
    }
    let points = live.iter().enumerate();
    let points = points.map(|(at, live)| (at as f64, *live)).collect();
    let name = SEAMS.to_owned();
    let lines = Lines::new(
        "instruction of its longest kernel",
        "live registers of a thread",
        vec![Line { name, points }],
    );
    let most = live.iter().copied().fold(0.0, f64::max);
    Ok(Measured::new(table).drawn(lines).value("most", most))
}

fn registers(results: &Results) -> Result<Measured, Missing> {
    let columns = ["preloads", "live registers", "their standard deviation"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let run = results.run(kernel, &Look::Compiled)?;
        let regions = run.number("regions")?;
        let mean = run.number("most_live")? / regions;
        let variance = run.number("most_live_squared")? / regions - mean * mean;
        let preloads = run.number("preloads")? / regions;
        Ok(Some([preloads, mean, variance.max(0.0).sqrt()]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let [preloads, live] = [0, 1].map(|column| table.cell("mean", column));
    let (preloads, live) = (preloads?, live?);
    let stacks = columns.iter().enumerate();
    let stacks = stacks.map(|(column, name)| Stack::one(name, column));
    Ok(Measured::new(table)
        .drawn(Bars::new(
            "registers of a region, static mean",
            stacks.collect(),
        ))
        .value("preloads", preloads)
        .value("live", live))
}

/// The paper's Table 2: our name of its benchmark, instructions and cycles.
const TABLE_2: [(&str, f64, f64); 17] = [
    ("btree_lookup", 3.7, 150.0),
    ("backprop", 6.7, 323.0),
    ("bfs", 3.3, 60.0),
    ("wavelet_2d", 9.5, 457.0),
    ("gaussian", 8.1, 1207.0),
    ("heartwall", 4.6, 32.0),
    ("hotspot", 6.4, 75.0),
    ("bitonic_sort", 6.5, 379.0),
    ("kmeans", 3.9, 993.0),
    ("lavamd", 7.5, 1601.0),
    ("lud", 16.0, 816.0),
    ("nearest_neighbour", 6.3, 940.0),
    ("needleman_wunsch", 10.8, 78.0),
    ("particle_filter", 10.0, 20.0),
    ("pathfinder", 4.9, 72.0),
    ("srad", 9.1, 350.0),
    ("stream_cluster", 4.3, 16.0),
];

fn sizes(results: &Results) -> Result<Measured, Missing> {
    let columns = [
        "instructions",
        "instructions, paper",
        "cycles",
        "cycles, paper",
    ];
    let mut table = Table::new("kernel", &columns);
    for kernel in results.kernels() {
        let compiled = results.run(kernel, &Look::Compiled)?;
        let instructions = compiled.number("instructions")? / compiled.number("regions")?;
        let timed = results.run(kernel, &staged())?;
        let cycles = timed.number("timing.staged.active_cycles")?;
        let cycles = cycles / timed.number("timing.staged.ended")?.max(1.0);
        let paper = TABLE_2.iter().find(|(name, ..)| *name == kernel.name);
        let cells = vec![
            Some(instructions),
            paper.map(|(_, instructions, _)| *instructions),
            Some(cycles),
            paper.map(|(.., cycles)| *cycles),
        ];
        table.push(&kernel.name, cells);
    }
    let table = table.summed_up("mean", arithmetic);
    let (instructions, cycles) = (table.cell("mean", 0)?, table.cell("mean", 2)?);
    let stacks = vec![Stack::one("here", 0), Stack::one("paper", 1)];
    Ok(Measured::new(table)
        .drawn(Bars::new("static instructions of a region", stacks))
        .value("instructions", instructions)
        .value("cycles", cycles))
}
