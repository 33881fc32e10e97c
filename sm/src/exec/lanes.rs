//! Values of 32 lanes: reading operands, writing results, mapping functions over lanes.
//!
//! Functions are mapped over all lanes and written under a mask: loops without branches, which the
//! compiler turns into vector instructions. They must therefore be total.

use super::observe::Observer;
use super::step::Step;
use super::{FULL, LANES};
use crate::ir::{Instruction, Operand, Reg, Special};
use std::array;

/// A value of one lane.
pub(super) trait Lane: Copy {
    /// Whether it takes two registers.
    const WIDE: bool;
    /// From one register, or two.
    fn get(low: u32, high: u32) -> Self;
    /// To one register, or two; narrow values are zero-extended.
    fn set(self) -> (u32, u32);
}

macro_rules! narrow {
    ($($ty:ty),+) => { $(impl Lane for $ty {
        const WIDE: bool = false;
        #[inline(always)]
        fn get(low: u32, _: u32) -> Self {
            low as $ty
        }
        #[inline(always)]
        fn set(self) -> (u32, u32) {
            // By way of the bit pattern: a negative i16 does not spill into the upper half.
            let bits = u64::from_le_bytes({
                let mut bytes = [0; 8];
                bytes[..size_of::<$ty>()].copy_from_slice(&self.to_le_bytes());
                bytes
            });
            (bits as u32, 0)
        }
    })+ };
}

narrow!(u16, i16, u32, i32);

macro_rules! wide {
    ($($ty:ty),+) => { $(impl Lane for $ty {
        const WIDE: bool = true;
        #[inline(always)]
        fn get(low: u32, high: u32) -> Self {
            (u64::from(low) | u64::from(high) << 32) as $ty
        }
        #[inline(always)]
        fn set(self) -> (u32, u32) {
            (self as u32, (self as u64 >> 32) as u32)
        }
    })+ };
}

wide!(u64, i64);

impl Lane for f32 {
    const WIDE: bool = false;
    #[inline(always)]
    fn get(low: u32, _: u32) -> Self {
        f32::from_bits(low)
    }
    #[inline(always)]
    fn set(self) -> (u32, u32) {
        (self.to_bits(), 0)
    }
}

impl Lane for f64 {
    const WIDE: bool = true;
    #[inline(always)]
    fn get(low: u32, high: u32) -> Self {
        f64::from_bits(u64::get(low, high))
    }
    #[inline(always)]
    fn set(self) -> (u32, u32) {
        self.to_bits().set()
    }
}

/// The lanes of a mask, ascending.
pub(super) fn lanes_of(mask: u32) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let lane = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(lane)
    })
}

