//! The multiprocessor: what outlives a launch.

use super::counts::Counts;
use super::fetch::Fetch;
use super::hints::Hints;
use super::levels::Levels;
use super::memory::{Hierarchy, Private};
use super::parameters::{NamedBy, Parameters};
use super::profile::Watch;
use super::registers::{Flat, RegisterPath};
use super::scheduler::{LookAhead, Policy, Scheduler};
use super::staging::Staging;
use super::stalls::Stalls;
use super::units::Units;
use crate::ir::Kernel;
use crate::passes::verify::Broken;
use std::collections::btree_map::{BTreeMap, Entry};
use std::rc::Rc;

/// How to run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The multiprocessor.
    pub parameters: Parameters,
    /// Its warp schedulers.
    pub policy: Policy,
    /// Cycles of a launch after which the rest of it is executed without timing.
    pub max_cycles: Option<u64>,
    /// Whether cycles in which nothing happens are jumped over; the counts are the same.
    pub skip: bool,
    /// Whether issue slots are counted by cause.
    pub stalls: bool,
    /// Whether registers are watched in time.
    pub profile: bool,
}

impl Settings {
    /// Greedy-then-oldest, to the end.
    pub fn new(parameters: Parameters) -> Self {
        Self {
            parameters,
            policy: Policy::Gto,
            max_cycles: None,
            skip: true,
            stalls: false,
            profile: false,
        }
    }
}

/// See the module.
pub struct Multiprocessor {
    pub(super) settings: Settings,
    pub(super) paths: Vec<Box<dyn RegisterPath>>,
    pub(super) schedulers: Vec<Box<dyn Scheduler>>,
    /// Instruction buffers name registers.
    pub(super) buffers_name: bool,
    pub(super) memory: Hierarchy,
    /// The cache of private memory, if it has one of its own.
    pub(super) private: Option<Private>,
    /// Staged registers, in the place of register files.
    pub(super) staging: Option<Staging>,
    pub(super) fetch: Fetch,
    pub(super) units: Units,
    pub(super) now: u64,
    pub(super) counts: Counts,
    /// Who counts issue slots by cause.
    pub(super) stalls: Option<Box<Stalls>>,
    /// Places of a shard's register file, where there are fewer than have names.
    pub(super) renamed: Option<u32>,
    /// Who counts accesses of the levels of a register file hierarchy.
    pub(super) levels: Option<Box<Levels>>,
    /// Who watches registers.
    pub(super) profile: Option<Box<Watch>>,
    /// A number for each kernel: where its instructions lie.
    pub(super) kernels: BTreeMap<String, u64>,
    /// What a compiler tells of each kernel, if a register file listens.
    hints: BTreeMap<String, Rc<Hints>>,
}

impl Multiprocessor {
    /// With the register file as it was before any of the papers.
    pub fn baseline(settings: Settings) -> Self {
        let p = &settings.parameters;
        let flat = || {
            let registers = (p.registers / p.shards) as usize;
            Flat::new(registers, p.clusters as usize, p.collectors as usize)
        };
        let paths = (0..p.shards).map(|_| Box::new(flat()) as Box<dyn RegisterPath>);
        let paths = paths.collect();
        Self::with_paths(settings, paths)
    }

    /// With a register file for each shard.
    pub fn with_paths(settings: Settings, mut paths: Vec<Box<dyn RegisterPath>>) -> Self {
        let p = &settings.parameters;
        if settings.stalls {
            paths.iter_mut().for_each(|path| path.watch());
        }
        let stalls = || Box::new(Stalls::new(p.schedulers as usize));
        let profile = || {
            let (shards, clusters) = (p.shards as usize, p.clusters as usize);
            let of_shard = (p.registers / p.shards) as usize;
            Box::new(Watch::new(
                shards,
                of_shard,
                clusters,
                p.compression_modes.0,
            ))
        };
        let schedulers = (0..p.schedulers).map(|_| settings.policy.scheduler());
        Self {
            schedulers: schedulers.collect(),
            buffers_name: false,
            memory: Hierarchy::new(p),
            private: None,
            staging: None,
            renamed: None,
            levels: None,
            fetch: Fetch::new(p),
            units: Units::new(p),
            now: 0,
            counts: Counts::default(),
            stalls: settings.stalls.then(stalls),
            profile: settings.profile.then(profile),
            kernels: BTreeMap::new(),
            hints: BTreeMap::new(),
            paths,
            settings,
        }
    }

    /// The same with a cache of private memory.
    #[must_use]
    pub fn with_private(mut self, private: Private) -> Self {
        self.private = Some(private);
        self
    }

    /// The same with staged registers.
    #[must_use]
    pub fn with_staging(mut self, staging: Staging) -> Self {
        self.staging = Some(staging);
        self
    }

    /// The same with so many places in a shard's register file, fewer than have names.
    #[must_use]
    pub fn with_renaming(mut self, places: u32) -> Self {
        self.renamed = Some(places);
        self
    }

    /// The same with so many entries of a warp in an operand register file beside the main one, and a last-result file.
    #[must_use]
    pub fn with_levels(mut self, entries: u32) -> Self {
        self.levels = Some(Box::new(Levels::new(entries)));
        self
    }

    /// The most registers that a kernel may have, if there is a limit besides the register file's.
    pub(crate) fn most_registers(&self) -> Option<u32> {
        self.staging
            .as_ref()
            .map(|_| spec::regless::REGISTERS as u32)
    }

    /// The same with somebody who names the registers that are about to be wanted.
    #[must_use]
    pub fn looking_ahead(mut self) -> Self {
        let p = &self.settings.parameters;
        let warps = p.future_warps as usize;
        let ahead = |policy| Box::new(LookAhead::new(policy, warps)) as Box<dyn Scheduler>;
        match p.named_by {
            NamedBy::Buffer => self.buffers_name = true,
            NamedBy::Scheduler => {
                self.schedulers = self.schedulers.into_iter().map(ahead).collect();
            }
        }
        self
    }

    /// What a compiler tells of a kernel, if somebody listens.
    pub(super) fn hints(&mut self, kernel: &Kernel) -> Result<Option<Rc<Hints>>, Broken> {
        if !self.paths.iter().any(|path| path.listens()) {
            return Ok(None);
        }
        let known = match self.hints.entry(kernel.name.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(Rc::new(Hints::new(kernel)?)),
        };
        Ok(Some(Rc::clone(known)))
    }

    /// What has been counted so far.
    pub fn counts(&self) -> Counts {
        Counts {
            cycles: self.now,
            fetches: self.fetch.fetches,
            fetch_misses: self.fetch.misses_counted,
            traffic: self.memory.traffic,
            staged: self.staging.as_ref().map(Staging::counts),
            levels: self.levels.as_ref().map(|levels| levels.counts),
            profile: self.profile.as_ref().map(|watch| watch.profile()),
            issue_slots: self.stalls.as_ref().map(|stalls| stalls.slots),
            ..self.counts.clone()
        }
    }

    /// A run is over: what caches hold that nothing below them does is written back, and counted.
    pub fn finish(&mut self) {
        self.memory.flush(self.now);
        if let Some(private) = &mut self.private {
            private.flush(self.now, &mut self.memory);
        }
    }
}
