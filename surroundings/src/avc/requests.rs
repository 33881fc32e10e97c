//! What is asked of the cache: transactions crowded so that lines, lanes and strides meet.

use super::vectors::{self, Shape};
use crate::prng::Prng;
use golden::avc::{decode, Affine, FlatMemory};
use spec::avc::{AvcCacheParameters, CacheInputs, CacheOutputs, VectorAddress, ADDRESS_BITS};
use spec::warp::WarpRegister;
use std::collections::VecDeque;

/// What share of the transactions of a phase is of which kind.
#[derive(Clone, Copy, Debug)]
struct Mix {
    /// Tags that compete for a set.
    tags: u32,
    /// Vectors of a line that are in use.
    offsets: u32,
    /// To the vector of one of the last few transactions, in percent.
    near: u32,
    /// Writes, in percent.
    writes: u32,
    /// Affine vectors among the written ones, in percent.
    affine: u32,
    /// Favourites among the affine vectors, in percent.
    favourites: u32,
    /// Writes of what memory holds, in percent: a fill then meets its own vector, written in part.
    known: u32,
    /// Flushes, in a thousand.
    flushes: u32,
    /// Replays that come before anything new, in percent.
    replays: u32,
    /// All lanes take part, in percent; otherwise any mask.
    whole: u32,
    /// Of other masks, those of few lanes: vectors are then held in parts, and reads miss beside them.
    few: u32,
}

const CALM: Mix = Mix {
    tags: 1,
    offsets: 1,
    near: 0,
    writes: 50,
    affine: 67,
    favourites: 75,
    known: 0,
    flushes: 0,
    replays: 80,
    whole: 0,
    few: 0,
};
/// Sets in use at a time.
const CROWDED_SETS: usize = 2;
/// Affine vectors that are written again and again, so that lanes of the same one meet.
const FAVOURITES: usize = 3;
/// Bits in which up to eight tags of a phase differ.
const TAG_BITS: usize = 3;

/// An endless sequence of transactions.
#[derive(Clone, Debug)]
pub struct Requests {
    sets: usize,
    mix: Mix,
    crowded: [usize; CROWDED_SETS],
    /// Tags are multiples of 0x1249, or, so that a comparison that is too short is found out, differ
    /// from each other in these bits.
    tag_bits: Option<[u32; TAG_BITS]>,
    favourites: [Affine; FAVOURITES],
    recent: [u32; 4],
    /// Accepted reads, oldest first, and others as `None`: answers come in this order.
    accepted: VecDeque<Option<u32>>,
    /// Vectors and lanes to ask for again.
    replays: VecDeque<(u32, u32)>,
}

impl Requests {
    /// For a cache with these parameters.
    pub fn new(parameters: AvcCacheParameters) -> Self {
        Self {
            sets: parameters.sets(),
            mix: CALM,
            crowded: [0; CROWDED_SETS],
            tag_bits: None,
            favourites: [Affine::default(); FAVOURITES],
            recent: [0; 4],
            accepted: VecDeque::new(),
            replays: VecDeque::new(),
        }
    }

    /// Other shares; now and then other sets and favourites.
    pub fn begin_phase(&mut self, prng: &mut Prng) {
        self.mix = Mix {
            tags: prng.pick(&[1, 2, 3, 4, 4, 8]),
            offsets: prng.pick(&[1, 2, 4, 16]),
            near: prng.pick(&[0, 20, 40, 40, 90]),
            writes: prng.pick(&[0, 10, 50, 50, 80, 100]),
            affine: prng.pick(&[0, 30, 67, 67, 90, 100]),
            favourites: prng.pick(&[0, 75, 75, 100]),
            known: prng.pick(&[0, 0, 10, 50]),
            flushes: prng.pick(&[0, 0, 0, 2, 2, 20]),
            replays: prng.pick(&[0, 80, 100, 100]),
            whole: prng.pick(&[0, 0, 30, 90]),
            few: prng.pick(&[0, 0, 0, 70]),
        };
        for set in &mut self.crowded {
            if prng.percent(40) {
                *set = prng.below(self.sets as u32) as usize;
            }
        }
        self.tag_bits = prng
            .percent(40)
            .then(|| [(); TAG_BITS].map(|()| prng.below(ADDRESS_BITS as u32)));
        for favourite in &mut self.favourites {
            if prng.percent(50) {
                *favourite = vectors::affine(prng);
            }
        }
        if prng.percent(30) {
            // Two that are the same but for one bit of their bases.
            let [first, second, ..] = &mut self.favourites;
            let lowest = first.stride.stride().max(1).trailing_zeros();
            *second = *first;
            second.base ^= 1 << prng.between(lowest, 31);
        }
    }

