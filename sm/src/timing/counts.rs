//! What a timed run counts.

use super::levels::LevelCounts;
use super::memory::Traffic;
use super::profile::Profile;
use super::registers::Activity;
use super::staging::Staged;
use super::stalls::IssueSlots;
use serde::Serialize;

/// Counts of a run, over all launches.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Counts {
    /// Cycles.
    pub cycles: u64,
    /// Cycles of these that were jumped over: nothing happened in them.
    #[serde(skip)]
    pub skipped: u64,
    /// Warp instructions that were issued.
    pub issued: u64,
    /// Warp instructions that came to their end.
    pub retired: u64,
    /// Warp instructions that no lane executed: they cost an issue slot and nothing else.
    pub nullified: u64,
    /// Warp instructions that were under way when a launch was cut short.
    pub abandoned: u64,
    /// Cycles in which some scheduler issued.
    pub issue_cycles: u64,
    /// Operations that the register file refused: a write was outstanding, or no collector free.
    pub refused: u64,
    /// Results that waited for a port of the register file, times the cycles they waited.
    pub result_conflicts: u64,
    /// Passes over shared memory beyond the first of an access.
    pub bank_conflicts: u64,
    /// Fetches.
    pub fetches: u64,
    /// Fetches that missed the L1 instruction cache.
    pub fetch_misses: u64,
    /// Warp slots that held a running warp, times the cycles they did.
    pub warp_cycles: u64,
    /// Blocks that ran under timing.
    pub blocks: u64,
    /// Warp instructions that were executed without timing, after `--max-cycles`.
    pub untimed: u64,
    /// Launches that `--max-cycles` cut short.
    pub cut_short: u64,
    /// The register files.
    pub registers: Activity,
    /// Caches and what lies behind them.
    pub traffic: Traffic,
    /// The levels of a register file hierarchy, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<LevelCounts>,
    /// Staged registers, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staged: Option<Staged>,
    /// Issue slots by cause, if they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issue_slots: Option<IssueSlots>,
    /// What happened to registers in time, if somebody watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
}

impl Counts {
    /// Warp instructions a cycle.
    pub fn per_cycle(&self) -> f64 {
        self.issued as f64 / (self.cycles as f64).max(1.0)
    }
}
