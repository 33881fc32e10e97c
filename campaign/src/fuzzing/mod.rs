//! Searches for sequences on which RTL and model differ, guided by coverage, from the first sequence to the
//! files that they leave.
//!
//! - [`Search`]: what is asked for. [`audience`]: who follows it; [`keeper`]: what is kept of it as it goes.
//! - [`search`]: one process. [`jobs`]: several on one search.
//! - [`bugs`]: bugs that are known to be there, and how long it takes to find them.
//! - [`corpus`]: what kept sequences are worth. [`promote`]: a finding becomes a regression.

pub mod audience;
pub mod bugs;
pub mod corpus;
pub mod jobs;
pub mod keeper;
pub mod promote;
pub mod search;

pub use audience::Audience;

use std::path::PathBuf;
use std::time::Duration;

/// What a search is asked for.
#[derive(Clone, Debug)]
pub struct Search {
    /// How long it may take.
    pub time: Option<Duration>,
    /// How many sequences it may run.
    pub runs: Option<u64>,
    /// How many different findings end it.
    pub findings: usize,
    /// Its seed, and that of power-up.
    pub seed: u64,
    /// Whether what the contract forbids is applied too.
    pub break_contract: bool,
    /// Whether it does without the sequences that everyone starts from.
    pub from_nothing: bool,
    /// Sequences to start from and to add to.
    pub corpus: Option<PathBuf>,
    /// Where replay files of findings and the plot of coverage go.
    pub out: PathBuf,
    /// Where statistics go.
    pub stats: Option<PathBuf>,
    /// Whether it tells what was not reached.
    pub unreached: bool,
    /// Whether it tells what its sequences reach of all signals.
    pub coverage: bool,
    /// Whose part of a search it is, if it is one.
    pub worker: Option<Worker>,
}

/// A part of a search that several processes share.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The port of this machine at which the search is.
    pub port: u16,
    /// The file whose appearance ends it.
    pub stop_file: Option<PathBuf>,
}
