//! Functional execution: 32 lanes a warp, warp by warp, block by block.
//!
//! A [`Program`] is a kernel made ready; [`launch`] runs a grid of it over [`GlobalMemory`]. Blocks
//! run one after another, the warps of a block take turns, and so a run is the same every time.
//! An [`Observer`] sees each warp instruction and each register that is written.

mod atomic;
mod block;
mod convert;
mod execute;
mod fault;
mod float;
mod half;
mod integer;
mod lanes;
mod launch;
mod memory;
mod observe;
mod print;
mod printf;
mod program;
mod real;
mod resident;
mod sampling;
mod scalar;
mod shuffle;
mod step;
mod store;
mod surface;
mod texture;
mod warp;

pub use block::{launch, launch_counted};
pub use fault::{Fault, FaultKind, LaunchError};
pub(crate) use launch::{blocks, check, shared_bytes, Meter};
pub use launch::{Launch, Limits};
pub use memory::{Allocation, GlobalMemory, MemoryError, REACH};
pub use observe::{Bins, Observer, Statistics};
pub use program::Program;
pub(crate) use resident::{finish_grid, Accesses, Environment, Resident, Standing};
pub use texture::Texture;
pub use warp::Warp;

/// Lanes of a warp.
pub const LANES: usize = spec::warp::LANES;
/// All lanes.
pub const FULL: u32 = u32::MAX;
