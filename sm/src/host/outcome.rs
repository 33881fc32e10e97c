//! How a descriptor is run, and what a run leaves.

use super::checks::CheckResult;
use crate::alloc::AllocationReport;
use crate::descriptor::Layout;
use serde::Serialize;
use std::collections::BTreeMap;

/// How to run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Execute over physical registers.
    pub physical: bool,
    /// Physical registers of a thread; what does not fit is spilled.
    pub max_registers: Option<u32>,
}

/// What the bytes of a buffer are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferShape {
    /// Where the parts of an element lie.
    pub layout: Layout,
    /// Elements of a row.
    pub width: Option<u64>,
}

/// What a run left.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Launches that were made.
    pub launches: u64,
    /// What became of the checks.
    pub checks: Vec<CheckResult>,
    /// An `until` that never came true: phase and times through.
    pub unfinished: Option<String>,
    /// What kernels printed.
    pub printed: String,
    /// Reads beside buffers that gave zero, because their descriptor says so.
    pub outside: BTreeMap<String, u64>,
    /// What the elements of all buffers are, by their name at the end.
    #[serde(skip)]
    pub shapes: BTreeMap<String, BufferShape>,
    /// Final contents of all buffers, by their name at the end.
    #[serde(skip)]
    pub buffers: BTreeMap<String, Vec<u8>>,
    /// What each kernel that ran took, if its registers are physical.
    pub registers: BTreeMap<String, AllocationReport>,
}

impl Outcome {
    /// Whether all checks passed and every loop ended.
    pub fn passed(&self) -> bool {
        self.unfinished.is_none() && self.checks.iter().all(CheckResult::passed)
    }
}
