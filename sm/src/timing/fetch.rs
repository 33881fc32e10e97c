//! Fetch: the L1 instruction cache and its misses. Whose turn it is goes round.

use super::memory::{Cache, Hierarchy};
use super::parameters::{Parameters, INSTRUCTION_BYTES, LINE_BYTES};
use super::scheduler::next_bit;

/// Lines of instructions lie where no other lines do.
const BASE: u64 = 1 << 56;

/// The front end.
#[derive(Clone, Debug)]
pub(crate) struct Fetch {
    cache: Cache,
    /// Lines on their way, and when they come.
    misses: Vec<(u64, u64)>,
    after: usize,
    latency: u64,
    width: u32,
    /// Where the kernel's code lies.
    base: u64,
    /// Where instructions lie among others that only the front end sees, if there are any.
    places: Option<Vec<u32>>,
    /// Fetches, and those that missed.
    pub fetches: u64,
    pub misses_counted: u64,
    /// Lines that have come since somebody looked, and those that went for them.
    pub lines: Vec<(u64, Option<u64>)>,
}

impl Fetch {
    pub fn new(p: &Parameters) -> Self {
        Self {
            cache: Cache::new(p.l1i),
            misses: Vec::new(),
            after: 0,
            latency: p.fetch_latency.into(),
            width: p.fetch_width,
            base: 0,
            places: None,
            fetches: 0,
            misses_counted: 0,
            lines: Vec::new(),
        }
    }

    /// A launch of a kernel begins, with an empty cache.
    pub fn begin(&mut self, kernel: u64, places: Option<Vec<u32>>) {
        self.places = places;
        self.cache.clear();
        self.misses.clear();
        self.lines.clear();
        self.after = 0;
        self.base = BASE + (kernel << 32);
    }

    /// The warp whose turn it is among those of a mask that is not empty.
    pub fn turn(&mut self, wanting: u64) -> usize {
        let warp = next_bit(wanting, self.after);
        self.after = (warp + 1) % 64;
        warp
    }

    /// The place of an instruction.
    fn place(&self, pc: u32) -> u32 {
        let places = self.places.as_ref();
        places.map_or(pc, |places| places[pc as usize])
    }

    /// How many instructions a fetch from `pc` brings: to the end of its line at most.
    pub fn count(&self, pc: u32, length: u32) -> u32 {
        let per_line = (LINE_BYTES / INSTRUCTION_BYTES) as u32;
        let most = self.width.min(length - pc);
        if self.places.is_none() {
            return most.min(per_line - pc % per_line);
        }
        let line = |pc: u32| self.place(pc) / per_line;
        (1..most)
            .find(|&n| line(pc + n) != line(pc))
            .unwrap_or(most)
    }

    /// Lines that have come by now are in the cache.
    pub fn settle(&mut self, now: u64) {
        let (cache, lines) = (&mut self.cache, &mut self.lines);
        self.misses.retain(|&(line, at)| {
            let due = at <= now;
            if due {
                lines.push((line, cache.replace(line, false).map(|gone| gone.line)));
            }
            !due
        });
    }

    /// Where an instruction lies, in bytes.
    pub fn address(&self, pc: u32) -> u64 {
        self.base * LINE_BYTES + u64::from(self.place(pc)) * INSTRUCTION_BYTES
    }

    /// Fetches; says when the instructions are in the buffer.
    pub fn fetch(&mut self, pc: u32, now: u64, memory: &mut Hierarchy) -> u64 {
        self.fetches += 1;
        let line = self.base + u64::from(self.place(pc)) * INSTRUCTION_BYTES / LINE_BYTES;
        self.settle(now);
        if let Some(&(_, at)) = self.misses.iter().find(|miss| miss.0 == line) {
            return at + self.latency;
        }
        if self.cache.touch(line, false) {
            return now + self.latency;
        }
        self.misses_counted += 1;
        let at = memory.instructions(line, now);
        self.misses.push((line, at));
        at + self.latency
    }
}
