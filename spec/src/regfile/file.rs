//! Contract of `regfile`.

use super::counters::COUNTER_SELECT_BITS;
use super::groups::{Injected, Instruction, Offer, Writeback};
use super::parameters::RegfileParameters;
use crate::ports::Ready;
use crate::property::Property;
use crate::unit::Unit;

/// Instructions accepted, instructions offered and results taken in a cycle.
pub const PORTS: usize = 2;

crate::ports! {
    /// What the file takes in a cycle. What is out of contract is listed in `docs/units/regfile.md`.
    pub struct RegfileInputs for RegfileParameters as parameters,
    widths [INDEX = parameters.index_bits()], prefix "" {
        /// Warp instruction # is present; it may change or vanish until its ready is 1. That of in0 is older.
        issue as "in": [Instruction; PORTS] = [INDEX],
        /// The execution units take the instruction that out# offers in this cycle; that of out1 only with that of out0.
        out: [Ready; PORTS] = [],
        /// Result # is present; it is accepted when its ready is 1 in the same cycle.
        wb: [Writeback; PORTS] = [INDEX],
        /// A register is no longer used; accepted when release_ready is 1 in the same cycle.
        release_valid: bool = 1,
        /// That register.
        release_register: u16 = INDEX,
        /// The counter to show.
        counter_select: u8 = COUNTER_SELECT_BITS,
    }
}

crate::ports! {
    /// What the file gives in a cycle. in0_ready, in1_ready and release_ready depend on inputs of the
    /// same cycle, and counter_value on counter_select; all else is a function of the state.
    pub struct RegfileOutputs for RegfileParameters as parameters,
    widths [INDEX = parameters.index_bits(), MOVS = usize::from(parameters.injects_movs())], prefix "" {
        /// The instruction of in# is accepted in this cycle; 0 when there is none.
        issue as "in": [Ready; PORTS] = [],
        /// The oldest instruction (out0) or the one after it (out1) has all its sources; it stays until taken.
        out: [Offer; PORTS] = [INDEX],
        /// A result of wb# is accepted in this cycle.
        wb: [Ready; PORTS] = [],
        /// The release is accepted in this cycle; 0 when there is none.
        release_ready: bool = 1,
        /// The banks that are read in this cycle, bank 0 at bit 0.
        bank_read: u32 = parameters.banks(),
        /// The banks whose bytes are taken from a result on its way to them, and which are not read.
        bank_forward: u32 = parameters.banks(),
        /// The banks that are written in this cycle.
        bank_write: u32 = parameters.banks(),
        /// The banks whose sleep transistor is off.
        bank_gated: u32 = parameters.banks(),
        /// The banks whose outputs must be held: gated, or not up yet.
        bank_isolate: u32 = parameters.banks(),
        /// The counter that counter_select names.
        counter_value: u32 = 32,
        /// What enters is no more than a dummy MOV of the destination of in#, which has to be presented again.
        injected as "in": [Injected; PORTS] = [MOVS],
    }
}

/// `regfile`: a banked register file that compresses what it stores.
#[derive(Clone, Copy, Debug)]
pub struct Regfile;

impl Unit for Regfile {
    const NAME: &'static str = "regfile";
    const SUMMARY: &'static str = "banked register file with compression and bank gating";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "ReadIsLastWrite",
            claim: "every lane of a source is what the last older instruction that wrote the lane \
                    wrote, or 0 if none did since reset or the register's release",
        },
        Property {
            name: "OrderIsAcceptance",
            claim: "instructions are offered in the order of acceptance, in0 before in1, each \
                    once, with its tag, destination and mask",
        },
        Property {
            name: "OffersAreHeld",
            claim:
                "what out0 or out1 offers and is not taken is offered again, unchanged, by out0 \
                    or by the same port",
        },
        Property {
            name: "HazardsAreRefused",
            claim: "an instruction that names a register with a write outstanding is not accepted, \
                    unless the result is there to be forwarded",
        },
        Property {
            name: "ContentionAlternates",
            claim: "of two instructions of a cycle that could each be accepted but not both, the \
                    port that lost the last such contention wins",
        },
        Property {
            name: "BanksMatchRange",
            claim:
                "a cluster reads or forwards none or the first 1, 3, 5 or 8 of its banks, as the \
                    register's state says; a full write and a MOV write the first 1, 3, 5 or 8, a divergent \
                    write those with an active lane, or all eight of a register that held nothing",
        },
        Property {
            name: "GatedBankIsNotAccessed",
            claim: "no bank that is gated or waking is read or written",
        },
        Property {
            name: "EmptyBankIsGated",
            claim:
                "a bank that is awake, holds nothing and is not waited for is gated in the next \
                    cycle, and a gated bank holds nothing",
        },
        Property {
            name: "EntryIsNotReadAndWritten",
            claim: "no entry of a bank is read and written in one cycle",
        },
        Property {
            name: "MovOnlyWhenNeeded",
            claim: "a divergent instruction brings a MOV exactly when its destination is in \
                    compressed state, so a register has at most one between two full writes",
        },
        Property {
            name: "OldestIsOfferedInTime",
            claim: "the oldest instruction is offered within the stated bound",
        },
        Property {
            name: "WriteIsDoneInTime",
            claim: "a result that is accepted is in the banks within the stated bound",
        },
        Property {
            name: "ReleaseForgets",
            claim: "a register that was released reads as 0 until it is written, and takes no bank",
        },
        Property {
            name: "CountersAddUp",
            claim: "each counter is the number of its events, and banks written are those of the \
                    full writes by mode, of the MOVs and of the divergent writes",
        },
        Property {
            name: "TwoInstructionsPerCycle",
            claim: "two instructions of two sources and a destination each are accepted, offered \
                    and written back in every cycle, without end, while registers of a cycle lie \
                    in different clusters and banks are awake",
        },
        Property {
            name: "ResetEmptiesFile",
            claim: "after reset no register holds anything, nothing from before is offered or \
                    written, every bank is gated and every counter is 0",
        },
    ];
    type Parameters = RegfileParameters;
    type Inputs = RegfileInputs;
    type Outputs = RegfileOutputs;

    fn module_name(parameters: &RegfileParameters) -> String {
        format!("{}_{}", Self::NAME, parameters.suffix())
    }
}
