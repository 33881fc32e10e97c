//! Groups of ports of the register file.

use crate::warp::{WarpRegister, LANES, REGISTER_BITS};

/// Bits that the user of the file gets back with an instruction.
pub const TAG_BITS: usize = 8;
/// Sources of an instruction: a, b and c.
pub const SOURCES: usize = 3;

crate::ports! {
    /// A warp instruction.
    pub struct Instruction<INDEX> as regfile_instruction {
        /// It is present.
        valid: bool = 1,
        /// Given back with the sources.
        tag: u8 = TAG_BITS,
        /// It has the sources a (bit 0), b (bit 1), c (bit 2).
        sources: u8 = SOURCES,
        /// Source a.
        a: u16 = INDEX,
        /// Source b.
        b: u16 = INDEX,
        /// Source c.
        c: u16 = INDEX,
        /// It has a destination, and one write-back will follow.
        writes: bool = 1,
        /// The destination.
        destination: u16 = INDEX,
        /// The lanes that it writes, of those that its warp has.
        mask: u32 = LANES,
        /// The lanes that its warp was launched with; a write of fewer is divergent.
        launched: u32 = LANES,
    }
}

crate::ports! {
    /// A result.
    pub struct Writeback<INDEX> as regfile_writeback {
        /// It is present.
        valid: bool = 1,
        /// The destination of the instruction whose result it is.
        register: u16 = INDEX,
        /// The mask of that instruction.
        mask: u32 = LANES,
        /// The lanes that its warp was launched with.
        launched: u32 = LANES,
        /// The result, lane i at bits 32i+31 to 32i; lanes outside the mask are ignored.
        data: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// An instruction with its sources.
    pub struct Offer<INDEX> as regfile_offer {
        /// It is there.
        valid: bool = 1,
        /// Its tag.
        tag: u8 = TAG_BITS, when valid,
        /// It has a source a.
        a_valid: bool = 1,
        /// It has a source b.
        b_valid: bool = 1,
        /// It has a source c.
        c_valid: bool = 1,
        /// Source a, lane i at bits 32i+31 to 32i.
        a: WarpRegister = REGISTER_BITS, when a_valid,
        /// Source b.
        b: WarpRegister = REGISTER_BITS, when b_valid,
        /// Source c.
        c: WarpRegister = REGISTER_BITS, when c_valid,
        /// It has a destination.
        writes: bool = 1,
        /// The destination.
        destination: u16 = INDEX, when writes,
        /// The lanes that it writes.
        mask: u32 = LANES, when writes,
    }
}

crate::ports! {
    /// What enters in the place of an instruction.
    pub struct Injected<MOVS> {
        /// It is a dummy MOV of its destination.
        mov: bool = MOVS,
    }
}
