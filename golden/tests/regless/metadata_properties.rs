//! Properties of metadata words.

use golden::regless::metadata::{show, shown_marks, words_of_region, Marks, Use, Word};
use spec::regless::{compact_instructions, Format, Operation, MARKED_INSTRUCTIONS};
use surroundings::random::Random;

fn operations(random: &mut Random, least: usize, most: usize) -> Vec<(Operation, u8)> {
    let count = least + random.below(most + 1 - least);
    let draw = |_| {
        let operation = Operation::ALL[random.below(3)];
        (operation, random.below(64) as u8)
    };
    (0..count).map(draw).collect()
}

fn marks(random: &mut Random) -> Marks {
    let mut source = || [Use::Keep, Use::Erase, Use::Evict][random.below(3)];
    let sources = [source(), source(), source()];
    Marks {
        sources,
        destination: random.chance(50),
    }
}

fn word(random: &mut Random) -> Word {
    match random.below(4) {
        0 => Word::Region {
            usage: std::array::from_fn(|_| random.below(8) as u8),
            operations: operations(random, 0, 3),
            more: random.below(5) as u8,
        },
        1 => Word::Operations(operations(random, 1, 6)),
        2 => Word::LastUses(std::array::from_fn(|_| marks(random))),
        _ => {
            let operations = operations(random, 0, 5);
            let room = compact_instructions(operations.len());
            Word::Compact {
                usage: random.below(256) as u8,
                operations,
                marks: (0..room).map(|_| marks(random)).collect(),
            }
        }
    }
}

#[test]
fn decoding_returns_annotations() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let word = word(&mut random);
        let (format, code) = word.encode().expect("it fits");
        assert!(code >> 54 == 0);
        assert_eq!(Word::decode(format, code), Some(word));
    }
}

#[test]
fn word_has_one_meaning() {
    let mut random = Random::new(2);
    for _ in 0..3_000 {
        let word = word(&mut random);
        let (format, code) = word.encode().expect("it fits");
        let uses = show(format as u8, code).uses;
        let sources = (0..MARKED_INSTRUCTIONS).flat_map(|i| [0, 2, 4].map(|at| 7 * i + at));
        for at in sources {
            assert_ne!(uses >> at & 3, 3, "no code says it of a source: {code:x}");
        }
        for bit in 0..54 {
            let other = Word::decode(format, code ^ 1 << bit);
            assert_ne!(other.as_ref(), Some(&word), "bit {bit} of {code:x}");
            if let Some(other) = other {
                assert_eq!(other.encode(), Ok((format, code ^ 1 << bit)));
            }
        }
    }
}

#[test]
fn bad_implies_nothing() {
    // Format and word of every way to be bad.
    let bad = [
        (0, 1 << 53),
        (0, 5 << 48),
        (0, 1 << 24),
        (0, 0x41 << 32),
        (1, 0),
        (1, 1 << 48),
        (1, 0x41 << 8),
        (2, 54),
        (2, 63 << 48),
        // Compact: between operations and marks, a mark, operations that lack, a register without a kind.
        (3, 1 << 42),
        (3, 1 << 45),
        (3, 54),
        (4, 0x41 << 38 | 1 << 36),
        (4, 0),
        (4, 0x41 << 38 | 63 << 30),
        (5, 0x41 << 38),
        (6, 0x41 << 38 | 0x41 << 30 | 0x41 << 22 | 1 << 18),
        (6, 0x41 << 38 | 0x01 << 30 | 0x41 << 22),
        (
            7,
            0x41 << 38 | 0x41 << 30 | 0x41 << 22 | 0x41 << 14 | 1 << 13,
        ),
        (8, 0x41 << 38 | 0x41 << 30 | 0x41 << 22 | 0x41 << 14),
        // No format.
        (9, 0),
        (15, 0),
    ];
    for (format, word) in bad {
        let o = show(format, word);
        assert!(o.bad && !o.valid, "format {format}, {word:x}");
        assert!(!o.region && !o.operations && !o.marks);
        let decoded = Format::from_code(format).and_then(|format| Word::decode(format, word));
        assert_eq!(decoded, None);
    }
}

#[test]
fn codes_of_marks_are_numbers_to_the_base_3() {
    let marks = Marks {
        sources: [Use::Evict, Use::Keep, Use::Erase],
        destination: true,
    };
    let mut all = [Marks::default(); MARKED_INSTRUCTIONS];
    all[1] = marks;
    let word = Word::LastUses(all);
    // a evict 2, b keep 0, c erase 9, destination 27, in instruction 1.
    assert_eq!(word.encode(), Ok((Format::LastUses, (2 + 9 + 27) << 6)));
    assert_eq!(shown_marks(&all), 0b1_01_00_10 << 7);
    assert_eq!(show(2, (2 + 9 + 27) << 6).uses, 0b1_01_00_10 << 7);
}

#[test]
fn what_has_no_room_is_refused() {
    let too_many = vec![(Operation::Preload, 1); 28];
    assert!(words_of_region([1; 8], &too_many, &[]).is_err());
    assert!(words_of_region([1; 8], &too_many[..27], &[]).is_ok());
    let words = words_of_region([8; 8], &[], &[Marks::default(); 9]).unwrap();
    assert!(words[0].encode().is_err(), "8 lines of a bank");
    let mut marks = [Marks::default(); 12];
    let formats = |usage: u8, operations: usize, marks: &[Marks]| -> Vec<Format> {
        let words = words_of_region([usage; 8], &too_many[..operations], marks).unwrap();
        let format = |word: &Word| word.encode().unwrap().0;
        words.iter().map(format).collect()
    };
    use Format::{Compact0, Compact2, Compact4, LastUses, Operations, Region};
    assert_eq!(
        formats(2, 4, &marks),
        [Region, Operations],
        "there are no marks"
    );
    marks[8].destination = true;
    assert_eq!(formats(2, 4, &marks), [Region, Operations, LastUses]);
    marks[9].destination = true;
    assert_eq!(
        formats(2, 4, &marks),
        [Region, Operations, LastUses, LastUses]
    );
    // With a line of each bank at most: marks of two instructions stand beside four operations.
    assert_eq!(formats(1, 4, &marks), [Compact4, LastUses]);
    assert_eq!(formats(1, 6, &marks[..9]), [Region, Operations, LastUses]);
    let mut marks = [Marks::default(); 8];
    marks[4].destination = true;
    assert_eq!(formats(1, 2, &marks), [Compact2]);
    marks[6].destination = true;
    assert_eq!(formats(1, 2, &marks), [Compact2, LastUses]);
    assert_eq!(formats(1, 0, &marks), [Compact0]);
}
