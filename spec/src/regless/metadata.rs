//! Contract of `metadata_decoder`, and the layouts of a metadata word (RegLess 5.4).

use super::encoding::{BANKS, REGISTER_NUMBER_BITS, USAGE_BITS};
use super::parameters::MetadataDecoderParameters;
use crate::property::Property;
use crate::unit::Unit;

/// Bits of a word: 64 of an instruction less 10 of the opcode.
pub const WORD_BITS: usize = 54;
/// Operations that a word can carry.
pub const WORD_OPERATIONS: usize = 6;
/// Operations of a region's first word.
pub const REGION_OPERATIONS: usize = 3;
/// Most operations of a compact word: its format says how many it has.
pub const COMPACT_OPERATIONS: usize = 5;
/// Further words of operations that a region can have.
pub const MORE_WORDS: usize = 4;
/// Instructions whose last uses a word marks.
pub const MARKED_INSTRUCTIONS: usize = 9;
/// Most instructions whose last uses a compact word marks.
pub const COMPACT_INSTRUCTIONS: usize = compact_instructions(0);
/// Bits of a format's code.
pub const FORMAT_BITS: usize = 4;
/// Bits of the marks of an instruction in a word: a + 3b + 9c + 27d.
pub const MARK_CODE_BITS: usize = 6;
/// Codes of the marks of an instruction: 3 * 3 * 3 * 2.
pub const MARK_CODES: u8 = 54;
/// Bits of the marks of an instruction after decoding: 2 each for a, b, c, and 1 for the destination.
pub const MARK_BITS: usize = 7;

/// Instructions whose last uses a compact word with so many operations marks: a bit a bank and 8 an operation
/// leave room for them.
pub const fn compact_instructions(operations: usize) -> usize {
    (WORD_BITS - BANKS - 8 * operations) / MARK_CODE_BITS
}

/// The format of a word, told by its opcode; the discriminant is the code at ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// A region begins: bank usage and up to 3 operations.
    Region = 0,
    /// Up to 6 further operations of the region.
    Operations = 1,
    /// The last uses of 9 instructions.
    LastUses = 2,
    /// A small region in one word: usage, the operations that the name counts, last uses.
    Compact0 = 3,
    /// With one operation.
    Compact1 = 4,
    /// With two.
    Compact2 = 5,
    /// With three.
    Compact3 = 6,
    /// With four.
    Compact4 = 7,
    /// With five.
    Compact5 = 8,
}

impl Format {
    /// All of them, in the order of their codes.
    pub const ALL: [Format; 9] = [
        Format::Region,
        Format::Operations,
        Format::LastUses,
        Format::Compact0,
        Format::Compact1,
        Format::Compact2,
        Format::Compact3,
        Format::Compact4,
        Format::Compact5,
    ];

    /// The format of a code, if there is one.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// The compact format with so many operations, if there is one.
    pub fn compact(operations: usize) -> Option<Self> {
        Self::ALL
            .get(Format::Compact0 as usize + operations)
            .copied()
    }

    /// The operations of a compact format; `None` of the others.
    pub fn compact_operations(self) -> Option<usize> {
        (self as usize).checked_sub(Format::Compact0 as usize)
    }
}

crate::ports! {
    /// What the decoder takes in a cycle. Any value is legal.
    pub struct MetadataDecoderInputs for MetadataDecoderParameters as _parameters, prefix "in_" {
        /// A word is present; the others are ignored when it is 0.
        valid: bool = 1,
        /// 0 region, 1 operations, 2 last uses, 3 to 8 compact with 0 to 5 operations; no word has another.
        format: u8 = FORMAT_BITS,
        /// The word.
        word: u64 = WORD_BITS,
    }
}

crate::ports! {
    /// What the decoder gives, one cycle later.
    pub struct MetadataDecoderOutputs for MetadataDecoderParameters as _parameters, prefix "out_" {
        /// A word is present and decodes.
        valid: bool = 1,
        /// A word is present and does not decode.
        bad: bool = 1,
        /// The format.
        format: u8 = FORMAT_BITS, when valid,
        /// A region begins.
        region: bool = 1,
        /// Lines of bank k that the region needs at bits 3k+2 to 3k, for warp 0.
        usage: u32 = USAGE_BITS * BANKS, when region,
        /// Words of operations that follow.
        more: u8 = 3, when region,
        /// The word can carry operations.
        operations: bool = 1,
        /// Operation i at bits 2i+1 to 2i: 0 none, 1 preload, 2 invalidating read, 3 invalidation.
        kinds: u16 = 2 * WORD_OPERATIONS, when operations,
        /// Register of operation i at bits 6i+5 to 6i; 0 with none.
        registers: u64 = REGISTER_NUMBER_BITS * WORD_OPERATIONS, when operations,
        /// The word marks last uses.
        marks: bool = 1,
        /// Marks of instruction i at bits 7i+6 to 7i: a in 2 bits, b, c, the destination in 1.
        uses: u64 = MARK_BITS * MARKED_INSTRUCTIONS, when marks,
    }
}

/// `metadata_decoder`: a compiler's word about a region into its fields.
#[derive(Clone, Copy, Debug)]
pub struct MetadataDecoder;

impl Unit for MetadataDecoder {
    const NAME: &'static str = "metadata_decoder";
    const SUMMARY: &'static str = "decodes the region and last-use annotations of the compiler";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "DecodingReturnsAnnotations",
            claim: "a word of the encoder decodes to what was encoded",
        },
        Property {
            name: "WordHasOneMeaning",
            claim: "no two words of a format decode to the same annotations, and of an operand \
                    only what a code says is shown: keep, erase or evict",
        },
        Property {
            name: "BadImpliesNothing",
            claim: "bad tells of exactly the words that the contract says do not decode, and they \
                    show no region, operations or marks",
        },
        Property {
            name: "LatencyIsExact",
            claim: "what comes in a cycle is decoded in the next",
        },
    ];
    type Parameters = MetadataDecoderParameters;
    type Inputs = MetadataDecoderInputs;
    type Outputs = MetadataDecoderOutputs;

    fn module_name(_parameters: &MetadataDecoderParameters) -> String {
        Self::NAME.to_owned()
    }
}
