//! Regressions: units x presets x seeds, and kernels x schemes x schedulers.
//!
//! - [`job`]: one of them, and the key that its inputs give it; [`suite`]: which there are.
//! - [`shard`]: a part of them, for one of several machines; [`slurm`]: the machines of a cluster.
//! - [`run`]: runs them, by [`unit`] and [`kernel`], with what [`shop`] builds.
//! - [`record`]: what came of one; [`folder`]: where records are kept.
//! - [`report`]: what came of all, from one folder or several; [`junit`] and [`html`] write it.

pub mod folder;
pub mod html;
pub mod job;
pub mod junit;
pub mod kernel;
pub mod record;
pub mod report;
pub mod run;
pub mod shard;
pub mod shop;
pub mod slurm;
pub mod suite;
pub mod unit;
