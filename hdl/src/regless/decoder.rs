//! `metadata_decoder`.

use super::codes::{
    FORMAT_COMPACT_0, FORMAT_COMPACT_1, FORMAT_COMPACT_2, FORMAT_COMPACT_3, FORMAT_COMPACT_4,
    FORMAT_COMPACT_5, FORMAT_LAST_USES, FORMAT_OPERATIONS, FORMAT_REGION,
};
use super::MetadataMarks;
use crate::prelude::*;
use spec::regless::{
    COMPACT_INSTRUCTIONS, COMPACT_OPERATIONS, MARKED_INSTRUCTIONS, MORE_WORDS, WORD_OPERATIONS,
};

/// `metadata_decoder`: a compiler's word about a region into its fields (5.4).
///
/// Marks stand at the bottom of a word whatever the format, operations of a compact one under its usage at the
/// top, so each output is a choice of two or three fields; what does not decode shows nothing. One cycle.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct MetadataDecoder {
    pub clock: Signal<In, Clock>,
    pub in_valid: Signal<In, Bit>,
    pub in_format: Signal<In, Bits<4>>,
    pub in_word: Signal<In, Bits<54>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_bad: Signal<Out, Bit>,
    pub out_format: Signal<Out, Bits<4>>,
    pub out_region: Signal<Out, Bit>,
    pub out_usage: Signal<Out, Bits<24>>,
    pub out_more: Signal<Out, Bits<3>>,
    pub out_operations: Signal<Out, Bit>,
    pub out_kinds: Signal<Out, Bits<12>>,
    pub out_registers: Signal<Out, Bits<36>>,
    pub out_marks: Signal<Out, Bit>,
    pub out_uses: Signal<Out, Bits<63>>,

    marks_of: Vec<MetadataMarks>,
    /// An operation has a register without a kind, or follows none.
    misplaced: Vec<Signal<Local, Bit>>,

    valid: Register<Bit>,
    bad: Register<Bit>,
    format: Register<Bits<4>>,
    region: Register<Bit>,
    usage: Register<Bits<24>>,
    more: Register<Bits<3>>,
    operations: Register<Bit>,
    kinds: Register<Bits<12>>,
    registers: Register<Bits<36>>,
    marks: Register<Bit>,
    uses: Register<Bits<63>>,
}

impl Default for MetadataDecoder {
    fn default() -> Self {
        MetadataDecoderParts {
            marks_of: (0..MARKED_INSTRUCTIONS)
                .map(|_| MetadataMarks::default())
                .collect(),
            misplaced: signals(WORD_OPERATIONS),
            valid: Register::default(),
            bad: Register::default(),
            format: Register::no_reset(),
            region: Register::default(),
            usage: Register::no_reset(),
            more: Register::no_reset(),
            operations: Register::default(),
            kinds: Register::no_reset(),
            registers: Register::no_reset(),
            marks: Register::default(),
            uses: Register::no_reset(),
        }
        .into()
    }
}

