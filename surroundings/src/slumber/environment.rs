//! A toy pipeline that drives `slumber_top` with legal events: warps are allocated, fetch, issue,
//! read, dispatch, load, write back and finish. It knows which registers hold live values.
//!
//! ```
//! use surroundings::slumber::environment::{Access, Environment};
//! use golden::slumber::SlumberTop;
//! use spec::{AnyParameters, UnitId, UnitModel};
//!
//! let preset = UnitId::SlumberTop.preset("fermi-256")?;
//! let AnyParameters::SlumberTop(parameters) = preset.parameters else { return Ok(()) };
//! let mut model = SlumberTop::new(parameters);
//! let mut environment = Environment::new(parameters, 1);
//! let mut reads = 0;
//! for _ in 0..1000 {
//!     let inputs = environment.offer();
//!     let outputs = model.cycle(&inputs)?;
//!     for performed in environment.observe(&outputs) {
//!         reads += usize::from(matches!(performed.access, Access::Read { .. }));
//!     }
//! }
//! assert!(reads > 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! It is a closed loop: what is offered depends on what was granted. [`stream`] closes the loop
//! with the golden model and gives the stimulus alone, to be replayed against anything.

mod execute;
mod front_end;

use super::program::{self, Instruction, Program};
use crate::random::Random;
use golden::slumber::SlumberTop;
use spec::slumber::{
    Outcome, RegisterPlane, TopInputs, TopOutputs, TopParameters, MAXIMUM_REGISTERS, PC_BYTES,
    READ_LANES, WRITE_LANES,
};
use spec::{UnitFault, UnitModel};
use std::collections::VecDeque;

/// The stimulus of `cycles` cycles after reset, the same for the same seed.
pub fn stream(
    parameters: TopParameters,
    seed: u64,
    cycles: usize,
) -> Result<Vec<TopInputs>, UnitFault<TopOutputs>> {
    let mut model = SlumberTop::new(parameters);
    let mut environment = Environment::new(parameters, seed);
    let mut step = || {
        let inputs = environment.offer();
        environment.observe(&model.cycle(&inputs)?);
        Ok(inputs)
    };
    (0..cycles).map(|_| step()).collect()
}

/// What a register holds, as one token for the lanes that every write reaches and one for those
/// that only full writes reach. `None` was never written.
pub type Contents = [Option<u32>; 2];

/// An access that took place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Performed {
    /// The access lane that was granted.
    pub lane: usize,
    /// The register.
    pub register: u16,
    /// What was done.
    pub access: Access,
}

/// A read or a write, with the value that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The register must hold this.
    Read {
        /// What was written last.
        expected: Contents,
    },
    /// The register is to hold a new value.
    Write {
        /// The new token.
        value: u32,
        /// Only the first of the two tokens is replaced.
        partial: bool,
    },
}

/// The least registers a warp owns; every register file has 32.
const LEAST_SPAN: usize = 16;
/// Programs of a kernel, and instructions of each: together a few more lines of code than the list
/// has entries, so that lines come and go.
const PROGRAMS: usize = 10;
const LENGTH: usize = 24;
/// Cycles in which a kernel gets new warps.
const KERNEL: u64 = 6_000;

/// The toy pipeline.
#[derive(Clone, Debug)]
pub struct Environment {
    parameters: TopParameters,
    random: Random,
    now: u64,
    /// No warp is allocated from here on; the next kernel starts when the last has finished.
    kernel_ends: u64,
    programs: Vec<Program>,
    warps: Vec<Warp>,
    contents: Vec<Contents>,
    collectors: [Option<Collector>; 2],
    flights: Vec<Flight>,
    /// Accesses granted in the last cycle, by lane.
    done: [Option<Done>; READ_LANES + WRITE_LANES],
    lines: VecDeque<u64>,
    /// Lines on their way into the L1I, with the cycle of their arrival.
    filling: Vec<(u64, u64)>,
    /// A load whose register is named a cycle after its outcome.
    late_load: Option<(u8, u16)>,
    /// A register that somebody still asks for while its warp finishes.
    stray: Option<u16>,
    tokens: u32,
}

#[derive(Clone, Copy, Debug)]
struct Warp {
    base: u16,
    program: usize,
    running: bool,
    /// The cycle from which it may be allocated.
    rests_until: u64,
    next: usize,
    fetched: bool,
    /// The cycle from which its next instruction may issue, once it was a future warp.
    issues_from: Option<u64>,
    collecting: bool,
    /// Registers with a write on its way, a bit each.
    pending: u64,
}

/// An instruction that collects its operands.
#[derive(Clone, Copy, Debug)]
struct Collector {
    warp: usize,
    instruction: Instruction,
    waiting: [bool; 3],
}

/// A write that has been dispatched.
#[derive(Clone, Copy, Debug)]
struct Flight {
    warp: usize,
    register: u16,
    partial: bool,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The outcome at the next cache is due.
    Asking { outcome: Outcome, due: u64 },
    /// The value is due.
    Coming { due: u64 },
    /// It waits for its register on a write lane.
    Writing { lane: usize },
}

#[derive(Clone, Copy, Debug)]
struct Done {
    warp: usize,
    register: u16,
    next_write: bool,
    partial: bool,
    instruction: usize,
}

