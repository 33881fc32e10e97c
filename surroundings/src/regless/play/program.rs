//! A compiler of random regions for one warp, with annotations that are right, or broken on purpose.

use super::region::{Region, Step};
use crate::random::Random;
use golden::regless::metadata::Use;
use spec::regless::{Operation, REGISTERS, SOURCES};

/// What the compiler knows of a register between two regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    /// Nobody will read it, and no copy is left.
    Dead,
    /// Nobody will read it, but memory may have a copy.
    Stale,
    /// It will be read.
    Live,
}

/// A way to break the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// An input is not preloaded.
    MissingPreload,
    /// A register is given up while it is still read.
    EarlyLastUse,
    /// A register is never given up.
    MissingLastUse,
    /// A bank is stated to need a line less.
    UsageTooSmall,
}

impl Break {
    /// All of them.
    pub const ALL: [Break; 4] = [
        Break::MissingPreload,
        Break::EarlyLastUse,
        Break::MissingLastUse,
        Break::UsageTooSmall,
    ];
}

/// The compiler of one warp.
#[derive(Clone, Debug)]
pub struct Compiler {
    life: [Life; REGISTERS],
    registers: usize,
    /// Live registers of which one more is too many: above, more of them die.
    crowd: usize,
    lines: u8,
}

impl Compiler {
    /// A compiler for banks of so many lines, that uses the first `registers` of a warp.
    pub fn new(lines: usize, registers: usize) -> Self {
        let registers = registers.min(REGISTERS);
        Self {
            life: [Life::Dead; REGISTERS],
            registers,
            // Large banks never run full with less.
            crowd: match lines > 16 {
                true => registers * 7 / 8,
                false => registers / 2,
            },
            lines: lines.min(7) as u8,
        }
    }

    /// The next region of the warp, of about `length` instructions; shorter if it does not fit.
    pub fn region(&mut self, random: &mut Random, length: usize) -> Region {
        let mut length = length.max(1);
        loop {
            let mut life = self.life;
            let region = self.attempt(random, length, &mut life);
            if region.usage.iter().all(|lines| *lines <= self.lines) {
                self.life = life;
                return region;
            }
            length = (length / 2).max(1);
        }
    }

    fn attempt(&self, random: &mut Random, length: usize, life: &mut [Life; REGISTERS]) -> Region {
        let of = |life: &[Life; REGISTERS], wanted: Life| -> Vec<u8> {
            (0..self.registers as u8)
                .filter(|r| life[usize::from(*r)] == wanted)
                .collect()
        };
        let mut operations = Vec::new();
        // Some regions give up most of what is there: rows after rows of invalidations.
        let sweeps = random.below(30) == 0;
        let most = if sweeps { 20 } else { 6 };
        for register in of(life, Life::Stale) {
            if operations.len() < most && (sweeps || random.chance(30)) {
                operations.push((Operation::Invalidation, register));
                life[usize::from(register)] = Life::Dead;
            }
        }
        let live = of(life, Life::Live);
        let crowded = live.len() > self.crowd;
        let kills = match (sweeps, crowded) {
            (true, _) => 60,
            (_, true) => 8,
            _ => 3,
        };
        let mut inputs = Vec::new();
        for register in live {
            let full = operations.len() + inputs.len() >= 20;
            if !full && random.chance(kills) {
                // Control flow has killed it.
                operations.push((Operation::Invalidation, register));
                life[usize::from(register)] = Life::Dead;
            } else if !full && inputs.len() < length + 2 && random.chance(30) {
                inputs.push(register);
            }
        }
        let dead = of(life, Life::Dead);
        let steps = self.steps(random, length, &inputs, &dead);
        inputs.retain(|r| steps.iter().any(|s| touches(s, *r)));
        let mut region = Region {
            operations,
            steps,
            ..Region::default()
        };
        self.mark(random, &mut region, &inputs, life);
        region.usage = region.lines_needed();
        region
    }

