//! Contract of `osu_bank`.

use super::encoding::{REGISTER_NUMBER_BITS, WARP_BITS};
use super::parameters::OsuBankParameters;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, LANES, REGISTER_BITS};

crate::ports! {
    /// What the bank takes in a cycle. What is out of contract is listed in `docs/units/osu.md`.
    pub struct OsuBankInputs for OsuBankParameters as parameters, prefix "" {
        /// An access of a register read unit is present; accepted when access_ready is 1.
        access_valid: bool = 1,
        /// It reserves a line for a write; else it reads.
        access_reserve: bool = 1,
        /// The warp.
        access_warp: u8 = WARP_BITS,
        /// The register.
        access_register: u8 = REGISTER_NUMBER_BITS,
        /// A read is the last use of the register in its region; ignored when access_reserve is 1.
        access_last: bool = 1,
        /// With access_last: the value is dead afterwards, the line is erased; else it may be evicted.
        access_erase: bool = 1,
        /// An operation of a starting region is present; accepted when preload_ready is 1.
        preload_valid: bool = 1,
        /// 1 preload, 2 invalidating read, 3 invalidation.
        preload_kind: u8 = 2,
        /// The warp.
        preload_warp: u8 = WARP_BITS,
        /// The register.
        preload_register: u8 = REGISTER_NUMBER_BITS,
        /// The value of a register that was fetched is present; accepted when fill_ready is 1.
        fill_valid: bool = 1,
        /// The line that the fetch named.
        fill_entry: u8 = parameters.entry_bits(),
        /// A result is present; accepted when write_ready is 1.
        write_valid: bool = 1,
        /// The line that was reserved for it.
        write_entry: u8 = parameters.entry_bits(),
        /// The lanes that it writes.
        write_mask: u32 = LANES,
        /// The value of the fill if there is one, else the result.
        write_data: WarpRegister = REGISTER_BITS,
        /// The write is the last use of the register in its region: it may be evicted from then on.
        write_last: bool = 1,
        /// The request is taken in this cycle.
        request_ready: bool = 1,
    }
}

crate::ports! {
    /// What the bank gives in a cycle. access_ready, preload_ready and write_ready depend on inputs of
    /// the same cycle, preload_ready on no lookup of it; all else is a function of the state.
    pub struct OsuBankOutputs for OsuBankParameters as parameters, prefix "" {
        /// The access is accepted in this cycle; 0 when there is none.
        access_ready: bool = 1,
        /// A read would be accepted in this cycle.
        read_ready: bool = 1,
        /// A reserve would be accepted in this cycle whatever it looks up; one that hits is so in any case.
        reserve_ready: bool = 1,
        /// The operation is accepted in this cycle; 0 when there is none.
        preload_ready: bool = 1,
        /// A fill is accepted in this cycle.
        fill_ready: bool = 1,
        /// A result is accepted in this cycle.
        write_ready: bool = 1,
        /// A read was accepted two cycles ago: here are the data.
        answer_read: bool = 1,
        /// The register.
        answer_data: WarpRegister = REGISTER_BITS, when answer_read,
        /// A reserve was accepted two cycles ago: here is its line.
        answer_reserve: bool = 1,
        /// The line to write to.
        answer_entry: u8 = parameters.entry_bits(), when answer_reserve,
        /// An operation accepted in the cycle before is done: a preload that hit, or an invalidation.
        preload_done: bool = 1,
        /// Its warp.
        preload_done_warp: u8 = WARP_BITS, when preload_done,
        /// A fill was accepted in the cycle before: its preload is done.
        fill_done: bool = 1,
        /// Its warp.
        fill_done_warp: u8 = WARP_BITS, when fill_done,
        /// A request to the compressor; held unchanged until request_ready.
        request_valid: bool = 1,
        /// It evicts a register, with data; 0 without a request.
        request_evict: bool = 1,
        /// 0 evict, 1 fetch, 2 fetch and invalidate, 3 invalidate.
        request_kind: u8 = 2, when request_valid,
        /// The warp.
        request_warp: u8 = WARP_BITS, when request_valid,
        /// The register.
        request_register: u8 = REGISTER_NUMBER_BITS, when request_valid,
        /// The line that the fetch fills, or that was evicted; 0 with an invalidation.
        request_entry: u8 = parameters.entry_bits(), when request_valid,
        /// The value evicted.
        request_data: WarpRegister = REGISTER_BITS, when request_evict,
    }
}

/// `osu_bank`: lines of one register with tags, and which of them are free, clean or dirty.
#[derive(Clone, Copy, Debug)]
pub struct OsuBank;

impl Unit for OsuBank {
    const NAME: &'static str = "osu_bank";
    const SUMMARY: &'static str = "a bank of an operand staging unit: lines, tags and lists";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "LineIsOnOneList",
            claim: "every line is exactly one of in use, free, clean and dirty, and only what the \
                    state diagram shows moves it",
        },
        Property {
            name: "RegisterIsInOneLine",
            claim: "no register of a warp is in two lines that are not free",
        },
        Property {
            name: "ReadIsLastWrite",
            claim: "every lane of an answer is what was last written to the register, by results \
                    under their masks or by a fill",
        },
        Property {
            name: "FreeThenCleanThenDirty",
            claim:
                "a line is allocated from the free list, else from the clean list; a dirty line \
                    is evicted only while something needs a line and none is free or clean",
        },
        Property {
            name: "OneLookupPerCycle",
            claim: "in no cycle are an access and an operation both accepted, and no operation \
                    while an access is present",
        },
        Property {
            name: "OneDataAccessPerCycle",
            claim: "in no cycle are two of these: a fill, a result, the read of an access of the \
                    cycle before, the read of an eviction",
        },
        Property {
            name: "PreloadIsAnsweredOnce",
            claim:
                "an accepted operation is done once: in the next cycle if it hits or invalidates, \
                    else in the cycle after its fill",
        },
        Property {
            name: "DeadIsNotEvicted",
            claim: "what is evicted was written since its fetch, and neither erased nor \
                    invalidated since",
        },
        Property {
            name: "EvictionIsLastWrite",
            claim: "every lane of what is evicted is what was last written to the register, by \
                    results under their masks or by a fill",
        },
        Property {
            name: "LiveIsNotDropped",
            claim:
                "a register that was written and is not erased or invalidated is in the bank or \
                    was evicted with its value",
        },
        Property {
            name: "RequestsAreHeld",
            claim: "a request stays unchanged until it is taken",
        },
        Property {
            name: "ReadyIsAsAllowed",
            claim: "an access, an operation, a fill and a result are accepted in exactly the \
                    cycles that the contract names",
        },
        Property {
            name: "WaitsAreBounded",
            claim: "a fill waits at most two cycles, a result at most as many as fills come one \
                    after the other plus two, a read at most one cycle at a time for what waits to \
                    be written, or as long as an evicted value waits to be taken",
        },
        Property {
            name: "ResetEmptiesBank",
            claim: "after reset every line is free and nothing from before is answered, done or \
                    requested",
        },
    ];
    type Parameters = OsuBankParameters;
    type Inputs = OsuBankInputs;
    type Outputs = OsuBankOutputs;

    fn module_name(parameters: &OsuBankParameters) -> String {
        format!("{}_l{}", Self::NAME, parameters.lines())
    }
}
