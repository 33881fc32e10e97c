//! Fetch: the L1 instruction cache and its misses. Whose turn it is goes round.

use super::memory::{Cache, Hierarchy};
use super::parameters::{Metadata, Parameters, INSTRUCTION_BYTES, LINE_BYTES};
use super::scheduler::next_bit;

/// Lines of instructions lie where no other lines do.
const BASE: u64 = 1 << 56;

/// What a fetch brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Brought {
    /// Words before the instruction that was asked for.
    pub words: u32,
    /// Instructions from it on.
    pub instructions: u32,
    /// Words behind the last of these.
    pub ahead: u32,
}

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
    /// Where instructions lie among words that only the front end sees, if there are any.
    places: Option<Vec<u32>>,
    /// Such words are fetched like instructions.
    charged: bool,
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
            charged: p.metadata != Metadata::Free,
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

    /// Words that lie before an instruction and have to be fetched.
    pub fn words_before(&self, pc: u32) -> u32 {
        match (&self.places, pc) {
            (Some(places), 0) if self.charged => places[0],
            (Some(places), pc) if self.charged => places[pc as usize] - places[pc as usize - 1] - 1,
            _ => 0,
        }
    }

    /// What a fetch for `pc` brings if so many of the words before it have come: to the end of a line at
    /// most, and of the next region its words at most.
    pub fn brings(&self, pc: u32, have: u32, length: u32) -> Brought {
        let per_line = (LINE_BYTES / INSTRUCTION_BYTES) as u32;
        let missing = self.words_before(pc).saturating_sub(have);
        let first = self.place(pc) - missing;
        let end = (first / per_line + 1) * per_line;
        let words = missing.min(self.width).min(end - first);
        let mut brought = Brought {
            words,
            ..Brought::default()
        };
        let mut left = self.width - words;
        for next in pc..length {
            let before = if next == pc {
                0
            } else {
                self.words_before(next)
            };
            if before > 0 {
                let room = end.saturating_sub(self.place(next) - before);
                brought.ahead = before.min(left).min(room);
                break;
            }
            if left == 0 || self.place(next) >= end {
                break;
            }
            brought.instructions += 1;
            left -= 1;
        }
        brought
    }

    /// How many instructions a fetch from `pc` brings, its words apart.
    pub fn count(&self, pc: u32, length: u32) -> u32 {
        self.brings(pc, self.words_before(pc), length).instructions
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

    /// Fetches for `pc`, of whose words so many have come; says when what it brings is there.
    pub fn fetch(&mut self, pc: u32, have: u32, now: u64, memory: &mut Hierarchy) -> u64 {
        self.fetches += 1;
        let first = self.place(pc) - self.words_before(pc).saturating_sub(have);
        let line = self.base + u64::from(first) * INSTRUCTION_BYTES / LINE_BYTES;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Two words, three instructions, a word, twelve instructions: the last one lies in another line.
    fn front(metadata: Metadata) -> Fetch {
        let parameters = Parameters {
            metadata,
            ..Parameters::MAXWELL
        };
        let mut fetch = Fetch::new(&parameters);
        let places = (2..5).chain(6..18).collect();
        fetch.begin(0, Some(places));
        fetch
    }

    fn brought(words: u32, instructions: u32, ahead: u32) -> Brought {
        Brought {
            words,
            instructions,
            ahead,
        }
    }

    #[test]
    fn words_are_fetched_like_instructions() {
        let fetch = front(Metadata::Fetch);
        assert_eq!(fetch.words_before(0), 2);
        assert_eq!(fetch.words_before(3), 1);
        assert_eq!(fetch.words_before(4), 0);
        assert_eq!(fetch.brings(0, 0, 15), brought(2, 0, 0));
        assert_eq!(fetch.brings(0, 1, 15), brought(1, 1, 0));
        assert_eq!(fetch.brings(0, 2, 15), brought(0, 2, 0));
        assert_eq!(fetch.brings(2, 0, 15), brought(0, 1, 1), "a word behind it");
        assert_eq!(fetch.brings(3, 1, 15), brought(0, 2, 0));
        assert_eq!(fetch.brings(12, 0, 15), brought(0, 1, 0), "the line ends");
        assert_eq!(fetch.brings(14, 0, 15), brought(0, 1, 0), "the code ends");
    }

    #[test]
    fn words_that_are_free_take_room_only() {
        let fetch = front(Metadata::Free);
        assert_eq!(fetch.brings(0, 0, 15), brought(0, 2, 0));
        assert_eq!(fetch.brings(2, 0, 15), brought(0, 2, 0));
        assert_eq!(fetch.brings(12, 0, 15), brought(0, 1, 0), "the line ends");
    }
}
