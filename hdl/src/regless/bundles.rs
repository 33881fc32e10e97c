//! What travels together between the parts of a shard.

use crate::prelude::*;

/// An operation of a starting region (4.3), as the queue of its bank keeps it.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct OsuOperation {
    pub kind: Bits<2>,
    pub warp: Bits<4>,
    pub register: Bits<6>,
}

/// What an instruction asks of its register read unit. Bits 0 to 2 of masks of sources are a, b and c.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct OsuInstruction {
    pub tag: Bits<8>,
    pub warp: Bits<4>,
    pub sources: Bits<3>,
    pub a: Bits<6>,
    pub b: Bits<6>,
    pub c: Bits<6>,
    pub last: Bits<3>,
    pub erase: Bits<3>,
    pub writes: Bit,
    pub destination: Bits<6>,
    pub mask: Bits<32>,
    pub write_last: Bit,
}

/// What is known of an instruction when its sources are there.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct OsuOffer {
    pub tag: Bits<8>,
    pub warp: Bits<4>,
    pub sources: Bits<3>,
    pub writes: Bit,
    pub destination: Bits<6>,
    pub mask: Bits<32>,
    pub write_last: Bit,
}

/// What a request asks of its bank.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct OsuAsked {
    pub reserves: Bit,
    pub warp: Bits<4>,
    pub register: Bits<6>,
    pub last: Bit,
    pub erase: Bit,
}
