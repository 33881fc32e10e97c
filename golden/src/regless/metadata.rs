//! Metadata words: the compiler's encoder, and the decoder (RegLess 5.4).

use spec::regless::{
    compact_instructions, Format, MetadataDecoderInputs, MetadataDecoderOutputs,
    MetadataDecoderParameters, Operation, BANKS, COMPACT_OPERATIONS, MARKED_INSTRUCTIONS,
    MARK_BITS, MARK_CODES, MARK_CODE_BITS, MORE_WORDS, REGION_OPERATIONS, WORD_BITS,
    WORD_OPERATIONS,
};
use spec::{UnitFault, UnitModel};
use std::fmt;

/// What the last use of a source does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// It is not the last.
    #[default]
    Keep = 0,
    /// The value is dead.
    Erase = 1,
    /// The value may be evicted.
    Evict = 2,
}

/// Last uses of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Of the sources a, b, c.
    pub sources: [Use; 3],
    /// The write is the last use of the destination.
    pub destination: bool,
}

/// A word as annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A region begins.
    Region {
        /// Lines of each bank, for warp 0.
        usage: [u8; BANKS],
        /// Up to 3 operations.
        operations: Vec<(Operation, u8)>,
        /// Further words of operations.
        more: u8,
    },
    /// 1 to 6 further operations.
    Operations(Vec<(Operation, u8)>),
    /// Last uses of 9 instructions.
    LastUses([Marks; MARKED_INSTRUCTIONS]),
    /// A small region.
    Compact {
        /// Banks of which it needs a line.
        usage: u8,
        /// Up to 5 operations.
        operations: Vec<(Operation, u8)>,
        /// Last uses of as many instructions as there is room for beside them.
        marks: Vec<Marks>,
    },
}

/// Annotations that no word can carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooMuch(&'static str);

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a metadata word has no room: {}", self.0)
    }
}

impl std::error::Error for TooMuch {}

fn field(word: u64, at: usize, bits: usize) -> u64 {
    word >> at & ((1 << bits) - 1)
}

fn code(marks: &Marks) -> u64 {
    let [a, b, c] = marks.sources.map(|s| s as u64);
    a + 3 * b + 9 * c + 27 * u64::from(marks.destination)
}

fn marks(code: u64) -> Option<Marks> {
    let sort = |digit: u64| [Use::Keep, Use::Erase, Use::Evict][(digit % 3) as usize];
    (code < u64::from(MARK_CODES)).then(|| Marks {
        sources: [sort(code), sort(code / 3), sort(code / 9)],
        destination: code >= 27,
    })
}

fn pack_operations(operations: &[(Operation, u8)], room: usize) -> Result<u64, TooMuch> {
    if operations.len() > room {
        return Err(TooMuch("more operations than the format has"));
    }
    let mut word = 0;
    for (index, &(operation, register)) in operations.iter().enumerate() {
        if register > 63 {
            return Err(TooMuch("registers are 0 to 63"));
        }
        word |= (u64::from(register) | (operation as u64) << 6) << (8 * index);
    }
    Ok(word)
}

fn unpack_operations(word: u64, at: usize, room: usize) -> Option<Vec<(Operation, u8)>> {
    let mut operations = Vec::new();
    let mut ended = false;
    for index in 0..room {
        let register = field(word, at + 8 * index, 6) as u8;
        match Operation::from_code(field(word, at + 8 * index + 6, 2) as u8) {
            Some(_) if ended => return None,
            Some(operation) => operations.push((operation, register)),
            None if register != 0 => return None,
            None => ended = true,
        }
    }
    Some(operations)
}

/// Operations of a compact word stand below its usage, the first at the top.
const fn compact_place(index: usize) -> usize {
    WORD_BITS - BANKS - 8 * (index + 1)
}

fn pack_marks(all: &[Marks]) -> u64 {
    let codes = all.iter().enumerate();
    codes.fold(0, |word, (index, marks)| {
        word | code(marks) << (MARK_CODE_BITS * index)
    })
}

fn unpack_marks(word: u64, count: usize) -> Option<Vec<Marks>> {
    let code = |index| field(word, MARK_CODE_BITS * index, MARK_CODE_BITS);
    (0..count).map(|index| marks(code(index))).collect()
}

