//! What holds for every unit: the shape of a warp and of the register file.

/// Lanes of a warp (Warped-Compression 2.1).
pub const LANES: usize = 32;
/// Bits of one thread register.
pub const LANE_BITS: usize = 32;
/// Bits of one warp register: lane i at bits `[32 * i + 31 : 32 * i]`.
pub const REGISTER_BITS: usize = LANES * LANE_BITS;
/// Bytes of one warp register.
pub const REGISTER_BYTES: usize = REGISTER_BITS / 8;
/// Bytes of one register-bank entry (Warped-Compression Table 2: 128 bits a bank).
pub const BANK_BYTES: usize = 16;
/// Banks that one uncompressed warp register takes.
pub const BANKS_PER_REGISTER: usize = REGISTER_BYTES / BANK_BYTES;
/// Bits that name one of the 1,024 warp registers of a 128 KB register file.
pub const REGISTER_INDEX_BITS: usize = 10;

/// One warp register, one word a lane.
pub type WarpRegister = [u32; LANES];