#[hardware]
impl Logic for MetadataDecoder {
    fn update(&mut self) {
        clock!(self, clock, valid, bad, format, region, usage, more);
        clock!(self, clock, operations, kinds, registers, marks, uses);
        let word = self.in_word.val();
        let is_region = self.in_format.val() == FORMAT_REGION;
        let is_operations = self.in_format.val() == FORMAT_OPERATIONS;
        let is_last_uses = self.in_format.val() == FORMAT_LAST_USES;

        comment!("A compact word: the operations and marks that it has, and bits between them.");
        let mut has = bits::<5>(0);
        let mut marked = bits::<7>(0);
        let mut between = false;
        match self.in_format.val() {
            FORMAT_COMPACT_0 => {
                marked = 0b111_1111.into();
                between = word.get_bits::<4>(42).any();
            }
            FORMAT_COMPACT_1 => {
                has = 0b1.into();
                marked = 0b11_1111.into();
                between = word.get_bits::<2>(36).any();
            }
            FORMAT_COMPACT_2 => {
                has = 0b11.into();
                marked = 0b1_1111.into();
            }
            FORMAT_COMPACT_3 => {
                has = 0b111.into();
                marked = 0b111.into();
                between = word.get_bits::<4>(18).any();
            }
            FORMAT_COMPACT_4 => {
                has = 0b1111.into();
                marked = 0b11.into();
                between = word.get_bits::<2>(12).any();
            }
            FORMAT_COMPACT_5 => {
                has = 0b1_1111.into();
                marked = 0b1.into();
            }
            _ => {}
        }
        let is_compact = marked.any();

        comment!("Operations: register in 6 bits, kind in 2.");
        let mut compact = bits::<48>(0);
        for i in 0..COMPACT_OPERATIONS {
            compact = replace_bits(
                compact,
                8 * i,
                gate(has.get_bit(i), word.get_bits::<8>(38 - 8 * i)),
            );
        }
        let listed = gate(is_operations, word.get_bits::<48>(0))
            | bit_cast::<48, 24>(gate(is_region, word.get_bits::<24>(24)))
            | compact;
        let mut kinds = bits::<12>(0);
        let mut registers = bits::<36>(0);
        for i in 0..WORD_OPERATIONS {
            kinds = replace_bits(kinds, 2 * i, listed.get_bits::<2>(8 * i + 6));
            registers = replace_bits(registers, 6 * i, listed.get_bits::<6>(8 * i));
        }
        let must = bit_cast::<6, 5>(has) | bit_cast::<6, 1>(is_operations.into());
        self.misplaced[0].next =
            !kinds.get_bits::<2>(0).any() && (registers.get_bits::<6>(0).any() || must.get_bit(0));
        for i in 1..WORD_OPERATIONS {
            let some = kinds.get_bits::<2>(2 * i).any();
            let after_none = !kinds.get_bits::<2>(2 * i - 2).any();
            self.misplaced[i].next = if some {
                after_none
            } else {
                registers.get_bits::<6>(6 * i).any() || must.get_bit(i)
            };
        }

        comment!("Marks of instructions: a code of 6 bits each.");
        let mut codes = gate(is_last_uses, word);
        for i in 0..COMPACT_INSTRUCTIONS {
            let code = gate(is_last_uses || marked.get_bit(i), word.get_bits::<6>(6 * i));
            codes = replace_bits(codes, 6 * i, code);
        }
        let mut uses = bits::<63>(0);
        let mut bad_marks = false;
        for i in 0..MARKED_INSTRUCTIONS {
            self.marks_of[i].code.next = codes.get_bits::<6>(6 * i);
            uses = replace_bits(uses, 7 * i, self.marks_of[i].uses.val());
            bad_marks = bad_marks || self.marks_of[i].bad.val();
        }

        comment!("A region's needs; a compact word has one bit a bank.");
        let mut compact_usage = bits::<24>(0);
        for bank in 0..8 {
            compact_usage = compact_usage.replace_bit(3 * bank, word.get_bit(46 + bank));
        }
        let more = word.get_bits::<3>(48);
        let top = word.get_bits::<6>(48);
        let bad_rest = match self.in_format.val() {
            FORMAT_REGION => top.get_bits::<3>(3).any() || more > MORE_WORDS.to_bits::<3>(),
            FORMAT_OPERATIONS => top.any(),
            FORMAT_LAST_USES => false,
            _ => between || !is_compact,
        };
        let mut bad_operations = false;
        for i in 0..WORD_OPERATIONS {
            bad_operations = bad_operations || self.misplaced[i].val();
        }
        let bad = bad_rest || bad_operations || bad_marks;
        let good = self.in_valid.val() && !bad;

        self.valid.d.next = good;
        self.bad.d.next = self.in_valid.val() && bad;
        self.format.d.next = self.in_format.val();
        self.region.d.next = good && (is_region || is_compact);
        self.usage.d.next = if is_region {
            word.get_bits::<24>(0)
        } else {
            compact_usage
        };
        self.more.d.next = gate(is_region, more);
        self.operations.d.next = good && !is_last_uses;
        self.kinds.d.next = kinds;
        self.registers.d.next = registers;
        self.marks.d.next = good && (is_last_uses || is_compact);
        self.uses.d.next = uses;
        self.out_valid.next = self.valid.q.val();
        self.out_bad.next = self.bad.q.val();
        self.out_format.next = self.format.q.val();
        self.out_region.next = self.region.q.val();
        self.out_usage.next = self.usage.q.val();
        self.out_more.next = self.more.q.val();
        self.out_operations.next = self.operations.q.val();
        self.out_kinds.next = self.kinds.q.val();
        self.out_registers.next = self.registers.q.val();
        self.out_marks.next = self.marks.q.val();
        self.out_uses.next = self.uses.q.val();
    }
}
