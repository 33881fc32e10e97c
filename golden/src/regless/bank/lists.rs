//! The lists of a bank, a bit for each line, and the tags side by side: what is asked in every cycle, without
//! a look at the lines.

use spec::regless::LINES;

// A list is as wide as the word that holds it.
const _: () = assert!(*LINES.end() == u64::BITS as usize);

/// Tags that are compared at once.
const ROW: usize = 16;

/// Which list a line is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Empty.
    Free,
    /// Used by no active region; memory has the value.
    Clean,
    /// Used by no active region; memory does not have the value.
    Dirty,
    /// An active or preloading region's.
    InUse,
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    /// Lines by status.
    of: [u64; 4],
    /// Warp and register of each line, as many rows as there are lines for.
    tags: Vec<[u16; ROW]>,
}

fn coded((warp, register): (u8, u8)) -> u16 {
    u16::from(warp) << 8 | u16::from(register)
}

impl Lists {
    /// All lines are free.
    pub fn new(lines: usize) -> Self {
        Self {
            of: [u64::MAX >> (LINES.end() - lines), 0, 0, 0],
            tags: vec![[0; ROW]; lines.div_ceil(ROW)],
        }
    }

    /// The lines of a list.
    pub fn of(&self, status: Status) -> u64 {
        self.of[status as usize]
    }

    /// The line of a list with the lowest number.
    pub fn lowest(&self, status: Status) -> Option<usize> {
        let lines = self.of(status);
        (lines != 0).then(|| lines.trailing_zeros() as usize)
    }

    /// The line that holds a register.
    pub fn find(&self, tag: (u8, u8)) -> Option<usize> {
        let tag = coded(tag);
        let mut same = 0;
        for (number, row) in self.tags.iter().enumerate() {
            let of_row = |lines: u16, line: usize| lines | u16::from(row[line] == tag) << line;
            same |= u64::from((0..ROW).fold(0, of_row)) << (number * ROW);
        }
        let [_, clean, dirty, in_use] = self.of;
        let held = same & (clean | dirty | in_use);
        (held != 0).then(|| held.trailing_zeros() as usize)
    }

    /// A line goes from one list to another.
    pub fn go(&mut self, line: usize, from: Status, to: Status) {
        self.of[from as usize] &= !(1 << line);
        self.of[to as usize] |= 1 << line;
    }

    /// A line is to hold a register.
    pub fn name(&mut self, line: usize, tag: (u8, u8)) {
        self.tags[line / ROW][line % ROW] = coded(tag);
    }
}