    /// Instructions on inputs, registers written before and dead ones.
    fn steps(&self, random: &mut Random, length: usize, inputs: &[u8], dead: &[u8]) -> Vec<Step> {
        let mut there = inputs.to_vec();
        let mut steps = Vec::new();
        // Sources that are one register are of one bank: instructions wait for each other.
        let alike = random.below(4) == 0;
        for _ in 0..length {
            let mut step = Step::default();
            let sources = [2, 2, 1, 3, 0][random.below(5)];
            let mut last = None;
            for source in step.sources.iter_mut().take(sources) {
                if !there.is_empty() {
                    let any = there[random.below(there.len())];
                    *source = last.filter(|_| alike).or(Some(any));
                    last = *source;
                }
            }
            if random.chance(85) {
                let fresh = !dead.is_empty() && (there.is_empty() || random.chance(60));
                let from = if fresh { dead } else { &there };
                if !from.is_empty() {
                    let register = from[random.below(from.len())];
                    step.destination = Some(register);
                    step.mask = match random.below(6) {
                        0 => random.word(),
                        1 => 0,
                        _ => u32::MAX,
                    };
                    if !there.contains(&register) {
                        there.push(register);
                    }
                }
            }
            steps.push(step);
        }
        steps
    }

    /// Last uses, what becomes of the registers, and how inputs are preloaded.
    fn mark(
        &self,
        random: &mut Random,
        region: &mut Region,
        inputs: &[u8],
        life: &mut [Life; REGISTERS],
    ) {
        for register in 0..self.registers as u8 {
            let Some(last) = region.steps.iter().rposition(|s| touches(s, register)) else {
                continue;
            };
            let is_input = inputs.contains(&register);
            let steps = &mut region.steps;
            let written = steps.iter().any(|s| s.destination == Some(register));
            let lives = if steps[last].destination == Some(register) {
                steps[last].write_last = true;
                true
            } else {
                let lives = random.chance(if is_input { 55 } else { 30 });
                let place = (0..SOURCES).rfind(|s| steps[last].sources[*s] == Some(register));
                if let Some(place) = place {
                    steps[last].uses[place] = if lives { Use::Evict } else { Use::Erase };
                }
                lives
            };
            let invalidating = is_input && (!lives || written) && random.chance(70);
            if is_input {
                let operation = if invalidating {
                    Operation::InvalidatingRead
                } else {
                    Operation::Preload
                };
                region.operations.push((operation, register));
            }
            life[usize::from(register)] = match (lives, is_input && !invalidating) {
                (true, _) => Life::Live,
                (false, true) => Life::Stale,
                (false, false) => Life::Dead,
            };
        }
    }
}

fn touches(step: &Step, register: u8) -> bool {
    step.destination == Some(register) || step.sources.contains(&Some(register))
}

impl Region {
    /// The region with one annotation broken; `None` if it has nothing to break in this way.
    pub fn broken(&self, random: &mut Random, how: Break) -> Option<Region> {
        let mut region = self.clone();
        match how {
            Break::MissingPreload => {
                let place = region
                    .operations
                    .iter()
                    .position(|(o, r)| o.is_preload() && self.first_touch_reads(*r))?;
                region.operations.remove(place);
            }
            Break::EarlyLastUse => {
                let read_next = |at: usize, register: u8| {
                    let mut later = self.steps[at + 1..].iter();
                    let next = later.find(|s| touches(s, register));
                    next.is_some_and(|s| s.sources.contains(&Some(register)))
                };
                let (at, place) = self.steps.iter().enumerate().find_map(|(at, step)| {
                    let place = (0..SOURCES)
                        .find(|s| step.sources[*s].is_some_and(|r| read_next(at, r)))?;
                    let rewritten = step.destination == step.sources[place];
                    (!rewritten).then_some((at, place))
                })?;
                region.steps[at].uses[place] = Use::Erase;
            }
            Break::MissingLastUse => {
                let marked = region
                    .steps
                    .iter_mut()
                    .rev()
                    .find_map(|step| step.uses.iter_mut().find(|u| **u != Use::Keep))?;
                *marked = Use::Keep;
            }
            Break::UsageTooSmall => {
                let used: Vec<usize> = (0..8).filter(|b| region.usage[*b] > 0).collect();
                let bank = *used.get(random.below(used.len()))?;
                region.usage[bank] -= 1;
            }
        }
        Some(region)
    }

    /// Whether the first instruction that names the register reads it.
    fn first_touch_reads(&self, register: u8) -> bool {
        let first = self.steps.iter().find(|s| touches(s, register));
        first.is_some_and(|s| s.sources.contains(&Some(register)))
    }
}
