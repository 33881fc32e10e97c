//! Coverage-guided search for a sequence on which RTL and golden model differ.
//!
//! - [`sequence`]: the input, a sequence of turns that any generator takes.
//! - [`runner`]: runs one on a unit, each from the same state.
//! - [`mutate`]: mutators that know what a sequence is.
//! - [`session`], [`engine`]: the search, by LibAFL.
//! - [`corpus`], [`report`]: what a search leaves behind.

pub mod corpus;
pub mod engine;
pub mod mutate;
pub mod report;
pub mod runner;
pub mod sequence;
pub mod session;