impl<O: Observer> Step<'_, O> {
    /// An operand's value in each lane.
    #[inline(always)]
    pub(super) fn read<T: Lane>(&self, operand: Operand) -> [T; LANES] {
        match operand {
            Operand::Reg(reg) | Operand::Not(reg) => {
                let index = reg.index as usize;
                let low = &self.warp.words[index];
                if T::WIDE {
                    let high = &self.warp.words[index + 1];
                    array::from_fn(|lane| T::get(low[lane], high[lane]))
                } else {
                    array::from_fn(|lane| T::get(low[lane], 0))
                }
            }
            Operand::Constant(index) => {
                let value = self.program.kernel.constants[index as usize];
                [T::get(value as u32, (value >> 32) as u32); LANES]
            }
            Operand::Special(special) => {
                let (low, high) = self.special(special);
                array::from_fn(|lane| T::get(low[lane], high))
            }
        }
    }

    /// The operand at a position.
    #[inline(always)]
    pub(super) fn operand<T: Lane>(
        &self,
        instruction: &Instruction,
        position: usize,
    ) -> [T; LANES] {
        self.read(instruction.operand(position))
    }

    /// An operand that has the width of an address.
    pub(super) fn address_operand(&self, operand: Operand) -> [u64; LANES] {
        let wide = match operand {
            Operand::Reg(reg) => reg.class == crate::ir::Class::Pair,
            _ => true,
        };
        if wide {
            self.read(operand)
        } else {
            self.read::<u32>(operand).map(u64::from)
        }
    }

    /// A predicate operand, a bit for each lane.
    pub(super) fn predicate(&self, operand: Operand) -> u32 {
        match operand {
            Operand::Reg(reg) => self.warp.predicates[reg.index as usize],
            Operand::Not(reg) => !self.warp.predicates[reg.index as usize],
            Operand::Constant(index) => {
                let set = self.program.kernel.constants[index as usize] != 0;
                if set {
                    FULL
                } else {
                    0
                }
            }
            Operand::Special(_) => 0,
        }
    }

    /// Writes a result in the lanes of the mask.
    #[inline(always)]
    pub(super) fn write<T: Lane>(&mut self, result: Option<Reg>, values: [T; LANES], mask: u32) {
        let Some(reg) = result else {
            return;
        };
        self.write_row(reg.index, array::from_fn(|lane| values[lane].set().0), mask);
        if T::WIDE {
            self.write_row(
                reg.index + 1,
                array::from_fn(|lane| values[lane].set().1),
                mask,
            );
        }
    }

    #[inline(always)]
    pub(super) fn write_row(&mut self, index: u32, values: [u32; LANES], mask: u32) {
        let row = &mut self.warp.words[index as usize];
        if mask == FULL {
            *row = values;
        } else {
            for lane in 0..LANES {
                row[lane] = if mask & 1 << lane != 0 {
                    values[lane]
                } else {
                    row[lane]
                };
            }
        }
        self.observer.wrote(index, row, mask, self.warp.launched);
    }

    /// Writes a predicate in the lanes of the mask.
    pub(super) fn write_predicate(&mut self, result: Option<Reg>, values: u32, mask: u32) {
        if let Some(reg) = result {
            let old = &mut self.warp.predicates[reg.index as usize];
            *old = *old & !mask | values & mask;
        }
    }

    /// d = f(a)
    #[inline(always)]
    pub(super) fn map1<A: Lane, R: Lane>(
        &mut self,
        i: &Instruction,
        mask: u32,
        f: impl Fn(A) -> R,
    ) {
        let a = self.operand::<A>(i, 0);
        self.write(i.result(0), array::from_fn(|lane| f(a[lane])), mask);
    }

    /// d = f(a, b)
    #[inline(always)]
    pub(super) fn map2<A: Lane, B: Lane, R: Lane>(
        &mut self,
        i: &Instruction,
        mask: u32,
        f: impl Fn(A, B) -> R,
    ) {
        let a = self.operand::<A>(i, 0);
        let b = self.operand::<B>(i, 1);
        self.write(
            i.result(0),
            array::from_fn(|lane| f(a[lane], b[lane])),
            mask,
        );
    }

    /// d = f(a, b, c)
    #[inline(always)]
    pub(super) fn map3<A: Lane, B: Lane, C: Lane, R: Lane>(
        &mut self,
        i: &Instruction,
        mask: u32,
        f: impl Fn(A, B, C) -> R,
    ) {
        let a = self.operand::<A>(i, 0);
        let b = self.operand::<B>(i, 1);
        let c = self.operand::<C>(i, 2);
        let values = array::from_fn(|lane| f(a[lane], b[lane], c[lane]));
        self.write(i.result(0), values, mask);
    }

    /// A bit for each lane: p(a, b).
    #[inline(always)]
    pub(super) fn test2<T: Lane>(&self, i: &Instruction, p: impl Fn(T, T) -> bool) -> u32 {
        let a = self.operand::<T>(i, 0);
        let b = self.operand::<T>(i, 1);
        let mut bits = 0;
        for lane in 0..LANES {
            bits |= u32::from(p(a[lane], b[lane])) << lane;
        }
        bits
    }

    /// A special register: a word for each lane, and the upper word that all lanes share.
    fn special(&self, special: Special) -> ([u32; LANES], u32) {
        let warp = &*self.warp;
        let block = self.block;
        let by_lane = |f: fn(u32) -> u32| (array::from_fn(|lane| f(lane as u32)), 0);
        let all = |value: u32| ([value; LANES], 0);
        match special {
            Special::TidX => (warp.tid[0], 0),
            Special::TidY => (warp.tid[1], 0),
            Special::TidZ => (warp.tid[2], 0),
            Special::NtidX => all(block.threads[0]),
            Special::NtidY => all(block.threads[1]),
            Special::NtidZ => all(block.threads[2]),
            Special::CtaidX => all(block.index[0]),
            Special::CtaidY => all(block.index[1]),
            Special::CtaidZ => all(block.index[2]),
            Special::NctaidX => all(block.grid[0]),
            Special::NctaidY => all(block.grid[1]),
            Special::NctaidZ => all(block.grid[2]),
            Special::Laneid => by_lane(|lane| lane),
            Special::Warpid => all(warp.index),
            Special::Nwarpid => all(block.threads.iter().product::<u32>().div_ceil(32)),
            Special::Clock | Special::GlobaltimerLo => all(warp.clock as u32),
            Special::ClockHi | Special::GlobaltimerHi => all((warp.clock >> 32) as u32),
            Special::Clock64 | Special::Globaltimer => {
                ([warp.clock as u32; LANES], (warp.clock >> 32) as u32)
            }
            Special::LanemaskEq => by_lane(|lane| 1 << lane),
            Special::LanemaskLt => by_lane(|lane| (1 << lane) - 1),
            Special::LanemaskLe => by_lane(|lane| FULL >> (31 - lane)),
            Special::LanemaskGe => by_lane(|lane| FULL << lane),
            Special::LanemaskGt => by_lane(|lane| (FULL << lane) << 1),
            // One multiprocessor, one grid at a time.
            Special::Smid | Special::Gridid => all(0),
            Special::Nsmid => all(1),
            Special::DynamicSmemSize => all(block.dynamic_shared),
            Special::TotalSmemSize => all(block.shared_bytes),
        }
    }
}
