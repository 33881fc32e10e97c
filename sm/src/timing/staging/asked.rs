//! A cycle of staged registers, as the pipeline meets it.

use super::ports::{Issued, Landing};
use spec::regless::{SHARDS, SOURCES};
use spec::warp::WarpRegister;

/// What is asked in a cycle.
#[derive(Default)]
pub(crate) struct Asked {
    /// For each shard, an operation and what its sources hold.
    pub issued: [Option<(Issued, [WarpRegister; SOURCES])>; SHARDS],
    /// For each execution unit, a result.
    pub results: [Option<Landing>; SHARDS],
    /// Warps that may not begin.
    pub hold: u64,
    /// The L1 takes a request.
    pub l1_ready: bool,
}

/// What came of it.
#[derive(Default)]
pub(crate) struct Came {
    pub issued: [bool; SHARDS],
    pub results: [bool; SHARDS],
    /// Instructions of which a part leaves, with their shard.
    pub offered: Vec<(usize, u8)>,
    /// The L1's port was taken.
    pub l1: bool,
}
