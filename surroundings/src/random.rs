//! A small generator of numbers from a printed seed: SplitMix64 (Steele, Lea and Flood, 2014).

/// A seeded sequence; equal seeds give equal sequences on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// 32 random bits.
    pub fn word(&mut self) -> u32 {
        (self.bits() >> 32) as u32
    }

    /// A number below `bound`; 0 when there is none. The bias is below `bound / 2^32`.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.word()) * bound as u64) >> 32) as usize
    }

    /// True `percent` times of 100.
    pub fn chance(&mut self, percent: u8) -> bool {
        self.below(100) < usize::from(percent)
    }

    /// A number from `range`; its start if it is empty.
    pub fn within(&mut self, range: std::ops::Range<u64>) -> u64 {
        let span = range.end.saturating_sub(range.start).max(1);
        range.start + self.bits() % span
    }
}
