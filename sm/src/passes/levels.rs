//! Where values live in a hierarchy of register files (Gebhart et al., MICRO 2011): in the main file, in an entry of the
//! operand register file, or in the one entry of the last-result file.
//!
//! ```text
//! before                          after
//! add r1, r0, 1                   last <- r1         r0 from main, and into an operand entry
//! mul r2, r1, r0                  operand <- r2      r1 from last, r0 from operand
//! st  [r0], r2                                       r0, r2 from operand
//! add r0, r0, 4                   main <- r0         r0 from operand; it is read in the next strand
//! bra loop
//! ```
//!
//! Code is cut into strands: what is small belongs to a warp only as long as the warp is not put aside for another,
//! and that happens where it waits for memory or at a barrier. A strand ends before an instruction that names what a
//! slow one of the same strand writes, after a barrier, and where a path comes in from elsewhere, so it is
//! entered at its first instruction and has no loop.
//!
//! In a strand, writes that reach the same reads are one value. It may live in an entry if all that reaches its reads
//! is in the strand; it is written to the main file too if somebody behind the strand needs it. What comes into
//! the strand and is read several times is put into an entry by the read that comes first on all ways. Values get
//! entries by what they save, an instruction of their life (their section 4.2). Operations of shared units do not
//! reach the last-result file.

mod value;

use value::{Value, OPERAND};

use super::{read_words, written_words, WarpLiveness};
use crate::analysis::{Cfg, Dominators};
use crate::ir::{Kernel, Op, Registers};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A place of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The main register file.
    Main,
    /// An entry of the operand register file.
    Operand(u8),
    /// The last-result file.
    Last,
}

/// What an instruction is, for those who place its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nature {
    /// Nobody knows when its result comes: a warp that needs it is put aside.
    pub is_slow: bool,
    /// It is executed in a unit that threads share.
    pub is_shared: bool,
}

/// Where an instruction's registers are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// A strand begins with it.
    pub begins_strand: bool,
    /// Where it reads each register, each once.
    pub reads: Vec<(u32, Level)>,
    /// What it reads and puts into an entry beside.
    pub copies: Vec<(u32, Level)>,
    /// Where it writes each register: in one place, or in an entry and the main file.
    pub writes: Vec<(u32, Level)>,
}

/// Places the values of a kernel over physical registers; of one over virtual registers nothing is placed.
pub fn levels(kernel: &Kernel, natures: &[Nature], entries: u8) -> Vec<Placed> {
    let Registers::Physical { words, .. } = kernel.registers else {
        return vec![Placed::default(); kernel.code.len()];
    };
    let cfg = Cfg::new(kernel);
    let live = WarpLiveness::new(kernel, &cfg, words as usize);
    let strand_of = strands(kernel, &cfg, natures);
    let flow = Flow::new(kernel, &cfg, &strand_of, &live);
    let mut placed: Vec<Placed> = { kernel.code.iter().enumerate() }
        .map(|(index, instruction)| Placed {
            begins_strand: index == 0 || strand_of[index] != strand_of[index - 1],
            reads: unique(read_words(instruction)),
            copies: Vec::new(),
            writes: unique(written_words(instruction)),
        })
        .collect();
    let mut values = flow.values(natures);
    values.extend(copies(kernel, &cfg, &strand_of, &flow));
    values.retain(|value| value.saved(OPERAND) > 0.0);
    // What saves most a cycle of its life comes first.
    values.sort_by(|a, b| {
        b.density()
            .total_cmp(&a.density())
            .then(a.key().cmp(&b.key()))
    });
    let mut taken: BTreeMap<Level, Vec<Range<usize>>> = BTreeMap::new();
    for value in values {
        let last = value.is_private.then_some(Level::Last);
        let offered = last.into_iter().chain((0..entries).map(Level::Operand));
        let is_free = |level: &Level| {
            let others = taken.get(level).into_iter().flatten();
            { others }.all(|other| other.end <= value.life.start || value.life.end <= other.start)
        };
        if let Some(level) = { offered }.find(is_free) {
            value.put(level, &mut placed);
            taken.entry(level).or_default().push(value.life);
        }
    }
    placed
}

