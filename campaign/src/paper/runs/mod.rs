//! The runs of the papers' campaign: what [`paper`](super) makes figures of.
//!
//! - [`kernels`]: which there are, and how many registers they need.
//! - [`timed`]: what `warploom run --scheme` does. [`values`]: what registers hold when they are written.
//!   [`compiled`]: what RegLess's compiler makes of a kernel.
//! - [`facts`]: what is no kernel's, such as parameters and netlists.
//! - [`job`]: runs one of these, and keeps its document. [`sources`]: what it is made anew for.

pub mod compiled;
pub mod facts;
pub mod job;
pub mod kernels;
pub mod sources;
pub mod timed;
pub mod values;
