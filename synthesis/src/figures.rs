//! What synthesis tells of a configuration.

use super::breakdown::Breakdown;
use super::energy::Energy;
use super::flow::Pieces;
use super::proof::Proof;
use super::statistics::Share;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a configuration costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    pub unit: String,
    pub preset: String,
    /// Generic gates and flip-flops together.
    pub cells: u64,
    pub flip_flops: u64,
    /// Generic gates on the longest path.
    pub depth: u64,
    /// In memories, which are black boxes here.
    pub memory_bits: u64,
    /// Modules by the cells of their own in all instances, most first.
    pub shares: Vec<Share>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mapped: Option<Mapped>,
}

/// What it costs in cells of a library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mapped {
    pub library: String,
    pub area: f64,
    pub sequential_area: f64,
    pub cells: u64,
    /// In microwatts.
    pub leakage: f64,
    pub clock_ps: u32,
    /// The longest path, clock to output, setup and input delay included.
    pub path_ps: f64,
    /// Who timed it.
    pub timer: String,
    pub recipe: String,
    pub pieces: Pieces,
    /// What the mapper was asked to reach.
    pub target_ps: u32,
    /// Of an operation; none for a unit that is large or mapped module by module.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy: Option<Energy>,
    /// Of a cycle in which nothing changes, in picojoules. Told from the netlist.
    #[serde(default)]
    pub rest: f64,
    /// Of what it is; only if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breakdown: Option<Breakdown>,
    /// Whether it is formally the RTL.
    pub proof: Proof,
    /// The netlist and its cells, as Verilog.
    pub netlist: PathBuf,
}

impl Mapped {
    /// What is left of the clock period.
    pub fn slack(&self) -> f64 {
        f64::from(self.clock_ps) - self.path_ps
    }
}
