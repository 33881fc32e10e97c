//! Numbers and encodings that the units of RegLess share.

/// Shards of a streaming multiprocessor: one for each warp scheduler (RegLess 5).
pub const SHARDS: usize = 4;
/// Warps of a shard: 64 warps and 4 schedulers (Table 1).
pub const WARPS: usize = 16;
/// Bits that name a warp of a shard.
pub const WARP_BITS: usize = 4;
/// Registers that a warp can have.
pub const REGISTERS: usize = 64;
/// Bits that name a register of a warp.
pub const REGISTER_NUMBER_BITS: usize = 6;
/// Banks of an operand staging unit (5.2).
pub const BANKS: usize = 8;
/// Bits of a count of lines in one bank, as regions state it.
pub const USAGE_BITS: usize = 3;

/// The bank of a register (5.2: the lower 3 bits of the sum of warp and register).
pub const fn bank_of(warp: u8, register: u8) -> usize {
    (warp as usize + register as usize) % BANKS
}

/// Lines of each bank that a region needs, bank 0 first: they stand in 3 bits each from bank 0 at the bottom.
pub fn lines_of(usage: u32) -> [u8; BANKS] {
    std::array::from_fn(|bank| (usage >> (USAGE_BITS * bank) & 7) as u8)
}

/// Usage of a region of a warp: the compiler's counts, which hold for warp 0, rotated by the warp (4.2).
pub fn rotated_usage(usage: u32, warp: u8) -> u32 {
    let by = USAGE_BITS * (usize::from(warp) % BANKS);
    (usage << by | usage >> (USAGE_BITS * BANKS - by)) & ((1 << (USAGE_BITS * BANKS)) - 1)
}

/// What a region asks for before it can start (4.3); the discriminant is the code at ports and in
/// metadata, where 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// The register is an input.
    Preload = 1,
    /// The register is an input for the last time: no copy in memory is needed any more.
    InvalidatingRead = 2,
    /// The register is dead: no copy anywhere is needed any more.
    Invalidation = 3,
}

impl Operation {
    /// All of them, in the order of their codes.
    pub const ALL: [Operation; 3] = [
        Operation::Preload,
        Operation::InvalidatingRead,
        Operation::Invalidation,
    ];

    /// The operation of a code; `None` for 0 and for what is no code.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|o| *o as u8 == code)
    }

    /// Whether the register has to be in the bank afterwards.
    pub const fn is_preload(self) -> bool {
        !matches!(self, Operation::Invalidation)
    }
}

/// How a register is compressed (5.3); the discriminant is its 3-bit state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pattern {
    /// All lanes are equal.
    Constant = 1,
    /// Each lane is the lane before plus 1.
    StrideOne = 2,
    /// Each lane is the lane before plus 4.
    StrideFour = 3,
    /// Stride 1 in lanes 0 to 15, and again from another value in lanes 16 to 31.
    HalfStrideOne = 4,
    /// Stride 4 in lanes 0 to 15, and again from another value in lanes 16 to 31.
    HalfStrideFour = 5,
}

impl Pattern {
    /// All of them, in the order of preference.
    pub const ALL: [Pattern; 5] = [
        Pattern::Constant,
        Pattern::StrideOne,
        Pattern::StrideFour,
        Pattern::HalfStrideOne,
        Pattern::HalfStrideFour,
    ];
}

/// Bits of the state of a register (5.3: five patterns, or not compressed).
pub const STATE_BITS: usize = 3;
/// The state of a register that lies in memory as it is.
pub const IN_MEMORY: u8 = 6;
/// Values of a compressed line: 8 bytes for each warp of a shard (5.3).
pub const SLOTS: usize = WARPS;
/// Bits that name a line that a compressor has asked for.
pub const FILL_BITS: usize = 3;

