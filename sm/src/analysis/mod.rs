//! What can be known about a kernel without running it.

mod cfg;
mod dominators;
mod liveness;
mod pointed;

pub use cfg::{Block, Cfg};
pub use dominators::Dominators;
pub use liveness::{begins_life, Liveness, Set};
pub use pointed::{pointed, Pointed};
