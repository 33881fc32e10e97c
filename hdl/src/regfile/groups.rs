//! Groups of ports of the register file, as the contract declares them, on wires.

use spec::regfile::{SOURCES, TAG_BITS};
use spec::warp::{LANES, REGISTER_BITS};

use crate::prelude::*;

spec::regfile_instruction!(hdl_macros::group);
spec::regfile_writeback!(hdl_macros::group);
spec::regfile_offer!(hdl_macros::group);

hdl_macros::group! {
    /// The registers that an instruction names.
    pub struct RegfileOperands<INDEX> {
        /// It has the sources a (bit 0), b (bit 1), c (bit 2).
        sources: u8 = SOURCES,
        /// Source a.
        a: u16 = INDEX,
        /// Source b.
        b: u16 = INDEX,
        /// Source c.
        c: u16 = INDEX,
        /// It has a destination.
        writes: bool = 1,
        /// The destination.
        destination: u16 = INDEX,
    }
}

/// The registers of an instruction.
#[hardware]
pub fn operands<const I: usize>(instruction: Instruction<I>) -> RegfileOperands<I> {
    RegfileOperands {
        sources: instruction.sources,
        a: instruction.a,
        b: instruction.b,
        c: instruction.c,
        writes: instruction.writes,
        destination: instruction.destination,
    }
}

/// The registers of what enters: of the instruction, or of a dummy MOV of its destination in its place (5.2).
#[hardware]
pub fn entering<const I: usize>(operands: RegfileOperands<I>, moves: bool) -> RegfileOperands<I> {
    RegfileOperands {
        sources: if moves {
            bits::<3>(1)
        } else {
            operands.sources
        },
        a: if moves {
            operands.destination
        } else {
            operands.a
        },
        b: operands.b,
        c: operands.c,
        writes: operands.writes,
        destination: operands.destination,
    }
}

/// The registers of an instruction as they are kept: a in the lowest bits, the destination in the highest.
#[hardware]
pub fn registers_of<const I: usize, const W: usize>(operands: RegfileOperands<I>) -> Bits<W> {
    let mut registers = bits::<W>(0);
    registers = replace_bits(registers, 0, operands.a);
    registers = replace_bits(registers, I, operands.b);
    registers = replace_bits(registers, 2 * I, operands.c);
    registers = replace_bits(registers, 3 * I, operands.destination);
    registers
}
