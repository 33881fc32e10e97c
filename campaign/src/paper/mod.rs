//! The papers, measured: every figure and table with a number in it, ours beside the authors'.
//!
//! - [`work`]: a kernel under a setting, which is a job of a campaign. [`kernel`]: which kernels there are.
//! - [`results`]: what the runs have counted, by name; what is missing says so.
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
pub mod outcome;
pub mod page;
pub mod regless;
pub mod results;
pub mod slumber;
pub mod stalls;
pub mod statement;
pub mod table;
pub mod warped_compression;
pub mod work;

#[cfg(test)]
mod tests;

use spec::UnknownName;
use std::fmt;
use std::str::FromStr;

/// A paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paper {
    /// Warped-Compression, ISCA 2015.
    WarpedCompression,
    /// Affine Vector Cache, 2011.
    AffineVectorCache,
    /// Slumber, ISLPED 2020.
    Slumber,
    /// RegLess, MICRO 2017.
    Regless,
}

impl Paper {
    /// All of them, by year but for Slumber, which is of the register file that the first is of.
    pub const ALL: [Paper; 4] = [
        Paper::WarpedCompression,
        Paper::AffineVectorCache,
        Paper::Slumber,
        Paper::Regless,
    ];

    /// What it is called in a sentence, and over a chart.
    pub fn title(self) -> &'static str {
        match self {
            Paper::WarpedCompression => "Warped-Compression",
            Paper::AffineVectorCache => "Affine Vector Cache",
            Paper::Slumber => "Slumber",
            Paper::Regless => "RegLess",
        }
    }

    /// The word of the command line, which also names its files.
    pub fn name(self) -> &'static str {
        match self {
            Paper::WarpedCompression => "warped-compression",
            Paper::AffineVectorCache => "avc",
            Paper::Slumber => "slumber",
            Paper::Regless => "regless",
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Paper {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        let names = || Self::ALL.into_iter().map(Self::name).chain(["all"]);
        found.ok_or_else(|| UnknownName::new("paper", text, names()))
    }
}