fn unpack_compact(word: u64, count: usize) -> Option<Word> {
    let operation = |index| {
        let code = field(word, compact_place(index), 8);
        Some((Operation::from_code((code >> 6) as u8)?, code as u8 & 63))
    };
    let instructions = compact_instructions(count);
    let (marks_end, operations_end) =
        (MARK_CODE_BITS * instructions, WORD_BITS - BANKS - 8 * count);
    if field(word, marks_end, operations_end - marks_end) != 0 {
        return None;
    }
    Some(Word::Compact {
        usage: field(word, WORD_BITS - BANKS, BANKS) as u8,
        operations: (0..count).map(operation).collect::<Option<_>>()?,
        marks: unpack_marks(word, instructions)?,
    })
}

impl Word {
    /// The instructions whose last uses it marks.
    pub fn marked(&self) -> &[Marks] {
        match self {
            Word::LastUses(marks) => marks,
            Word::Compact { marks, .. } => marks,
            Word::Region { .. } | Word::Operations(_) => &[],
        }
    }

    /// The format that carries it and the word, if one has room for it.
    pub fn encode(&self) -> Result<(Format, u64), TooMuch> {
        match self {
            Word::Region {
                usage,
                operations,
                more,
            } => {
                if usage.iter().any(|lines| *lines > 7) {
                    return Err(TooMuch("at most 7 lines of a bank"));
                }
                if usize::from(*more) > MORE_WORDS {
                    return Err(TooMuch("at most 4 further words of operations"));
                }
                let lines = usage.iter().enumerate();
                let lines = lines.fold(0, |word, (bank, n)| word | u64::from(*n) << (3 * bank));
                let operations = pack_operations(operations, REGION_OPERATIONS)?;
                let word = lines | operations << 24 | u64::from(*more) << 48;
                Ok((Format::Region, word))
            }
            Word::Operations(operations) if operations.is_empty() => {
                Err(TooMuch("a further word has at least one operation"))
            }
            Word::Operations(operations) => {
                let word = pack_operations(operations, WORD_OPERATIONS)?;
                Ok((Format::Operations, word))
            }
            Word::LastUses(marks) => Ok((Format::LastUses, pack_marks(marks))),
            Word::Compact {
                usage,
                operations,
                marks,
            } => {
                let format = Format::compact(operations.len())
                    .ok_or(TooMuch("at most 5 operations of a compact word"))?;
                let of_bottom = pack_operations(operations, COMPACT_OPERATIONS)?;
                if marks.len() != compact_instructions(operations.len()) {
                    return Err(TooMuch(
                        "a compact word marks what its operations leave room for",
                    ));
                }
                let places = (0..operations.len())
                    .map(|i| (of_bottom >> (8 * i) & 0xff) << compact_place(i));
                let operations = places.fold(0, |word, operation| word | operation);
                let usage = u64::from(*usage) << (WORD_BITS - BANKS);
                Ok((format, usage | operations | pack_marks(marks)))
            }
        }
    }

    /// What a word says, unless it is bad.
    pub fn decode(format: Format, word: u64) -> Option<Self> {
        match format {
            Format::Region => {
                let more = field(word, 48, 3) as u8;
                if usize::from(more) > MORE_WORDS || word >> 51 != 0 {
                    return None;
                }
                Some(Word::Region {
                    usage: std::array::from_fn(|bank| field(word, 3 * bank, 3) as u8),
                    operations: unpack_operations(word, 24, REGION_OPERATIONS)?,
                    more,
                })
            }
            Format::Operations => {
                let operations = unpack_operations(word, 0, WORD_OPERATIONS)?;
                (word >> 48 == 0 && !operations.is_empty()).then_some(Word::Operations(operations))
            }
            Format::LastUses => {
                let marks = unpack_marks(word, MARKED_INSTRUCTIONS)?;
                Some(Word::LastUses(marks.try_into().ok()?))
            }
            compact => unpack_compact(word, compact.compact_operations()?),
        }
    }
}

