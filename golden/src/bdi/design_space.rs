//! The design space that the paper chooses from: every row of Table 1 (Warped-Compression 4).
//!
//! A register of 128 bytes is cut into chunks of the base size. The first is the base; every other
//! is stored as its signed difference to the base, modulo 2^(8 * base size), in the delta size. The
//! bytes stand as in `spec::bdi`: base, then byte 0 of all deltas, then byte 1, and so on; for the
//! three choices that are built these are the very bytes that the compressor gives.

use super::form::{compressed_bytes, from_bytes, to_bytes};
use spec::bdi::Mode;
use spec::warp::{WarpRegister, BANK_BYTES, REGISTER_BYTES};
use std::fmt;

/// A choice of base and delta size, `<base,delta>` in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BaseDelta {
    base_bytes: usize,
    delta_bytes: usize,
}

const fn row(base_bytes: usize, delta_bytes: usize) -> BaseDelta {
    BaseDelta {
        base_bytes,
        delta_bytes,
    }
}

/// Every row of Table 1, in its order.
pub const TABLE_1: [BaseDelta; 9] = [
    row(1, 0),
    row(2, 1),
    row(4, 0),
    row(4, 1),
    row(4, 2),
    row(8, 0),
    row(8, 1),
    row(8, 2),
    row(8, 4),
];

/// The choices that compete in Figure 5: section 4 lists them, without <1,0> and <2,1>.
pub const FIGURE_5: [BaseDelta; 7] = [
    row(4, 0),
    row(4, 1),
    row(4, 2),
    row(8, 0),
    row(8, 1),
    row(8, 2),
    row(8, 4),
];

/// The best of `choices` for a register, or `None` when it fits none and stays uncompressed.
///
/// Best is the fewest banks, then the fewest bytes. No two rows of Table 1 have the same size, so
/// there is no tie to break; because banks grow with bytes, it is also the paper's rule, the
/// highest compression ratio.
pub fn best(choices: &[BaseDelta], register: &WarpRegister) -> Option<BaseDelta> {
    let fitting = choices.iter().copied().filter(|c| c.fits(register));
    fitting.min_by_key(|c| (c.banks(), c.compressed_bytes()))
}

impl BaseDelta {
    /// Bytes of a chunk.
    pub const fn base_bytes(self) -> usize {
        self.base_bytes
    }

    /// Bytes of a stored difference.
    pub const fn delta_bytes(self) -> usize {
        self.delta_bytes
    }

    /// Size of a register in this form, by formula (1).
    pub const fn compressed_bytes(self) -> usize {
        compressed_bytes(self.base_bytes, self.delta_bytes)
    }

    /// 16-byte banks that this form takes.
    pub const fn banks(self) -> usize {
        self.compressed_bytes().div_ceil(BANK_BYTES)
    }

    /// The mode of the hardware that it is: the column "Used?" of Table 1.
    pub fn mode(self) -> Option<Mode> {
        let same_delta = |m: &Mode| m.delta_bytes() == self.delta_bytes;
        (self.base_bytes == 4).then(|| Mode::ALL.into_iter().find(same_delta))?
    }

    /// Whether every chunk of the register has a delta that fits.
    pub fn fits(self, register: &WarpRegister) -> bool {
        let bytes = to_bytes(register);
        let base = self.base(&bytes);
        bytes
            .chunks_exact(self.base_bytes)
            .all(|chunk| self.delta_fits(self.delta(base, chunk)))
    }

    /// The register in this form, padded with 0, or `None` when it does not fit.
    pub fn compress(self, register: &WarpRegister) -> Option<WarpRegister> {
        if !self.fits(register) {
            return None;
        }
        let bytes = to_bytes(register);
        let base = self.base(&bytes);
        let mut form = [0; REGISTER_BYTES];
        form[..self.base_bytes].copy_from_slice(&bytes[..self.base_bytes]);
        for (i, chunk) in bytes.chunks_exact(self.base_bytes).enumerate().skip(1) {
            let delta = self.delta(base, chunk).to_le_bytes();
            for (n, &byte) in delta.iter().enumerate().take(self.delta_bytes) {
                form[self.delta_byte(i, n)] = byte;
            }
        }
        Some(from_bytes(&form))
    }

    /// The register that is stored in `banks` in this form.
    pub fn decompress(self, banks: &WarpRegister) -> WarpRegister {
        let form = to_bytes(banks);
        let base = self.base(&form);
        let mut bytes = [0; REGISTER_BYTES];
        for (i, chunk) in bytes.chunks_exact_mut(self.base_bytes).enumerate() {
            let delta = if i == 0 {
                0
            } else {
                self.stored_delta(&form, i)
            };
            let value = base.wrapping_add_signed(delta);
            chunk.copy_from_slice(&value.to_le_bytes()[..self.base_bytes]);
        }
        from_bytes(&bytes)
    }

    /// Chunks of a register.
    const fn chunks(self) -> usize {
        REGISTER_BYTES / self.base_bytes
    }

    /// Where byte `n` of the delta of chunk `i` is stored.
    const fn delta_byte(self, i: usize, n: usize) -> usize {
        self.base_bytes + n * (self.chunks() - 1) + (i - 1)
    }

    fn base(self, bytes: &[u8; REGISTER_BYTES]) -> u64 {
        little_endian(bytes[..self.base_bytes].iter().copied())
    }

    /// The difference to the base modulo 2^(8 * base size), as a signed number.
    fn delta(self, base: u64, chunk: &[u8]) -> i64 {
        let difference = little_endian(chunk.iter().copied()).wrapping_sub(base);
        sign_extend(difference, self.base_bytes)
    }

    fn delta_fits(self, delta: i64) -> bool {
        delta == sign_extend(delta.cast_unsigned(), self.delta_bytes)
    }

    fn stored_delta(self, form: &[u8; REGISTER_BYTES], i: usize) -> i64 {
        let bytes = (0..self.delta_bytes).map(|n| form[self.delta_byte(i, n)]);
        sign_extend(little_endian(bytes), self.delta_bytes)
    }
}

impl fmt::Display for BaseDelta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{},{}>", self.base_bytes, self.delta_bytes)
    }
}

fn little_endian(bytes: impl DoubleEndedIterator<Item = u8>) -> u64 {
    bytes
        .rev()
        .fold(0, |value, byte| value << 8 | u64::from(byte))
}

/// The low `bytes` bytes of `value` as a signed number; of no bytes it is 0.
fn sign_extend(value: u64, bytes: usize) -> i64 {
    if bytes == 0 {
        return 0;
    }
    let unused = u64::BITS - 8 * bytes as u32;
    (value << unused).cast_signed() >> unused
}
