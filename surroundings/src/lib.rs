//! What stands around a unit: legal programs, neighbours, watchers and oracles. Cosimulation,
//! fuzzing, proofs, benches and the golden models' own tests all use these.
//!
//! - [`kit`]: all that the harness knows of a unit: model, stimulus and oracle. Begin here.
//! - [`interface`]: a unit's ports as words in frames; [`engine`]: what runs a unit by frames, and
//!   [`golden_engine`]: a golden model that does.
//! - [`generate`]: seeded stimulus of any unit; [`oracle`]: claims on what comes out; [`closed`]: both
//!   for units whose neighbours answer; [`passage`]: for pipelines that never wait.
//! - [`bdi`], [`avc`], [`slumber`], [`regfile`], [`regless`]: each family's own.
//! - [`prng`]: numbers that a fuzzer may steer; [`random`]: numbers for programs.

pub mod avc;
pub mod bdi;
pub mod closed;
pub mod engine;
pub mod generate;
pub mod golden_engine;
pub mod interface;
pub mod kit;
pub mod oracle;
pub mod passage;
pub mod prng;
pub mod random;
pub mod regfile;
pub mod regless;
pub mod slumber;
