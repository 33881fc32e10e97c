//! Watching a run: the hook, and the statistics that every run prints.

use super::{FULL, LANES};
use crate::ir::Instruction;
use serde::Serialize;

/// Sees what warps do. Both methods do nothing unless they are written.
pub trait Observer {
    /// A warp issues an instruction. `active` are the lanes that execute it, guard included (a
    /// guarded branch is executed by all that reach it); `launched` are the lanes that the warp
    /// began with.
    fn issued(&mut self, instruction: &Instruction, active: u32, launched: u32) {
        let _ = (instruction, active, launched);
    }

    /// A 32-bit register has been written; `lanes` is what it holds now, all of it.
    fn wrote(&mut self, register: u32, lanes: &[u32; LANES], active: u32, launched: u32) {
        let _ = (register, lanes, active, launched);
    }
}

/// Nobody watches.
impl Observer for () {}

/// Distances of neighbouring lanes, in the bins of Warped-Compression's Figure 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bins {
    /// Equal.
    pub zero: u64,
    /// At most 128 apart.
    pub within_128: u64,
    /// At most 2^15 apart.
    pub within_32k: u64,
    /// Further apart.
    pub random: u64,
}

impl Bins {
    /// All distances.
    pub fn total(&self) -> u64 {
        self.zero + self.within_128 + self.within_32k + self.random
    }

    fn add(&mut self, lanes: &[u32; LANES]) {
        // Counts of "at most", which vectorise (if nobody looks for overflow); bins are their differences. At most n
        // apart is one comparison of signed numbers, as all processors have it for vectors: the distances from -n
        // to n are the least of them when n is added, and the sign bit turned.
        let within = |distance: i32, n: i32| {
            let moved = distance.wrapping_add(n).wrapping_add(i32::MIN);
            i32::from(moved <= (2 * n).wrapping_add(i32::MIN))
        };
        let (mut zero, mut near, mut middle) = (0i32, 0i32, 0i32);
        for (&lane, &next) in lanes.iter().zip(&lanes[1..]) {
            let distance = (next as i32).wrapping_sub(lane as i32);
            zero = zero.wrapping_add(i32::from(distance == 0));
            near = near.wrapping_add(within(distance, 128));
            middle = middle.wrapping_add(within(distance, 1 << 15));
        }
        self.zero += zero as u64;
        self.within_128 += (near - zero) as u64;
        self.within_32k += (middle - near) as u64;
        self.random += (LANES as i32 - 1 - middle) as u64;
    }
}

/// What a run prints.
///
/// A warp instruction is divergent when it executes with fewer lanes than the warp was launched
/// with (Warped-Compression, Figure 3). Each 32-bit register written adds the 31 distances between
/// neighbouring lanes of the register as it stands afterwards (Figure 2); the lanes of a warp that
/// its block does not fill count as they are stored, like the hardware's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Warp instructions.
    pub instructions: u64,
    /// Warp instructions with lanes left out.
    pub divergent: u64,
    /// Thread instructions.
    pub thread_instructions: u64,
    /// 32-bit warp registers written.
    pub registers_written: u64,
    /// Distances in registers written without divergence.
    pub uniform_bins: Bins,
    /// Distances in registers written under divergence.
    pub divergent_bins: Bins,
}

impl Statistics {
    /// Divergent warp instructions among all.
    pub fn divergence(&self) -> f64 {
        self.divergent as f64 / (self.instructions as f64).max(1.0)
    }
}

impl Observer for Statistics {
    #[inline]
    fn issued(&mut self, _: &Instruction, active: u32, launched: u32) {
        self.instructions += 1;
        self.divergent += u64::from(active != launched);
        self.thread_instructions += u64::from(if active == FULL {
            32
        } else {
            active.count_ones()
        });
    }

    #[inline]
    fn wrote(&mut self, _: u32, lanes: &[u32; LANES], active: u32, launched: u32) {
        self.registers_written += 1;
        if active == launched {
            self.uniform_bins.add(lanes);
        } else {
            self.divergent_bins.add(lanes);
        }
    }
}
