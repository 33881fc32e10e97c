//! Figures 13, 14 and 15: energy of register structures and of the GPU, by capacity (6.2, 6.3).

use super::{baseline, staged, staged_with};
use crate::paper::chart::{Bars, Line, Lines, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::gpu;
use crate::paper::mean::{arithmetic, geometric};
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;
use crate::paper::work::Look;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Regless,
        name: "figure-13",
        needs: |_| {
            let mut looks: Vec<Look> = CAPACITIES.map(of_capacity).to_vec();
            looks.push(baseline());
            looks
        },
        measure: capacities,
    },
    Figure {
        paper: Paper::Regless,
        name: "figure-14",
        needs: |_| vec![baseline(), staged()],
        measure: registers,
    },
    Figure {
        paper: Paper::Regless,
        name: "figure-15",
        needs: |_| vec![baseline(), staged()],
        measure: whole,
    },
];

/// Registers of the staging units for which there is hardware.
pub(super) const CAPACITIES: [u32; 7] = [128, 192, 256, 384, 512, 1024, 2048];

pub(super) fn of_capacity(registers: u32) -> Look {
    match registers {
        512 => staged(),
        _ => staged_with(&format!("staged_registers = {registers}")),
    }
}

const MEAN: &str = "geometric mean";

fn capacities(results: &Results) -> Result<Measured, Missing> {
    let mut table = Table::new("registers", &["run time", "GPU energy"]);
    for registers in CAPACITIES {
        let (mut times, mut energies) = (Vec::new(), Vec::new());
        for kernel in results.kernels() {
            let full = results.run(kernel, &baseline())?;
            let run = results.run(kernel, &of_capacity(registers))?;
            times.push(run.cycles()? / full.cycles()?);
            energies.push(gpu::relative(&full, &run)?);
        }
        let cells = vec![geometric(times), geometric(energies)];
        table.push(&registers.to_string(), cells);
    }
    let line = |column: usize, name: &str| Line {
        name: name.to_owned(),
        points: { CAPACITIES.iter().zip(table.column(column)) }
            .map(|(registers, value)| (f64::from(*registers), value))
            .collect(),
    };
    let lines = vec![line(0, "run time"), line(1, "GPU energy")];
    let lines = Lines::new(
        "registers of the staging units",
        "relative to the full file",
        lines,
    );
    let slower = |registers: &str| Ok(100.0 * (table.cell(registers, 0)? - 1.0));
    let saved = |registers: &str| Ok(100.0 * (1.0 - table.cell(registers, 1)?));
    let times = [slower("128")?, slower("512")?, slower("2048")?];
    let energies = [saved("128")?, saved("512")?, saved("2048")?];
    Ok(Measured::new(table)
        .drawn(lines)
        .value("slower_at_128", times[0])
        .value("slower_at_512", times[1])
        .value("slower_at_2048", times[2])
        .value("saved_at_128", energies[0])
        .value("saved_at_512", energies[1])
        .value("saved_at_2048", energies[2]))
}

fn registers(results: &Results) -> Result<Measured, Missing> {
    let columns = ["accesses", "wires", "compressors", "leakage", "total"];
    let parts = ["accesses", "wires", "compression", "leakage"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let full = results.run(kernel, &baseline())?.number("energy.total")?;
        let run = results.run(kernel, &staged())?;
        let mut cells = [0.0; 5];
        for (cell, part) in cells.iter_mut().zip(parts) {
            *cell = run.number(&format!("energy.staging.{part}"))? / full;
        }
        cells[4] = run.number("energy.total")? / full;
        Ok(Some(cells))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let total = table.cell("mean", 4)?;
    let parts: Vec<(usize, &str)> = columns[..4].iter().copied().enumerate().collect();
    let bars = Bars::new(
        "energy of register structures / the full file's",
        vec![Stack::of("RegLess", &parts)],
    );
    let mark = Mark::bar("saved", "mean", 0).drawn(|saved| 1.0 - saved / 100.0);
    Ok(Measured::new(table)
        .drawn(bars.line(1.0).mark(mark))
        .value("saved", 100.0 * (1.0 - total)))
}

fn whole(results: &Results) -> Result<Measured, Missing> {
    let columns = ["RegLess", "No RF"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let full = results.run(kernel, &baseline())?;
        let run = results.run(kernel, &staged())?;
        let bound = 1.0 - full.number("energy.gpu.register_file_share")?;
        Ok(Some([gpu::relative(&full, &run)?, bound]))
    })?;
    let table = table.summed_up(MEAN, geometric);
    let mean = table.cell(MEAN, 0)?;
    let stacks = vec![Stack::one("RegLess", 0), Stack::one("no register file", 1)];
    let bars = Bars::new("energy of the GPU / with the full register file", stacks);
    let mark = Mark::bar("saved", MEAN, 0).drawn(|saved| 1.0 - saved / 100.0);
    Ok(Measured::new(table)
        .drawn(bars.line(1.0).mark(mark))
        .value("saved", 100.0 * (1.0 - mean)))
}
