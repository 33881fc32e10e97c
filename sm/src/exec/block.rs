//! Grids and blocks: launching, taking turns, barriers.

use super::fault::{Fault, FaultKind, LaunchError};
use super::lanes::lanes_of;
use super::launch::{
    blocks, check, index_of, shared_bytes, warps, BlockInfo, Launch, Limits, Meter,
};
use super::memory::GlobalMemory;
use super::observe::{Observer, Statistics};
use super::program::Program;
use super::step::Step;
use super::warp::{State, Warp};
use super::{FULL, LANES};
use crate::ir::{Barrier, Class, Op};

/// Warp instructions of a turn. Long enough that changing warps costs nothing, short enough that
/// a warp which spins for another one's flag gets to see it.
const TURN: u32 = 4096;
/// Barriers of a block.
pub(super) const BARRIERS: usize = 16;

/// Arrivals at one barrier of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arrivals {
    warps: u32,
    /// Warps to wait for; 0 is all that are left.
    wanted: u32,
    popc: u32,
    and: bool,
    or: bool,
}

/// Runs a grid. The limit's rest is written back, so that it holds for a run of many launches.
pub fn launch<O: Observer>(
    program: &Program,
    launch: &Launch,
    memory: &mut GlobalMemory,
    limits: &mut Limits,
    observer: &mut O,
) -> Result<(), LaunchError> {
    check(program, launch)?;
    let mut meter = Meter::new(limits);
    let done = run_from(program, launch, 0, memory, &mut meter, observer);
    limits.instructions = meter.left;
    done.map_err(LaunchError::Fault)
}

/// Runs the blocks of a grid from one on, one after the other.
pub(super) fn run_from<O: Observer>(
    program: &Program,
    launch: &Launch,
    first: u64,
    memory: &mut GlobalMemory,
    meter: &mut Meter,
    observer: &mut O,
) -> Result<(), Box<Fault>> {
    let mut shared = vec![0u8; shared_bytes(program, launch) as usize];
    let mut warps = warps(program, launch);
    for number in first..blocks(launch) {
        let info = BlockInfo::new(program, launch, index_of(number, launch.grid));
        if number > first {
            shared.fill(0);
            warps.iter_mut().for_each(Warp::restart);
        }
        let mut block = Running {
            program,
            info: &info,
            warps: &mut warps,
            shared: &mut shared,
            memory,
            observer,
            barriers: &mut [Arrivals::default(); BARRIERS],
        };
        block.run(meter)?;
    }
    Ok(())
}

/// [`launch`] with the statistics that every run prints. The interpreter for it is compiled here,
/// once, and not in every crate that runs kernels.
pub fn launch_counted(
    program: &Program,
    description: &Launch,
    memory: &mut GlobalMemory,
    limits: &mut Limits,
    statistics: &mut Statistics,
) -> Result<(), LaunchError> {
    launch(program, description, memory, limits, statistics)
}

/// A block that is being run.
pub(super) struct Running<'a, O> {
    pub program: &'a Program,
    pub info: &'a BlockInfo<'a>,
    pub warps: &'a mut [Warp],
    pub shared: &'a mut [u8],
    pub memory: &'a mut GlobalMemory,
    pub observer: &'a mut O,
    pub barriers: &'a mut [Arrivals; BARRIERS],
}

