//! What is no kernel's: parameters of multiprocessors and units, the design space, and what our netlists take.

use crate::Error;
use golden::bdi::design_space::{BaseDelta, TABLE_1};
use serde_json::{json, Map, Value};
use sm::timing::Preset;
use spec::regfile::{RegfileParameters, PORTS};
use spec::warp::{BANK_BYTES, LANES};
use tools::project;

/// The page of netlists that is committed.
const NETLISTS: &str = "docs/synthesis.md";

/// The text of that page.
pub fn page() -> Result<String, Error> {
    let path = project::root().join(NETLISTS);
    std::fs::read_to_string(&path)
        .map_err(|error| Error::new(format!("{}: {error}", path.display())))
}

/// All of them.
pub fn document() -> Result<Value, Error> {
    let mut multiprocessors = Map::new();
    for preset in Preset::ALL {
        let parameters = serde_json::to_value(preset.parameters())?;
        multiprocessors.insert(preset.name().to_owned(), parameters);
    }
    let file = RegfileParameters::FERMI;
    let row = |choice: &BaseDelta| {
        json!({
            "base": choice.base_bytes(), "delta": choice.delta_bytes(),
            "bytes": choice.compressed_bytes(), "banks": choice.banks(),
        })
    };
    let page = page()?;
    Ok(json!({
        "multiprocessors": multiprocessors,
        "lanes": LANES,
        "regfile": {
            "banks": file.banks(), "bank_bits": 8 * BANK_BYTES, "entries": file.entries(),
            "compressors": PORTS, "decompressors": file.clusters(),
        },
        "table_1": TABLE_1.iter().map(row).collect::<Vec<_>>(),
        "netlists": netlists(&page),
    }))
}

/// Numbers of the page's tables by `unit preset` and the column's head.
fn netlists(page: &str) -> Map<String, Value> {
    let mut found: Map<String, Value> = Map::new();
    let mut heads: Vec<&str> = Vec::new();
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cells = line.trim_matches('|').split('|').map(str::trim);
        let cells: Vec<&str> = cells.collect();
        if cells.starts_with(&["unit", "preset"]) {
            heads = cells;
            continue;
        }
        let [unit, preset, rest @ ..] = &cells[..] else {
            continue;
        };
        let name = format!("{unit} {preset}").replace('`', "");
        let numbers = found.entry(name).or_insert_with(|| json!({}));
        for (head, cell) in heads.iter().skip(2).zip(rest) {
            if let Ok(number) = cell.replace(',', "").parse::<f64>() {
                numbers[*head] = number.into();
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_by_their_heads() {
        let page = "# x\n| unit | preset | um2 | recipe |\n|---|---|---|---|\n\
                    | `a` | `b` | 19,631 | dch |\n\n| unit | preset | leakage uW |\n|---|---|---|\n\
                    | `a` | `b` | 384 |\n";
        let found = netlists(page);
        assert_eq!(found["a b"], json!({"um2": 19631.0, "leakage uW": 384.0}));
    }
}
