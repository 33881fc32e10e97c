//! The generator of all randomness in stimulus.
//!
//! xoshiro256** seeded through splitmix64 (Blackman and Vigna), written out here so that a seed
//! means the same stimulus for ever, on every machine and with every version of every crate.

/// A seeded stream of random numbers.
#[derive(Clone, Debug)]
pub struct Prng {
    state: [u64; 4],
    /// What a fuzzer wants otherwise.
    wishes: Option<Box<Wishes>>,
}

/// One number that is other than the stream has it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Wish {
    /// Which number, counted from 0.
    pub draw: u16,
    /// What it is.
    pub value: u32,
}

#[derive(Clone, Debug, Default)]
struct Wishes {
    drawn: u32,
    list: Vec<Wish>,
}

impl Wishes {
    fn apply(&mut self, drawn: u64) -> u64 {
        let number = self.drawn;
        self.drawn += 1;
        let wish = self.list.iter().find(|w| u32::from(w.draw) == number);
        wish.map_or(drawn, |wish| {
            u64::from(wish.value) << 32 | u64::from(wish.value)
        })
    }
}

fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Prng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        let mut s = seed;
        Self {
            state: std::array::from_fn(|_| splitmix64(&mut s)),
            wishes: None,
        }
    }

    /// Begins another stream, some numbers of which are as wished: how a fuzzer decides what a
    /// generator does, without ever leaving what the generator can do.
    pub fn restart(&mut self, seed: u64, wishes: &[Wish]) {
        let mut s = seed;
        self.state = std::array::from_fn(|_| splitmix64(&mut s));
        if wishes.is_empty() {
            self.wishes = None;
            return;
        }
        let own = self.wishes.get_or_insert_default();
        own.drawn = 0;
        own.list.clear();
        own.list.extend_from_slice(wishes);
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        match &mut self.wishes {
            None => result,
            Some(wishes) => wishes.apply(result),
        }
    }

    /// 32 random bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// A number below `bound`; 0 when `bound` is 0. The bias, below 2^-32 * bound, is of no
    /// matter to stimulus, and one multiplication per draw keeps the stream simple.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// A number from `low` to `high`, both included.
    #[inline]
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    /// True `percent` times of 100.
    #[inline]
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, which must not be empty.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }

    /// One of `items` by weight. Not all weights may be 0.
    pub fn weighted<T: Copy>(&mut self, items: &[(u32, T)]) -> T {
        let total = items.iter().map(|(weight, _)| weight).sum();
        let mut draw = self.below(total);
        for &(weight, item) in items {
            if draw < weight {
                return item;
            }
            draw -= weight;
        }
        items[items.len() - 1].1
    }

    /// Fills `words` with random bits.
    #[inline]
    pub fn fill(&mut self, words: &mut [u32]) {
        for pair in words.chunks_mut(2) {
            let bits = self.next_u64();
            pair[0] = bits as u32;
            if let Some(second) = pair.get_mut(1) {
                *second = (bits >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of seed 1, from the reference implementation's algorithm: if this
    /// changes, every printed seed of the past has lost its meaning.
    #[test]
    fn a_seed_means_the_same_for_ever() {
        let mut prng = Prng::new(1);
        let first: Vec<u64> = (0..4).map(|_| prng.next_u64()).collect();
        assert_eq!(
            first,
            [
                0xb3f2_af6d_0fc7_10c5,
                0x853b_5596_4736_4cea,
                0x92f8_9756_082a_4514,
                0x642e_1c7b_c266_a3a7
            ]
        );
    }

    #[test]
    fn a_wish_changes_one_number_and_no_other() {
        let (mut plain, mut wished) = (Prng::new(1), Prng::new(2));
        plain.restart(5, &[]);
        let wish = Wish { draw: 2, value: 7 };
        wished.restart(5, &[wish]);
        for number in 0..5 {
            let (a, b) = (plain.next_u32(), wished.next_u32());
            assert_eq!(b, if number == 2 { 7 } else { a });
        }
        wished.restart(5, &[]);
        assert_eq!(Prng::new(5).next_u64(), wished.next_u64());
    }

    #[test]
    fn draws_stay_in_bounds_and_reach_both_ends() {
        let mut prng = Prng::new(7);
        let mut seen = [false; 5];
        for _ in 0..1000 {
            seen[prng.between(10, 14) as usize - 10] = true;
        }
        assert_eq!(seen, [true; 5]);
        assert_eq!(prng.below(0), 0);
    }

    #[test]
    fn weights_are_kept() {
        let mut prng = Prng::new(3);
        let ones: u32 = (0..10_000)
            .map(|_| prng.weighted(&[(9, 0), (1, 1), (0, 5)]))
            .sum();
        assert!((800..1200).contains(&ones), "{ones}");
    }
}
