//! The papers, measured: every figure and table with a number in it, ours beside the authors'.
//!
//! - [`work`]: a kernel under a setting, which is a job of a campaign. [`kernel`]: which kernels there are.
//! - [`runs`]: does such a job. [`results`]: what the runs have counted, by name; what is missing says so.
//! - [`figure`]: what a figure needs, and how it becomes a [`table`] and a [`chart`]. One folder for each
//!   paper, one file for each figure or small group of them; [`catalogue`] lists all.
//! - [`stalls`]: where issue slots go, a figure of ours for every scheme.
//! - [`statement`]: what the paper states, with its section, and why we differ: TOML beside the figures.
//! - [`outcome`]: both together. [`page`] and [`markdown`] show it; [`kept`] is what docs/papers keeps.
//!
//! Figures read nothing but the documents that `warploom run --json` writes, so they can be made of
//! recorded runs, and what the multiprocessor counts anew needs no change here to be read.

pub mod affine_vector_cache;
pub mod catalogue;
pub mod chart;
pub mod figure;
pub mod gpu;
pub mod kept;
pub mod kernel;
pub mod markdown;
pub mod mean;
pub mod name;
pub mod outcome;
pub mod page;
pub mod regless;
pub mod results;
pub mod runs;
pub mod silicon;
pub mod slumber;
pub mod stalls;
pub mod statement;
pub mod table;
pub mod warped_compression;
pub mod work;

#[cfg(test)]
mod tests;

pub use name::Paper;