fn unique(words: impl Iterator<Item = u32>) -> Vec<(u32, Level)> {
    let words: BTreeSet<u32> = words.collect();
    words.into_iter().map(|word| (word, Level::Main)).collect()
}

/// The strand of each instruction.
fn strands(kernel: &Kernel, cfg: &Cfg, natures: &[Nature]) -> Vec<usize> {
    let mut strand_of = vec![0; kernel.code.len()];
    let mut pending_out: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); cfg.blocks.len()];
    let mut strand = 0;
    for (number, block) in cfg.blocks.iter().enumerate() {
        let before = &block.predecessors;
        let joins = number > 0
            && !before.is_empty()
            && before.iter().all(|&other| {
                other < number && strand_of[cfg.blocks[other].code.end - 1] == strand
            });
        let mut pending = BTreeSet::new();
        match joins {
            true => pending.extend(before.iter().flat_map(|&other| pending_out[other].clone())),
            false => strand += 1,
        }
        for index in block.code.clone() {
            let instruction = &kernel.code[index];
            let is_barrier = |index: usize| matches!(kernel.code[index].op, Op::Bar(_));
            let after_barrier = index > block.code.start && is_barrier(index - 1);
            let mut named = read_words(instruction).chain(written_words(instruction));
            if after_barrier || named.any(|word| pending.contains(&word)) {
                strand += 1;
                pending.clear();
            }
            strand_of[index] = strand;
            if natures[index].is_slow {
                pending.extend(written_words(instruction));
            }
        }
        if block
            .code
            .clone()
            .last()
            .is_some_and(|last| matches!(kernel.code[last].op, Op::Bar(_)))
        {
            // The next block begins another.
            strand += 1;
        }
        pending_out[number] = pending;
    }
    strand_of
}

/// What reaches a read: writes of the strand by number, and whether what comes into the strand does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Reaching {
    writes: BTreeSet<usize>,
    from_outside: bool,
}

/// Writes and reads of a kernel, and what reaches what in its strand.
struct Flow {
    /// Each write: instruction and word.
    writes: Vec<(usize, u32)>,
    /// Each read: instruction, word, and what reaches it.
    reads: Vec<(usize, u32, Reaching)>,
    /// Writes that somebody behind the strand needs.
    needed_behind: BTreeSet<usize>,
}

/// For each word that is written in the strand, what it may hold.
type Held = BTreeMap<u32, Reaching>;

impl Flow {
    fn new(kernel: &Kernel, cfg: &Cfg, strand_of: &[usize], live: &WarpLiveness) -> Self {
        let mut flow = Self {
            writes: Vec::new(),
            reads: Vec::new(),
            needed_behind: BTreeSet::new(),
        };
        let mut held_out: Vec<Held> = vec![Held::new(); cfg.blocks.len()];
        for (number, block) in cfg.blocks.iter().enumerate() {
            let begin = block.code.start;
            let of_strand = |&&other: &&usize| {
                other < number && strand_of[cfg.blocks[other].code.end - 1] == strand_of[begin]
            };
            let inside: Vec<&Held> = { block.predecessors.iter().filter(of_strand) }
                .map(|&other| &held_out[other])
                .collect();
            let mut held = joined(&inside);
            for index in block.code.clone() {
                if index > begin && strand_of[index] != strand_of[index - 1] {
                    held.clear();
                }
                flow.step(kernel, index, &mut held);
                let next = match index + 1 == block.code.end {
                    true => { block.successors.iter() }
                        .map(|&s| cfg.blocks[s].code.start)
                        .collect(),
                    false => vec![index + 1],
                };
                for next in next {
                    // A way back to the beginning of the same strand leaves it too.
                    if next > index && strand_of[next] == strand_of[index] {
                        continue;
                    }
                    let needed = held
                        .iter()
                        .filter(|(word, _)| live.before(next).contains(**word));
                    let writes = needed.flat_map(|(_, reaching)| &reaching.writes);
                    flow.needed_behind.extend(writes);
                }
            }
            held_out[number] = held;
        }
        flow
    }

