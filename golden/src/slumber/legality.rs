//! What the array's contract leaves undefined (docs/units/slumber.md, section Bad input).

use spec::slumber::{
    ArrayInputs, Lanes, RegisterLanes, ACCESS_LANES, NEXT_LANES, READ_LANES, WRITE_LANES,
};
use spec::OutOfContract;

/// Refuses events of registers that do not exist, and events that contradict each other.
pub fn check(inputs: &ArrayInputs, registers: usize) -> Result<(), OutOfContract> {
    lanes(
        "fetch",
        &inputs.fetch_registers,
        inputs.fetch_enable,
        registers,
    )?;
    lanes(
        "future",
        &inputs.future_registers,
        inputs.future_enable,
        registers,
    )?;
    lanes(
        "wake",
        &inputs.wake_registers,
        inputs.wake_enable,
        registers,
    )?;
    lanes(
        "done",
        &inputs.done_registers,
        inputs.done_enable,
        registers,
    )?;
    lanes(
        "write",
        &inputs.write_registers,
        inputs.write_enable,
        registers,
    )?;
    lanes(
        "next",
        &inputs.next_registers,
        inputs.next_enable,
        registers,
    )?;
    if inputs.load_valid {
        exists("load", inputs.load_register, registers)?;
    }
    ranges(inputs, registers)?;
    contradictions(inputs)
}

fn exists(event: &str, register: u16, registers: usize) -> Result<(), OutOfContract> {
    if usize::from(register) < registers {
        Ok(())
    } else {
        Err(OutOfContract::new(format!(
            "{event} names register {register}, but there are {registers}"
        )))
    }
}

fn lanes<const N: usize>(
    event: &str,
    named: &RegisterLanes<N>,
    enable: impl Into<u32>,
    registers: usize,
) -> Result<(), OutOfContract> {
    named
        .enabled(enable)
        .try_for_each(|(_, register)| exists(event, register, registers))
}

fn ranges(inputs: &ArrayInputs, registers: usize) -> Result<(), OutOfContract> {
    let range = |event, first: u16, last: u16| {
        exists(event, last, registers)?;
        if first <= last {
            return Ok(());
        }
        let reason = format!("{event} goes from register {first} to {last}");
        Err(OutOfContract::new(reason))
    };
    let (allocate, finish) = (
        (inputs.allocate_first, inputs.allocate_last),
        (inputs.finish_first, inputs.finish_last),
    );
    if inputs.allocate_valid {
        range("allocate", allocate.0, allocate.1)?;
    }
    if inputs.finish_valid {
        range("finish", finish.0, finish.1)?;
    }
    let overlap = allocate.0 <= finish.1 && finish.0 <= allocate.1;
    if inputs.allocate_valid && inputs.finish_valid && overlap {
        let register = allocate.0.max(finish.0);
        return Err(twice(register, "allocated", "finished"));
    }
    Ok(())
}

fn twice(register: u16, one: &str, other: &str) -> OutOfContract {
    OutOfContract::new(format!(
        "register {register} is {one} and {other} in one cycle"
    ))
}

fn contradictions(inputs: &ArrayInputs) -> Result<(), OutOfContract> {
    let writes: &RegisterLanes<WRITE_LANES> = &inputs.write_registers;
    let done: &RegisterLanes<ACCESS_LANES> = &inputs.done_registers;
    let next: &RegisterLanes<NEXT_LANES> = &inputs.next_registers;
    let written = Lanes([done.0[READ_LANES], done.0[READ_LANES + 1]]);
    let written_enable = inputs.done_enable >> READ_LANES;
    if inputs.write_enable & 3 == 3 && writes.0[0] == writes.0[1] {
        return Err(twice(writes.0[0], "dispatched", "dispatched"));
    }
    if written_enable & 3 == 3 && written.0[0] == written.0[1] {
        return Err(twice(written.0[0], "written", "written"));
    }
    let kinds_differ = matches!(inputs.next_write & 3, 1 | 2);
    if inputs.next_enable & 3 == 3 && next.0[0] == next.0[1] && kinds_differ {
        return Err(twice(next.0[0], "next written", "next read"));
    }
    if inputs.load_valid {
        let loads = |lanes: &RegisterLanes<WRITE_LANES>, enable| {
            lanes
                .enabled(enable)
                .any(|(_, r)| r == inputs.load_register)
        };
        if loads(writes, inputs.write_enable) {
            return Err(twice(inputs.load_register, "dispatched", "reported"));
        }
        if loads(&written, written_enable) {
            return Err(twice(inputs.load_register, "written", "reported"));
        }
    }
    Ok(())
}
