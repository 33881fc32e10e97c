//! Where issue slots go, under a scheme and without it: ours, for every paper.

use super::chart::{Bars, Stack};
use super::figure::Measured;
use super::mean::arithmetic;
use super::results::{Missing, Results, Run};
use super::table::Table;
use super::work::Look;

/// Groups of causes (docs/sm/pipeline.md), by what a scheme does to them.
const GROUPS: [(&str, &[&str]); 7] = [
    ("issued", &["issued", "parts", "metadata"]),
    (
        "execution, operands",
        &["scoreboard", "operands", "result_port", "unit"],
    ),
    ("memory", &["memory"]),
    ("fetch, barrier, no warp", &["fetch", "barrier", "no_warp"]),
    (
        "file: collectors, banks, MOV",
        &["collectors", "bank", "mov", "bank_wake"],
    ),
    (
        "registers that wake",
        &["waking_on", "waking_shallow", "waking_deep", "waking_off"],
    ),
    (
        "region not active",
        &[
            "region_decode",
            "region_drain",
            "region_activation",
            "region_capacity",
            "region_preload",
            "region_compressor",
            "region_l1",
        ],
    ),
];

/// Slots of each group over all slots of the baseline's run, in percent.
fn shares(run: &Run<'_>, slots: f64) -> Result<[f64; GROUPS.len()], Missing> {
    let mut shares = [0.0; GROUPS.len()];
    for (share, (_, causes)) in shares.iter_mut().zip(GROUPS) {
        for cause in causes {
            *share += run.number(&format!("timing.issue_slots.{cause}"))?;
        }
        *share *= 100.0 / slots;
    }
    Ok(shares)
}

/// Slots of a scheme's runs beside those of the baseline's.
pub fn measure(
    results: &Results,
    name: &str,
    baseline: &Look,
    scheme: &Look,
) -> Result<Measured, Missing> {
    let mut columns = Vec::new();
    for run in ["baseline", name] {
        columns.extend(GROUPS.map(|(group, _)| format!("{run}: {group}, %")));
    }
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new("kernel", &columns);
    for kernel in results.kernels() {
        let (without, with) = (results.run(kernel, baseline)?, results.run(kernel, scheme)?);
        let slots = without.number("timing.issue_slots.total")?;
        let cells = [shares(&without, slots)?, shares(&with, slots)?].concat();
        table.push(&kernel.name, cells.into_iter().map(Some).collect());
    }
    let table = table.summed_up("mean", arithmetic);
    let parts = |from: usize| -> Vec<(usize, &str)> {
        let groups = GROUPS.iter().enumerate();
        groups.map(|(at, (group, _))| (from + at, *group)).collect()
    };
    let stacks = vec![
        Stack::of("baseline", &parts(0)),
        Stack::of(name, &parts(GROUPS.len())),
    ];
    let bars = Bars::new("% of the issue slots of the baseline's run", stacks);
    let more = |group: usize| -> Result<f64, Missing> {
        let (without, with) = (group, group + GROUPS.len());
        Ok(table.cell("mean", with)? - table.cell("mean", without)?)
    };
    let values = [
        ("issued", more(0)?),
        ("execution", more(1)?),
        ("memory", more(2)?),
        ("others", more(3)?),
        ("file", more(4)?),
        ("waking", more(5)?),
        ("region", more(6)?),
    ];
    let mut measured = Measured::new(table).drawn(bars.line(100.0).top(300.0));
    measured.values.extend(values);
    Ok(measured)
}
