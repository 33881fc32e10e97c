//! How work is told to people: while it goes on and when it is done.
//!
//! - [`parallel`]: work on all processors; [`board`]: who is at what.
//! - [`live`]: a line on a terminal, plain lines in a log.
//! - [`junit`]: results as CI servers read them.
//! - [`text`]: numbers as people read them, and columns.

pub mod board;
pub mod junit;
pub mod live;
pub mod parallel;
pub mod text;
