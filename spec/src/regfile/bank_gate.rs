//! Contract of `bank_gate` (Warped-Compression 5.3).

use crate::numbers::{parameters_are_numbers, Numbers};
use crate::parameters::{ParameterError, Setting};
use crate::property::Property;
use crate::unit::Unit;

/// Bits that name an entry; a bank has at most 256 (Warped-Compression Table 3: 4 KB of 128 bits).
const ENTRY_BITS: usize = 8;

const ENTRIES: Setting = Setting {
    key: "entries",
    allowed: "16, 32, 64, 128 or 256",
};
const WAKE_DELAY: Setting = Setting {
    key: "wake_delay",
    allowed: "1 to 1023",
};

/// Of `bank_gate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BankGateParameters {
    entries: u16,
    wake_delay: u16,
}

impl BankGateParameters {
    /// Checks both numbers; a bank that wakes in no time needs no gate.
    pub fn new(entries: u16, wake_delay: u16) -> Result<Self, ParameterError> {
        Self::of_preset(entries, wake_delay).checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(crate) const fn of_preset(entries: u16, wake_delay: u16) -> Self {
        Self {
            entries,
            wake_delay,
        }
    }

    /// Entries, each with a valid bit.
    pub fn entries(&self) -> usize {
        usize::from(self.entries)
    }

    /// Cycles of waking.
    pub fn wake_delay(&self) -> u16 {
        self.wake_delay
    }
}

impl Numbers for BankGateParameters {
    const SETTINGS: &'static [Setting] = &[ENTRIES, WAKE_DELAY];

    fn numbers(&mut self) -> Vec<&mut u16> {
        vec![&mut self.entries, &mut self.wake_delay]
    }

    fn offence(&self) -> Option<usize> {
        let legal = [
            matches!(self.entries, 16 | 32 | 64 | 128 | 256),
            (1..=1023).contains(&self.wake_delay),
        ];
        legal.iter().position(|&holds| !holds)
    }
}

parameters_are_numbers!(BankGateParameters);

crate::ports! {
    /// What the gate takes in a cycle. Out of contract: an entry that does not exist, a read of an
    /// entry that is not valid, a release of the entry that a store of the same cycle names.
    pub struct BankGateInputs for BankGateParameters as _parameters, prefix "in_" {
        /// An access waits for the bank; held, with what belongs to it, until granted.
        request: bool = 1,
        /// The access stores a value; otherwise it reads one.
        store: bool = 1,
        /// The entry to access.
        entry: u8 = ENTRY_BITS,
        /// A value is no longer stored in an entry of this bank.
        release0_valid: bool = 1,
        /// That entry.
        release0_entry: u8 = ENTRY_BITS,
        /// As release0: two registers may be rewritten in a cycle.
        release1_valid: bool = 1,
        /// That entry.
        release1_entry: u8 = ENTRY_BITS,
        /// Nothing is stored any more; a store of the same cycle is lost.
        clear: bool = 1,
    }
}

crate::ports! {
    /// What the gate drives. All but `grant` comes from registers.
    pub struct BankGateOutputs for BankGateParameters as _parameters, prefix "out_" {
        /// The access takes place in this cycle: request, and the bank is awake.
        grant: bool = 1,
        /// The sleep transistor is off: the bank has no power.
        gated: bool = 1,
        /// The bank has power but is not up yet.
        waking: bool = 1,
        /// The outputs of the bank must be held: it is gated or waking.
        isolate: bool = 1,
        /// Some entry is valid.
        occupied: bool = 1,
    }
}

/// `bank_gate`: takes the power from a register bank that holds nothing.
#[derive(Clone, Copy, Debug)]
pub struct BankGate;

impl Unit for BankGate {
    const NAME: &'static str = "bank_gate";
    const SUMMARY: &'static str = "gates a register bank while all its valid bits are clear";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "GatedOnlyWhenEmpty",
            claim: "occupied is 1 while some entry holds a value, from its granted store to its \
                    release, and a bank that is gated or waking holds none",
        },
        Property {
            name: "EmptyBankIsGated",
            claim:
                "a bank that is empty, not asked for and not waking in cycle t is gated in cycle t + 1",
        },
        Property {
            name: "RequestWaitsExactly",
            claim: "a request that finds the bank gated in cycle t is refused up to cycle \
                    t + wake_delay and granted in cycle t + wake_delay + 1",
        },
        Property {
            name: "GrantImpliesAwake",
            claim: "grant is request in a cycle in which the bank is neither gated nor waking",
        },
        Property {
            name: "IsolatedUnlessAwake",
            claim: "isolate is 1 in exactly the cycles in which the bank is gated or waking",
        },
        Property {
            name: "ResetIsGated",
            claim: "after reset the bank is empty and gated",
        },
    ];
    type Parameters = BankGateParameters;
    type Inputs = BankGateInputs;
    type Outputs = BankGateOutputs;

    fn module_name(parameters: &BankGateParameters) -> String {
        format!(
            "{}_e{}_w{}",
            Self::NAME,
            parameters.entries,
            parameters.wake_delay
        )
    }
}
