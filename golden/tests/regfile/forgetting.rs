//! What a release and a reset leave of the register file: nothing.

use crate::regfile::play::{Cycle, Play};
use crate::regfile::property_tests::play;
use golden::regfile::Instruction;
use proptest::prelude::*;
use spec::regfile::RegfileInputs;
use spec::{Ready, UnitModel};

/// All registers are written, some twice, then all released: the banks are gated, and what is
/// read is 0 without an access.
#[test]
pub fn release_forgets() {
    proptest!(|((seed, parameters, manner, cycles) in play())| {
        let mut play = Play::new(seed, parameters, manner);
        for _ in 0..cycles {
            play.step();
        }
        play.drain();
        for register in 0..parameters.registers() as u16 {
            let release = RegfileInputs {
                release_valid: true,
                release_register: register,
                ..Default::default()
            };
            prop_assert!(play.cycle(release).outputs.release_ready);
        }
        for _ in 0..2 {
            play.cycle(RegfileInputs::default());
        }
        let mut offered = 0;
        for register in 0..parameters.registers() as u16 {
            let mut inputs = RegfileInputs {
                out: [Ready { ready: true }, Ready { ready: true }],
                ..Default::default() };
            let sources = [Some(register), None, Some(register)];
            Instruction { sources, ..Default::default() }.present(0, &mut inputs);
            let cycle = play.cycle(inputs);
            if parameters.gates() {
                let all = u32::MAX >> (32 - parameters.banks());
                prop_assert_eq!(cycle.outputs.bank_gated, all);
            }
            prop_assert_eq!(cycle.outputs.bank_read, 0);
            for (_, offer) in cycle.taken {
                prop_assert_eq!(offer.sources, [Some([0; 32]), None, Some([0; 32])]);
                offered += 1;
            }
        }
        prop_assert!(offered > 0);
    });
}

#[test]
pub fn reset_empties_file() {
    proptest!(|((seed, parameters, manner, cycles) in play())| {
        let mut used = Play::new(seed, parameters, manner);
        for _ in 0..cycles {
            used.step();
        }
        used.reset();
        let mut fresh = Play::new(seed + 1, parameters, manner);
        for _ in 0..cycles {
            let Cycle { inputs, outputs, .. } = fresh.step();
            prop_assert_eq!(used.file.cycle(&inputs).expect("in contract"), outputs);
        }
        used.file.reset();
        for select in 0..64 {
            let inputs = RegfileInputs { counter_select: select, ..Default::default() };
            let mut file = used.file.clone();
            let outputs = file.cycle(&inputs).expect("in contract");
            prop_assert_eq!(outputs.counter_value, 0);
            let all = u32::MAX >> (32 - parameters.banks());
            prop_assert_eq!(outputs.bank_gated, if parameters.gates() { all } else { 0 });
            prop_assert!(!outputs.out[0].valid);
        }
    });
}
