//! Contract of `avc_cache`.

use super::encoding::ADDRESS_BITS;
use super::parameters::{AvcCacheParameters, MISS_BITS};
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, LANES, REGISTER_BITS};

crate::ports! {
    /// What the cache takes in a cycle. Any value is legal; what the neighbours owe each other so
    /// that data stay coherent is in `docs/units/avc.md`.
    pub struct CacheInputs for AvcCacheParameters as _parameters, prefix "" {
        /// A transaction is present; it is accepted when req_ready is 1 in the same cycle.
        req_valid: bool = 1,
        /// It writes; otherwise it reads.
        req_write: bool = 1,
        /// It evicts every line instead; all other parts of the transaction are ignored.
        req_flush: bool = 1,
        /// The vector: its byte address without the low 7 bits.
        req_address: u32 = ADDRESS_BITS,
        /// The lanes that take part, lane i at bit i; may be empty.
        req_mask: u32 = LANES,
        /// What a write writes, lane i at bits 32i+31 to 32i.
        req_data: WarpRegister = REGISTER_BITS,
        /// The L1 takes the command that is present in this cycle.
        l1_command_ready: bool = 1,
        /// Words of the vector looked up 3 cycles ago that the L1 holds.
        l1_held: u32 = LANES,
        /// Those of them that are newer than memory.
        l1_modified: u32 = LANES,
        /// The L1's words, lane i at bits 32i+31 to 32i.
        l1_data: WarpRegister = REGISTER_BITS,
        /// Memory takes the request that is present in this cycle.
        mem_ready: bool = 1,
        /// Memory gives a vector that was read; it is taken when mem_response_ready is 1 in the same
        /// cycle, and then ignored unless it is awaited.
        mem_response_valid: bool = 1,
        /// The miss register that it was read for.
        mem_response_miss: u32 = MISS_BITS,
        /// That vector.
        mem_response_data: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// What the cache gives in a cycle: every output is a register or a small function of registers,
    /// none depends on an input of the same cycle.
    pub struct CacheOutputs for AvcCacheParameters as _parameters, prefix "" {
        /// A transaction that is present in this cycle is accepted.
        req_ready: bool = 1,
        /// A transaction is answered. Answers cannot be refused. They come in the order of acceptance,
        /// but the data of a read that missed come when memory has given them.
        ans_valid: bool = 1,
        /// The lanes that are served: read or written.
        ans_lanes: u32 = LANES, when ans_valid,
        /// The lanes to ask for again in another transaction.
        ans_replay: u32 = LANES, when ans_valid,
        /// The answer is about a miss register: with data it is the last answer to the read that waits
        /// in it; without, a read waits in it from now on.
        ans_missed: bool = 1,
        /// That miss register.
        ans_miss: u32 = MISS_BITS, when ans_missed,
        /// The answer carries data: a read with at least one lane served.
        ans_data_valid: bool = 1,
        /// The data, of which the served lanes count.
        ans_data: WarpRegister = REGISTER_BITS, when ans_data_valid,
        /// A vector is looked up in the L1; its result is due 3 cycles later.
        l1_lookup_valid: bool = 1,
        /// The vector that is looked up.
        l1_lookup_address: u32 = ADDRESS_BITS, when l1_lookup_valid,
        /// The answer in this cycle is the L1's: it may count the vector as used.
        l1_use_valid: bool = 1,
        /// The vector that is used.
        l1_use_address: u32 = ADDRESS_BITS, when l1_use_valid,
        /// A command is present; it stays until l1_command_ready is 1.
        l1_command_valid: bool = 1,
        /// The command stores words; otherwise it invalidates them. 0 when there is no command.
        l1_command_store: bool = 1,
        /// The stored words are newer than memory: a write. Otherwise a fill.
        l1_command_modified: bool = 1, when l1_command_store,
        /// The vector of the command.
        l1_command_address: u32 = ADDRESS_BITS, when l1_command_valid,
        /// The words that are stored or invalidated.
        l1_command_mask: u32 = LANES, when l1_command_valid,
        /// The words to store.
        l1_command_data: WarpRegister = REGISTER_BITS, when l1_command_store,
        /// A request to memory is present; it stays until mem_ready is 1.
        mem_valid: bool = 1,
        /// The request is a write-back; otherwise a read of a whole vector. 0 without a request.
        mem_write: bool = 1,
        /// The vector of the request.
        mem_address: u32 = ADDRESS_BITS, when mem_valid,
        /// The miss register that a read is for; 0 with a write-back.
        mem_miss: u32 = MISS_BITS, when mem_valid,
        /// The words that memory merges into the vector.
        mem_mask: u32 = LANES, when mem_write,
        /// The words, AVC and L1 merged.
        mem_data: WarpRegister = REGISTER_BITS, when mem_write,
        /// The cache takes what memory gives in this cycle.
        mem_response_ready: bool = 1,
    }
}

/// `avc_cache`: the Affine Vector Cache beside an L1 and above memory.
#[derive(Clone, Copy, Debug)]
pub struct AvcCache;

impl Unit for AvcCache {
    const NAME: &'static str = "avc_cache";
    const SUMMARY: &'static str = "caches affine vectors in 8 bytes each beside the L1";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "LanesAreThoseOfFlatMemory",
            claim:
                "every lane that is served to a read is what a plain array of words holds after \
                    the transactions answered before it, where a read that waits counts as answered \
                    when it is said to wait",
        },
        Property {
            name: "NoLaneIsHeldTwice",
            claim: "no lane is valid in the AVC and held by the L1 at once",
        },
        Property {
            name: "NoWriteIsLost",
            claim: "after a flush of both caches memory holds every word ever written, whatever \
                    hits, partial misses, conflicts and evictions came between, and a reset then \
                    changes none of it",
        },
        Property {
            name: "EveryTransactionIsAnsweredInTime",
            claim: "an accepted transaction is answered once, in order, within the stated bound; a read \
                    that waits is answered once more, with its data",
        },
        Property {
            name: "ServedAndReplayedMakeTheMask",
            claim: "lanes and replay of an answer share no lane; together they are the mask, unless \
                    the read waits, and only a read has lanes to replay",
        },
        Property {
            name: "NonEmptyMaskIsServed",
            claim: "a read or write with a lane in its mask has a lane served or waits in a miss \
                    register of its own, so replaying ends",
        },
        Property {
            name: "EmptyMaskAnswersEmpty",
            claim:
                "a read or write with the empty mask is answered with no lane and changes nothing",
        },
        Property {
            name: "OneHitPerCycle",
            claim:
                "hits that are accepted one per cycle are answered one per cycle, each 5 cycles \
                    after its acceptance, while none follows a write to its vector by 1 to 3 cycles \
                    and memory gives nothing",
        },
        Property {
            name: "RequestsAreHeld",
            claim: "a command to the L1 or a request to memory stays unchanged until it is taken",
        },
        Property {
            name: "OneReadForAVector",
            claim: "memory is asked for a vector once, however many reads wait for it, and a \
                    register is given to another read only when its own has its data",
        },
        Property {
            name: "ConflictEvictsOlderVector",
            claim: "an affine vector that meets a partial one of another base or stride replaces \
                    it, and the L1 has the older one's lanes that it does not cover",
        },
        Property {
            name: "GenericWriteClearsValidBits",
            claim: "after a generic write the AVC holds none of the lanes written",
        },
        Property {
            name: "AffineWriteInvalidatesL1",
            claim: "after an affine write the L1 holds none of the lanes written",
        },
        Property {
            name: "FillLeavesOutHeldLanes",
            claim: "a fill of the L1 stores no lane that the AVC or the L1 holds already",
        },
        Property {
            name: "ResetEmptiesCache",
            claim: "after reset no line is valid, nothing is accepted, answered or requested from \
                    before, and memory holds what was written back before",
        },
    ];
    type Parameters = AvcCacheParameters;
    type Inputs = CacheInputs;
    type Outputs = CacheOutputs;

    fn module_name(parameters: &AvcCacheParameters) -> String {
        format!(
            "{}_s{}_w{}_m{}",
            Self::NAME,
            parameters.sets(),
            parameters.ways(),
            parameters.misses()
        )
    }
}
