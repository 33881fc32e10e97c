//! How much registers are used (1, 2), how long they are idle (Figure 5), and in which state (Figure 6).

use super::{under, watched};
use crate::paper::chart::{Bars, Mark, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Slumber,
        name: "utilisation",
        needs: |_| vec![watched()],
        measure: utilisation,
    },
    Figure {
        paper: Paper::Slumber,
        name: "figure-5",
        needs: |_| vec![watched()],
        measure: lengths,
    },
    Figure {
        paper: Paper::Slumber,
        name: "figure-6",
        needs: |_| vec![under("slumber")],
        measure: states,
    },
];

fn utilisation(results: &Results) -> Result<Measured, Missing> {
    let columns = [
        "file, %",
        "bank, %",
        "warp, %",
        "register, %",
        "re-use, cycles",
    ];
    let levels = ["file", "banks", "warps", "registers"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let run = results.run(kernel, &watched())?;
        let of = |what: &str| run.number(&format!("timing.profile.{what}"));
        let mut cells = [0.0; 5];
        for (cell, level) in cells.iter_mut().zip(levels) {
            let accessed = of(&format!("{level}.accessed"))?;
            *cell = 100.0 * accessed / of(&format!("{level}.cycles"))?;
        }
        cells[4] = of("reuse_cycles")? / of("reuses")?.max(1.0);
        Ok(Some(cells))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let keys = ["file", "bank", "warp", "register", "distance"];
    let mut values = Vec::new();
    for (column, key) in keys.into_iter().enumerate() {
        values.push((key, table.cell("mean", column)?));
    }
    let stacks = columns[..4].iter().enumerate();
    let stacks = stacks.map(|(column, name)| Stack::one(name, column));
    let bars = Bars::new("% of cycles with an access", stacks.collect())
        .mark(Mark::bar("register", "mean", 3));
    let mut measured = Measured::new(table).drawn(bars);
    measured.values = values;
    Ok(measured)
}

/// Lengths of idle periods, in the classes of the paper's states and longer: from, and name.
const LENGTHS: [(f64, &str); 6] = [
    (1.0, "1 to 3"),
    (4.0, "4 to 12"),
    (13.0, "13 to 15"),
    (16.0, "16 to 127"),
    (128.0, "128 to 1023"),
    (1024.0, "1024 and more"),
];

fn lengths(results: &Results) -> Result<Measured, Missing> {
    let columns = LENGTHS.map(|(_, name)| format!("{name}, %"));
    let columns = columns.each_ref().map(String::as_str);
    let table = Table::of_kernels(results, columns, |kernel| {
        let run = results.run(kernel, &watched())?;
        let classes = run
            .at("timing.profile.idle")?
            .as_array()
            .map_or(0, Vec::len);
        let mut cycles = [0.0; LENGTHS.len()];
        for class in 0..classes {
            let of = |what: &str| run.number(&format!("timing.profile.idle.{class}.{what}"));
            let from = of("from")?;
            let place = LENGTHS.iter().rposition(|(least, _)| *least <= from);
            cycles[place.unwrap_or(0)] += of("cycles")?;
        }
        let all: f64 = cycles.iter().sum();
        Ok((all > 0.0).then(|| cycles.map(|cycles| 100.0 * cycles / all)))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let long = [3, 4, 5].map(|column| table.cell("mean", column));
    let long: f64 = long.into_iter().sum::<Result<f64, Missing>>()?;
    let parts: Vec<(usize, &str)> = LENGTHS.iter().map(|(_, name)| *name).enumerate().collect();
    let stacks = vec![Stack::of("idle cycles", &parts)];
    let bars = Bars::new("% of idle cycles, by the length of their period", stacks);
    Ok(Measured::new(table).drawn(bars).value("long", long))
}

fn states(results: &Results) -> Result<Measured, Missing> {
    let columns = ["SS, %", "DS, %", "OFF, %", "of a warp, % of all cycles"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let run = results.run(kernel, &under("slumber"))?;
        let given = run.numbers("timing.registers.sleep.given")?;
        let all = run.number("timing.registers.sleep.register_cycles")?;
        let [_, shallow, deep, off, ..] = given[..] else {
            return Err(Missing("a register has six states".into()));
        };
        let idle = shallow + deep + off;
        let of_warps = 100.0 * given.iter().sum::<f64>() / all;
        let states = [shallow, deep, off].map(|cycles| 100.0 * cycles / idle);
        Ok((idle > 0.0).then(|| [states[0], states[1], states[2], of_warps]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let mean = |column| table.cell("mean", column);
    let values = [
        ("off", mean(2)?),
        ("deep", mean(1)?),
        ("shallow", mean(0)?),
        ("of_warps", mean(3)?),
    ];
    let parts = [(0, "SS"), (1, "DS"), (2, "OFF")];
    let stacks = vec![Stack::of("Slumber", &parts)];
    let bars = Bars::new("% of idle cycles of registers that warps have", stacks);
    let mut measured = Measured::new(table).drawn(bars);
    measured.values.extend(values);
    Ok(measured)
}
