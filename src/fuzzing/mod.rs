//! The options of `warploom fuzz`, and what is shown of a search.

mod args;
pub mod duration;
pub mod view;

pub use args::Args;
