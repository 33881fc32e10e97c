//! What `warploom fuzz` is made of.

mod args;
pub mod bench;
pub mod bugs;
pub mod corpus;
pub mod duration;
pub mod jobs;
pub mod promote;
pub mod search;
pub mod view;

pub use args::Args;
