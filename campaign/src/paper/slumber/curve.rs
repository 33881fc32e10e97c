//! Leakage saved over run time, by who names registers and how long they are kept up: ours, with the paper's letter and the
//! rival, and what somebody who knew every next access could save.

use super::{leakage, under, watched, REGISTERS};
use crate::paper::chart::{Bars, Line, Lines, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;
use crate::paper::work::{Look, Setting};

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::Slumber,
        name: "curve",
        needs: |_| {
            let mut looks: Vec<Look> = points().into_iter().map(|point| point.look).collect();
            looks.push(under("baseline"));
            looks
        },
        measure: curve,
    },
    Figure {
        paper: Paper::Slumber,
        name: "oracle",
        needs: |_| vec![watched(), under("slumber"), under("baseline")],
        measure: oracle,
    },
];

/// A point of the curve: its line, its name, its keys for what is saved and what is slower.
struct Point {
    line: &'static str,
    name: &'static str,
    keys: [&'static str; 2],
    look: Look,
}

const BUFFER: &str = "named by buffers";
const SCHEDULER: &str = "named by schedulers";
const LETTER: &str = "T5 to the letter";
const RIVAL: &str = "rival";
const AHEAD: &str = "rival, named by buffers";
const LINES: [&str; 5] = [BUFFER, SCHEDULER, LETTER, RIVAL, AHEAD];

fn points() -> Vec<Point> {
    let rival = "warped-register-file";
    let point = |line, name, keys, scheme: &str, parameters: &[&str]| {
        let setting = Setting::new(scheme, "fermi", "two-level");
        let with = |setting: Setting, parameter: &&str| setting.with(parameter);
        Point {
            line,
            name,
            keys,
            look: Look::Timed(parameters.iter().fold(setting, with)),
        }
    };
    let (scheduler, letter) = ("named_by = \"scheduler\"", "near_cycles = 65535");
    let (thirteen, ahead) = ("near_cycles = 13", "rival_looks_ahead = true");
    vec![
        point(
            BUFFER,
            "near 0",
            ["buffer_0_saved", "buffer_0_slower"],
            "slumber",
            &["near_cycles = 0"],
        ),
        point(
            BUFFER,
            "near 16",
            ["buffer_16_saved", "buffer_16_slower"],
            "slumber",
            &["near_cycles = 16"],
        ),
        point(
            BUFFER,
            "near 40",
            ["buffer_40_saved", "buffer_40_slower"],
            "slumber",
            &[],
        ),
        point(
            BUFFER,
            "near 64",
            ["buffer_64_saved", "buffer_64_slower"],
            "slumber",
            &["near_cycles = 64"],
        ),
        point(
            BUFFER,
            "near 128",
            ["buffer_128_saved", "buffer_128_slower"],
            "slumber",
            &["near_cycles = 128"],
        ),
        point(
            SCHEDULER,
            "3 warps",
            ["warps_3_saved", "warps_3_slower"],
            "slumber",
            &[scheduler, thirteen],
        ),
        point(
            SCHEDULER,
            "6 warps",
            ["warps_6_saved", "warps_6_slower"],
            "slumber",
            &[scheduler, thirteen, "future_warps = 6"],
        ),
        point(
            SCHEDULER,
            "12 warps",
            ["warps_12_saved", "warps_12_slower"],
            "slumber",
            &[scheduler, thirteen, "future_warps = 12"],
        ),
        point(
            LETTER,
            "letter",
            ["letter_saved", "letter_slower"],
            "slumber",
            &[scheduler, letter],
        ),
        point(RIVAL, "rival", ["rival_saved", "rival_slower"], rival, &[]),
        point(
            AHEAD,
            "rival, near 0",
            ["ahead_0_saved", "ahead_0_slower"],
            rival,
            &[ahead, "near_cycles = 0"],
        ),
        point(
            AHEAD,
            "rival, near 40",
            ["ahead_40_saved", "ahead_40_slower"],
            rival,
            &[ahead],
        ),
        point(
            AHEAD,
            "rival, near 128",
            ["ahead_128_saved", "ahead_128_slower"],
            rival,
            &[ahead, "near_cycles = 128"],
        ),
    ]
}

fn curve(results: &Results) -> Result<Measured, Missing> {
    let points = points();
    let column = |what: &str| -> Vec<String> {
        let names = points.iter().map(|point| point.name);
        names.map(|name| format!("{name}: {what}, %")).collect()
    };
    let columns = [column("saved"), column("run time added")].concat();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new("kernel", &columns);
    for kernel in results.kernels() {
        let baseline = results.run(kernel, &under("baseline"))?;
        let (mut saved, mut slower) = (Vec::new(), Vec::new());
        for point in &points {
            let run = results.run(kernel, &point.look)?;
            saved.push(Some(100.0 * (1.0 - leakage(&run, &baseline)?)));
            slower.push(Some(100.0 * (run.cycles()? / baseline.cycles()? - 1.0)));
        }
        saved.extend(slower);
        table.push(&kernel.name, saved);
    }
    let slowest = (0..points.len()).find(|&place| points[place].name == "near 40");
    let slowest = table.column(points.len() + slowest.unwrap_or(0));
    let slowest = slowest.into_iter().reduce(f64::max).unwrap_or(0.0);
    let table = table.summed_up("mean", arithmetic);
    let mut values = vec![("slowest", slowest)];
    let mut lines = LINES.map(|name| Line {
        name: name.to_owned(),
        points: Vec::new(),
    });
    for (place, point) in points.iter().enumerate() {
        let saved = table.cell("mean", place)?;
        let slower = table.cell("mean", points.len() + place)?;
        values.extend([(point.keys[0], saved), (point.keys[1], slower)]);
        if let Some(line) = lines.iter_mut().find(|line| line.name == point.line) {
            line.points.push((slower, saved));
        }
    }
    for line in &mut lines {
        line.points.sort_by(|one, other| one.0.total_cmp(&other.0));
    }
    let lines = Lines::new(
        "run time added, %",
        "% of the leakage of the baseline's run that is saved",
        lines.to_vec(),
    );
    let mut measured = Measured::new(table).drawn(lines);
    measured.values = values;
    Ok(measured)
}

fn oracle(results: &Results) -> Result<Measured, Missing> {
    let columns = ["bound, %", "Slumber, %", "registers of warps, %"];
    let table = Table::of_kernels(results, columns, |kernel| {
        let watched = results.run(kernel, &watched())?;
        let of = |what: &str| watched.number(&format!("timing.profile.{what}"));
        let all = REGISTERS * watched.cycles()?;
        let given = of("registers.cycles")?;
        // In percent-cycles; a register that nobody has is OFF.
        let takes = 100.0 * given - of("saveable")?;
        let baseline = results.run(kernel, &under("baseline"))?;
        let run = results.run(kernel, &under("slumber"))?;
        Ok(Some([
            100.0 - takes / all,
            100.0 * (1.0 - leakage(&run, &baseline)?),
            100.0 * given / all,
        ]))
    })?;
    let table = table.summed_up("mean", arithmetic);
    let (bound, saved) = (table.cell("mean", 0)?, table.cell("mean", 1)?);
    let stacks = vec![Stack::one("bound", 0), Stack::one("Slumber", 1)];
    let bars = Bars::new(
        "% of the leakage of the baseline's run that is saved",
        stacks,
    );
    Ok(Measured::new(table)
        .drawn(bars)
        .value("bound", bound)
        .value("short_of_it", bound - saved))
}
