//! A preset.

use crate::registry::{AnyParameters, UnitId};

/// A named parameter set of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Whose preset.
    pub unit: UnitId,
    /// Its name; the first of a unit is the default.
    pub name: &'static str,
    /// The parameters.
    pub parameters: AnyParameters,
    /// Where it comes from, in one line.
    pub source: &'static str,
}
