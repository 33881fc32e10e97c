//! Parameters of `power_controller` and `power_array`: how long voltages take to rise.

use super::bits::{COUNTER_MAXIMUM, TICK};
use super::settings::{
    first_false, DEEP_LIFT, DEEP_WAKE, OFF_LIFT, OFF_WAKE, REGISTERS, SHALLOW_WAKE,
};
use crate::numbers::{parameters_are_numbers, Numbers};
use crate::parameters::{ParameterError, Setting};

/// Cycles that the voltage takes to rise, and the power that it takes to have risen.
///
/// Open for writing; a unit takes it through its parameters, which check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Delays {
    /// SS to ON (Table 1: 4).
    pub shallow_wake: u16,
    /// DS to ON (Table 1: 13).
    pub deep_wake: u16,
    /// OFF to ON (Table 1: 16).
    pub off_wake: u16,
    /// DS to SS. Not in the paper; docs/rationale/slumber.md has the reason for 9.
    pub deep_lift: u16,
    /// OFF to SS. Not in the paper; docs/rationale/slumber.md has the reason for 12.
    pub off_lift: u16,
}

impl Delays {
    /// Table 1, and lifts along the same charging curve: 13 - 4 and 16 - 4.
    pub const FERMI: Delays = Delays {
        shallow_wake: 4,
        deep_wake: 13,
        off_wake: 16,
        deep_lift: 9,
        off_lift: 12,
    };

    const SETTINGS: [Setting; 5] = [SHALLOW_WAKE, DEEP_WAKE, OFF_WAKE, DEEP_LIFT, OFF_LIFT];

    fn numbers(&mut self) -> [&mut u16; 5] {
        [
            &mut self.shallow_wake,
            &mut self.deep_wake,
            &mut self.off_wake,
            &mut self.deep_lift,
            &mut self.off_lift,
        ]
    }

    fn legal(&self) -> [bool; 5] {
        [
            (1..=self.deep_wake).contains(&self.shallow_wake),
            (self.shallow_wake..=self.off_wake).contains(&self.deep_wake),
            (self.deep_wake..=TICK).contains(&self.off_wake),
            (1..=self.deep_wake.min(self.off_lift)).contains(&self.deep_lift),
            (self.deep_lift..=self.off_wake).contains(&self.off_lift)
                && self.off_lift + self.shallow_wake <= COUNTER_MAXIMUM,
        ]
    }

    /// What a module's name says of them.
    pub fn suffix(&self) -> String {
        format!(
            "w{}_{}_{}_l{}_{}",
            self.shallow_wake, self.deep_wake, self.off_wake, self.deep_lift, self.off_lift
        )
    }
}

/// Of `power_controller`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ControllerParameters(Delays);

impl ControllerParameters {
    /// Refuses a delay of 0, one beyond the counter, and a deeper state that wakes faster.
    pub fn new(delays: Delays) -> Result<Self, ParameterError> {
        Self(delays).checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(crate) const fn of_preset(delays: Delays) -> Self {
        Self(delays)
    }

    /// The delays.
    pub fn delays(&self) -> Delays {
        self.0
    }

    pub(super) fn suffix(&self) -> String {
        self.0.suffix()
    }
}

impl Numbers for ControllerParameters {
    const SETTINGS: &'static [Setting] = &Delays::SETTINGS;

    fn numbers(&mut self) -> Vec<&mut u16> {
        self.0.numbers().into()
    }

    fn offence(&self) -> Option<usize> {
        first_false(&self.0.legal())
    }
}

/// Of `power_array`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArrayParameters {
    registers: u16,
    delays: Delays,
}

impl ArrayParameters {
    /// Checks the number of registers and the delays.
    pub fn new(registers: u16, delays: Delays) -> Result<Self, ParameterError> {
        Self { registers, delays }.checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(crate) const fn of_preset(registers: u16, delays: Delays) -> Self {
        Self { registers, delays }
    }

    /// Registers that exist: those with an index below this.
    pub fn registers(&self) -> usize {
        usize::from(self.registers)
    }

    /// The delays of every register.
    pub fn delays(&self) -> Delays {
        self.delays
    }

    pub(super) fn suffix(&self) -> String {
        format!("r{}_{}", self.registers, self.delays.suffix())
    }

    fn legal_registers(&self) -> bool {
        matches!(self.registers, 32 | 64 | 128 | 256 | 384 | 512 | 768 | 1024)
    }
}

impl Numbers for ArrayParameters {
    const SETTINGS: &'static [Setting] = &[
        REGISTERS,
        SHALLOW_WAKE,
        DEEP_WAKE,
        OFF_WAKE,
        DEEP_LIFT,
        OFF_LIFT,
    ];

    fn numbers(&mut self) -> Vec<&mut u16> {
        let mut numbers = vec![&mut self.registers];
        numbers.extend(self.delays.numbers());
        numbers
    }

    fn offence(&self) -> Option<usize> {
        let delays = || first_false(&self.delays.legal()).map(|place| place + 1);
        (!self.legal_registers()).then_some(0).or_else(delays)
    }
}

parameters_are_numbers!(ControllerParameters, ArrayParameters);
