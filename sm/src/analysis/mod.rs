//! What can be known about a kernel without running it.

mod cfg;
mod dominators;
mod liveness;

pub use cfg::{Block, Cfg};
pub use dominators::Dominators;
pub use liveness::{begins_life, Liveness, Set};
