//! The kernels that figures are made of.

use super::work::{Look, PaperWork};
use std::path::PathBuf;

/// A kernel, with what has to be known of it before anything runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// The descriptor, from the folder of kernels on.
    pub descriptor: PathBuf,
    /// The digest of the files beside it.
    pub sha256: String,
    /// Registers a thread without a limit: AVC's r_default (3.1).
    pub default: u32,
    /// The fewest registers a thread with which nothing is spilled: AVC's r_base (3.1).
    pub base: u32,
    /// The fewest registers a thread with which it runs at all.
    pub least: u32,
}

/// Those of `--quick`: something of each paper, divergence, registers that repeat and that do not.
pub const QUICK: [&str; 6] = [
    "aes",
    "backprop",
    "hotspot",
    "particle_filter",
    "reduction",
    "vector_add",
];
/// The kernel of which facts are asked that are none of a kernel's.
pub const FACTS: &str = "aes";
/// Cycles of each launch of `--quick`.
pub const QUICK_CYCLES: u64 = 5_000;

impl Kernel {
    /// A job of it.
    pub fn work(&self, look: Look, max_cycles: Option<u64>) -> PaperWork {
        PaperWork {
            descriptor: self.descriptor.clone(),
            sha256: self.sha256.clone(),
            max_cycles: max_cycles.filter(|_| matches!(look, Look::Timed(_))),
            look,
        }
    }

    /// Half of the registers that it needs, AVC's `r = 0.5 r_base` (3.2), or as few as it runs with.
    pub fn half(&self) -> u32 {
        self.base.div_ceil(2).max(self.least)
    }
}

/// What a figure needs that is made of facts only.
pub fn facts(kernel: &Kernel) -> Vec<Look> {
    match kernel.name == FACTS {
        true => vec![Look::Facts],
        false => Vec::new(),
    }
}
