//! How a play goes: how much of everything.

use crate::random::Random;

/// How a play behaves.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Warps that have programs.
    pub warps: u16,
    /// Registers that they use.
    pub registers: usize,
    /// Instructions of a region, about.
    pub length: usize,
    /// Percent of cycles in which the scheduler issues.
    pub issue: u8,
    /// Cycles that an execution takes at most.
    pub latency: usize,
    /// Percent of instructions that take ten times as long: loads.
    pub loads: u8,
    /// Percent of cycles in which results come.
    pub results: u8,
    /// Percent of cycles in which a word of metadata comes.
    pub words: u8,
    /// Percent of cycles in which a warp goes to or leaves a barrier.
    pub barriers: u8,
    /// One metadata word in so many is wrong; 0: none is.
    pub strays: usize,
    /// One region in so many needs more lines than a bank has, until one has; 0: none does.
    pub too_big: usize,
}

impl Manner {
    /// Everything at full speed, with more registers than the compressor has lines.
    pub const BUSY: Manner = Manner {
        warps: u16::MAX,
        registers: 24,
        length: 8,
        issue: 100,
        latency: 8,
        loads: 5,
        results: 100,
        words: 100,
        barriers: 0,
        strays: 0,
        too_big: 0,
    };

    /// With as many registers as it takes that large banks run full; those of small ones do with any.
    pub fn filling(self, lines: usize) -> Self {
        let least = if lines > 16 { lines } else { 0 };
        Self {
            registers: self.registers.max(least),
            ..self
        }
    }

    /// Some manner.
    pub fn random(random: &mut Random) -> Self {
        let mut pick = |from: &[usize]| from[random.below(from.len())];
        Self {
            warps: pick(&[0xffff, 0xffff, 0x0003, 0x8001, 0x0f0f]) as u16,
            registers: pick(&[6, 12, 24, 40, 64]),
            length: pick(&[1, 3, 8, 20]),
            issue: pick(&[100, 100, 60, 20]) as u8,
            latency: pick(&[1, 4, 12, 30]),
            loads: pick(&[0, 5, 40]) as u8,
            results: pick(&[100, 100, 50, 10]) as u8,
            words: pick(&[100, 100, 30]) as u8,
            barriers: pick(&[0, 0, 2]) as u8,
            strays: pick(&[0, 0, 50, 1_000]),
            too_big: pick(&[0, 30, 100, 400]),
        }
    }
}
