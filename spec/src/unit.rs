//! The traits through which everybody takes a unit.

use crate::parameters::Parameters;
use crate::ports::Ports;
use crate::property::Property;
use std::any::Any;
use std::fmt;

/// The contract of one unit: its names, parameters, ports and legal stimulus.
pub trait Unit {
    /// The unit's name, also the stem of its Verilog module.
    const NAME: &'static str;
    /// One line for `warploom list`.
    const SUMMARY: &'static str;
    /// The claims that hold for it.
    const PROPERTIES: &'static [Property];
    /// What can be chosen when it is built.
    type Parameters: Parameters + Clone + fmt::Debug;
    /// What it takes in a cycle.
    type Inputs: Ports<Shape = Self::Parameters>;
    /// What it gives in a cycle.
    type Outputs: Ports<Shape = Self::Parameters>;
    /// The name of the top Verilog module, which carries every parameter, so that two
    /// parameterisations can live in one chip. In Verilog it is shorter ([`crate::names`]).
    fn module_name(parameters: &Self::Parameters) -> String;
}

/// A unit that runs, cycle by cycle: a golden model, Verilated RTL, or both in lockstep.
///
/// In a cycle the inputs are applied, combinational outputs settle, the outputs are read, and then
/// the clock rises: an output that is registered once shows the inputs of the cycle before.
/// A run starts with reset; before the first one nothing is defined.
pub trait UnitModel<U: Unit> {
    /// One whole cycle with reset asserted. Outputs of such a cycle are not defined.
    fn reset(&mut self);
    /// One cycle out of reset. Stimulus that is refused did not happen: the state is as before.
    fn cycle(&mut self, inputs: &U::Inputs) -> Result<U::Outputs, UnitFault<U::Outputs>>;

    /// The golden model, for whoever measures what ports do not show; None of RTL alone. Nothing that is
    /// asked of a unit may depend on it.
    fn inside(&self) -> Option<&dyn Any> {
        None
    }

    /// Cycles, the coming one first, in which inputs that ask for nothing would change no output
    /// but counters; `u64::MAX` if nothing would ever change. A model that does not say is never
    /// quiescent.
    fn quiescent_until(&self) -> u64 {
        0
    }

    /// Lets cycles pass in which the inputs are `idle`, which ask for nothing. It is only called
    /// with as many as [`Self::quiescent_until`] allows, and leaves the model as so many calls of
    /// [`Self::cycle`] would.
    fn skip(&mut self, idle: &U::Inputs, cycles: u64) -> Result<(), UnitFault<U::Outputs>> {
        for _ in 0..cycles {
            self.cycle(idle)?;
        }
        Ok(())
    }
}

/// Why a cycle of a unit gave no outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitFault<O> {
    /// The stimulus is one for which the contract defines no answer.
    OutOfContract(OutOfContract),
    /// Two models of the unit, side by side, gave two answers.
    Differs(Box<Difference<O>>),
    /// What runs the unit failed, which says nothing of unit or stimulus.
    Failed(String),
}

/// Two answers of one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference<O> {
    /// The first output that differs.
    pub port: String,
    /// The outputs as they should be.
    pub outputs: O,
    /// Who differs from whom, and when.
    pub reason: String,
}

impl<O> From<OutOfContract> for UnitFault<O> {
    fn from(refused: OutOfContract) -> Self {
        Self::OutOfContract(refused)
    }
}

impl<O> fmt::Display for UnitFault<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfContract(refused) => refused.fmt(f),
            Self::Differs(difference) => {
                write!(f, "port {}: {}", difference.port, difference.reason)
            }
            Self::Failed(message) => write!(f, "the engine failed: {message}"),
        }
    }
}

impl<O: fmt::Debug> std::error::Error for UnitFault<O> {}

/// Stimulus for which the contract defines no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfContract {
    /// What the stimulus did, as a sentence without a full stop.
    pub reason: String,
}

impl OutOfContract {
    /// From a reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
        }
    }
}

impl fmt::Display for OutOfContract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stimulus out of contract: {}", self.reason)
    }
}

impl std::error::Error for OutOfContract {}
