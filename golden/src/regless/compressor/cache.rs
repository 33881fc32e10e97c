//! The compressor's cache: lines of one register of all warps (RegLess 5.3).

use crate::regless::pattern::{unpack, CompressedLine, Slot};
use spec::warp::WarpRegister;

/// A line of the cache.
#[derive(Clone, Debug, Default)]
pub struct CacheLine {
    /// It holds a line.
    pub valid: bool,
    /// The register, of all warps.
    pub register: u8,
    /// It differs from the L1's.
    pub changed: bool,
    /// Warps whose compressed register is here.
    pub have: u16,
    /// Warps whose compressed register is in the L1's line.
    pub rest: u16,
    /// Values by warp.
    pub slots: CompressedLine,
}

/// The lines, and the one that is replaced next.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    pub lines: Vec<CacheLine>,
    pub hand: usize,
}

impl Cache {
    pub fn new(lines: usize) -> Self {
        Self {
            lines: vec![CacheLine::default(); lines],
            hand: 0,
        }
    }

    pub fn find(&self, register: u8) -> Option<usize> {
        let held = |l: &CacheLine| l.valid && l.register == register;
        self.lines.iter().position(held)
    }

    /// A line takes the place at the hand.
    pub fn enter(&mut self, register: u8, rest: u16) {
        self.lines[self.hand] = CacheLine {
            valid: true,
            register,
            rest,
            ..CacheLine::default()
        };
        self.step();
    }

    /// The hand goes on.
    pub fn step(&mut self) {
        self.hand = (self.hand + 1) % self.lines.len();
    }

    /// A line comes: it brings what is not here yet.
    pub fn fill(&mut self, line: usize, words: &WarpRegister) {
        let line = &mut self.lines[line];
        for (warp, slot) in unpack(words).into_iter().enumerate() {
            if line.have >> warp & 1 == 0 {
                line.slots[warp] = slot;
            }
        }
        line.have |= line.rest;
        line.rest = 0;
    }

    /// An eviction is stored.
    pub fn store(&mut self, line: usize, warp: u8, slot: Slot) {
        let line = &mut self.lines[line];
        line.slots[usize::from(warp)] = slot;
        line.have |= 1 << warp;
        line.rest &= !(1 << warp);
        line.changed = true;
    }

    /// A warp's register is not compressed any more.
    pub fn forget(&mut self, register: u8, warp: u8) {
        if let Some(line) = self.find(register) {
            self.lines[line].have &= !(1 << warp);
            self.lines[line].rest &= !(1 << warp);
        }
    }
}
