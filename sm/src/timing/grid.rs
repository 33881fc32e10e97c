//! A launch under way, in its parts. Each step of the pipeline has its file: [`cycle`](super::cycle) takes them
//! in turn.

use super::agenda::Agenda;
use super::blocks::Blocks;
use super::code::Code;
use super::dispatch::places;
use super::error::{Disagreement, Place, TimingError};
use super::multiprocessor::Multiprocessor;
use super::operations::Operations;
use super::shard::Shard;
use super::staging::Compiled;
use super::warps::Warps;
use crate::exec::{Environment, LaunchError};
use crate::passes::verify::Broken;
use std::rc::Rc;

/// A warp scheduler.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// Its warp slots.
    pub mine: u64,
    /// The instruction of which it has presented a part.
    pub lock: Option<u8>,
}

/// See the module.
pub(super) struct Grid<'a> {
    /// What outlives the launch.
    pub m: &'a mut Multiprocessor,
    pub env: Environment<'a>,
    pub code: Code,
    pub warps: Warps,
    pub blocks: Blocks,
    pub turns: Vec<Turn>,
    pub operations: Operations,
    pub shards: Vec<Shard>,
    /// Schedulers of a shard, which are its ports.
    pub ports: usize,
    pub agenda: Agenda,
    /// Room for the lines of an access.
    pub lines: Vec<u64>,
}

impl<'a> Grid<'a> {
    /// Its first blocks have begun.
    pub fn new(
        m: &'a mut Multiprocessor,
        env: Environment<'a>,
        compiled: Option<Rc<Compiled>>,
    ) -> Result<Self, LaunchError> {
        let hints = m.hints(&env.program.kernel);
        let p = &m.settings.parameters;
        let places = places(env.program, env.launch, p, m.renamed)?;
        let refused = |broken: Broken| LaunchError::Refused {
            reason: broken.reason(),
            kernel: broken.kernel,
        };
        let hints = hints.map_err(refused)?;
        let mut turns = vec![Turn::default(); p.schedulers as usize];
        for (number, slot) in places.slots.iter().enumerate() {
            turns[slot.scheduler].mine |= 1 << number;
        }
        let shards = 0..p.shards;
        let code = Code::new(env.program, p, hints, compiled.clone());
        if let Some(levels) = &mut m.levels {
            let begun = levels.begin(&env.program.kernel, code.instructions());
            begun.map_err(refused)?;
        }
        let mut grid = Self {
            code,
            blocks: Blocks::new(&env, places.blocks, places.warps),
            warps: Warps::new(places.slots, compiled.is_some()),
            turns,
            operations: Operations::new(),
            ports: (p.schedulers / p.shards) as usize,
            shards: shards.map(|_| Shard::default()).collect(),
            agenda: Agenda::new(m.now),
            lines: Vec::new(),
            m,
            env,
        };
        for place in 0..grid.blocks.residents.len() {
            grid.dispatch(place);
        }
        Ok(grid)
    }

    /// The shard of a warp slot.
    pub fn shard(&self, warp: usize) -> usize {
        self.warps.slots[warp].shard
    }

    /// Warp instructions that are left of the limit.
    pub fn left(&self) -> u64 {
        self.env.meter.left
    }

    /// Puts a place to what the hardware of a shard said.
    pub fn disagreement(&self, disagreement: Disagreement) -> TimingError {
        let mut place = Place {
            kernel: self.env.program.kernel.name.clone(),
            cycle: self.m.now,
            ..Place::default()
        };
        let (tag, register) = match &disagreement {
            Disagreement::Source { tag, register, .. } => (Some(*tag), Some(*register)),
            Disagreement::Port { tag, register, .. } => (*tag, *register),
            Disagreement::Unit(_) | Disagreement::Engine(_) => (None, None),
        };
        let mut warp = None;
        if let Some(operation) = tag.map(|tag| &self.operations[tag]) {
            warp = Some(operation.warp);
            place.line = Some(self.env.program.kernel.code[operation.pc as usize].line);
        } else if let Some(register) = register {
            // A result or a release tells its warp by where the register lies.
            let words = self.env.program.words as u16;
            let mut slots = self.warps.slots.iter();
            warp = slots.position(|slot| (slot.base..slot.base + words).contains(&register));
        }
        if let Some(slot) = warp.map(|warp| &self.warps.slots[warp]) {
            place.warp = warp;
            place.block = Some(self.blocks.residents[slot.block].number());
            let of_warp = register.and_then(|register| register.checked_sub(slot.base));
            place.register = of_warp.map(u32::from);
        }
        TimingError::Hardware(Box::new((disagreement, place)))
    }
}
