//! What goes in and out of the compressor in a cycle.

use spec::regless::{L1Kind, ShardRequest};
use spec::warp::WarpRegister;

/// A request of the staging unit.
#[derive(Clone, Debug)]
pub struct ToCompress {
    /// 0 evict, else the code of an [`Operation`](spec::regless::Operation).
    pub kind: u8,
    /// The warp.
    pub warp: u8,
    /// The register.
    pub register: u8,
    /// The line of the bank.
    pub entry: u8,
    /// The value evicted.
    pub data: WarpRegister,
}

/// What the compressor takes in a cycle.
#[derive(Clone, Debug, Default)]
pub struct CompressorCycle<'a> {
    /// A request.
    pub request: Option<ToCompress>,
    /// The answer is taken.
    pub answer_ready: bool,
    /// The L1 request is taken.
    pub l1_ready: bool,
    /// A line was read: the number of the fill, and the line.
    pub response: Option<(u8, &'a WarpRegister)>,
}

/// A fetched register.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// The warp.
    pub warp: u8,
    /// The register.
    pub register: u8,
    /// The line of the bank.
    pub entry: u8,
    /// The value.
    pub data: WarpRegister,
}

/// A request to the L1.
#[derive(Clone, Debug)]
pub struct ToL1 {
    /// What it asks.
    pub kind: L1Kind,
    /// The warp; of a line that is read the number of the fill.
    pub warp: u8,
    /// The register, or the register whose values the line holds.
    pub index: u8,
    /// The line of the bank.
    pub entry: u8,
    /// What is written.
    pub data: WarpRegister,
}

impl ToL1 {
    /// At the port.
    pub fn presented(&self) -> ShardRequest {
        ShardRequest {
            valid: true,
            write: self.kind.writes(),
            kind: self.kind as u8,
            warp: self.warp,
            index: self.index,
            entry: self.entry,
            data: self.data,
        }
    }
}
