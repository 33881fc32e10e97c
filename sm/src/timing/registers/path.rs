//! The ports of the file: what is asked of it in a cycle, what it answers, and the trait of all files.

use super::activity::Activity;
use super::notice::Notice;
use crate::timing::error::Disagreement;
use crate::timing::stalls::Cause;
use spec::warp::WarpRegister;

/// Operations taken, operations offered and results taken in a cycle.
pub const PORTS: usize = spec::regfile::PORTS;
/// Sources of an operation.
pub const SOURCES: usize = spec::regfile::SOURCES;

/// Most destinations of an instruction.
pub(crate) const DESTINATIONS: usize = 8;

/// An operation that wants its sources.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Given back with the offer.
    pub tag: u8,
    /// Sources, by their place in the file.
    pub sources: [Option<u16>; SOURCES],
    /// What they hold, for a file that carries data.
    pub values: [WarpRegister; SOURCES],
    /// The destination.
    pub destination: Option<u16>,
    /// It is the first part of its instruction.
    pub is_first: bool,
    /// All destinations of the instruction that it is a part of.
    pub destinations: [Option<u16>; DESTINATIONS],
    /// What it holds, for a file that may put a MOV of it in the place of the operation.
    pub held: WarpRegister,
    /// Lanes that are written.
    pub mask: u32,
    /// Lanes that the warp was launched with.
    pub launched: u32,
    /// Cycles from the unit that takes it to the result, at least; None if nobody can say, as of a
    /// load that may miss.
    pub latency: Option<u16>,
}

impl Default for Operation {
    fn default() -> Self {
        Self {
            tag: 0,
            sources: [None; SOURCES],
            values: [[0; 32]; SOURCES],
            destination: None,
            is_first: true,
            destinations: [None; DESTINATIONS],
            held: [0; 32],
            mask: 0,
            launched: u32::MAX,
            latency: None,
        }
    }
}

/// A result on its way to the file.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// Its register, by place in the file.
    pub register: u16,
    /// Lanes that are written.
    pub mask: u32,
    /// Lanes that the warp was launched with: a result of fewer is divergent; 0 of the result of a dummy MOV.
    pub launched: u32,
    /// The register as it is afterwards, for a file that carries data.
    pub data: WarpRegister,
}

impl Written {
    /// Whether it leaves lanes of its warp alone.
    pub fn is_divergent(&self) -> bool {
        self.mask != self.launched && !self.is_mov()
    }

    /// Whether it is the result of a dummy MOV.
    pub fn is_mov(&self) -> bool {
        self.launched == 0
    }
}

/// What is asked of the file in a cycle.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    /// Whether there is an operation at each port.
    pub presented: [bool; PORTS],
    /// The operations.
    pub operations: [Operation; PORTS],
    /// Whether there is a result at each port.
    pub written: [bool; PORTS],
    /// The results.
    pub results: [Written; PORTS],
    /// A register that is no longer used.
    pub release: Option<u16>,
}

/// What the file answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The operations that were accepted.
    pub accepted: [bool; PORTS],
    /// Instead of the operation a dummy MOV of its destination was.
    pub injected: [bool; PORTS],
    /// The tags of the operations that leave with their sources.
    pub offered: [Option<u8>; PORTS],
    /// The results that were accepted.
    pub written: [bool; PORTS],
    /// Whether the release was accepted.
    pub released: bool,
}

/// How a register stands that somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awake {
    /// It can be accessed.
    On,
    /// It is on its way, or the file has yet to be told that it is wanted.
    Coming,
    /// It rests.
    Asleep,
}

/// A register file with its collectors.
pub trait RegisterPath {
    /// A launch begins: as after reset.
    fn reset(&mut self);
    /// A cycle.
    fn cycle(&mut self, demand: &Demand) -> Result<Answer, Disagreement>;
    /// Whether [`Operation::values`] and [`Written::data`] are looked at.
    fn carries_data(&self) -> bool;
    /// Whether a dummy MOV may enter in the place of an operation: [`Operation::held`] is looked at.
    fn injects(&self) -> bool {
        false
    }
    /// Whether registers must be released when their warp is done.
    fn wants_releases(&self) -> bool;
    /// Cycles from the acceptance of a result until an operation that names its register can be
    /// accepted, at the earliest.
    fn write_latency(&self, result: &Written) -> u64;
    /// Cycles, the coming one first, in which nothing happens if nothing is asked; `u64::MAX` if
    /// nothing ever will.
    fn quiet(&self) -> u64;
    /// Lets so many of them pass.
    fn skip(&mut self, cycles: u64) -> Result<(), Disagreement>;
    /// Whether [`Self::tell`] is listened to.
    fn listens(&self) -> bool {
        false
    }
    /// Something happened in this cycle, after what was asked.
    fn tell(&mut self, _notice: Notice) {}
    /// Whether a register can be accessed in the coming cycle.
    fn awake(&self, _register: u16) -> Awake {
        Awake::On
    }
    /// Whether an instruction that writes these registers can be let in: schedulers pass over the others.
    fn has_places(&self, _destinations: &[u16]) -> bool {
        true
    }
    /// What a register wakes from.
    fn why_asleep(&self, _register: u16) -> Cause {
        Cause::WakingOn
    }
    /// From now on [`Self::why_refused`] is asked.
    fn watch(&mut self) {}
    /// Why the operation at a port was not accepted in the last cycle.
    fn why_refused(&self, port: usize) -> Cause;
    /// Why an operation that is inside has not left.
    fn why_collecting(&self, _tag: u8) -> Cause {
        Cause::Operands
    }
    /// Why a result that waits at a port has not been accepted.
    fn why_unwritten(&self, _register: u16) -> Cause {
        Cause::ResultPort
    }
    /// What the file has done since its reset; asked once, when a launch is over.
    fn activity(&mut self) -> Result<Activity, Disagreement>;
}