impl Environment {
    /// A pipeline at rest; the first event that it offers is the start of a kernel.
    pub fn new(parameters: TopParameters, seed: u64) -> Self {
        let registers = parameters.array().registers();
        let warps = parameters
            .tracker()
            .warps()
            .min(registers / LEAST_SPAN)
            .max(1);
        // A row of pending bits holds 64 registers; more are of no use to a toy.
        let span = (registers / warps).min(64);
        let warp = |index: usize| Warp {
            base: (index * span) as u16,
            program: 0,
            running: false,
            rests_until: 0,
            next: 0,
            fetched: false,
            issues_from: None,
            collecting: false,
            pending: 0,
        };
        Self {
            parameters,
            random: Random::new(seed),
            now: 0,
            kernel_ends: 0,
            programs: Vec::new(),
            warps: (0..warps).map(warp).collect(),
            contents: vec![[None; 2]; registers],
            collectors: [None; 2],
            flights: Vec::new(),
            done: [None; READ_LANES + WRITE_LANES],
            lines: VecDeque::new(),
            filling: Vec::new(),
            late_load: None,
            stray: None,
            tokens: 0,
        }
    }

    /// What a register holds if nothing was lost.
    pub fn contents(&self, register: u16) -> Contents {
        let contents = self.contents.get(usize::from(register));
        contents.copied().unwrap_or_default()
    }

    /// Registers that hold a value of which a later instruction needs at least a part.
    pub fn live(&self) -> RegisterPlane {
        let mut plane: RegisterPlane = [0; MAXIMUM_REGISTERS / 32];
        for index in 0..self.warps.len() {
            let warp = self.warps[index];
            if !warp.running {
                continue;
            }
            for local in 0..self.programs[warp.program].registers() {
                let register = usize::from(warp.base + local);
                if self.contents[register] != [None; 2] && self.needed(index, local) {
                    plane[register / 32] |= 1_u32 << (register % 32);
                }
            }
        }
        plane
    }

    fn needed(&self, index: usize, local: u16) -> bool {
        let warp = self.warps[index];
        let register = warp.base + local;
        if warp.pending >> local & 1 == 1 {
            let mine = |f: &&Flight| f.warp == index && f.register == register;
            if let Some(flight) = self.flights.iter().find(mine) {
                return flight.partial;
            }
        }
        let program = &self.programs[warp.program];
        let collector = self.collectors.iter().flatten().find(|c| c.warp == index);
        let next = match collector {
            Some(collector) => {
                let mut operands = collector.instruction.sources.iter().zip(collector.waiting);
                if operands.any(|(&source, waits)| waits && source == Some(local)) {
                    return true;
                }
                program.next_after_reads(warp.next, local)
            }
            None => program.next(warp.next, local),
        };
        next == Some(program::Access::Keeps)
    }

    /// The events of the coming cycle.
    pub fn offer(&mut self) -> TopInputs {
        let mut inputs = TopInputs::default();
        let idle = self.warps.iter().all(|w| !w.running) && self.stray.is_none();
        if idle && self.now >= self.kernel_ends {
            self.start_kernel(&mut inputs);
        } else {
            self.report_done(&mut inputs);
            self.collect(&mut inputs);
            self.fly(&mut inputs);
            self.look_ahead(&mut inputs);
            self.fetch(&mut inputs);
            self.correct(&mut inputs);
            self.finish_and_allocate(&mut inputs);
        }
        self.now += 1;
        inputs
    }

    /// What the outputs of that cycle mean: the accesses that took place.
    pub fn observe(&mut self, outputs: &TopOutputs) -> Vec<Performed> {
        let mut performed = Vec::new();
        for lane in 0..READ_LANES + WRITE_LANES {
            if outputs.grant >> lane & 1 == 1 {
                performed.extend(self.perform(lane));
            }
        }
        performed
    }

    fn perform(&mut self, lane: usize) -> Option<Performed> {
        if lane < READ_LANES {
            self.read(lane)
        } else {
            self.write(lane)
        }
    }

    fn read(&mut self, lane: usize) -> Option<Performed> {
        let collector = self.collectors[lane / 3].as_mut()?;
        let local = collector.instruction.sources[lane % 3]?;
        if !std::mem::take(&mut collector.waiting[lane % 3]) {
            return None;
        }
        let warp = self.warps[collector.warp];
        let next = self.programs[warp.program].next_after_reads(warp.next, local);
        let register = warp.base + local;
        self.done[lane] = Some(Done {
            warp: collector.warp,
            register,
            next_write: next == Some(program::Access::Overwrites),
            partial: collector.instruction.partial,
            instruction: warp.next,
        });
        let expected = self.contents(register);
        Some(Performed {
            lane,
            register,
            access: Access::Read { expected },
        })
    }

    fn write(&mut self, lane: usize) -> Option<Performed> {
        let mine = |f: &Flight| f.phase == Phase::Writing { lane };
        let flight = self.flights.remove(self.flights.iter().position(mine)?);
        let warp = self.warps[flight.warp];
        // An instruction of the warp that collects cannot name this register.
        let local = flight.register - warp.base;
        let next = self.programs[warp.program].next(warp.next, local);
        self.tokens += 1;
        let value = self.tokens;
        let contents = &mut self.contents[usize::from(flight.register)];
        contents[0] = Some(value);
        if !flight.partial {
            contents[1] = Some(value);
        }
        self.done[lane] = Some(Done {
            warp: flight.warp,
            register: flight.register,
            next_write: next == Some(program::Access::Overwrites),
            partial: flight.partial,
            instruction: warp.next,
        });
        Some(Performed {
            lane,
            register: flight.register,
            access: Access::Write {
                value,
                partial: flight.partial,
            },
        })
    }
}

/// The PC of an instruction.
fn pc(program: usize, instruction: usize) -> u64 {
    ((program as u64) << 12) | (instruction as u64 * u64::from(PC_BYTES))
}
