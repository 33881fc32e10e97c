//! Transactions made up from a seed, crowded so that lines, lanes and strides meet each other.

use crate::random::Random;
use golden::avc::Transaction;
use golden::avc::{decode, Affine};
use spec::avc::{AvcCacheParameters, StrideCode, VectorAddress, VECTORS_PER_LINE};
use spec::warp::{WarpRegister, LANES};

/// Tags that compete for a set: more than any AVC or L1 of the presets has ways.
const TAGS: usize = 8;
/// Sets in use at a time.
const CROWDED_SETS: usize = 2;
/// Affine vectors that are written again and again, so that lanes of the same one meet.
const FAVOURITES: usize = 3;

/// What share of the transactions is of which kind, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// Writes among reads and writes.
    pub writes: u8,
    /// Affine vectors among the written ones.
    pub affine: u8,
    /// Flushes, in a thousand transactions.
    pub flushes_in_1000: u8,
    /// Transactions to the vector of one of the last few transactions.
    pub near: u8,
}

impl Default for Mix {
    fn default() -> Self {
        Self {
            writes: 50,
            affine: 67, // section 3.2: the affine share of private memory traffic
            flushes_in_1000: 2,
            near: 40,
        }
    }
}

/// An endless sequence of transactions.
#[derive(Clone, Debug)]
pub struct Stimulus {
    random: Random,
    mix: Mix,
    sets: usize,
    crowded: [usize; CROWDED_SETS],
    favourites: [Affine; FAVOURITES],
    recent: [u32; 3],
}

impl Stimulus {
    /// The sequence of `seed` for a cache with these parameters.
    pub fn new(seed: u64, parameters: AvcCacheParameters, mix: Mix) -> Self {
        let mut random = Random::new(seed);
        let sets = parameters.sets();
        let crowded = std::array::from_fn(|_| random.below(sets));
        let favourites = std::array::from_fn(|_| affine(&mut random));
        Self {
            random,
            mix,
            sets,
            crowded,
            favourites,
            recent: [0; 3],
        }
    }

    /// The next transaction.
    pub fn transaction(&mut self) -> Transaction {
        if self.random.below(1000) < usize::from(self.mix.flushes_in_1000) {
            return Transaction::Flush;
        }
        let address = self.address();
        let mask = mask(&mut self.random);
        if self.random.chance(self.mix.writes) {
            let data = self.data();
            Transaction::Write {
                address,
                mask,
                data,
            }
        } else {
            Transaction::Read { address, mask }
        }
    }

    fn address(&mut self) -> u32 {
        let random = &mut self.random;
        if random.chance(self.mix.near) {
            return self.recent[random.below(self.recent.len())];
        }
        if random.below(256) == 0 {
            self.crowded[random.below(CROWDED_SETS)] = random.below(self.sets);
        }
        let place = VectorAddress {
            // Bits far apart, so that a tag compared too short is found out.
            tag: (random.below(TAGS) as u32).wrapping_mul(0x0249),
            set: self.crowded[random.below(CROWDED_SETS)],
            offset: random.below(VECTORS_PER_LINE),
        };
        let address = place.join(self.sets);
        self.recent.rotate_right(1);
        self.recent[0] = address;
        address
    }

    fn data(&mut self) -> WarpRegister {
        let random = &mut self.random;
        if random.chance(self.mix.affine) {
            return match random.below(4) {
                0 => decode(affine(random)),
                _ => decode(self.favourites[random.below(FAVOURITES)]),
            };
        }
        match random.below(4) {
            0 => {
                // A single lane off: affine under the masks that leave it out.
                let mut data = decode(affine(random));
                data[random.below(LANES)] ^= 1 << random.below(32);
                data
            }
            1 => {
                // A base that is no multiple of the stride, or a stride that has no code.
                let (base, stride) = (random.word(), 2_u32 << random.below(8));
                std::array::from_fn(|i| base.wrapping_add(stride.wrapping_mul(i as u32)))
            }
            _ => std::array::from_fn(|_| random.word()),
        }
    }
}

/// A restricted affine vector; bases near zero and near 2^32 are frequent.
pub fn affine(random: &mut Random) -> Affine {
    let stride = StrideCode::from_bits(random.word());
    let base = match random.below(4) {
        0 => random.below(64) as u32,
        1 => (random.below(64) as u32).wrapping_neg(),
        _ => random.word(),
    };
    Affine {
        base: base & !stride.stride().saturating_sub(1),
        stride,
    }
}

/// An activity mask: mostly dense (5.2: "activity masks are dense"), but every kind occurs.
pub fn mask(random: &mut Random) -> u32 {
    match random.below(16) {
        0..=4 => u32::MAX,
        5 | 6 => u32::MAX >> random.below(LANES),
        7 | 8 => u32::MAX << random.below(LANES),
        9 => 1 << random.below(LANES),
        10 => 0x0000_ffff,
        11 => 0xffff_0000,
        12 => 0x5555_5555 << random.below(2),
        13 => 0,
        14 => random.word() & random.word(),
        _ => random.word(),
    }
}
