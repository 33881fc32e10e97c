//! Ports that hold several equal elements: lane k of width W at bits `[W * k + W - 1 : W * k]`.

use crate::ports::Wires;
use crate::warp::REGISTER_INDEX_BITS;

/// Registers that a register index can name, and the width of a plane.
pub const MAXIMUM_REGISTERS: usize = 1 << REGISTER_INDEX_BITS;
/// Instructions that are fetched in a cycle: one for each of the two schedulers (section 5).
pub const FETCH_SLOTS: usize = 2;
/// Registers of the fetched instructions: three sources and a destination each.
pub const FETCH_LANES: usize = 4 * FETCH_SLOTS;
/// Registers of three future warps (section 4.2): three sources and a destination each.
pub const FUTURE_LANES: usize = 4 * 3;
/// Operand reads in a cycle: three sources of two instructions.
pub const READ_LANES: usize = 6;
/// Instructions that write in a cycle, at dispatch and at write-back.
pub const WRITE_LANES: usize = 2;
/// Accesses in a cycle: lanes 0 to 5 read, lanes 6 and 7 write.
pub const ACCESS_LANES: usize = READ_LANES + WRITE_LANES;
/// Instructions that finish accesses in a cycle: slot 0 reads lanes 0 to 2, slot 1 lanes 3 to 5,
/// slots 2 and 3 write lanes 6 and 7.
pub const DONE_SLOTS: usize = 4;
/// Corrections of the next-access kind in a cycle.
pub const NEXT_LANES: usize = 2;
/// PCs looked up in a cycle: lanes 0 and 1 for fetch slots, 2 to 5 for done slots.
pub const LOOKUPS: usize = FETCH_SLOTS + DONE_SLOTS;

/// One bit for each register, register i at bit i.
pub type RegisterPlane = [u32; MAXIMUM_REGISTERS / 32];

/// `N` elements of `BITS` bits, at most 16, side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lanes<const N: usize, const BITS: usize>(pub [u16; N]);

/// `N` register indices.
pub type RegisterLanes<const N: usize> = Lanes<N, REGISTER_INDEX_BITS>;

impl<const N: usize, const BITS: usize> Lanes<N, BITS> {
    /// Bits of the port.
    pub const WIDTH: usize = N * BITS;

    /// Bits of an element that the port has.
    const MASK: u16 = ((1_u32 << BITS) - 1) as u16;

    /// The lanes whose bit is set in `enable`, as `(lane, element)`.
    pub fn enabled(&self, enable: impl Into<u32>) -> impl Iterator<Item = (usize, u16)> + '_ {
        let mut rest = enable.into() & (((1_u64 << N) - 1) as u32);
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some((lane, self.0[lane]))
        })
    }
}

impl<const N: usize, const BITS: usize> Default for Lanes<N, BITS> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize, const BITS: usize> Wires for Lanes<N, BITS> {
    crate::single_port!();
    const WORDS: usize = (N * BITS).div_ceil(32);

    fn store(&self, words: &mut [u32]) {
        words.fill(0);
        for (lane, &element) in self.0.iter().enumerate() {
            let (word, shift) = (lane * BITS / 32, lane * BITS % 32);
            let bits = u64::from(element & Self::MASK) << shift;
            words[word] |= bits as u32;
            if shift + BITS > 32 {
                words[word + 1] |= (bits >> 32) as u32;
            }
        }
    }

    fn load(words: &[u32]) -> Self {
        Self(std::array::from_fn(|lane| {
            let (word, shift) = (lane * BITS / 32, lane * BITS % 32);
            let mut bits = u64::from(words[word]);
            if shift + BITS > 32 {
                bits |= u64::from(words[word + 1]) << 32;
            }
            (bits >> shift) as u16 & Self::MASK
        }))
    }
}

/// `N` program counters of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PcLanes<const N: usize>(pub [u64; N]);

impl<const N: usize> PcLanes<N> {
    /// Bits of the port.
    pub const WIDTH: usize = N * 64;
}

impl<const N: usize> Default for PcLanes<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Wires for PcLanes<N> {
    crate::single_port!();
    const WORDS: usize = 2 * N;

    fn store(&self, words: &mut [u32]) {
        for (pair, pc) in words.chunks_exact_mut(2).zip(&self.0) {
            pc.store(pair);
        }
    }

    fn load(words: &[u32]) -> Self {
        Self(std::array::from_fn(|lane| {
            u64::load(&words[2 * lane..2 * lane + 2])
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_straddle_words() {
        let lanes: RegisterLanes<8> = Lanes([0x3ff, 0, 0x155, 0x2aa, 1, 2, 3, 0x201]);
        let mut words = [0; 3];
        lanes.store(&mut words);
        for (lane, &element) in lanes.0.iter().enumerate() {
            for bit in 0..10 {
                let at = 10 * lane + bit;
                assert_eq!(
                    words[at / 32] >> (at % 32) & 1,
                    u32::from(element >> bit & 1)
                );
            }
        }
        assert_eq!(RegisterLanes::<8>::load(&words), lanes);
        assert_eq!(RegisterLanes::<8>::WORDS, 3);
        assert_eq!(RegisterLanes::<12>::WORDS, 4);
        assert_eq!(Lanes::<2, 2>::WORDS, 1);
    }

    #[test]
    fn only_enabled_lanes_are_visited() {
        let lanes: RegisterLanes<8> = Lanes([10, 11, 12, 13, 14, 15, 16, 17]);
        let visited: Vec<_> = lanes.enabled(0b1000_0101_u8).collect();
        assert_eq!(visited, [(0, 10), (2, 12), (7, 17)]);
        assert_eq!(Lanes::<2, 10>([5, 6]).enabled(0xff_u8).count(), 2);
    }

    #[test]
    fn pcs_are_little_endian_pairs() {
        let pcs = PcLanes([0x1122_3344_5566_7788, 1]);
        let mut words = [0; 4];
        pcs.store(&mut words);
        assert_eq!(words, [0x5566_7788, 0x1122_3344, 1, 0]);
        assert_eq!(PcLanes::<2>::load(&words), pcs);
    }
}
