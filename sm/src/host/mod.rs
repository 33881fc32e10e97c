//! The host: carries out a launch descriptor and checks what it left.
//!
//! [`Session::open`] reads descriptor and module, [`Session::run`] executes, [`Outcome`] says what
//! came out. Everything that is wrong with the input is a [`HostError`]; a check that fails is not
//! an error but a [`CheckResult`].

mod arguments;
mod binding;
mod buffers;
mod checks;
mod compute;
mod dump;
mod entry;
mod error;
mod execution;
mod expression;
mod machine;
mod numpy;
mod outcome;
mod parts;
mod phases;
mod picture;
mod place;
mod run;
mod session;
mod timed;
mod verdict;

pub use checks::{CheckResult, Difference};
pub use dump::check_dump;
pub use error::HostError;
pub use expression::{evaluate, ExpressionError, Value};
pub use machine::{Functional, Machine, Timed};
pub use outcome::{BufferShape, Options, Outcome};
pub use session::Session;
pub use timed::TimedOutcome;
