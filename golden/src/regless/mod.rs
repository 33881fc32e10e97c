//! Models of RegLess's units (RegLess, section 5).
//!
//! Each model tells apart what it shows from its state alone, whether the contract allows a cycle, and
//! the rising of the clock; so that `regless_shard` and `regless` are wires between the models.

mod arbiter;
pub mod at_ports;
mod bank;
mod compressor;
mod flat;
mod manager;
pub mod metadata;
mod osu_ports;
pub mod pattern;
mod shard;
mod shard_ports;
mod staging;
mod store;
mod top;
mod top_ports;

pub use arbiter::{id_fields, AtL1, ReglessL1Arbiter};
pub use bank::{
    Access, Answer, BankCycle, Decision, Line, OsuBank, Readies, Request, Status, Write,
};
pub use compressor::{
    CacheLine, CompressorCounts, CompressorCycle, Copy, Fetched, PatternCompressor, Step,
    ToCompress, ToL1,
};
pub use flat::{Expected, FlatRegisters};
pub use manager::{CapacityManager, Queued, Shown, Warp, WarpState};
pub use metadata::MetadataDecoder;
pub use shard::{Prepared, ReglessShard, Response, ShardCycle};
pub use shard_ports::shard_cycle;
pub use staging::{Decided, Instruction, Offer, Osu, OsuCycle, OsuReadies, Result};
pub use top::{shard_warp, whole_warp, Accepted, Regless, ReglessCycle};
