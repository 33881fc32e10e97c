//! A block that is executed instruction by instruction, in whatever order a timing model wants.

use super::block::{run_from, Arrivals, Running, BARRIERS};
use super::fault::Fault;
use super::launch::{index_of, shared_bytes, warps, BlockInfo};
use super::warp::{State, Warp};
use super::LANES;
use super::{GlobalMemory, Launch, Limits, Meter, Program, Statistics};
use crate::ir::{Instruction, Op};
use crate::layout;
use crate::ptx::Space;

/// What all blocks of a grid share.
pub(crate) struct Environment<'a> {
    pub program: &'a Program,
    pub launch: &'a Launch,
    pub memory: &'a mut GlobalMemory,
    pub statistics: &'a mut Statistics,
    pub meter: Meter,
}

/// Runs the blocks from `first` on as functional execution does.
pub(crate) fn finish_grid(env: &mut Environment<'_>, first: u64) -> Result<(), Box<Fault>> {
    let Environment {
        program,
        launch,
        memory,
        statistics,
        meter,
    } = env;
    run_from(program, launch, first, memory, meter, *statistics)
}

impl<'a> Environment<'a> {
    /// With what is left of the limits.
    pub fn new(
        program: &'a Program,
        launch: &'a Launch,
        memory: &'a mut GlobalMemory,
        statistics: &'a mut Statistics,
        limits: &Limits,
    ) -> Self {
        Self {
            program,
            launch,
            memory,
            statistics,
            meter: Meter::new(limits),
        }
    }
}

/// The addresses of one warp instruction that accesses memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accesses {
    /// The lanes that access.
    pub mask: u32,
    /// The space, resolved if it was generic: that of the first lane.
    pub space: Space,
    /// Bytes of a lane's access.
    pub bytes: u32,
    /// The address of each lane in its space.
    pub addresses: [u64; LANES],
}

/// What a warp does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It stands at this instruction.
    At(u32),
    /// It waits at a barrier.
    Waits,
    /// All its lanes have left.
    Done,
}

/// A block with its warps, shared memory and barriers.
pub(crate) struct Resident {
    number: u64,
    /// Where it lies in its grid, worked out once: three divisions are more than many an instruction costs.
    index: [u32; 3],
    grid: [u32; 3],
    warps: Vec<Warp>,
    shared: Vec<u8>,
    barriers: [Arrivals; BARRIERS],
}

impl Resident {
    /// The block with this number, before its first instruction.
    pub fn new(program: &Program, launch: &Launch, number: u64) -> Self {
        Self {
            number,
            index: index_of(number, launch.grid),
            grid: launch.grid,
            warps: warps(program, launch),
            shared: vec![0; shared_bytes(program, launch) as usize],
            barriers: [Arrivals::default(); BARRIERS],
        }
    }

    /// Takes the place of a block that is done.
    pub fn restart(&mut self, number: u64) {
        self.number = number;
        self.index = index_of(number, self.grid);
        self.warps.iter_mut().for_each(Warp::restart);
        self.shared.fill(0);
        self.barriers = [Arrivals::default(); BARRIERS];
    }

    /// The block's number.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Warps of the block.
    pub fn warps(&self) -> usize {
        self.warps.len()
    }

    /// What a register of a warp holds.
    pub fn word(&self, warp: usize, register: u32) -> &[u32; LANES] {
        &self.warps[warp].words[register as usize]
    }

    /// A word of the local memory of all threads of a warp.
    pub fn local(&self, warp: usize, word: usize) -> Option<&[u32; LANES]> {
        self.warps[warp].local.get(word)
    }

    /// Puts garbage into all lanes of a register: what hardware that drops it leaves.
    #[cfg(test)]
    pub fn poison(&mut self, warp: usize, register: u32) {
        self.warps[warp].words[register as usize] = [0xdead_beef; LANES];
    }

    /// The lanes that the warp would execute an instruction with, guard included.
    pub fn mask(&self, warp: usize, instruction: &Instruction) -> u32 {
        self.warps[warp].mask(instruction)
    }

    /// The lanes that a warp was launched with.
    pub fn launched(&self, warp: usize) -> u32 {
        self.warps[warp].launched
    }

    /// Where a warp stands; paths that have met are joined on the way.
    pub fn standing(&mut self, warp: usize) -> Standing {
        let warp = &mut self.warps[warp];
        while warp.state == State::Ready && warp.current.pc == warp.current.until {
            warp.pop();
        }
        match warp.state {
            State::Ready => Standing::At(warp.current.pc),
            State::Waiting { .. } => Standing::Waits,
            State::Done => Standing::Done,
        }
    }

    /// The addresses of the memory instruction that a warp stands at; texture fetches have none.
    pub fn accesses(&mut self, env: &mut Environment<'_>, warp: usize) -> Option<Accesses> {
        let pc = self.warps[warp].current.pc;
        let instruction = env.program.kernel.code[pc as usize];
        let (Op::Ld(access) | Op::St(access) | Op::Atom(_, access)) = instruction.op else {
            return None;
        };
        let mask = self.warps[warp].mask(&instruction);
        let mut addresses = self.running(env, |block| block.step(warp).addresses(&instruction));
        let mut space = access.space;
        if space == Space::Generic {
            let first = mask.trailing_zeros() as usize % LANES;
            space = layout::resolve(addresses[first]).0;
            addresses = addresses.map(|address| layout::resolve(address).1);
        }
        Some(Accesses {
            mask,
            space,
            bytes: access.ty.bytes() * u32::from(access.count),
            addresses,
        })
    }

    /// Executes the instruction that a warp stands at.
    pub fn step(&mut self, env: &mut Environment<'_>, warp: usize) -> Result<(), Box<Fault>> {
        self.metered(env, |block, meter| {
            block.step(warp).run(1, meter)?;
            block.settle(warp);
            Ok(())
        })
    }

    /// Executes what is left of the block as functional execution does.
    pub fn finish(&mut self, env: &mut Environment<'_>) -> Result<(), Box<Fault>> {
        self.metered(env, |block, meter| block.run(meter))
    }

    /// The fault of a block whose warps all wait.
    pub fn deadlock(&mut self, env: &mut Environment<'_>) -> Box<Fault> {
        self.running(env, |block| block.deadlock())
    }

    fn running<R>(
        &mut self,
        env: &mut Environment<'_>,
        f: impl FnOnce(&mut Running<'_, Statistics>) -> R,
    ) -> R {
        self.metered(env, |block, _| f(block))
    }

    #[inline(always)]
    fn metered<R>(
        &mut self,
        env: &mut Environment<'_>,
        f: impl FnOnce(&mut Running<'_, Statistics>, &mut Meter) -> R,
    ) -> R {
        let info = BlockInfo::new(env.program, env.launch, self.index);
        let mut running = Running {
            program: env.program,
            info: &info,
            warps: &mut self.warps,
            shared: &mut self.shared,
            memory: env.memory,
            observer: env.statistics,
            barriers: &mut self.barriers,
        };
        f(&mut running, &mut env.meter)
    }
}
