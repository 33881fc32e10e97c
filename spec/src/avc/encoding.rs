//! Encodings of the Affine Vector Cache: strides, entries and addresses.
//!
//! A restricted affine vector is either uniform or `lane i = (beta + i) * 2^sigma` modulo 2^32
//! (section 2.3). It is stored as its base, which is lane 0 whether that lane is active or not, and
//! the code of its stride (section 4.2: "log2(s) is stored on 3 bits with a special value for
//! s = 0").
//!
//! | code | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |
//! |---|---|---|---|---|---|---|---|---|
//! | stride | 0 | 1 | 2 | 4 | 8 | 16 | 32 | 64 |
//!
//! An entry of the data array is a base (32 bits), a stride code (3), a valid mask (32) and a dirty
//! bit. The paper counts base and mask only: 8 bytes a vector.

use crate::ports::Wires;
use crate::warp::LANES;

/// Bits of a vector address: a byte address of 32 bits without the 7 bits inside 128 bytes (2.2).
pub const ADDRESS_BITS: usize = 25;
/// Vectors of a line (4.2).
pub const VECTORS_PER_LINE: usize = 16;
/// Bits of an address that select the vector inside its line.
pub const OFFSET_BITS: usize = 4;
/// Bytes that a vector counts for: base and valid mask (4.2; 5.2: "a 64-bit wide 16KB SRAM").
pub const COUNTED_VECTOR_BYTES: usize = 8;
/// Bytes that a line counts for: those of an L1 line, so that both can share arrays.
pub const LINE_BYTES: usize = VECTORS_PER_LINE * COUNTED_VECTOR_BYTES;

/// The stride of an affine vector; the discriminant is the encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StrideCode {
    /// Uniform.
    #[default]
    Zero = 0,
    /// Stride 1.
    One = 1,
    /// Stride 2.
    Two = 2,
    /// Stride 4.
    Four = 3,
    /// Stride 8.
    Eight = 4,
    /// Stride 16.
    Sixteen = 5,
    /// Stride 32.
    ThirtyTwo = 6,
    /// Stride 64.
    SixtyFour = 7,
}

impl StrideCode {
    /// All codes in encoding order.
    pub const ALL: [StrideCode; 8] = [
        StrideCode::Zero,
        StrideCode::One,
        StrideCode::Two,
        StrideCode::Four,
        StrideCode::Eight,
        StrideCode::Sixteen,
        StrideCode::ThirtyTwo,
        StrideCode::SixtyFour,
    ];

    /// The stride that the code stands for: `2^(code - 1)`, or 0 for code 0.
    pub const fn stride(self) -> u32 {
        (1 << self as u32) >> 1
    }

    /// The code of stride `2^sigma`, if there is one.
    pub const fn of_shift(sigma: u32) -> Option<Self> {
        if sigma < 7 {
            Some(Self::ALL[sigma as usize + 1])
        } else {
            None
        }
    }

    /// From its 3-bit encoding; higher bits are ignored.
    pub const fn from_bits(bits: u32) -> Self {
        Self::ALL[(bits & 7) as usize]
    }
}

impl Wires for StrideCode {
    crate::single_port!();
    const WORDS: usize = 1;
    fn store(&self, words: &mut [u32]) {
        words[0] = *self as u32;
    }
    fn load(words: &[u32]) -> Self {
        Self::from_bits(words[0])
    }
}

/// A vector address taken apart: `tag | set | offset`, from the highest bit to the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VectorAddress {
    /// What the tag array holds.
    pub tag: u32,
    /// The set that the line maps to.
    pub set: usize,
    /// The vector inside the line.
    pub offset: usize,
}

impl VectorAddress {
    /// Takes an address apart for a cache of `sets` sets, a power of two; bits above
    /// [`ADDRESS_BITS`] are ignored.
    pub const fn split(address: u32, sets: usize) -> Self {
        let address = address & ((1 << ADDRESS_BITS) - 1);
        let line = address >> OFFSET_BITS;
        Self {
            tag: line >> sets.trailing_zeros(),
            set: line as usize & (sets - 1),
            offset: address as usize & (VECTORS_PER_LINE - 1),
        }
    }

    /// The inverse of [`VectorAddress::split`].
    pub const fn join(self, sets: usize) -> u32 {
        let line = self.tag << sets.trailing_zeros() | self.set as u32;
        line << OFFSET_BITS | self.offset as u32
    }
}

// A line is as large as a vector that is not compressed (4.1: AVC and L1 share the arrays).
const _: () = assert!(LINE_BYTES == LANES * 4 && VECTORS_PER_LINE == 1 << OFFSET_BITS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_table() {
        let strides = StrideCode::ALL.map(StrideCode::stride);
        assert_eq!(strides, [0, 1, 2, 4, 8, 16, 32, 64]);
        for (code, given) in StrideCode::ALL.into_iter().enumerate() {
            assert_eq!(given as usize, code);
            assert_eq!(StrideCode::from_bits(code as u32 | 8), given);
        }
        assert_eq!(StrideCode::of_shift(0), Some(StrideCode::One));
        assert_eq!(StrideCode::of_shift(6), Some(StrideCode::SixtyFour));
        assert_eq!(StrideCode::of_shift(7), None);
    }

    #[test]
    fn an_address_is_tag_set_and_offset() {
        let address = 0x1_abc_d5f;
        let parts = VectorAddress::split(address, 64);
        assert_eq!(parts.offset, 0xf);
        assert_eq!(parts.set, 0x15);
        assert_eq!(parts.tag, 0x1_abc_d5f >> 10);
        assert_eq!(parts.join(64), address);
        assert_eq!(VectorAddress::split(0xfe00_0000, 2).join(2), 0);
    }
}
