//! The multiprocessor, cycle by cycle.
//!
//! [`Multiprocessor`] runs launches. Timing comes first: an instruction is executed functionally in
//! the cycle in which it is issued, in the order of issue, and then travels through the register
//! file, a unit and write-back without touching memory again. So whatever a scheduler does, memory
//! is what some interleaving of the warps leaves. The model jumps from event to event; cycles in
//! which nothing happens cost nothing and count all the same.
//!
//! - What outlives a launch is in `multiprocessor`; `launch` runs one. `grid` is a launch under way, in its parts:
//!   `code`, `warps`, `blocks`, `operations`, `shard`s of the register file and the `agenda` of events.
//! - Each step of the pipeline is a file that acts on these: `front`, `issue`, `operands`, `execute` (with
//!   `private` memory) and `finish`; `cycle` takes them in turn. Where registers are staged, `staged` stands in
//!   the place of `operands`. What a register file puts ahead of an instruction goes the same way (`movs`).
//! - Who hears of it: register files that listen (`listening`, `naming`), who watches registers (`watching`),
//!   who counts issue slots (`why_idle`).
//!
//! docs/sm/pipeline.md has the diagram, docs/sm/parameters.md every value.

mod agenda;
mod blocks;
mod code;
mod counts;
mod cycle;
mod decode;
mod dispatch;
mod error;
mod event;
mod execute;
mod fetch;
mod finish;
mod front;
mod grid;
mod hints;
mod issue;
mod launch;
mod levels;
mod listening;
pub mod memory;
mod movs;
mod multiprocessor;
mod naming;
mod operands;
mod operations;
mod parameters;
mod private;
mod profile;
pub mod registers;
pub mod scheduler;
mod shard;
mod staged;
mod staging;
mod stalls;
mod units;
mod warps;
mod watching;
mod why_idle;

pub use counts::Counts;
pub use error::{Disagreement, Place, TimingError};
pub use levels::{Accesses, LevelCounts};
pub use multiprocessor::{Multiprocessor, Settings};
pub use parameters::{
    Avc, CacheParameters, CompressionModes, Cost, DummyMoves, Metadata, NamedBy, ParameterError,
    Parameters, Preset, RegisterMemory, SetIndex, INSTRUCTION_BYTES, LINE_BYTES,
};
pub use profile::{Idle, Phase, Profile, Utilisation, Windows};
pub use scheduler::Policy;
pub use staging::{PreloadedFrom, Staged, Staging};
pub use stalls::{Cause, IssueSlots};
