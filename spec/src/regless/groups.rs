//! Groups of ports that several units of RegLess have.

use super::encoding::{L1_KIND_BITS, REGISTER_NUMBER_BITS, WARP_BITS};
use super::metadata::{FORMAT_BITS, MARKED_INSTRUCTIONS, MARK_BITS, WORD_BITS};
use crate::warp::{WarpRegister, LANES, REGISTER_BITS};

/// Bits that the issuer gets back with an instruction.
pub const TAG_BITS: usize = 8;
/// Sources of an instruction: a, b and c.
pub const SOURCES: usize = 3;
/// Bits of the number of a 128-byte line of memory.
pub const LINE_ADDRESS_BITS: usize = 25;

crate::ports! {
    /// A word of metadata.
    pub struct MetadataWord<WARP> as osu_metadata_word {
        /// It is present.
        valid: bool = 1,
        /// The warp whose code it stands in.
        warp: u8 = WARP,
        /// 0 region, 1 operations, 2 last uses, 3 to 8 compact with 0 to 5 operations.
        format: u8 = FORMAT_BITS,
        /// The word.
        word: u64 = WORD_BITS,
    }
}

crate::ports! {
    /// Last uses that a word marks.
    pub struct LastUses<WARP> as osu_last_uses {
        /// A word accepted in the cycle before marks last uses.
        valid: bool = 1,
        /// Its warp.
        warp: u8 = WARP, when valid,
        /// Marks of instruction i at bits 7i+6 to 7i: a in 2 bits, b, c, the destination in 1.
        marks: u64 = MARK_BITS * MARKED_INSTRUCTIONS, when valid,
    }
}

crate::ports! {
    /// An instruction for the register read units.
    pub struct Instruction<WARP> as osu_instruction {
        /// It is present.
        valid: bool = 1,
        /// Given back with the sources.
        tag: u8 = TAG_BITS,
        /// Its warp.
        warp: u8 = WARP,
        /// It has the sources a (bit 0), b (bit 1), c (bit 2).
        sources: u8 = SOURCES,
        /// Source a.
        a: u8 = REGISTER_NUMBER_BITS,
        /// Source b.
        b: u8 = REGISTER_NUMBER_BITS,
        /// Source c.
        c: u8 = REGISTER_NUMBER_BITS,
        /// Sources that are read for the last time in their region.
        last: u8 = SOURCES,
        /// Those of them that are dead afterwards.
        erase: u8 = SOURCES,
        /// It has a destination, and one result will follow.
        writes: bool = 1,
        /// The destination.
        destination: u8 = REGISTER_NUMBER_BITS,
        /// The lanes that it writes.
        mask: u32 = LANES,
        /// The write is the last use of the destination in its region.
        write_last: bool = 1,
    }
}

crate::ports! {
    /// An instruction as it is issued.
    pub struct Issue<WARP> as osu_issue {
        /// It is present.
        instruction as "": Instruction = [WARP],
        /// It is the last instruction of its region.
        ends: bool = 1,
    }
}

crate::ports! {
    /// What the capacity manager learns of an instruction that is issued.
    pub struct Issued<> as osu_issued {
        /// It is issued.
        valid: bool = 1,
        /// Its warp.
        warp: u8 = WARP_BITS,
        /// It has a destination.
        writes: bool = 1,
        /// The destination.
        destination: u8 = REGISTER_NUMBER_BITS,
        /// It is the last of its region.
        ends: bool = 1,
    }
}

crate::ports! {
    /// What the capacity manager learns of a result.
    pub struct Landed<> as osu_landed {
        /// It was accepted by its bank.
        valid: bool = 1,
        /// Its warp.
        warp: u8 = WARP_BITS,
        /// Its register.
        register: u8 = REGISTER_NUMBER_BITS,
    }
}

