//! Oracles: the claims of a unit's contract, checked on the outputs of any engine.
//!
//! Lockstep finds where the DUT differs from the golden model; an oracle finds where both are
//! wrong alike. Each finding carries the name of the property from [`spec::Unit::PROPERTIES`].

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The property's name.
    pub property: &'static str,
    /// What was seen, as a sentence without a full stop.
    pub detail: String,
}

impl Violation {
    /// From a property's name and what was seen.
    pub fn new(property: &'static str, detail: impl Into<String>) -> Self {
        Self {
            property,
            detail: detail.into(),
        }
    }
}

/// A watcher of one engine from power-up on.
pub trait Oracle {
    /// A cycle of reset.
    fn reset(&mut self);

    /// A cycle out of reset: the frames that went in and came out.
    fn observe(&mut self, inputs: &[u32], outputs: &[u32]) -> Result<(), Violation>;
}

/// A claim of an oracle: what was seen is put into words only when it does not hold.
pub fn check(
    holds: bool,
    property: &'static str,
    detail: impl Fn() -> String,
) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation::new(property, detail()))
    }
}
