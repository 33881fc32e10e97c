//! Every row of the section *Bad input* of the contract: refused, and the state is as before.

use crate::regfile::manner::{preset, Manner};
use crate::regfile::play::Play;
use golden::regfile::{Instruction, Regfile, WriteBack};
use spec::regfile::RegfileInputs;
use spec::regfile::Writeback;
use spec::Ready;
use spec::{OutOfContract, UnitModel};

/// The file refuses `inputs` for `reason`, and then goes on as if nothing had happened.
fn refuses(file: &Regfile, inputs: &RegfileInputs, reason: &str) {
    let mut tried = file.clone();
    let error = tried.cycle(inputs).expect_err(reason);
    assert_eq!(error.to_string(), OutOfContract::new(reason).to_string());
    let mut untouched = file.clone();
    for select in 0..64 {
        let inputs = RegfileInputs {
            out: [Ready { ready: true }, Ready { ready: true }],
            counter_select: select,
            ..RegfileInputs::default()
        };
        assert_eq!(tried.cycle(&inputs), untouched.cycle(&inputs));
    }
}

/// A file with instructions, results and writes inside.
fn busy() -> Play {
    let mut play = Play::new(1, preset("small"), Manner::BUSY);
    (0..100).for_each(|_| drop(play.step()));
    play
}

fn instruction(port: usize, instruction: Instruction) -> RegfileInputs {
    let mut inputs = RegfileInputs::default();
    instruction.present(port, &mut inputs);
    inputs
}

fn result(port: usize, register: u16, mask: u32) -> RegfileInputs {
    let mut inputs = RegfileInputs::default();
    let data = [1; 32];
    WriteBack {
        register,
        mask,
        launched: u32::MAX,
        data,
    }
    .present(port, &mut inputs);
    inputs
}

#[test]
fn registers_that_do_not_exist() {
    let file = busy().file;
    for (port, name) in [(0, "in0"), (1, "in1")] {
        let reason = format!("{name} names register 16, but there are 16");
        for source in 0..3 {
            let mut sources = [Some(1); 3];
            sources[source] = Some(16);
            let bad = Instruction {
                sources,
                ..Instruction::default()
            };
            refuses(&file, &instruction(port, bad), &reason);
        }
        let bad = Instruction {
            destination: Some(16),
            ..Instruction::default()
        };
        refuses(&file, &instruction(port, bad), &reason);
    }
    for (port, name) in [(0, "wb0"), (1, "wb1")] {
        let reason = format!("{name} names register 1023, but there are 16");
        refuses(&file, &result(port, 1023, 1), &reason);
    }
    let inputs = RegfileInputs {
        release_valid: true,
        release_register: 16,
        ..RegfileInputs::default()
    };
    refuses(
        &file,
        &inputs,
        "release names register 16, but there are 16",
    );
}

/// Names that do not count: without valid, without source, without destination.
#[test]
fn names_that_do_not_count_are_free() {
    let mut file = Regfile::new(preset("small"));
    let inputs = RegfileInputs {
        issue: [
            spec::regfile::Instruction {
                valid: true,
                a: 1023,
                b: 99,
                destination: 400,
                ..Default::default()
            },
            spec::regfile::Instruction {
                a: 1023,
                sources: 7,
                writes: true,
                destination: 1000,
                ..Default::default()
            },
        ],
        wb: [
            Writeback {
                register: 1023,
                ..Default::default()
            },
            Writeback {
                register: 16,
                ..Default::default()
            },
        ],
        release_register: 77,
        ..RegfileInputs::default()
    };
    assert!(file.cycle(&inputs).expect("in contract").issue[0].ready);
}

/// A file in which instructions for registers 1 and 2 were taken, and one for 3 was not.
fn owing() -> Regfile {
    let mut file = Regfile::new(preset("small"));
    let writer = |register| Instruction {
        destination: Some(register),
        mask: u32::MAX,
        launched: u32::MAX,
        ..Instruction::default()
    };
    for register in 1..4 {
        let mut inputs = instruction(0, writer(register));
        inputs.out[0].ready = true;
        assert!(file.cycle(&inputs).expect("in contract").issue[0].ready);
    }
    // The one for 3 is offered, but nobody takes it.
    assert!(
        file.cycle(&RegfileInputs::default())
            .expect("in contract")
            .out[0]
            .valid
    );
    file
}

#[test]
fn results_that_nobody_waits_for() {
    let file = owing();
    let reason = |port, register| {
        format!("wb{port} writes register {register}, for which no result is owed")
    };
    refuses(&file, &result(0, 4, u32::MAX), &reason(0, 4));
    refuses(&file, &result(1, 3, u32::MAX), &reason(1, 3));
    // Taken in this very cycle is too early.
    let mut inputs = result(0, 3, u32::MAX);
    inputs.out[0].ready = true;
    refuses(&file, &inputs, &reason(0, 3));
    // Once is enough.
    let mut file = file;
    assert!(file.cycle(&result(0, 1, u32::MAX)).expect("in contract").wb[0].ready);
    refuses(&file, &result(0, 1, u32::MAX), &reason(0, 1));
}

#[test]
fn a_result_with_another_mask() {
    let has = "but its instruction has 0xffffffff of 0xffffffff";
    let reason = format!("wb0 writes lanes 0x00000001 of 0xffffffff of register 1, {has}");
    refuses(&owing(), &result(0, 1, 1), &reason);
    let mut narrow = result(1, 1, u32::MAX);
    narrow.wb[1].launched = 0xffff;
    let reason = format!("wb1 writes lanes 0xffffffff of 0x0000ffff of register 1, {has}");
    refuses(&owing(), &narrow, &reason);
}

#[test]
fn lanes_that_the_warp_does_not_have() {
    let bad = Instruction {
        destination: Some(1),
        mask: 0x1_0001,
        launched: 0xffff,
        ..Instruction::default()
    };
    let reason = "in1 writes lanes 0x00010001, but its warp has 0x0000ffff";
    refuses(&busy().file, &instruction(1, bad), reason);
}

#[test]
fn both_results_for_one_register() {
    let mut inputs = result(0, 1, u32::MAX);
    inputs.wb[1].valid = true;
    (inputs.wb[1].register, inputs.wb[1].mask) = (1, u32::MAX);
    inputs.wb[1].launched = u32::MAX;
    refuses(&owing(), &inputs, "both results are for register 1");
}

/// A result that was refused for want of room is still owed.
#[test]
fn a_result_that_is_not_accepted_is_still_owed() {
    let mut file = Regfile::new(preset("small"));
    let mut inputs = RegfileInputs {
        out: [Ready { ready: true }, Default::default()],
        ..RegfileInputs::default()
    };
    for register in 0..10 {
        let writer = Instruction {
            destination: Some(register),
            mask: u32::MAX,
            launched: u32::MAX,
            ..Instruction::default()
        };
        writer.present(0, &mut inputs);
        file.cycle(&inputs).expect("in contract");
    }
    inputs.issue[0].valid = false;
    file.cycle(&inputs).expect("in contract");
    let mut register = 0;
    let mut refused = 0;
    while register < 10 {
        let outputs = file
            .cycle(&result(0, register, u32::MAX))
            .expect("still owed");
        register += u16::from(outputs.wb[0].ready);
        refused += u32::from(!outputs.wb[0].ready);
    }
    assert!(refused > 0);
}
