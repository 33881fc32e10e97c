//! Cycles that are skipped leave what cycles that are run leave.

use crate::regfile::manner::{changed, preset};
use golden::regfile::{Instruction, Offer, Regfile, WriteBack};
use spec::regfile::{RegfileInputs, RegfileParameters};
use spec::Ready;
use spec::UnitModel;
use surroundings::random::Random;

fn idle(select: u8) -> RegfileInputs {
    RegfileInputs {
        out: [Ready { ready: true }, Ready { ready: true }],
        counter_select: select,
        ..RegfileInputs::default()
    }
}

/// Outputs of cycles in which every counter is read.
fn look(model: &mut Regfile) -> Vec<spec::regfile::RegfileOutputs> {
    let mut outputs = Vec::new();
    for select in 0..64 {
        outputs.push(model.cycle(&idle(select)).expect("idle"));
    }
    outputs
}

fn play(parameters: RegfileParameters, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut model = Regfile::new(parameters);
    model.reset();
    let registers = parameters.registers().min(16) as u64;
    let mut owed: Vec<WriteBack> = Vec::new();
    let mut quiet = 0;
    for round in 0..400 {
        let mut inputs = idle(0);
        let mut below = |end: u64| random.bits() % end;
        // Bursts, and long pauses in which everything comes to rest.
        if round % 40 < 8 {
            let instruction = Instruction {
                launched: u32::MAX,
                tag: round as u8,
                sources: [Some(below(registers) as u16), None, None],
                destination: Some(below(registers) as u16),
                mask: if below(3) == 0 {
                    below(1 << 32) as u32
                } else {
                    u32::MAX
                },
            };
            instruction.present(0, &mut inputs);
        } else if round % 40 == 20 {
            (inputs.release_valid, inputs.release_register) = (true, below(registers) as u16);
        }
        let result = owed.first().copied();
        if let Some(result) = &result {
            result.present(0, &mut inputs);
        }
        let outputs = model.cycle(&inputs).expect("in contract");
        if result.is_some() && outputs.wb[0].ready {
            owed.remove(0);
        }
        for offer in Offer::offered(&outputs).into_iter().flatten() {
            if let Some(register) = offer.destination {
                let value = below(1 << 32) as u32;
                let data = std::array::from_fn(|lane| value.wrapping_add(lane as u32));
                owed.push(WriteBack {
                    register,
                    mask: offer.mask,
                    launched: u32::MAX,
                    data,
                });
            }
        }
        if model.quiescent_until() > 0 && owed.is_empty() {
            quiet += 1;
            assert_eq!(model.quiescent_until(), u64::MAX);
            for cycles in [0, 1, 2, 77] {
                let (mut run, mut skipped) = (model.clone(), model.clone());
                for _ in 0..cycles {
                    run.cycle(&idle(0)).expect("idle");
                }
                skipped.skip(&idle(0), cycles).expect("idle");
                assert_eq!(
                    look(&mut run),
                    look(&mut skipped),
                    "seed {seed}, {cycles} cycles"
                );
            }
        }
    }
    quiet
}

#[test]
fn skipping_is_running() {
    for seed in 0..4 {
        for parameters in [
            preset("fermi"),
            preset("small"),
            preset("uncompressed"),
            changed("small", &[("wake_delay", "9")]),
        ] {
            assert!(
                play(parameters, seed) > 20,
                "seed {seed}: hardly ever quiet"
            );
        }
    }
}
