//! What happens to registers in time, whatever the scheme: how often they are accessed, how long they are idle
//! in between, how many are in use at a time, how many would be stored compressed.
//!
//! A source is accessed when its operation is taken, a result when the register file takes it. Nothing of it is
//! looked at unless it is asked for.

use golden::bdi::compress;
use golden::slumber::energy::StaticPower;
use serde::Serialize;
use spec::bdi::{CompressionRange, Modes};
use spec::slumber::BreakEvens;
use spec::warp::WarpRegister;
use std::ops::Range;

/// Cycles of a window (RegLess, Figures 2 and 3).
pub const WINDOW: u64 = 100;
/// Windows whose accesses are kept one by one.
pub const MOST_WINDOWS: usize = 20_000;

/// Least lengths of idle periods by which they are told apart: what SS, DS and OFF take to wake (Slumber,
/// Table 1), then powers of two.
pub const IDLE_FROM: [u64; 12] = [1, 4, 13, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// Cycles in which something was accessed, of cycles in which it was there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Utilisation {
    /// Accessed.
    pub accessed: u64,
    /// There.
    pub cycles: u64,
}

/// Idle periods, by how long they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Idle {
    /// The least length.
    pub from: u64,
    /// Periods that a read ended.
    pub before_read: u64,
    /// Periods that a write ended.
    pub before_write: u64,
    /// Periods that the end of the warp ended.
    pub before_end: u64,
    /// Cycles of all of them.
    pub cycles: u64,
}

/// Registers in each issue of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// Instructions.
    pub instructions: u64,
    /// Registers that warps had, added up over the instructions.
    pub allocated: u64,
    /// Those of them that would be stored compressed.
    pub compressed: u64,
}

/// Windows of cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Windows {
    /// Cycles of one.
    pub length: u64,
    /// How many there are.
    pub count: u64,
    /// Different registers that were accessed, added up over the windows.
    pub registers: u64,
    /// Accesses of each window, of the first ones.
    pub accesses: Vec<u32>,
    /// Accesses in each of what stands behind small files: requests of staged registers to the L1, or accesses of the
    /// main file of a hierarchy.
    pub behind: Vec<u32>,
}

/// What was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Profile {
    /// Of the register file.
    pub file: Utilisation,
    /// Of its clusters of banks.
    pub banks: Utilisation,
    /// Of the registers of a warp.
    pub warps: Utilisation,
    /// Of a register of 128 bytes.
    pub registers: Utilisation,
    /// Accesses to registers that their warp had accessed before.
    pub reuses: u64,
    /// Cycles from the access before, added up.
    pub reuse_cycles: u64,
    /// Idle periods of registers that belong to a warp.
    pub idle: Vec<Idle>,
    /// What somebody who knew every next access could save of their leakage, in percent-cycles: each period in the
    /// state that saves most, left in time (Slumber, Table 1).
    pub saveable: u64,
    /// What was in use at a time.
    pub windows: Windows,
    /// While no lane of a warp was left out (Warped-Compression, Figure 12).
    pub not_divergent: Phase,
    /// While some were.
    pub divergent: Phase,
}

/// A register, since it belongs to its warp.
#[derive(Clone, Copy, Debug, Default)]
struct Register {
    belongs: bool,
    since: u64,
    last: Option<u64>,
    compressed: bool,
    /// The window in which it was accessed last, plus one.
    window: u64,
}

/// Something that is accessed at most once a cycle, as far as counting goes.
#[derive(Clone, Copy, Debug, Default)]
struct Unit {
    /// The cycle of the last access, plus one.
    last: u64,
    accessed: u64,
}

impl Unit {
    fn access(&mut self, now: u64) {
        self.accessed += u64::from(self.last != now + 1);
        self.last = now + 1;
    }
}

/// Who watches.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    seen: Profile,
    modes: Modes,
    of_shard: usize,
    clusters: usize,
    registers: Vec<Register>,
    file: Unit,
    banks: Vec<Unit>,
    warps: Vec<Unit>,
    /// Since when each warp slot holds a warp, if it does.
    held: [Option<u64>; 64],
    allocated: u64,
    compressed: u64,
    began: u64,
    window: u64,
    in_window: u32,
    behind_in_window: u32,
}

/// How a register is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    /// By some of the lanes that its warp was launched with.
    Write,
    /// By all of them.
    Overwrite,
}

/// What an idle period of so many cycles saves at most, in percent-cycles. A state that is left pays for itself in
/// its break-even time; what is not needed any more may be lost.
fn saveable(cycles: u64, needed: bool) -> u64 {
    let (power, pays) = (StaticPower::TABLE_1, BreakEvens::FERMI);
    let of = |leaks: u64, pays: u16| (power.on - leaks) * cycles.saturating_sub(pays.into());
    let kept = of(power.shallow, pays.shallow).max(of(power.deep, pays.deep));
    match needed {
        true => kept,
        false => kept.max(of(power.off, pays.off)),
    }
}

impl Watch {
    pub fn new(shards: usize, of_shard: usize, clusters: usize, modes: Modes) -> Self {
        let idle = IDLE_FROM.map(|from| Idle {
            from,
            ..Idle::default()
        });
        Self {
            seen: Profile {
                idle: idle.to_vec(),
                windows: Windows {
                    length: WINDOW,
                    ..Windows::default()
                },
                ..Profile::default()
            },
            modes,
            of_shard,
            clusters,
            registers: vec![Register::default(); shards * of_shard],
            file: Unit::default(),
            banks: vec![Unit::default(); shards * clusters],
            warps: vec![Unit::default(); 64],
            held: [None; 64],
            allocated: 0,
            compressed: 0,
            began: 0,
            window: 0,
            in_window: 0,
            behind_in_window: 0,
        }
    }

