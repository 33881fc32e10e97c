//! What is assumed beside the assertions fails in exactly the cycles that the golden model refuses.

use super::checker::Checker;
use super::trace::Trace;
use hdl::emit::Options;
use spec::{Configuration, UnitId};
use surroundings::engine::Halt;
use surroundings::interface::Interface;
use surroundings::kit;
use surroundings::prng::Prng;

/// Runs from reset, each until something is refused.
const RUNS: u64 = 200;
/// The longest of them.
const CYCLES: usize = 64;
/// The seed of them all.
const SEED: u64 = 1;

#[test]
fn assumptions_fail_where_golden_refuses() {
    let mut some = false;
    for &unit in UnitId::ALL {
        let preset = super::presets(unit)[0];
        let configuration = Configuration::of_preset(preset);
        let design = hdl::units::emit(&configuration, &Options::default()).expect("it emits");
        let text = hdl::assertions::checker(&configuration.parameters, &design).text;
        if !text.contains("_M: assume") {
            continue;
        }
        some = true;
        let checker = Checker::of(&configuration);
        let (mut refused, mut legal) = (0, 0);
        for run in 0..RUNS {
            let (trace, refusal) = disturbed(&configuration, SEED + run);
            let failed = checker.assumed(&checker.feed(&trace));
            assert_eq!(failed, refusal, "{unit}: run {run} of seed {SEED}");
            match refusal {
                Some(_) => refused += 1,
                None => legal += 1,
            }
        }
        assert!(refused > 9 && legal > 9, "{unit}: {refused} and {legal}");
    }
    assert!(some, "no checker assumes anything");
}

/// Legal stimulus in some cycles of which inputs take on others' values; what golden gives, until the
/// cycle that it refuses, if it does.
fn disturbed(configuration: &Configuration, seed: u64) -> (Trace, Option<usize>) {
    let interface = Interface::of(&configuration.parameters);
    let kit = kit::kit(&configuration.parameters);
    let row_words = interface.row_words();
    let mut rows = vec![0; CYCLES * row_words];
    kit.generator(&interface, seed).fill(&mut rows);
    let mut prng = Prng::new(seed);
    let rate = prng.pick(&[0, 1, 5, 20]);
    for (cycle, row) in rows.chunks_exact_mut(row_words).enumerate() {
        // Nothing is defined before the first reset.
        row[0] = u32::from(cycle == 0);
        if prng.percent(rate) {
            disturb(&interface, &mut row[1..], &mut prng);
        }
    }
    let mut outputs = vec![0; CYCLES * interface.output_words()];
    let mut golden = kit.golden().start(1).expect("golden starts");
    let refusal = match golden.run(&rows, &mut outputs) {
        Ok(()) => None,
        Err(Halt::OutOfContract { index, .. }) => Some(index),
        Err(Halt::Failed(error)) => panic!("golden fails: {error}"),
    };
    (Trace::of_frames(interface, rows, outputs), refusal)
}

/// One input takes on the value of another that is as wide, and inputs of one bit come together.
fn disturb(interface: &Interface, frame: &mut [u32], prng: &mut Prng) {
    let inputs = interface.inputs();
    let to = &inputs[prng.below(inputs.len() as u32) as usize];
    let alike: Vec<_> = inputs
        .iter()
        .filter(|slot| slot.port.width == to.port.width)
        .collect();
    let from = alike[prng.below(alike.len() as u32) as usize];
    frame.copy_within(from.range(), to.offset);
    for slot in inputs.iter().filter(|slot| slot.port.width == 1) {
        frame[slot.offset] |= u32::from(prng.percent(70));
    }
}
