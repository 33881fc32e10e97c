//! What the coverage counters of a model mean.

use crate::loaded::Functions;
use std::ffi::{c_char, c_void, CStr};

/// What a counter counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum CoverageKind {
    Line,
    Branch,
    Toggle,
    Expression,
    /// A state of a control register, or two that follow each other.
    State,
    /// A kind that Verilator has and that needs no treatment of its own here.
    #[default]
    Other,
}

/// One counter's place in the design.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CoveragePoint {
    pub kind: CoverageKind,
    /// The source's name as in [`Source`](crate::Source).
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// The instance, such as `TOP.bank.arbiter`.
    pub hierarchy: String,
    /// Which of several counters of that place: `if`, `else`, `data[3]:0->1`.
    pub detail: String,
}

/// Asks the library for all points. A point that Verilator does not name keeps its index
/// and has empty fields.
pub(crate) fn read_points(functions: &Functions) -> Vec<CoveragePoint> {
    let mut points: Vec<CoveragePoint> = Vec::new();
    if let Some(read) = functions.coverage_points {
        // SAFETY: the function calls back with the pointer it is given, and only during the
        // call; `each` is written for it.
        unsafe { read((&raw mut points).cast(), each) };
    }
    points
}

/// Takes one key of one counter.
extern "C" fn each(user: *mut c_void, index: usize, key: *const c_char, value: *const c_char) {
    // SAFETY: `user` is the vector that `read_points` passed, borrowed by nobody else during
    // the call; key and value are strings that end with a zero and outlive the call.
    let (points, key, value) = unsafe {
        (
            &mut *user.cast::<Vec<CoveragePoint>>(),
            CStr::from_ptr(key).to_string_lossy(),
            CStr::from_ptr(value).to_string_lossy(),
        )
    };
    if points.len() <= index {
        points.resize_with(index + 1, CoveragePoint::default);
    }
    let point = &mut points[index];
    match &*key {
        "filename" => point.file = value.into_owned(),
        "lineno" => point.line = value.parse().unwrap_or(0),
        "column" => point.column = value.parse().unwrap_or(0),
        "hier" => point.hierarchy = value.into_owned(),
        "comment" => point.detail = value.into_owned(),
        "page" => point.kind = kind(&value),
        _ => {}
    }
}

/// Reads a page such as `v_toggle/bank`.
fn kind(page: &str) -> CoverageKind {
    match page.split('/').next() {
        Some("v_line") => CoverageKind::Line,
        Some("v_branch") => CoverageKind::Branch,
        Some("v_toggle") => CoverageKind::Toggle,
        Some("v_expr") => CoverageKind::Expression,
        _ => CoverageKind::Other,
    }
}
