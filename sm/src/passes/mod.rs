//! Compiler passes of the schemes, over physical registers. One file per pass; each shows a program
//! before and after.
//!
//! [`WarpLiveness`] is what the others stand on: liveness of a warp's register, all of its lanes,
//! where threads diverge. [`next_accesses`] are Slumber's flags, [`regions`] RegLess's regions,
//! [`annotate`] what may be dropped when.

mod annotations;
mod next_access;
mod next_use;
mod regions;
mod soft_definitions;
mod warp_liveness;

pub use annotations::{annotate, Annotated, Preload};
pub use next_access::{next_accesses, NextAccess, NextAccesses};
pub use next_use::{next_uses, NextUse};
pub use regions::{regions, Region, RegionLimits};
pub use soft_definitions::SoftDefinitions;
pub use warp_liveness::WarpLiveness;

#[cfg(test)]
mod poison;

use crate::ir::Instruction;

/// 32-bit registers that an instruction reads.
pub(crate) fn read_words(i: &Instruction) -> impl Iterator<Item = u32> + '_ {
    i.reads().flat_map(|reg| reg.words())
}

/// 32-bit registers that an instruction writes.
pub(crate) fn written_words(i: &Instruction) -> impl Iterator<Item = u32> + '_ {
    i.results().flat_map(|reg| reg.words())
}
