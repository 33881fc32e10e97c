//! Metadata words: the compiler's encoder, and the decoder (RegLess 5.4).

use spec::osu::{
    Format, MetadataDecoderInputs, MetadataDecoderOutputs, MetadataDecoderParameters, Operation,
    BANKS, COMPACT_INSTRUCTIONS, COMPACT_OPERATIONS, MARKED_INSTRUCTIONS, MARK_BITS, MARK_CODES,
    MARK_CODE_BITS, MORE_WORDS, REGION_OPERATIONS, WORD_BITS, WORD_OPERATIONS,
};
use spec::{OutOfContract, UnitModel};
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
        /// Up to 2 operations.
        operations: Vec<(Operation, u8)>,
        /// Last uses of 4 instructions.
        marks: [Marks; COMPACT_INSTRUCTIONS],
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

fn pack_marks(all: &[Marks]) -> u64 {
    let codes = all.iter().enumerate();
    codes.fold(0, |word, (index, marks)| {
        word | code(marks) << (MARK_CODE_BITS * index)
    })
}

fn unpack_marks<const N: usize>(word: u64, at: usize) -> Option<[Marks; N]> {
    let mut all = [Marks::default(); N];
    for (index, slot) in all.iter_mut().enumerate() {
        *slot = marks(field(word, at + MARK_CODE_BITS * index, MARK_CODE_BITS))?;
    }
    Some(all)
}

impl Word {
    /// The format that carries it.
    pub fn format(&self) -> Format {
        match self {
            Word::Region { .. } => Format::Region,
            Word::Operations(_) => Format::Operations,
            Word::LastUses(_) => Format::LastUses,
            Word::Compact { .. } => Format::Compact,
        }
    }

    /// The word, if the format has room for it.
    pub fn encode(&self) -> Result<u64, TooMuch> {
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
                Ok(lines | operations << 24 | u64::from(*more) << 48)
            }
            Word::Operations(operations) if operations.is_empty() => {
                Err(TooMuch("a further word has at least one operation"))
            }
            Word::Operations(operations) => pack_operations(operations, WORD_OPERATIONS),
            Word::LastUses(marks) => Ok(pack_marks(marks)),
            Word::Compact {
                usage,
                operations,
                marks,
            } => {
                let operations = pack_operations(operations, COMPACT_OPERATIONS)?;
                Ok(u64::from(*usage) | operations << 8 | pack_marks(marks) << 24)
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
            Format::LastUses => Some(Word::LastUses(unpack_marks(word, 0)?)),
            Format::Compact => {
                if word >> 48 != 0 {
                    return None;
                }
                Some(Word::Compact {
                    usage: field(word, 0, 8) as u8,
                    operations: unpack_operations(word, 8, COMPACT_OPERATIONS)?,
                    marks: unpack_marks(word, 24)?,
                })
            }
        }
    }
}

/// The words of a region: the first, the further operations, and the last uses of its instructions up to
/// the last that has any. The compact form is taken where it has room.
pub fn words_of_region(
    usage: [u8; BANKS],
    operations: &[(Operation, u8)],
    instructions: &[Marks],
) -> Result<Vec<Word>, TooMuch> {
    let marked = instructions
        .iter()
        .rposition(|marks| *marks != Marks::default());
    let instructions = &instructions[..marked.map_or(0, |last| last + 1)];
    if instructions.len() <= COMPACT_INSTRUCTIONS
        && operations.len() <= COMPACT_OPERATIONS
        && usage.iter().all(|lines| *lines <= 1)
    {
        let bits = usage.iter().enumerate();
        let mut marks = [Marks::default(); COMPACT_INSTRUCTIONS];
        marks[..instructions.len()].copy_from_slice(instructions);
        return Ok(vec![Word::Compact {
            usage: bits.fold(0, |bits, (bank, lines)| bits | lines << bank),
            operations: operations.to_vec(),
            marks,
        }]);
    }
    let (first, rest) = operations.split_at(operations.len().min(REGION_OPERATIONS));
    let further = rest.chunks(WORD_OPERATIONS);
    if further.len() > MORE_WORDS {
        return Err(TooMuch("at most 27 operations of a region"));
    }
    let mut words = vec![Word::Region {
        usage,
        operations: first.to_vec(),
        more: further.len() as u8,
    }];
    words.extend(further.map(|chunk| Word::Operations(chunk.to_vec())));
    for chunk in instructions.chunks(MARKED_INSTRUCTIONS) {
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
    let decoded = Word::decode(Format::ALL[usize::from(format)], word);
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

impl UnitModel<spec::osu::MetadataDecoder> for MetadataDecoder {
    fn reset(&mut self) {
        self.shown = MetadataDecoderOutputs::default();
    }

    fn cycle(
        &mut self,
        inputs: &MetadataDecoderInputs,
    ) -> Result<MetadataDecoderOutputs, OutOfContract> {
        let shown = self.shown.clone();
        self.advance(inputs.valid.then_some((inputs.format, inputs.word)));
        Ok(shown)
    }
}
