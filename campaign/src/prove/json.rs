//! Verdicts as JSON.

use super::summary::Row;
use serde::Serialize;

/// The value of `format`.
pub const FORMAT: &str = "warploom-proofs";
/// The version that is written.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct File<'r> {
    format: &'static str,
    version: u32,
    tool: &'static str,
    units: &'r [Row<'r>],
}

/// The document.
pub fn document(rows: &[Row<'_>]) -> String {
    cosim::report::json::text(&File {
        format: FORMAT,
        version: VERSION,
        tool: cosim::TOOL,
        units: rows,
    })
}
