//! Instructions, results and offers at the ports: those of the staging unit, the shard and RegLess are the
//! same but for the width of the warp.

use super::bank::Write;
use super::staging::{Instruction, Offer, Result};
use spec::regless;

/// The instruction at a port.
pub fn instruction(port: &regless::Instruction) -> Option<Instruction> {
    port.valid.then_some(Instruction {
        tag: port.tag,
        warp: port.warp,
        sources: port.sources,
        registers: [port.a, port.b, port.c],
        last: port.last,
        erase: port.erase,
        writes: port.writes,
        destination: port.destination,
        mask: port.mask,
        write_last: port.write_last,
    })
}

/// An instruction at its port.
pub fn presented(instruction: &Instruction) -> regless::Instruction {
    let [a, b, c] = instruction.registers;
    regless::Instruction {
        valid: true,
        tag: instruction.tag,
        warp: instruction.warp,
        sources: instruction.sources,
        a,
        b,
        c,
        last: instruction.last,
        erase: instruction.erase,
        writes: instruction.writes,
        destination: instruction.destination,
        mask: instruction.mask,
        write_last: instruction.write_last,
    }
}

/// The instruction at a port, and whether it is the last of its region.
pub fn issued(port: &regless::Issue) -> Option<(Instruction, bool)> {
    instruction(&port.instruction).map(|instruction| (instruction, port.ends))
}

/// An instruction at its port, and whether it is the last of its region.
pub fn issue((instruction, ends): &(Instruction, bool)) -> regless::Issue {
    regless::Issue {
        instruction: presented(instruction),
        ends: *ends,
    }
}

/// The result at a port.
pub fn result(port: &regless::Writeback) -> Option<Result<'_>> {
    port.valid.then_some(Result {
        tag: (port.warp, port.register),
        write: Write {
            entry: port.entry,
            mask: port.mask,
            data: &port.data,
            last: port.last,
        },
    })
}

/// A result at its port.
pub fn writeback(result: &Result<'_>) -> regless::Writeback {
    let (warp, register) = result.tag;
    regless::Writeback {
        valid: true,
        warp,
        register,
        entry: result.write.entry,
        mask: result.write.mask,
        data: *result.write.data,
        last: result.write.last,
    }
}

/// What a register read unit offers, at its port.
pub fn offered(offer: Offer<'_>) -> regless::Offer {
    let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
    let [a, b, c] = *offer.operands;
    regless::Offer {
        valid: true,
        tag: offer.instruction.tag,
        warp: offer.instruction.warp,
        a_valid: has(0),
        b_valid: has(1),
        c_valid: has(2),
        a,
        b,
        c,
        writes: offer.instruction.writes,
        destination: offer.instruction.destination,
        entry: offer.entry,
        mask: offer.instruction.mask,
        write_last: offer.instruction.write_last,
    }
}
