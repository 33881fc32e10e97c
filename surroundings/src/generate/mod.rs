//! Stimulus generators: endless, seeded, legal.
//!
//! The first n cycles of a seed do not depend on how many follow, nor on the engine: a seed and a
//! cycle number name one situation for ever.

pub mod closed_loop;
pub mod facing;
pub mod rhythm;
pub mod steer;
pub mod traffic;
pub mod warp;

pub use steer::Turn;
pub use traffic::{Traffic, Transactions};

/// An endless stream of rows (see [`crate::interface`]).
pub trait Generator {
    /// Fills `rows`, whole rows, with the next cycles. The first row of all asserts reset.
    fn fill(&mut self, rows: &mut [u32]);

    /// Says what the next cycle shall be, where it was for chance to say. From the first call on
    /// phases and resets come only when they are asked for, or when the contract needs them.
    fn steer(&mut self, turn: &Turn<'_>);
}
