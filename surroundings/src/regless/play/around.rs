//! Surroundings and watchers of a unit: what property tests and cosimulation share.

use super::shard::Violation;
use spec::Unit;

/// What stands around a unit.
pub trait Around<U: Unit> {
    /// What is applied in this cycle; the same until the cycle has passed.
    fn inputs(&mut self) -> U::Inputs;
    /// The cycle has passed.
    fn observe(&mut self, inputs: &U::Inputs, outputs: &U::Outputs) -> Result<(), Violation>;
    /// A cycle of reset has passed.
    fn reset(&mut self);
    /// Another kind of traffic.
    fn change(&mut self);
    /// Whether the next cycle is one of reset: where something happens that a reset must not let through.
    fn wants_reset(&self) -> bool {
        false
    }
}

/// A claim of a watcher.
pub(super) fn claim(
    holds: bool,
    property: &'static str,
    detail: impl FnOnce() -> String,
) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation {
            property,
            detail: detail(),
        })
    }
}
