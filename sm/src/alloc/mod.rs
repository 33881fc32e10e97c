//! Register allocation: virtual registers to physical ones, by colouring the interference graph.
//!
//! Values of 64 bits take aligned pairs of 32-bit registers; predicates are coloured apart. Under a
//! cap, what does not fit is spilled to local memory, word by word interleaved between threads as
//! everything in local memory is (AVC, section 2). Before, with a cap that leaves no room for `%r1`:
//!
//! ```text
//! add.s32 %r1, %r2, %r3;
//! ```
//!
//! and after:
//!
//! ```text
//! add.s32 r0, r0, r1;
//! st.local.b32 [16], r0;
//! ```
//!
//! A register that PTX reads before it is written is undefined: it is 0 in virtual execution and
//! whatever its place held before in physical execution.

mod colour;
mod interference;
mod spill;

use crate::analysis::{Cfg, Liveness};
use crate::ir::{Class, Kernel, Reg, Registers};
use crate::passes::verify::{self, Broken};
use colour::Colouring;
use interference::Interference;
use serde::Serialize;
use std::fmt;

/// Registers of a thread that any architecture has.
pub const MOST_REGISTERS: u32 = 255;
/// Rounds of spilling: each one spills something, and two or three do.
const MOST_ROUNDS: usize = 64;

/// A kernel over physical registers.
#[derive(Clone, Debug)]
pub struct Allocated {
    /// The kernel.
    pub kernel: Kernel,
    /// What it took.
    pub report: AllocationReport,
}

/// What an allocation took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AllocationReport {
    /// 32-bit registers.
    pub words: u32,
    /// Predicates.
    pub predicates: u32,
    /// Most 32-bit registers that are live at once in the kernel as written: no allocation
    /// without spills takes fewer.
    pub most_live: u32,
    /// Virtual registers that were spilled.
    pub spilled: u32,
    /// Bytes of local memory of a thread that spilled registers take.
    pub spill_bytes: u32,
}

/// Why there is no allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllocationError {
    /// Too few registers are allowed.
    TooFew {
        /// The kernel.
        kernel: String,
        /// As many are allowed.
        cap: u32,
        /// Where they do not suffice, in the PTX.
        line: u32,
    },
    /// What came out is not the kernel.
    Broken(Broken),
}

impl fmt::Display for AllocationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { kernel, cap, line } => write!(
                f,
                "kernel '{kernel}': {cap} registers do not suffice even with everything spilled (PTX line {line}); allow more"
            ),
            Self::Broken(broken) => broken.fmt(f),
        }
    }
}

impl std::error::Error for AllocationError {}

/// Allocates registers. A kernel that is over physical registers already comes back as it is.
pub fn allocate(kernel: &Kernel, cap: Option<u32>) -> Result<Allocated, AllocationError> {
    let cap = cap.map_or(MOST_REGISTERS, |cap| cap.clamp(1, MOST_REGISTERS));
    let mut kernel = kernel.clone();
    let mut report = AllocationReport::default();
    let Registers::Virtual(classes) = &kernel.registers else {
        return Ok(Allocated { kernel, report });
    };
    let mut classes = classes.clone();
    // Registers from here on are what spilling made: spilling them again would gain nothing.
    let original = classes.len();
    let local_before = kernel.local_bytes;
    for round in 0..MOST_ROUNDS {
        let cfg = Cfg::new(&kernel);
        let liveness = Liveness::new(&kernel, &cfg, classes.len(), original);
        let graph = Interference::new(&kernel, &cfg, &liveness, &classes, original);
        if round == 0 {
            report.most_live = graph.most_live;
        }
        let colouring = match colour::words(&graph, &classes, cap, original) {
            Ok(colouring) => colouring,
            Err(failed) => {
                let victims = victims(&graph, &failed, original);
                if victims.is_empty() {
                    let line = first_line(&kernel, &failed);
                    let kernel = kernel.name;
                    return Err(AllocationError::TooFew { kernel, cap, line });
                }
                report.spilled += victims.len() as u32;
                let (before, known) = (kernel.clone(), classes.len());
                spill::spill(&mut kernel, &mut classes, &victims);
                let verified = verify::spilled(&before, &kernel, &victims, known);
                verified.map_err(AllocationError::Broken)?;
                continue;
            }
        };
        let predicates = colour::predicates(&graph, &classes);
        let spilled = kernel.clone();
        apply(&mut kernel, &colouring, &predicates);
        report.words = colouring.used;
        report.predicates = predicates.used;
        report.spill_bytes = kernel.local_bytes - local_before;
        kernel.registers = Registers::Physical {
            words: colouring.used,
            predicates: predicates.used,
        };
        let verified = verify::allocated(&spilled, &kernel, cap, original);
        verified.map_err(AllocationError::Broken)?;
        return Ok(Allocated { kernel, report });
    }
    let (line, kernel) = (0, kernel.name);
    Err(AllocationError::TooFew { kernel, cap, line })
}

/// What to spill for registers that found no place: themselves, or, if they are visitors of spilled
/// ones already, the cheapest of their neighbours that is not.
fn victims(graph: &Interference, failed: &[u32], original: usize) -> Vec<u32> {
    let spillable = |register: u32| (register as usize) < original;
    let mut victims: Vec<u32> = failed.iter().copied().filter(|&r| spillable(r)).collect();
    for &register in failed.iter().filter(|&&register| !spillable(register)) {
        let neighbours = &graph.neighbours[register as usize];
        if neighbours
            .iter()
            .any(|neighbour| victims.contains(neighbour))
        {
            continue;
        }
        let candidates = neighbours
            .iter()
            .copied()
            .filter(|&neighbour| spillable(neighbour));
        let cost = |register: u32| graph.costs[register as usize];
        victims.extend(candidates.min_by(|&a, &b| cost(a).total_cmp(&cost(b)).then(a.cmp(&b))));
    }
    victims
}

fn apply(kernel: &mut Kernel, words: &Colouring, predicates: &Colouring) {
    let place = |reg: Reg| {
        let colours = if reg.class == Class::Predicate {
            predicates
        } else {
            words
        };
        Reg {
            index: colours.colours[reg.index as usize],
            ..reg
        }
    };
    for instruction in &mut kernel.code {
        instruction.rename(place, place);
    }
}

fn first_line(kernel: &Kernel, registers: &[u32]) -> u32 {
    let names = |reg: Reg| registers.contains(&reg.index);
    let mut code = kernel.code.iter();
    code.find(|i| i.reads().any(names) || i.results().any(names))
        .map_or(0, |i| i.line)
}
