//! Campaigns: many jobs, run on all processors or on several machines, stopped and gone on with, and
//! told of in one report.
//!
//! - [`work`]: what a campaign is made of, which each kind of campaign says for itself.
//! - [`job`]: a piece of work by a build of the tool, and the key that its inputs give it.
//! - [`shard`]: a part of the jobs, for one of several machines; [`slurm`]: the machines of a cluster.
//! - [`pool`]: runs jobs. [`record`]: what came of one; [`folder`]: where records are kept.
//! - [`report`]: what came of all, from one folder or several; [`junit`], [`json`] and [`page`] write it.
//! - [`timed`]: a kernel cycle by cycle, for `warploom run` and campaigns alike. [`kernels`]: which there are.
//! - [`fuzzing`]: searches for sequences on which RTL and model differ.
//! - [`regress`]: the campaign of regressions. [`mutation`]: the campaign of mutants. [`prove`]: the campaign
//!   of proofs. [`paper`]: the campaign of the papers' figures. [`netlist`]: netlists played against the golden
//!   model. [`bench`]: how fast all of it is.

pub mod bench;
pub mod error;
pub mod folder;
pub mod fuzzing;
pub mod job;
pub mod json;
pub mod junit;
pub mod kernels;
pub mod mutation;
pub mod netlist;
pub mod page;
pub mod paper;
pub mod pool;
pub mod prove;
mod queue;
pub mod record;
pub mod regress;
pub mod report;
pub mod shard;
pub mod slurm;
pub mod timed;
pub mod work;

#[cfg(test)]
mod example;

pub use error::Error;
pub use work::Work;