    /// A launch begins, with registers of nobody.
    pub fn begin(&mut self, now: u64) {
        self.registers.fill(Register::default());
        (self.allocated, self.compressed) = (0, 0);
        self.began = now;
    }

    /// A launch is over.
    pub fn end(&mut self, now: u64) {
        let cycles = now - self.began;
        self.seen.file.cycles += cycles;
        self.seen.banks.cycles += cycles * self.banks.len() as u64;
        for register in 0..self.registers.len() {
            self.take(register, now);
        }
        (0..self.held.len()).for_each(|warp| self.leave(warp, now));
        self.pass(now);
    }

    /// A warp begins, with registers of a shard.
    pub fn give(&mut self, warp: usize, shard: usize, registers: Range<u16>, now: u64) {
        self.held[warp] = Some(now);
        for register in self.places(shard, registers) {
            self.take(register, now);
            self.registers[register] = Register {
                belongs: true,
                since: now,
                ..Register::default()
            };
            self.allocated += 1;
        }
    }

    /// A warp is over.
    pub fn give_back(&mut self, warp: usize, shard: usize, registers: Range<u16>, now: u64) {
        self.leave(warp, now);
        for register in self.places(shard, registers) {
            self.take(register, now);
        }
    }

    fn places(&self, shard: usize, registers: Range<u16>) -> Range<usize> {
        let first = shard * self.of_shard;
        first + usize::from(registers.start)..first + usize::from(registers.end)
    }

    fn leave(&mut self, warp: usize, now: u64) {
        let since = self.held[warp].take();
        self.seen.warps.cycles += since.map_or(0, |since| now - since);
    }

    fn take(&mut self, register: usize, now: u64) {
        let Register {
            belongs,
            since,
            last,
            compressed,
            ..
        } = std::mem::take(&mut self.registers[register]);
        if !belongs {
            return;
        }
        self.allocated -= 1;
        self.compressed -= u64::from(compressed);
        self.seen.registers.cycles += now - since;
        let from = last.map_or(since, |last| last + 1);
        // Nobody wakes it any more.
        self.seen.saveable += StaticPower::TABLE_1.on * now.saturating_sub(from);
        if let Some(idle) = self.idle(from, now) {
            idle.before_end += 1;
        }
    }

    /// The account of an idle period, of which the cycles are entered.
    fn idle(&mut self, from: u64, to: u64) -> Option<&mut Idle> {
        let length = to.saturating_sub(from);
        let place = IDLE_FROM.partition_point(|&from| from <= length);
        let idle = self.seen.idle.get_mut(place.checked_sub(1)?)?;
        idle.cycles += length;
        Some(idle)
    }

    /// A warp's register is accessed.
    pub fn access(&mut self, warp: usize, shard: usize, register: u16, access: Access, now: u64) {
        self.pass(now);
        let place = shard * self.of_shard + usize::from(register);
        let Register { since, last, .. } = self.registers[place];
        if let Some(last) = last {
            self.seen.reuses += 1;
            self.seen.reuse_cycles += now - last;
        }
        let from = last.map_or(since, |last| last + 1);
        self.seen.saveable += saveable(now.saturating_sub(from), access != Access::Overwrite);
        if let Some(idle) = self.idle(from, now) {
            match access {
                Access::Read => idle.before_read += 1,
                Access::Write | Access::Overwrite => idle.before_write += 1,
            }
        }
        let window = self.window + 1;
        let found = &mut self.registers[place];
        self.seen.registers.accessed += u64::from(found.last != Some(now));
        found.last = Some(now);
        if found.window != window {
            found.window = window;
            self.seen.windows.registers += 1;
        }
        self.in_window += 1;
        self.file.access(now);
        self.banks[shard * self.clusters + usize::from(register) % self.clusters].access(now);
        self.warps[warp].access(now);
    }

    /// What a register holds from now on, and whether a compressor saw all of it.
    pub fn holds(&mut self, shard: usize, register: u16, data: &WarpRegister, whole: bool) {
        let range = match whole {
            true => compress(self.modes, false, data).range,
            false => CompressionRange::Uncompressed,
        };
        let is_compressed = range != CompressionRange::Uncompressed;
        let found = &mut self.registers[shard * self.of_shard + usize::from(register)];
        self.compressed -= u64::from(found.compressed);
        self.compressed += u64::from(is_compressed);
        found.compressed = is_compressed;
    }

    /// An instruction is issued.
    pub fn issued(&mut self, is_divergent: bool) {
        let phase = match is_divergent {
            true => &mut self.seen.divergent,
            false => &mut self.seen.not_divergent,
        };
        phase.instructions += 1;
        phase.allocated += self.allocated;
        phase.compressed += self.compressed;
    }

    /// The L1 takes requests for staged registers, or the main file of a hierarchy accesses.
    pub fn requested(&mut self, now: u64, count: u32) {
        self.pass(now);
        self.behind_in_window += count;
    }

    /// Windows that are over by now.
    fn pass(&mut self, now: u64) {
        let windows = &mut self.seen.windows;
        while self.window < now / WINDOW {
            self.window += 1;
            windows.count += 1;
            if windows.accesses.len() < MOST_WINDOWS {
                windows.accesses.push(self.in_window);
                windows.behind.push(self.behind_in_window);
            }
            (self.in_window, self.behind_in_window) = (0, 0);
        }
    }

    /// What was seen.
    pub fn profile(&self) -> Profile {
        let accessed = |units: &[Unit]| units.iter().map(|unit| unit.accessed).sum();
        let mut seen = self.seen.clone();
        seen.file.accessed = self.file.accessed;
        seen.banks.accessed = accessed(&self.banks);
        seen.warps.accessed = accessed(&self.warps);
        seen
    }
}

#[cfg(test)]
mod tests;
