//! What stands around a shard: a compiler that makes random legal regions, a front-end that issues them
//! under a scoreboard, execution units and the L1. It is used by property tests and by cosimulation.

mod arbiter;
mod around;
mod at_regless;
mod at_shard;
mod bank;
mod compressor;
mod l1;
mod manager;
mod manner;
mod operands;
mod program;
mod region;
mod regions;
mod shard;
mod told;
mod values;

pub use arbiter::{ArbiterAround, ArbiterWatch, DecoderAround, DecoderWatch};
pub use around::Around;
pub use at_regless::ReglessAround;
pub use at_shard::ShardAround;
pub use bank::{BankAround, BankWatch};
pub use compressor::{CompressorAround, CompressorWatch};
pub use l1::L1;
pub use manager::{ManagerAround, ManagerWatch};
pub use manner::Manner;
pub use operands::{OsuAround, OsuWatch, ReglessWatch, ShardWatch};
pub use program::{Break, Compiler};
pub use region::{Region, Step};
pub use shard::{Landing, Offered, Saw, ShardPlay, Violation, Wants};
pub use values::value;
