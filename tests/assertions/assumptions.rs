//! What is assumed beside the assertions fails in exactly the cycles that the golden model refuses.

use super::checker::{self, Checker};
use super::trace::Trace;
use hdl::emit::{Module, Options};
use spec::{Configuration, UnitId};
use surroundings::engine::Halt;
use surroundings::interface::{Interface, Slot};
use surroundings::kit;
use surroundings::prng::Prng;
use verilated::{Library, Port, Source};

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
        let configurations = super::presets(unit)
            .into_iter()
            .map(Configuration::of_preset);
        // The first preset that has something to assume.
        let mut assuming = configurations.filter_map(|configuration| {
            let assumptions = Assumptions::of(&configuration)?;
            Some((configuration, assumptions))
        });
        let Some((configuration, assumptions)) = assuming.next() else {
            continue;
        };
        some = true;
        let (mut refused, mut legal) = (0, 0);
        for run in 0..RUNS {
            let (trace, refusal) = disturbed(&configuration, SEED + run);
            let failed = assumptions.failed(&trace);
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

/// What is assumed beside a unit.
enum Assumptions {
    /// Of its ports.
    Ports(Checker),
    /// Of what is in it: the unit with them.
    Inside(Library),
}

impl Assumptions {
    fn of(configuration: &Configuration) -> Option<Self> {
        let parameters = &configuration.parameters;
        let design = hdl::units::emit(configuration, &Options::default()).expect("it emits");
        let assumes = |checker: &Module| checker.text.contains("_M: assume");
        if assumes(&hdl::assertions::checker(parameters, &design)) {
            return Some(Self::Ports(Checker::of(configuration)));
        }
        let inside = hdl::assertions::checker_inside(parameters, &design);
        assumes(&inside).then(|| {
            let interface = Interface::of(parameters);
            let port = |slot: &Slot| {
                let port = &slot.port;
                Port::new(&port.name, port.width as u32).padded(port.words)
            };
            let mut inputs = vec![Port::new("reset", 1)];
            inputs.extend(interface.inputs().iter().map(port));
            let outputs = interface.outputs().iter().map(port).collect();
            // Assertions do not listen: what golden refuses may break them.
            let alone = |line: &str| match line.contains("_A: assert") {
                true => line.replace("(in_reset)", "(1'b1)") + "\n",
                false => line.to_owned() + "\n",
            };
            let text: String = inside.text.lines().map(alone).collect();
            let modules = design.modules.iter();
            let mut sources: Vec<Source> = modules
                .map(|module| Source::new(&module.file_name, &module.text))
                .collect();
            sources.push(Source::new(&inside.file_name, &text));
            Self::Inside(checker::build(&design.top, inputs, outputs, sources))
        })
    }

    /// The cycle in which they fail first, if they do.
    fn failed(&self, trace: &Trace) -> Option<usize> {
        match self {
            Self::Ports(checker) => checker.assumed(&checker.feed(trace)),
            Self::Inside(unit) => {
                let mut model = unit.instantiate(1).expect("the unit starts");
                let mut rows = trace.rows();
                let mut outputs = vec![0; trace.output_words()];
                rows.position(|row| model.run(1, row, &mut outputs).is_err())
            }
        }
    }
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