    fn step(&mut self, kernel: &Kernel, index: usize, held: &mut Held) {
        let instruction = &kernel.code[index];
        let outside = Reaching {
            writes: BTreeSet::new(),
            from_outside: true,
        };
        for (word, _) in unique(read_words(instruction)) {
            let reaching = held.get(&word).unwrap_or(&outside).clone();
            self.reads.push((index, word, reaching));
        }
        for (word, _) in unique(written_words(instruction)) {
            let mut reaching = match instruction.guard {
                // Some lanes keep what they had.
                Some(_) => held.get(&word).unwrap_or(&outside).clone(),
                None => Reaching::default(),
            };
            reaching.writes.insert(self.writes.len());
            self.writes.push((index, word));
            held.insert(word, reaching);
        }
    }

    /// Values that are written in a strand and may live in an entry.
    fn values(&self, natures: &[Nature]) -> Vec<Value> {
        let mut joined = Joined::new(self.writes.len());
        let mut is_mixed = BTreeSet::new();
        for (_, _, reaching) in &self.reads {
            let mut writes = reaching.writes.iter();
            let Some(&first) = writes.next() else {
                continue;
            };
            writes.for_each(|&other| joined.join(first, other));
            if reaching.from_outside {
                is_mixed.insert(first);
            }
        }
        let is_mixed: BTreeSet<usize> = is_mixed.iter().map(|&write| joined.of(write)).collect();
        let mut values: BTreeMap<usize, Value> = BTreeMap::new();
        for (number, &(index, word)) in self.writes.iter().enumerate() {
            let of = joined.of(number);
            let value = values.entry(of).or_insert_with(|| Value::new(word, index));
            value.writes.push(index);
            value.see(index, natures[index]);
            value.is_needed_behind |= self.needed_behind.contains(&number);
            // It comes when the strand is over.
            value.is_late |= natures[index].is_slow;
        }
        for (index, _, reaching) in &self.reads {
            let Some(&first) = reaching.writes.iter().next() else {
                continue;
            };
            if let Some(value) = values.get_mut(&joined.of(first)) {
                value.reads.push(*index);
                value.see(*index, natures[*index]);
            }
        }
        { values.into_iter() }
            .filter(|(of, value)| !is_mixed.contains(of) && !value.is_late)
            .map(|(_, value)| value)
            .collect()
    }
}

/// What words hold where paths meet: what one path does not write comes from outside on it.
fn joined(paths: &[&Held]) -> Held {
    let words: BTreeSet<u32> = paths.iter().flat_map(|held| held.keys().copied()).collect();
    let of_word = |word: u32| {
        let mut all = Reaching::default();
        for held in paths {
            match held.get(&word) {
                Some(reaching) => {
                    all.writes.extend(&reaching.writes);
                    all.from_outside |= reaching.from_outside;
                }
                None => all.from_outside = true,
            }
        }
        (word, all)
    };
    words.into_iter().map(of_word).collect()
}

/// Values that come into a strand and are read there again after a read that is on all ways to the others.
fn copies(kernel: &Kernel, cfg: &Cfg, strand_of: &[usize], flow: &Flow) -> Vec<Value> {
    let dominators = Dominators::new(cfg);
    let dominates = |first: usize, second: usize| {
        let (first, mut block) = (cfg.block_of[first], cfg.block_of[second]);
        while block != first {
            match dominators.immediate(block) {
                Some(above) => block = above,
                None => return false,
            }
        }
        true
    };
    let mut of_word: BTreeMap<(usize, u32), Vec<usize>> = BTreeMap::new();
    for (index, word, reaching) in &flow.reads {
        if reaching.writes.is_empty() {
            let reads = of_word.entry((strand_of[*index], *word)).or_default();
            reads.push(*index);
        }
    }
    let mut values = Vec::new();
    for ((_, word), reads) in of_word {
        let first = reads[0];
        if kernel.code[first].guard.is_some() {
            continue;
        }
        let others = reads[1..].iter().copied();
        let others: Vec<usize> = others.filter(|&other| dominates(first, other)).collect();
        if let Some(&last) = others.last() {
            values.push(Value {
                word,
                writes: Vec::new(),
                reads: others,
                copied_by: Some(first),
                is_needed_behind: false,
                is_late: false,
                is_private: false,
                life: first..last,
            });
        }
    }
    values
}

/// Numbers that have been joined.
struct Joined(Vec<usize>);

impl Joined {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn of(&self, mut number: usize) -> usize {
        while self.0[number] != number {
            number = self.0[number];
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other)] = one.min(other);
    }
}