/// The words of a region: the first, the further operations, and the last uses of its instructions up to
/// the last that has any. The compact form is taken where it has room for usage and operations.
pub fn words_of_region(
    usage: [u8; BANKS],
    operations: &[(Operation, u8)],
    instructions: &[Marks],
) -> Result<Vec<Word>, TooMuch> {
    let marked = instructions
        .iter()
        .rposition(|marks| *marks != Marks::default());
    let instructions = &instructions[..marked.map_or(0, |last| last + 1)];
    let is_small = operations.len() <= COMPACT_OPERATIONS && usage.iter().all(|lines| *lines <= 1);
    let mut words = Vec::new();
    let mut unmarked = instructions;
    if is_small {
        let bits = usage.iter().enumerate();
        let room = compact_instructions(operations.len());
        let (here, behind) = instructions.split_at(instructions.len().min(room));
        let mut marks = here.to_vec();
        marks.resize(room, Marks::default());
        words.push(Word::Compact {
            usage: bits.fold(0, |bits, (bank, lines)| bits | lines << bank),
            operations: operations.to_vec(),
            marks,
        });
        unmarked = behind;
    } else {
        let (first, rest) = operations.split_at(operations.len().min(REGION_OPERATIONS));
        let further = rest.chunks(WORD_OPERATIONS);
        if further.len() > MORE_WORDS {
            return Err(TooMuch("at most 27 operations of a region"));
        }
        words.push(Word::Region {
            usage,
            operations: first.to_vec(),
            more: further.len() as u8,
        });
        words.extend(further.map(|chunk| Word::Operations(chunk.to_vec())));
    }
    for chunk in unmarked.chunks(MARKED_INSTRUCTIONS) {
        let mut marks = [Marks::default(); MARKED_INSTRUCTIONS];
        marks[..chunk.len()].copy_from_slice(chunk);
        words.push(Word::LastUses(marks));
    }
    Ok(words)
}

/// Marks as the decoder shows them, 7 bits an instruction.
pub fn shown_marks(all: &[Marks]) -> u64 {
    let shown = |marks: &Marks| {
        let [a, b, c] = marks.sources.map(|s| s as u64);
        a | b << 2 | c << 4 | u64::from(marks.destination) << 6
    };
    let all = all.iter().enumerate();
    all.fold(0, |bits, (index, marks)| {
        bits | shown(marks) << (MARK_BITS * index)
    })
}

/// The decoder's outputs for a word.
pub fn show(format: u8, word: u64) -> MetadataDecoderOutputs {
    let decoded = Format::from_code(format).and_then(|format| Word::decode(format, word));
    let mut outputs = MetadataDecoderOutputs {
        valid: decoded.is_some(),
        bad: decoded.is_none(),
        format,
        ..Default::default()
    };
    let mut show_operations = |operations: &[(Operation, u8)]| {
        outputs.operations = true;
        for (index, &(operation, register)) in operations.iter().enumerate() {
            outputs.kinds |= (operation as u16) << (2 * index);
            outputs.registers |= u64::from(register) << (6 * index);
        }
    };
    match decoded {
        None => {}
        Some(Word::Region {
            usage,
            operations,
            more,
        }) => {
            show_operations(&operations);
            outputs.region = true;
            outputs.more = more;
            let lines = usage.iter().enumerate();
            outputs.usage = lines.fold(0, |bits, (bank, n)| bits | u32::from(*n) << (3 * bank));
        }
        Some(Word::Operations(operations)) => show_operations(&operations),
        Some(Word::LastUses(marks)) => {
            outputs.marks = true;
            outputs.uses = shown_marks(&marks);
        }
        Some(Word::Compact {
            usage,
            operations,
            marks,
        }) => {
            show_operations(&operations);
            outputs.region = true;
            let banks = (0..BANKS).filter(|bank| usage >> bank & 1 == 1);
            outputs.usage = banks.fold(0, |bits, bank| bits | 1 << (3 * bank));
            outputs.marks = true;
            outputs.uses = shown_marks(&marks);
        }
    }
    outputs
}

/// The model of `metadata_decoder`.
#[derive(Clone, Debug, Default)]
pub struct MetadataDecoder {
    shown: MetadataDecoderOutputs,
}

impl MetadataDecoder {
    /// A decoder after reset.
    pub fn new(_parameters: MetadataDecoderParameters) -> Self {
        Self::default()
    }

    /// What it shows in this cycle.
    pub fn shown(&self) -> &MetadataDecoderOutputs {
        &self.shown
    }

    /// The clock rises.
    pub fn advance(&mut self, word: Option<(u8, u64)>) {
        self.shown = match word {
            Some((format, word)) => show(format, word & ((1 << WORD_BITS) - 1)),
            None => MetadataDecoderOutputs::default(),
        };
    }
}

impl UnitModel<spec::regless::MetadataDecoder> for MetadataDecoder {
    fn reset(&mut self) {
        self.shown = MetadataDecoderOutputs::default();
    }

    fn cycle(
        &mut self,
        inputs: &MetadataDecoderInputs,
    ) -> Result<MetadataDecoderOutputs, UnitFault<MetadataDecoderOutputs>> {
        let shown = self.shown.clone();
        self.advance(inputs.valid.then_some((inputs.format, inputs.word)));
        Ok(shown)
    }
}
