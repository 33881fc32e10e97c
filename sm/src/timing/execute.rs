//! Units take instructions; memory accesses find out how long they take.

use super::decode::UNITS;
use super::event::Event;
use super::grid::Grid;
use super::memory::{bank_passes, lines, same_address, Passes};
use crate::exec::Accesses;
use crate::ir::Op;
use crate::ptx::Space;
use spec::slumber::Outcome;

/// Lines of local memory lie where no other lines do: word w of all lanes of a warp is one line
/// (AVC, section 2).
const LOCAL: u64 = 1 << 55;

impl Grid<'_> {
    /// Units take what has its operands.
    pub fn execute(&mut self) {
        let now = self.m.now;
        for kind in 0..UNITS {
            while let Some((unit, number)) = self.m.units.begin(kind, now) {
                let operation = &mut self.operations[number];
                let cost = match operation.mov {
                    Some(_) => self.m.settings.parameters.simple,
                    None => self.code[operation.pc].cost,
                };
                let accesses = operation.accesses.take();
                let (free, done) = match accesses {
                    Some(accesses) if self.is_private(&accesses) => {
                        match self.ask_private(number, &accesses) {
                            (free, Some(done)) => (free, done),
                            (free, None) => {
                                // It is done when the cache says so.
                                self.m.units.occupy(kind, unit, free);
                                continue;
                            }
                        }
                    }
                    Some(accesses) => self.access(number, &accesses),
                    None => (
                        now + u64::from(cost.initiation),
                        now + u64::from(cost.latency),
                    ),
                };
                self.m.units.occupy(kind, unit, free);
                self.announce(number, free, done);
                self.agenda.at(done, Event::Done(number));
            }
        }
    }

    /// A memory access begins: when the unit is free, and when the access is done.
    fn access(&mut self, number: u8, a: &Accesses) -> (u64, u64) {
        let now = self.m.now;
        let p = &self.m.settings.parameters;
        let operation = &self.operations[number];
        let (op, warp) = (
            self.env.program.kernel.code[operation.pc as usize].op,
            operation.warp,
        );
        let is_store = matches!(op, Op::St(_));
        let passes = match a.space {
            Space::Shared => {
                let serial = match op {
                    Op::Atom(..) => Passes::Serial,
                    _ => Passes::Broadcast,
                };
                bank_passes(&a.addresses, a.mask, a.bytes, p.shared_banks, serial)
            }
            Space::Const | Space::Param => {
                bank_passes(&a.addresses, a.mask, a.bytes, 1, Passes::Broadcast)
            }
            _ => 0,
        };
        if passes > 0 {
            let latency = match a.space {
                Space::Shared => p.shared_latency,
                _ => p.constant_latency,
            };
            let free = now + u64::from(passes);
            let done = if is_store {
                free
            } else {
                free - 1 + u64::from(latency)
            };
            if a.space == Space::Shared {
                self.m.counts.bank_conflicts += u64::from(passes - 1);
            }
            return (free, done);
        }
        let is_local = a.space == Space::Local;
        if is_local {
            // Each word of a thread has its line, the same for all threads of the warp.
            let words = a.addresses.map(|address| (address / 4) * 128);
            lines(&words, a.mask, &mut self.lines);
            let base = LOCAL + ((warp as u64) << 24);
            let more = 1..u64::from(a.bytes.div_ceil(4));
            let more: Vec<u64> = { self.lines.iter() }
                .flat_map(|line| more.clone().map(move |n| line + n))
                .collect();
            self.lines.extend(more);
            self.lines.sort_unstable();
            self.lines.dedup();
            self.lines.iter_mut().for_each(|line| *line += base);
            self.m.memory.traffic.local_lines += self.lines.len() as u64;
        } else {
            lines(&a.addresses, a.mask, &mut self.lines);
        }
        let l1 = is_local || p.l1_global;
        let is_atomic = matches!(op, Op::Atom(..));
        let (mut cursor, mut done) = (now, now + 1);
        let before = self.m.memory.traffic;
        for &line in &self.lines {
            loop {
                let memory = &mut self.m.memory;
                let answer = match (is_store, is_atomic) {
                    (true, _) if is_local => memory.store_back(line, cursor),
                    (true, _) => memory.store_through(line, cursor),
                    (_, true) => memory.atomic(line, cursor),
                    _ if l1 => memory.load(line, cursor),
                    _ => memory.load_past(line, cursor),
                };
                match answer {
                    Ok(at) => {
                        done = done.max(at);
                        cursor += 1;
                        break;
                    }
                    Err(again) => cursor = again.max(cursor + 1),
                }
            }
        }
        if !is_store {
            // A line that is on its way may be there soon: such a load keeps its register ON.
            let after = self.m.memory.traffic;
            if after.dram_reads > before.dram_reads {
                self.tell_outcome(number, Outcome::L2Miss);
            } else if after.l2_reads > before.l2_reads {
                self.tell_outcome(number, Outcome::L1Miss);
            }
        }
        if is_atomic {
            done += u64::from(same_address(&a.addresses, a.mask)) - 1;
        }
        (cursor, done.max(cursor))
    }
}
