//! What the environment finds wrong with a cache.

use crate::avc::held::{is_same_command, is_same_request};
use spec::avc::{CacheInputs, CacheOutputs};
use spec::UnitFault;
use std::fmt;

/// A promise of the contract that an output broke. Transactions go by their number in the order
/// asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// `LanesAreThoseOfFlatMemory`.
    WrongData {
        /// When.
        cycle: u64,
        /// Whose answer.
        number: usize,
        /// Its vector.
        address: u32,
        /// The first lane that is wrong.
        lane: usize,
        /// What the flat memory holds.
        expected: u32,
        /// What was served.
        given: u32,
    },
    /// `ServedAndReplayedMakeTheMask` or `NonEmptyMaskIsServed`.
    BadLanes {
        /// When.
        cycle: u64,
        /// Whose answer.
        number: usize,
        /// The mask that was asked for.
        asked: u32,
        /// The lanes served.
        lanes: u32,
        /// The lanes to replay.
        replay: u32,
    },
    /// Data come with reads that have a lane served, and only with them.
    BadDataValid {
        /// When.
        cycle: u64,
        /// Whose answer.
        number: usize,
    },
    /// A read waits in a register that another waits in, or what is no read waits.
    BadMiss {
        /// When.
        cycle: u64,
        /// Which register.
        register: u32,
    },
    /// An answer that nothing accepted waits for.
    UnaskedAnswer {
        /// When.
        cycle: u64,
    },
    /// `EveryTransactionIsAnsweredInTime`.
    Late {
        /// When.
        cycle: u64,
        /// Whose answer, or acceptance, is missing.
        number: usize,
        /// When it was due.
        deadline: u64,
    },
    /// `RequestsAreHeld`.
    NotHeld {
        /// When.
        cycle: u64,
        /// Whom the request went to.
        port: &'static str,
    },
    /// `FillLeavesOutHeldLanes`.
    FillOverwrites {
        /// When.
        cycle: u64,
        /// The vector.
        address: u32,
        /// Lanes that the L1 held.
        lanes: u32,
    },
    /// `OneReadForAVector`: memory is asked for what it owes, or for a register that waits.
    SecondRead {
        /// When.
        cycle: u64,
    },
    /// The cache refused its inputs, which are all legal.
    Refused(Box<UnitFault<CacheOutputs>>),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongData {
                cycle,
                number,
                address,
                lane,
                expected,
                given,
            } => write!(
                f,
                "cycle {cycle}: transaction {number} reads {given:#010x} from lane {lane} of vector \
                 {address:#x}, which holds {expected:#010x}"
            ),
            Self::BadLanes {
                cycle,
                number,
                asked,
                lanes,
                replay,
            } => write!(
                f,
                "cycle {cycle}: transaction {number} asked for lanes {asked:#010x}; served \
                 {lanes:#010x}, to replay {replay:#010x}"
            ),
            Self::BadDataValid { cycle, number } => write!(
                f,
                "cycle {cycle}: the answer to transaction {number} carries data or lacks them"
            ),
            Self::BadMiss { cycle, register } => write!(
                f,
                "cycle {cycle}: miss register {register} is not free, or what is to wait in it is no \
                 read with a lane"
            ),
            Self::UnaskedAnswer { cycle } => {
                write!(f, "cycle {cycle}: an answer that nothing waits for")
            }
            Self::Late {
                cycle,
                number,
                deadline,
            } => write!(
                f,
                "cycle {cycle}: transaction {number} is not accepted or not answered, which was due in \
                 cycle {deadline}"
            ),
            Self::NotHeld { cycle, port } => write!(
                f,
                "cycle {cycle}: a request to {port} changed before it was taken"
            ),
            Self::FillOverwrites {
                cycle,
                address,
                lanes,
            } => write!(
                f,
                "cycle {cycle}: a fill of vector {address:#x} overwrites lanes {lanes:#010x} that \
                 the L1 holds"
            ),
            Self::SecondRead { cycle } => {
                write!(
                    f,
                    "cycle {cycle}: a second read of a vector, or for a register, before the first \
                     is answered"
                )
            }
            Self::Refused(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for Violation {}

impl From<UnitFault<CacheOutputs>> for Violation {
    fn from(fault: UnitFault<CacheOutputs>) -> Self {
        Self::Refused(Box::new(fault))
    }
}

/// The last outputs, of which what was refused must come again.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    outputs: CacheOutputs,
    l1_refused: bool,
    memory_refused: bool,
}

impl Held {
    /// `RequestsAreHeld`.
    pub fn check(
        &mut self,
        inputs: &CacheInputs,
        outputs: &CacheOutputs,
        cycle: u64,
    ) -> Result<(), Violation> {
        let not_held = |port| Err(Violation::NotHeld { cycle, port });
        if self.l1_refused && !is_same_command(&self.outputs, outputs) {
            return not_held("the L1");
        }
        if self.memory_refused && !is_same_request(&self.outputs, outputs) {
            return not_held("memory");
        }
        self.l1_refused = outputs.l1_command_valid && !inputs.l1_command_ready;
        self.memory_refused = outputs.mem_valid && !inputs.mem_ready;
        if self.l1_refused || self.memory_refused {
            self.outputs = outputs.clone();
        }
        Ok(())
    }
}
