//! The committed figures, and what has become worse since.

use super::Figures;

/// A row of the table in docs/synthesis.md.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub unit: String,
    pub preset: String,
    pub cells: u64,
    pub area: Option<f64>,
}

/// How much a unit may grow unnoticed, in percent.
pub const TOLERANCE: f64 = 3.0;

/// The rows of the committed page: `| unit | preset | cells | ...`, and the area from the second
/// table where there is one.
pub fn rows(page: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut mapped = false;
    for line in page.lines() {
        if line.starts_with("| unit |") {
            mapped = line.contains("um2");
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [unit, preset, first, ..] = cells[..] else {
            continue;
        };
        let (unit, preset) = (unit.trim_matches('`'), preset.trim_matches('`'));
        let number = first.replace(',', "").parse::<f64>();
        let Ok(number) = number else { continue };
        if mapped {
            let row = rows
                .iter_mut()
                .find(|row| row.unit == unit && row.preset == preset);
            if let Some(row) = row {
                row.area = Some(number);
            }
        } else {
            rows.push(Row {
                unit: unit.to_owned(),
                preset: preset.to_owned(),
                cells: number as u64,
                area: None,
            });
        }
    }
    rows
}

/// The row of a unit's preset.
pub fn row<'a>(rows: &'a [Row], unit: &str, preset: &str) -> Option<&'a Row> {
    rows.iter()
        .find(|row| row.unit == unit && row.preset == preset)
}

/// What to say of a preset that the page does not know.
pub fn no_row(unit: &str, preset: &str) -> String {
    format!("{unit} {preset}: docs/synthesis.md has no row for it; run `make synth`")
}

/// What is worse than committed, in a line each.
pub fn worse(figures: &Figures, committed: Option<&Row>) -> Vec<String> {
    let name = format!("{} {}", figures.unit, figures.preset);
    let mut out = Vec::new();
    let Some(row) = committed else {
        return vec![no_row(&figures.unit, &figures.preset)];
    };
    let mut compare = |what: &str, was: f64, is: f64| {
        let growth = (is - was) * 100.0 / was;
        if growth > TOLERANCE {
            out.push(format!(
                "{name}: {what} grew by {growth:.1} %, from {was:.0} to {is:.0}"
            ));
        }
    };
    compare("cells", row.cells as f64, figures.cells as f64);
    if let Some(mapped) = &figures.mapped {
        if let Some(area) = row.area {
            compare("area", area, mapped.area);
        }
        if mapped.slack() < 0.0 {
            out.push(format!(
                "{name}: misses its clock of {} ps by {:.0} ps",
                mapped.clock_ps,
                -mapped.slack()
            ));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
| unit | preset | cells | flip-flops |\n|---|---|---|---|\n| `a` | `p` | 1,000 | 10 |\n\n\
| unit | preset | um2 |\n|---|---|---|\n| `a` | `p` | 500 |\n";

    fn figures(cells: u64) -> Figures {
        Figures {
            unit: "a".into(),
            preset: "p".into(),
            cells,
            flip_flops: 10,
            depth: 1,
            memory_bits: 0,
            shares: vec![],
            mapped: None,
        }
    }

    #[test]
    fn the_page_is_read_back() {
        let row = &rows(PAGE)[0];
        assert_eq!((row.cells, row.area), (1000, Some(500.0)));
        assert_eq!(rows(PAGE).len(), 1);
    }

    #[test]
    fn growth_beyond_the_tolerance_is_told() {
        let rows = rows(PAGE);
        assert!(worse(&figures(1030), rows.first()).is_empty());
        assert_eq!(
            worse(&figures(1031), rows.first()),
            ["a p: cells grew by 3.1 %, from 1000 to 1031"]
        );
        assert_eq!(worse(&figures(1), None).len(), 1);
    }
}
