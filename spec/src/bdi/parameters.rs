//! Parameters shared by the two BDI units.

use super::encoding::Mode;
use crate::parameters::{find_setting, ParameterError, Parameters, Setting};
use std::fmt;
use std::ops::RangeInclusive;

/// Latencies that can be built. The paper sweeps 2, 4 and 8 (section 6.8).
pub const LATENCIES: RangeInclusive<usize> = 1..=8;

const MODES: Setting = Setting {
    key: "modes",
    allowed: "a comma-separated list of one or more of 4x0, 4x1, 4x2",
};
const LATENCY: Setting = Setting {
    key: "latency",
    allowed: "1 to 8",
};
const SETTINGS: &[Setting] = &[MODES, LATENCY];

/// A non-empty set of modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Modes(u8);

impl Modes {
    /// <4,0>, <4,1> and <4,2>: the paper's default.
    pub const ALL: Modes = Modes(0b111);

    /// From the modes that exist; `None` when there is none.
    pub fn new(modes: impl IntoIterator<Item = Mode>) -> Option<Self> {
        let set = modes.into_iter().fold(0, |set, mode| set | 1 << mode as u8);
        (set != 0).then_some(Modes(set))
    }

    /// Every non-empty set, for sweeps.
    pub fn every() -> impl Iterator<Item = Modes> {
        (1..=Self::ALL.0).map(Modes)
    }

    /// The set that holds just `mode`.
    pub const fn only(mode: Mode) -> Self {
        Modes(1 << mode as u8)
    }

    /// Whether `mode` exists.
    pub const fn contains(self, mode: Mode) -> bool {
        self.0 >> mode as u8 & 1 == 1
    }

    /// The modes, smallest form first.
    pub fn iter(self) -> impl Iterator<Item = Mode> {
        Mode::ALL.into_iter().filter(move |&m| self.contains(m))
    }

    /// From a comma-separated list of names.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let modes: Option<Vec<Mode>> = text
            .split(',')
            .map(|name| Mode::ALL.into_iter().find(|m| m.name() == name.trim()))
            .collect();
        Self::new(modes?)
    }
}

impl fmt::Display for Modes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Mode::name).collect();
        f.write_str(&names.join(","))
    }
}

/// What can be chosen for a BDI unit. Only legal values can be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BdiParameters {
    modes: Modes,
    latency: usize,
}

impl BdiParameters {
    /// Checks the latency against [`LATENCIES`].
    pub fn new(modes: Modes, latency: usize) -> Result<Self, ParameterError> {
        if LATENCIES.contains(&latency) {
            Ok(Self { modes, latency })
        } else {
            Err(LATENCY.refuse(latency))
        }
    }

    /// For the table of presets, where a value that is not legal fails to compile.
    pub(crate) const fn of_preset(modes: Modes, latency: usize) -> Self {
        assert!(1 <= latency && latency <= *LATENCIES.end());
        Self { modes, latency }
    }

    /// The modes that the unit knows; uncompressed registers it always knows.
    pub fn modes(&self) -> Modes {
        self.modes
    }

    /// Cycles from input to output.
    pub fn latency(&self) -> usize {
        self.latency
    }

    /// The suffix of module names: delta sizes, then latency, such as `d012_l2`.
    pub(super) fn suffix(&self) -> String {
        let deltas: String = self
            .modes
            .iter()
            .map(|m| m.delta_bytes().to_string())
            .collect();
        format!("d{deltas}_l{}", self.latency)
    }
}

impl Parameters for BdiParameters {
    fn settings() -> &'static [Setting] {
        SETTINGS
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        if find_setting(SETTINGS, key)?.key == MODES.key {
            self.modes = Modes::parse(value).ok_or_else(|| MODES.refuse(value))?;
        } else {
            let latency = value.parse().map_err(|_| LATENCY.refuse(value))?;
            *self = Self::new(self.modes, latency)?;
        }
        Ok(())
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        vec![
            (MODES.key, self.modes.to_string()),
            (LATENCY.key, self.latency.to_string()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_seven_mode_sets() {
        assert_eq!(Modes::every().count(), 7);
        assert_eq!(Modes::ALL.to_string(), "4x0,4x1,4x2");
        assert_eq!(Modes::new([]), None);
    }

    #[test]
    fn values_are_what_set_takes() {
        let mut p = BdiParameters::new(Modes::ALL, 2).unwrap();
        p.set("modes", "4x2,4x1").unwrap();
        p.set("latency", "8").unwrap();
        assert_eq!(p.suffix(), "d12_l8");
        let mut q = BdiParameters::new(Modes::ALL, 1).unwrap();
        for (key, value) in p.values() {
            q.set(key, &value).unwrap();
        }
        assert_eq!(p, q);
    }

    #[test]
    fn refusals_say_what_is_allowed() {
        let mut p = BdiParameters::new(Modes::ALL, 2).unwrap();
        assert_eq!(
            p.set("latency", "9").unwrap_err().to_string(),
            "bad value '9' for parameter 'latency'; allowed: 1 to 8"
        );
        assert_eq!(
            p.set("modes", "").unwrap_err().to_string(),
            "bad value '' for parameter 'modes'; allowed: a comma-separated list of one or more \
             of 4x0, 4x1, 4x2"
        );
        assert_eq!(
            p.set("latenci", "2").unwrap_err().to_string(),
            "unknown parameter 'latenci'; allowed: latency, modes"
        );
    }
}
