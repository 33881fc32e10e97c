//! Compiler passes of the schemes, over physical registers. One file per pass; each shows a program
//! before and after.
//!
//! [`WarpLiveness`] is what the others stand on: liveness of a warp's register, all of its lanes,
//! where threads diverge. [`next_accesses`] are Slumber's flags, [`renumber`] spreads registers over
//! RegLess's banks, [`regions`] are its regions, [`annotate`] says what may be dropped when, and
//! [`encode`] puts it into words. [`verify`] looks at what each of them left.

mod annotations;
mod levels;
mod metadata;
mod next_access;
mod next_use;
mod numbering;
mod regions;
mod soft_definitions;
pub mod verify;
mod warp_liveness;

pub use annotations::{annotate, Annotated, Preload};
pub use levels::{levels, Level, Nature, Placed};
pub use metadata::{encode, Encoded, Overhead, RegionCode, Step};
pub use next_access::{next_accesses, NextAccess, NextAccesses};
pub use next_use::{next_uses, NextUse};
pub use numbering::{fullest_banks, renumber};
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
