//! How the pipeline takes the cache of private memory, if there is one.

use super::error::TimingError;
use super::event::Event;
use super::grid::Grid;
use super::memory::Request;
use crate::exec::Accesses;
use crate::ir::Op;
use crate::ptx::Space;

impl Grid<'_> {
    /// Vectors of a thread's private memory: one for each word of 4 bytes.
    fn private_words(&self) -> u32 {
        self.env.program.kernel.local_bytes.div_ceil(4)
    }

    /// A new warp in a slot has never stored anything.
    pub(super) fn forget_private(&mut self, slot: usize) {
        let (words, warps) = (self.private_words(), self.warps.slots.len() as u32);
        if let Some(private) = &mut self.m.private {
            let vectors = (0..words).map(|word| word * warps + slot as u32);
            private.forget(vectors);
        }
    }

    /// Whether an access goes to the cache of private memory.
    pub(super) fn is_private(&self, accesses: &Accesses) -> bool {
        self.m.private.is_some() && accesses.space == Space::Local
    }

    /// Keeps what the words of private memory hold that an instruction has just accessed: others may be
    /// executed before the cache sees it.
    pub(super) fn keep_private(&mut self, block: usize, warp: usize, number: u8) {
        let operation = &self.operations[number];
        let Some(accesses) = operation.accesses.as_deref() else {
            return;
        };
        if !self.is_private(accesses) {
            return;
        }
        let pieces = accesses.bytes.div_ceil(4) as usize;
        let resident = &self.blocks.residents[block];
        let piece = |piece: usize| {
            std::array::from_fn(|lane| {
                let word = accesses.addresses[lane] as usize / 4 + piece;
                let held = resident.local(warp, word);
                held.map_or(0, |held| held[lane])
            })
        };
        let words = (0..pieces).map(piece).collect();
        self.operations[number].words = words;
    }

    /// Asks the cache for what an instruction accesses, a request for each vector: when the memory unit
    /// is free, and when the instruction is done, if that is known.
    pub(super) fn ask_private(&mut self, number: u8, accesses: &Accesses) -> (u64, Option<u64>) {
        let now = self.m.now;
        // Words are interleaved over all threads of the multiprocessor (2.2): consecutive vectors are the
        // same word of consecutive warps.
        let warps = self.warps.slots.len() as u32;
        let operation = &mut self.operations[number];
        let is_store = matches!(
            self.env.program.kernel.code[operation.pc as usize].op,
            Op::St(_)
        );
        let warp = operation.warp as u32;
        let words = std::mem::take(&mut operation.words);
        let Some(private) = &mut self.m.private else {
            return (now, Some(now));
        };
        let (mut asked, mut waiting) = (0, 0);
        for (piece, data) in words.into_iter().enumerate() {
            let vector =
                |lane: usize| (accesses.addresses[lane] as u32 / 4 + piece as u32) * warps + warp;
            // Lanes with other addresses are served one address after the other (2.2).
            let mut left = accesses.mask;
            while left != 0 {
                let leader = vector(left.trailing_zeros() as usize);
                let lanes = (0..32).filter(|&lane| left >> lane & 1 == 1);
                let mask = { lanes }
                    .filter(|&lane| vector(lane) == leader)
                    .fold(0, |mask, lane| mask | 1 << lane);
                left &= !mask;
                asked += 1;
                self.m.memory.traffic.private_vectors.add(&data, mask);
                waiting = private.ask(Request {
                    load: (!is_store).then_some(number),
                    vector: leader,
                    mask,
                    data,
                });
            }
        }
        let traffic = &mut self.m.memory.traffic;
        traffic.local_lines += asked;
        if is_store {
            traffic.private_stores += asked;
        } else {
            traffic.private_loads += asked;
        }
        // The unit takes a vector a cycle, those first that wait.
        let free = now + (waiting as u64).max(1);
        (free, (is_store || asked == 0).then_some(free))
    }

    /// A cycle of the cache.
    pub(super) fn private(&mut self) -> Result<(), TimingError> {
        let now = self.m.now;
        let Some(private) = self.m.private.as_mut().filter(|private| private.is_busy()) else {
            return Ok(());
        };
        let mut done = Vec::new();
        let result = private.cycle(now, &mut self.m.memory, &mut done);
        result.map_err(|disagreement| self.disagreement(disagreement))?;
        for (load, at) in done {
            self.agenda.at(at, Event::Done(load));
        }
        Ok(())
    }
}
