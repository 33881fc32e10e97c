//! What came of a campaign as JSON, by unit.

use serde::Serialize;

/// The version that is written.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct File<'r, R> {
    format: &'static str,
    version: u32,
    tool: &'static str,
    units: &'r [R],
}

/// The document of a format.
pub fn document<R: Serialize>(format: &'static str, rows: &[R]) -> String {
    cosim::report::json::text(&File {
        format,
        version: VERSION,
        tool: cosim::TOOL,
        units: rows,
    })
}
