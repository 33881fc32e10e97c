//! What comes in and goes out of the staging unit.

use super::super::bank::Write;
use super::super::manager::Queued;
use spec::regless::{BANKS, SOURCES, UNITS};
use spec::warp::WarpRegister;

/// An instruction as it is issued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instruction {
    /// Given back.
    pub tag: u8,
    /// The warp.
    pub warp: u8,
    /// Sources that it has, a at bit 0.
    pub sources: u8,
    /// Registers of the sources.
    pub registers: [u8; SOURCES],
    /// Sources read for the last time.
    pub last: u8,
    /// Those of them that are dead afterwards.
    pub erase: u8,
    /// It has a destination.
    pub writes: bool,
    /// The destination.
    pub destination: u8,
    /// Lanes written.
    pub mask: u32,
    /// The write is the last use.
    pub write_last: bool,
}

/// A result as it comes back.
#[derive(Clone, Copy, Debug)]
pub struct Result<'a> {
    /// Warp and register.
    pub tag: (u8, u8),
    /// What is written.
    pub write: Write<'a>,
}

/// What the staging unit takes in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsuCycle<'a> {
    /// Instructions of in0 and in1.
    pub issued: [Option<Instruction>; UNITS],
    /// Results of wb0 and wb1.
    pub results: [Option<Result<'a>>; UNITS],
    /// Operations, one a bank.
    pub operations: [Option<Queued>; BANKS],
    /// The compressor's answer: warp and register, entry, value.
    pub answer: Option<((u8, u8), u8, &'a WarpRegister)>,
    /// The L1's answer: bank, entry, value.
    pub response: Option<(u8, u8, &'a WarpRegister)>,
    /// The request is taken.
    pub request_ready: bool,
}

/// What is accepted in a cycle, other than instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OsuReadies {
    /// Results.
    pub results: [bool; UNITS],
    /// Operations, bank 0 at bit 0.
    pub operations: u8,
    /// The compressor's answer.
    pub answer: bool,
    /// The L1's answer.
    pub response: bool,
}

/// An instruction that a register read unit has assembled.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The instruction.
    pub instruction: &'a Instruction,
    /// Its sources.
    pub operands: &'a [WarpRegister; SOURCES],
    /// The line of its destination.
    pub entry: u8,
}