crate::ports! {
    /// A result.
    pub struct Writeback<WARP, ENTRY> as osu_writeback {
        /// It is present.
        valid: bool = 1,
        /// The warp.
        warp: u8 = WARP,
        /// The register.
        register: u8 = REGISTER_NUMBER_BITS,
        /// The line that was reserved for it.
        entry: u8 = ENTRY,
        /// The lanes that it writes.
        mask: u32 = LANES,
        /// The result.
        data: WarpRegister = REGISTER_BITS,
        /// The write is the last use of the register in its region.
        last: bool = 1,
    }
}

crate::ports! {
    /// An instruction that a register read unit has assembled.
    pub struct Offer<WARP, ENTRY> as osu_offer {
        /// It is there.
        valid: bool = 1,
        /// Its tag.
        tag: u8 = TAG_BITS, when valid,
        /// Its warp.
        warp: u8 = WARP, when valid,
        /// It has a source a.
        a_valid: bool = 1,
        /// It has a source b.
        b_valid: bool = 1,
        /// It has a source c.
        c_valid: bool = 1,
        /// Source a.
        a: WarpRegister = REGISTER_BITS, when a_valid,
        /// Source b.
        b: WarpRegister = REGISTER_BITS, when b_valid,
        /// Source c.
        c: WarpRegister = REGISTER_BITS, when c_valid,
        /// It has a destination.
        writes: bool = 1,
        /// The destination.
        destination: u8 = REGISTER_NUMBER_BITS, when writes,
        /// The line that is reserved for it.
        entry: u8 = ENTRY, when writes,
        /// The lanes that it writes.
        mask: u32 = LANES, when writes,
        /// To be given back with the result.
        write_last: bool = 1, when writes,
    }
}

crate::ports! {
    /// What a shard asks of the L1.
    pub struct ShardRequest<ENTRY> as osu_shard_request {
        /// It is there.
        valid: bool = 1,
        /// It carries data; 0 without a request.
        write: bool = 1,
        /// 0 read register, 1 read and invalidate register, 2 write register, 3 invalidate register, 4 read line, 5 write line.
        kind: u8 = L1_KIND_BITS, when valid,
        /// The warp; of a line that is read the number of the fill, of one that is written 0.
        warp: u8 = WARP_BITS, when valid,
        /// The register, or the register whose values the line holds.
        index: u8 = REGISTER_NUMBER_BITS, when valid,
        /// The line of the bank that waits for a register.
        entry: u8 = ENTRY, when valid,
        /// The register or line written.
        data: WarpRegister = REGISTER_BITS, when write,
    }
}

crate::ports! {
    /// What the arbiter of the L1 sees of it.
    pub struct Wanted<ENTRY> as osu_wanted {
        /// It is there.
        valid: bool = 1,
        /// Its kind: 0 read register, 1 read and invalidate register, 2 write register, 3 invalidate register, 4 read line, 5 write line.
        kind: u8 = L1_KIND_BITS,
        /// The warp; of a line that is read the number of the fill, of one that is written 0.
        warp: u8 = WARP_BITS,
        /// The register, or the register whose values the line holds.
        index: u8 = REGISTER_NUMBER_BITS,
        /// The line of the bank that waits for a register.
        entry: u8 = ENTRY,
        /// The register or line written.
        data: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// A request to the L1.
    pub struct L1Request<ID> as osu_l1_request {
        /// It is there.
        valid: bool = 1,
        /// It asks for the line; 0 without a request.
        read: bool = 1,
        /// It carries the whole line, to be held modified without fetching; 0 without a request.
        write: bool = 1,
        /// The line is dropped, modified or not, after it is read; 0 without a request.
        invalidate: bool = 1,
        /// The line.
        line: u32 = LINE_ADDRESS_BITS, when valid,
        /// Given back with the answer: shard at the top, compressed line, bank or of a line its fill, entry at the bottom.
        id: u16 = ID, when valid,
        /// What is written.
        data: WarpRegister = REGISTER_BITS, when write,
    }
}
