//! Mutants: how good the tests of a unit are, by what they notice.
//!
//! - [`work`]: a job, some mutants of one configuration by [`numbers`]; [`plan`]: the jobs that a request makes.
//! - [`run`]: what becomes of each, in lockstep first and then by [`solver`].
//! - [`argued`]: those that a person has given a reason for.
//! - [`summary`]: counts by unit and kind; [`html`] and [`markdown`] write them.

pub mod argued;
pub mod html;
pub mod markdown;
pub mod numbers;
pub mod plan;
pub mod run;
pub mod solver;
pub mod summary;
pub mod work;
