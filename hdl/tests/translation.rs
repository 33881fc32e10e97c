//! The AST says what the simulation does: every circuit of the corpus, on random inputs.

use crate::support;

use corpus::constructs::cases;
use hdl::ports::frame_words;
use support::compare;

/// A small generator, so that a failure names its seed and nothing else.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32
    }
}

#[test]
fn the_ast_agrees_with_the_simulation() {
    for case in cases() {
        let mut unit = (case.make)();
        unit.prepare();
        let mut random = Random(0x5eed_0001);
        let mut inputs = vec![0; frame_words(&unit.inputs())];
        let mut outputs = vec![0; frame_words(&unit.outputs())];
        for round in 0..150 {
            for word in &mut inputs {
                // Corners first, then anything.
                *word = match round {
                    0 => 0,
                    1 => u32::MAX,
                    _ => random.next(),
                };
            }
            unit.normalize(&mut inputs);
            unit.apply(&inputs)
                .unwrap_or_else(|error| panic!("{}: {error}", case.name));
            compare(case.name, &*unit);
            unit.cycle(&inputs, &mut outputs)
                .unwrap_or_else(|error| panic!("{}: {error}", case.name));
        }
    }
}

#[test]
fn what_is_assigned_is_claimed() {
    for case in cases() {
        let mut unit = (case.make)();
        unit.prepare();
        // rust_hdl exempts the inputs of a top called `uut`, and this function names it so.
        let check = rust_hdl::core::check_connected::check_connected(unit.block());
        assert_eq!(check, Ok(()), "{}", case.name);
    }
}

#[test]
fn the_corpus_is_large_and_its_names_differ() {
    let mut names: Vec<_> = cases().iter().map(|case| case.name).collect();
    assert!(names.len() >= 100, "{} circuits", names.len());
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), cases().len());
}
