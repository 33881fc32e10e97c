//! The multiprocessor, cycle by cycle.
//!
//! [`Multiprocessor`] runs launches. Timing comes first: an instruction is executed functionally in
//! the cycle in which it is issued, in the order of issue, and then travels through the register
//! file, a unit and write-back without touching memory again. So whatever a scheduler does, memory
//! is what some interleaving of the warps leaves. The model jumps from event to event; cycles in
//! which nothing happens cost nothing and count all the same.
//!
//! docs/sm/pipeline.md has the diagram, docs/sm/parameters.md every value.

mod agenda;
mod counts;
mod decode;
mod dispatch;
mod error;
mod execute;
mod fetch;
mod grid;
mod hints;
mod issue;
mod listening;
pub mod memory;
mod multiprocessor;
mod naming;
mod parameters;
mod private;
mod profile;
pub mod registers;
pub mod scheduler;
mod staging;
mod stalls;
mod state;
mod units;
mod watching;

pub use counts::Counts;
pub use error::{Disagreement, Place, TimingError};
pub use multiprocessor::{Multiprocessor, Settings};
pub use parameters::{
    Avc, CacheParameters, CompressionModes, Cost, Metadata, NamedBy, ParameterError, Parameters,
    Preset, RegisterMemory, INSTRUCTION_BYTES, LINE_BYTES,
};
pub use profile::{Idle, Phase, Profile, Utilisation, Windows};
pub use scheduler::Policy;
pub use staging::{PreloadedFrom, Staged, Staging};
pub use stalls::{Cause, IssueSlots};