/// What a shard asks of the L1; the discriminant is the code at ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum L1Kind {
    /// Give a register.
    ReadRegister = 0,
    /// Give a register and drop it, modified or not.
    InvalidatingRead = 1,
    /// Hold a register, modified; nothing is fetched for it.
    WriteRegister = 2,
    /// Drop a register, modified or not.
    InvalidateRegister = 3,
    /// Give a compressed line.
    ReadLine = 4,
    /// Hold a compressed line, modified; nothing is fetched for it.
    WriteLine = 5,
}

impl L1Kind {
    /// All of them, in the order of their codes.
    pub const ALL: [L1Kind; 6] = [
        L1Kind::ReadRegister,
        L1Kind::InvalidatingRead,
        L1Kind::WriteRegister,
        L1Kind::InvalidateRegister,
        L1Kind::ReadLine,
        L1Kind::WriteLine,
    ];

    /// The kind of a code.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|k| *k as u8 == code)
    }

    /// Whether data go with it.
    pub const fn writes(self) -> bool {
        matches!(self, L1Kind::WriteRegister | L1Kind::WriteLine)
    }

    /// Whether data come back.
    pub const fn reads(self) -> bool {
        matches!(
            self,
            L1Kind::ReadRegister | L1Kind::InvalidatingRead | L1Kind::ReadLine
        )
    }

    /// Whether a register is dropped, after it was read if it is.
    pub const fn drops(self) -> bool {
        matches!(self, L1Kind::InvalidatingRead | L1Kind::InvalidateRegister)
    }

    /// Whether it is about a compressed line.
    pub const fn is_line(self) -> bool {
        matches!(self, L1Kind::ReadLine | L1Kind::WriteLine)
    }
}

/// Bits of [`L1Kind`].
pub const L1_KIND_BITS: usize = 3;

/// Warps of the whole multiprocessor.
pub const ALL_WARPS: usize = SHARDS * WARPS;
/// Lines of memory that registers and compressed lines take (5.2.3).
pub const MEMORY_LINES: usize = REGISTERS * (ALL_WARPS + SHARDS);

/// The line of memory, counted from the register base pointer, of a register or compressed line: all
/// warps' R0, then R1, ...; then the shards' lines of compressed R0, of R1, ... (5.2.3, 5.3).
pub fn memory_line(kind: L1Kind, shard: usize, warp: u8, register: u8) -> usize {
    let row = usize::from(register);
    match kind {
        L1Kind::ReadLine | L1Kind::WriteLine => REGISTERS * ALL_WARPS + row * SHARDS + shard,
        _ => row * ALL_WARPS + usize::from(warp) * SHARDS + shard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn mapping_never_aliases() {
        let mut seen = BTreeSet::new();
        for shard in 0..SHARDS {
            for warp in 0..WARPS as u8 {
                for register in 0..REGISTERS as u8 {
                    assert!(seen.insert(memory_line(L1Kind::ReadRegister, shard, warp, register)));
                }
            }
            for register in 0..REGISTERS as u8 {
                assert!(seen.insert(memory_line(L1Kind::ReadLine, shard, 0, register)));
            }
        }
        assert_eq!(seen.len(), MEMORY_LINES);
        assert_eq!(seen.last(), Some(&(MEMORY_LINES - 1)));
    }

    #[test]
    fn usage_follows_the_bank_of_the_registers() {
        // One line for R3 of warp 0, in bank 3; for warp 6 R3 lies in bank 1.
        let usage = 1 << (3 * 3);
        for warp in 0..16 {
            let rotated = lines_of(rotated_usage(usage, warp));
            let expected = std::array::from_fn(|bank| u8::from(bank == bank_of(warp, 3)));
            assert_eq!(rotated, expected, "warp {warp}");
        }
    }

    #[test]
    fn a_line_has_room_for_the_values_of_all_warps() {
        const { assert!(SLOTS * 64 == crate::warp::REGISTER_BITS) };
        const { assert!(SLOTS * (64 + STATE_BITS) > crate::warp::REGISTER_BITS) };
    }
}