impl<O: Observer> Running<'_, O> {
    /// All of it.
    pub fn run(&mut self, meter: &mut Meter) -> Result<(), Box<Fault>> {
        loop {
            let mut progressed = false;
            let mut all_done = true;
            for index in 0..self.warps.len() {
                if self.warps[index].state == State::Ready {
                    progressed = true;
                    self.step(index).run(TURN, meter)?;
                    self.settle(index);
                }
                all_done &= self.warps[index].state == State::Done;
            }
            if all_done {
                return Ok(());
            }
            if !progressed {
                return Err(self.deadlock());
            }
        }
    }

    /// What a warp needs to take steps.
    pub fn step(&mut self, index: usize) -> Step<'_, O> {
        Step {
            program: self.program,
            block: self.info,
            warp: &mut self.warps[index],
            shared: self.shared,
            memory: self.memory,
            observer: self.observer,
        }
    }

    /// What a warp's turn means for barriers.
    pub fn settle(&mut self, index: usize) {
        match self.warps[index].state {
            State::Ready => {}
            State::Done => {
                // A barrier that waited for all waits for one less.
                for barrier in 0..BARRIERS {
                    self.release(barrier);
                }
            }
            State::Waiting { barrier, pc } => self.arrive(index, usize::from(barrier), pc),
        }
    }

    fn arrive(&mut self, index: usize, barrier: usize, pc: u32) {
        let instruction = &self.program.kernel.code[pc as usize];
        let Op::Bar(kind) = instruction.op else {
            return;
        };
        let warp = &self.warps[index];
        let alive = warp.launched & !warp.exited;
        let step = Step {
            program: self.program,
            block: self.info,
            warp: &mut self.warps[index],
            shared: self.shared,
            memory: self.memory,
            observer: self.observer,
        };
        let lane = lanes_of(alive).next().unwrap_or(0);
        let threads = instruction.operands().get(1);
        let threads = threads.map_or(0, |&threads| step.read::<u32>(threads)[lane]);
        let arrivals = &mut self.barriers[barrier];
        if arrivals.warps == 0 {
            *arrivals = Arrivals {
                wanted: threads / LANES as u32,
                and: true,
                ..Arrivals::default()
            };
        }
        arrivals.warps += 1;
        if let Some(&predicate) = instruction.operands().get(2) {
            let votes = step.predicate(predicate) & alive;
            arrivals.popc += votes.count_ones();
            arrivals.and &= votes == alive;
            arrivals.or |= votes != 0;
        }
        if kind == Barrier::Arrive {
            step.warp.state = State::Ready;
        }
        self.release(barrier);
    }

    /// Lets the warps of a barrier go on, if all have come.
    fn release(&mut self, barrier: usize) {
        let arrivals = self.barriers[barrier];
        let left = self
            .warps
            .iter()
            .filter(|warp| warp.state != State::Done)
            .count() as u32;
        let wanted = if arrivals.wanted == 0 {
            left
        } else {
            arrivals.wanted
        };
        if arrivals.warps == 0 || arrivals.warps < wanted {
            return;
        }
        self.barriers[barrier] = Arrivals::default();
        for index in 0..self.warps.len() {
            let State::Waiting { barrier: at, pc } = self.warps[index].state else {
                continue;
            };
            if usize::from(at) != barrier {
                continue;
            }
            self.warps[index].state = State::Ready;
            self.deliver(index, pc, arrivals);
        }
    }

    /// Writes the result of `bar.red`.
    fn deliver(&mut self, index: usize, pc: u32, arrivals: Arrivals) {
        let instruction = &self.program.kernel.code[pc as usize];
        let Op::Bar(kind) = instruction.op else {
            return;
        };
        let alive = self.warps[index].launched & !self.warps[index].exited;
        let mut step = Step {
            program: self.program,
            block: self.info,
            warp: &mut self.warps[index],
            shared: self.shared,
            memory: self.memory,
            observer: self.observer,
        };
        let all = |yes: bool| if yes { FULL } else { 0 };
        match (kind, instruction.result(0)) {
            (Barrier::Popc, Some(reg)) if reg.class == Class::Word => {
                step.write::<u32>(Some(reg), [arrivals.popc; LANES], alive);
            }
            (Barrier::And, reg) => step.write_predicate(reg, all(arrivals.and), alive),
            (Barrier::Or, reg) => step.write_predicate(reg, all(arrivals.or), alive),
            _ => {}
        }
    }

    /// Says who waits.
    pub fn deadlock(&self) -> Box<Fault> {
        let waiting = self.warps.iter().find_map(|warp| match warp.state {
            State::Waiting { barrier, pc } => Some((warp, u32::from(barrier), pc)),
            _ => None,
        });
        let (thread, barrier, pc) = waiting.map_or(([0; 3], 0, 0), |(warp, barrier, pc)| {
            let lane = (warp.launched & !warp.exited).trailing_zeros() as usize % LANES;
            (warp.tid.map(|axis| axis[lane]), barrier, pc)
        });
        Box::new(Fault {
            kind: FaultKind::Deadlock { barrier },
            kernel: self.program.kernel.name.clone(),
            line: self.program.kernel.code[pc as usize].line,
            source: self.program.source(pc as usize),
            block: self.info.index,
            thread,
        })
    }
}
