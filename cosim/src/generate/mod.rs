//! Stimulus generators: endless, seeded, legal.
//!
//! The first n cycles of a seed do not depend on how many follow, nor on the engine: a seed and a
//! cycle number name one situation for ever.

pub mod closed_loop;
pub mod rhythm;
pub mod traffic;
pub mod warp;

pub use traffic::{Traffic, Transactions};

/// An endless stream of rows (see [`crate::interface`]).
pub trait Generator {
    /// Fills `rows`, whole rows, with the next cycles. The first row of all asserts reset.
    fn fill(&mut self, rows: &mut [u32]);
}