    /// The next transaction, with `req_valid`; other ports are 0.
    pub fn next(&mut self, memory: &FlatMemory, prng: &mut Prng) -> CacheInputs {
        let mut inputs = CacheInputs {
            req_valid: true,
            ..CacheInputs::default()
        };
        if !self.replays.is_empty() && prng.percent(self.mix.replays) {
            if let Some((address, mask)) = self.replays.pop_front() {
                inputs.req_address = address;
                inputs.req_mask = mask;
                return inputs;
            }
        }
        inputs.req_address = self.address(prng);
        inputs.req_mask = if prng.percent(self.mix.whole) {
            u32::MAX
        } else if prng.percent(self.mix.few) {
            prng.next_u32() & prng.next_u32() & prng.next_u32()
        } else {
            vectors::mask(prng)
        };
        inputs.req_write = prng.percent(self.mix.writes);
        inputs.req_flush = prng.below(1000) < self.mix.flushes;
        if inputs.req_write {
            inputs.req_data = match prng.percent(self.mix.known) {
                true => memory.read(inputs.req_address),
                false => self.data(prng),
            };
        }
        inputs
    }

    fn address(&mut self, prng: &mut Prng) -> u32 {
        if prng.percent(self.mix.near) {
            return prng.pick(&self.recent);
        }
        let address = if prng.percent(2) {
            prng.below(1 << ADDRESS_BITS)
        } else {
            let place = VectorAddress {
                tag: self.tag(prng),
                set: prng.pick(&self.crowded),
                offset: prng.below(self.mix.offsets) as usize * (16 / self.mix.offsets as usize),
            };
            place.join(self.sets) & ((1 << ADDRESS_BITS) - 1)
        };
        self.recent.rotate_right(1);
        self.recent[0] = address;
        address
    }

    fn tag(&self, prng: &mut Prng) -> u32 {
        let number = prng.below(self.mix.tags);
        let Some(bits) = self.tag_bits else {
            return number.wrapping_mul(0x1249);
        };
        let bits = bits.iter().enumerate();
        bits.fold(0, |tag, (n, bit)| tag ^ (number >> n & 1) << bit)
    }

    fn data(&mut self, prng: &mut Prng) -> WarpRegister {
        if prng.percent(self.mix.affine) {
            if prng.percent(self.mix.favourites) {
                return decode(prng.pick(&self.favourites));
            }
            return decode(vectors::affine(prng));
        }
        let shape = prng.weighted(vectors::SHAPES);
        match shape {
            // A favourite but for one bit: affine under the masks that leave the lane out.
            Shape::OneBitOff => {
                let mut data = decode(prng.pick(&self.favourites));
                data[prng.below(32) as usize] ^= 1 << prng.below(32);
                data
            }
            _ => vectors::vector(prng, shape),
        }
    }

    /// A cycle has passed: what was accepted, and what an answer leaves to be replayed.
    pub fn observe(&mut self, inputs: &CacheInputs, outputs: &CacheOutputs) {
        // Answers about miss registers leave nothing to be replayed; the late ones are of reads that
        // have left this queue.
        if outputs.ans_valid && !(outputs.ans_missed && outputs.ans_data_valid) {
            let read = self.accepted.pop_front().flatten();
            if let (Some(address), true) = (read, outputs.ans_replay != 0) {
                self.replays.push_back((address, outputs.ans_replay));
            }
            // Nobody has to ask again, and a phase without replays must not grow a queue.
            if self.replays.len() > 8 {
                self.replays.pop_front();
            }
        }
        if inputs.req_valid && outputs.req_ready {
            let is_read = !inputs.req_flush && !inputs.req_write;
            self.accepted
                .push_back(is_read.then_some(inputs.req_address));
        }
    }

    /// A reset: what was accepted is never answered.
    pub fn reset(&mut self) {
        self.accepted.clear();
        self.replays.clear();
    }
}
