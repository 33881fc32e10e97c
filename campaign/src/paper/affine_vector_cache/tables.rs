//! Tables 2 and 3: the SM and its caches (3.1, 5.1); and what the units cost (5.2).

use crate::paper::chart::{Bars, Stack};
use crate::paper::figure::{Figure, Measured};
use crate::paper::kernel::facts;
use crate::paper::name::Paper;
use crate::paper::results::{Missing, Results};
use crate::paper::table::Table;

pub(super) const FIGURES: &[Figure] = &[
    Figure {
        paper: Paper::AffineVectorCache,
        name: "table-2",
        needs: facts,
        measure: table_2,
    },
    Figure {
        paper: Paper::AffineVectorCache,
        name: "overhead",
        needs: facts,
        measure: overhead,
    },
];

fn table_2(results: &Results) -> Result<Measured, Missing> {
    let facts = results.facts()?;
    let rows = [
        ("warp size", 32.0, "lanes"),
        ("warps", 48.0, "multiprocessors.barra.warps"),
        ("registers", 512.0, "multiprocessors.barra.registers"),
    ];
    let mut table = Table::new("parameter", &["paper", "here"]);
    let mut other = 0.0;
    for (name, paper, path) in rows {
        let ours = facts.number(path)?;
        if ours != paper {
            other += 1.0;
        }
        table.push(name, vec![Some(paper), Some(ours)]);
    }
    Ok(Measured::new(table).value("rows_that_differ", other))
}

/// Square micrometres of a Fermi SM at 40 nm (5.2), at 45 nm.
const SM: f64 = 15.6e6 * (45.0 * 45.0) / (40.0 * 40.0);

fn overhead(results: &Results) -> Result<Measured, Missing> {
    let facts = results.facts()?;
    let of = |unit: &str, what: &str| facts.number(&format!("netlists.{unit} fermi.{what}"));
    let mut table = Table::new("unit", &["um2", "pJ an operation", "path, ps"]);
    let (mut area, mut energy) = (0.0, 0.0);
    for unit in ["avc_encoder", "avc_decoder"] {
        let cells = [
            of(unit, "um2")?,
            of(unit, "pJ an operation")?,
            of(unit, "path ps")?,
        ];
        table.push(unit, cells.map(Some).to_vec());
        area += cells[0];
        energy += cells[1];
    }
    let bars = Bars::new("area, um2", vec![Stack::one("area", 0)]);
    Ok(Measured::new(table)
        .drawn(bars)
        .value("area", 100.0 * area / SM)
        .value("energy", energy))
}
