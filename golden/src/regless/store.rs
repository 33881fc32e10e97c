//! The metadata store of a shard: the next region of each warp.

use spec::regless::{rotated_usage, Format, MetadataDecoderOutputs, WARPS};

/// What the manager reads of a region.
#[derive(Clone, Copy, Debug, Default)]
pub struct Region {
    /// Lines of each bank.
    pub usage: u32,
    /// Rows of operations after row 0.
    pub more: u8,
    /// Kinds of the operations of a row.
    pub kinds: u16,
    /// Their registers.
    pub registers: u64,
}

const ROWS: usize = 8;

/// The store.
#[derive(Clone, Debug)]
pub struct MetadataStore {
    word_warp: Option<u8>,
    full: u16,
    left: [u8; WARPS],
    row: [u8; WARPS],
    usage: [(u32, u8); WARPS],
    rows: [[(u16, u64); ROWS]; WARPS],
    region: Region,
    error: Option<u8>,
}

impl MetadataStore {
    /// A store after reset.
    pub fn new() -> Self {
        Self {
            word_warp: None,
            full: 0,
            left: [0; WARPS],
            row: [0; WARPS],
            usage: [(0, 0); WARPS],
            rows: [[(0, 0); ROWS]; WARPS],
            region: Region::default(),
            error: None,
        }
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        (self.word_warp, self.full, self.error) = (None, 0, None);
        self.left = [0; WARPS];
    }

    /// Warps whose next region is complete.
    pub fn full(&self) -> u16 {
        self.full
    }

    /// The warp of the word in the decoder.
    pub fn word_warp(&self) -> Option<u8> {
        self.word_warp
    }

    /// Whether a word of a region is accepted.
    pub fn takes(&self, warp: u8) -> bool {
        self.full >> warp & 1 == 0 && self.word_warp != Some(warp)
    }

    /// What was read last.
    pub fn region(&self) -> Region {
        self.region
    }

    /// The first warp with bad metadata.
    pub fn error(&self) -> Option<u8> {
        self.error
    }

    /// The clock rises: `word` is what the decoder shows, `accepted` the warp of a word that enters it.
    pub fn advance(
        &mut self,
        word: &MetadataDecoderOutputs,
        accepted: Option<u8>,
        read: Option<(u8, u8)>,
        taken: Option<u8>,
    ) {
        if let Some((warp, row)) = read {
            let (usage, more) = self.usage[usize::from(warp)];
            let (kinds, registers) = self.rows[usize::from(warp)][usize::from(row) % ROWS];
            self.region = Region {
                usage,
                more,
                kinds,
                registers,
            };
        }
        if let Some(warp) = taken {
            self.full &= !(1 << warp);
        }
        if let Some(warp) = self.word_warp {
            self.enter(warp, word);
        }
        self.word_warp = accepted;
    }

    fn enter(&mut self, warp: u8, word: &MetadataDecoderOutputs) {
        let w = usize::from(warp);
        let operations = (word.kinds, word.registers);
        let in_order = if word.bad {
            false
        } else if word.region {
            let free = self.full >> w & 1 == 0 && self.left[w] == 0;
            if free {
                self.usage[w] = (rotated_usage(word.usage, warp), word.more);
                self.rows[w][0] = operations;
                self.row[w] = 1;
                self.left[w] = word.more;
                self.full |= u16::from(word.more == 0) << w;
            }
            free
        } else if word.format == Format::Operations as u8 {
            let awaited = self.left[w] > 0;
            if awaited {
                self.rows[w][usize::from(self.row[w])] = operations;
                self.row[w] += 1;
                self.left[w] -= 1;
                self.full |= u16::from(self.left[w] == 0) << w;
            }
            awaited
        } else {
            true
        };
        if !in_order {
            self.error = self.error.or(Some(warp));
        }
    }
}

impl Default for MetadataStore {
    fn default() -> Self {
        Self::new()
    }
}
