//! The stored form of a warp register as bytes and banks.

use spec::bdi::{CompressionRange, HIGH_PLANE_BYTE, LOW_PLANE_BYTE};
use spec::warp::{WarpRegister, BANK_BYTES, LANES, LANE_BITS, REGISTER_BYTES};

/// Bytes of one lane, and so of the base.
pub const LANE_BYTES: usize = LANE_BITS / 8;

/// First bytes of the planes that hold byte 0, 1, ... of every delta.
pub(super) const PLANES: [usize; 2] = [LOW_PLANE_BYTE, HIGH_PLANE_BYTE];

/// Formula (1) of section 4: a base, then one delta for every chunk but the first.
pub const fn compressed_bytes(base_bytes: usize, delta_bytes: usize) -> usize {
    base_bytes + delta_bytes * (REGISTER_BYTES / base_bytes - 1)
}

/// Bytes of the form that `range` stands for: 128, 4, 35 or 66.
pub const fn stored_bytes(range: CompressionRange) -> usize {
    match range.mode() {
        None => REGISTER_BYTES,
        Some(mode) => compressed_bytes(LANE_BYTES, mode.delta_bytes()),
    }
}

/// Banks that the form takes: 8, 1, 3 or 5 (Table 1).
pub const fn banks(range: CompressionRange) -> usize {
    stored_bytes(range).div_ceil(BANK_BYTES)
}

/// One bit for each of these banks. A form is "stored starting from the lowest bank index" (6.2).
pub const fn bank_enable(range: CompressionRange) -> u8 {
    u8::MAX >> (u8::BITS as usize - banks(range))
}

/// The bytes of a register or of its stored form, little-endian: byte n is bits 8n+7 to 8n.
#[inline]
pub fn to_bytes(register: &WarpRegister) -> [u8; REGISTER_BYTES] {
    let mut bytes = [0; REGISTER_BYTES];
    for (chunk, lane) in bytes.chunks_exact_mut(LANE_BYTES).zip(register) {
        chunk.copy_from_slice(&lane.to_le_bytes());
    }
    bytes
}

/// The inverse of [`to_bytes`].
#[inline]
pub fn from_bytes(bytes: &[u8; REGISTER_BYTES]) -> WarpRegister {
    let mut register = [0; LANES];
    for (lane, chunk) in register.iter_mut().zip(bytes.chunks_exact(LANE_BYTES)) {
        *lane = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
    }
    register
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_table_1() {
        let table = CompressionRange::ALL.map(|r| (stored_bytes(r), banks(r), bank_enable(r)));
        let expected = [(128, 8, 0xff), (4, 1, 0x01), (35, 3, 0x07), (66, 5, 0x1f)];
        assert_eq!(table, expected);
    }

    #[test]
    fn byte_n_is_bits_8n() {
        let mut register = [0; LANES];
        register[0] = 0x0403_0201;
        register[31] = 0x8000_0000;
        let bytes = to_bytes(&register);
        assert_eq!(bytes[..5], [1, 2, 3, 4, 0]);
        assert_eq!(bytes[127], 0x80);
        assert_eq!(from_bytes(&bytes), register);
    }
}
