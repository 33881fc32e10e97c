//! The paper's letter where we read it otherwise, and the rival with what it lacks: ours.

use super::{leakage, under};
use crate::paper::chart::{Bars, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::mean::arithmetic;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;
use crate::paper::work::{Look, Setting};
use crate::paper::Paper;

pub(super) const FIGURES: &[Figure] = &[Figure {
    paper: Paper::Slumber,
    name: "rules",
    needs: |_| {
        let mut looks = variants().map(|(_, look)| look).to_vec();
        looks.push(under("baseline"));
        looks
    },
    measure: rules,
}];

fn with(scheme: &str, parameter: &str) -> Look {
    Look::Timed(Setting::new(scheme, "fermi", "two-level").with(parameter))
}

fn variants() -> [(&'static str, Look); 4] {
    let rival = "warped-register-file";
    [
        ("Slumber", under("slumber")),
        (
            "Slumber, T5 to the letter",
            with("slumber", "next_use_near = \"letter\""),
        ),
        ("rival", under(rival)),
        (
            "rival that looks ahead",
            with(rival, "rival_looks_ahead = true"),
        ),
    ]
}

fn rules(results: &Results) -> Result<Measured, Missing> {
    let names = variants().map(|(name, _)| name);
    let mut columns: Vec<String> = names.map(|name| format!("{name}: saved, %")).to_vec();
    columns.extend(names.map(|name| format!("{name}: run time added, %")));
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new("kernel", &columns);
    for kernel in results.kernels() {
        let baseline = results.run(kernel, &under("baseline"))?;
        let (mut saved, mut slower) = (Vec::new(), Vec::new());
        for (_, look) in variants() {
            let run = results.run(kernel, &look)?;
            saved.push(Some(100.0 * (1.0 - leakage(&run, &baseline)?)));
            slower.push(Some(100.0 * (run.cycles()? / baseline.cycles()? - 1.0)));
        }
        saved.extend(slower);
        table.push(&kernel.name, saved);
    }
    let table = table.summed_up("mean", arithmetic);
    let keys = [
        "slumber_saved",
        "letter_saved",
        "rival_saved",
        "ahead_saved",
        "slumber_slower",
        "letter_slower",
        "rival_slower",
        "ahead_slower",
    ];
    let mut values = Vec::new();
    for (column, key) in keys.into_iter().enumerate() {
        values.push((key, table.cell("mean", column)?));
    }
    let stacks = names.iter().enumerate();
    let stacks = stacks.map(|(column, name)| Stack::one(name, column));
    let bars = Bars::new(
        "% of the leakage of the baseline's run that is saved",
        stacks.collect(),
    );
    let mut measured = Measured::new(table).drawn(bars);
    measured.values = values;
    Ok(measured)
}
