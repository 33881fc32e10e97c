//! Parameters of units as a person writes them: `--set latency=4`.

use std::fmt;

/// Parameters that can be changed by name and shown as text.
pub trait Parameters {
    /// The settings that exist, each with the values it takes, for help and errors.
    fn settings() -> &'static [Setting];
    /// Changes one parameter, refusing unknown keys and values.
    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError>;
    /// All parameters as `(key, value)` in the form that [`Parameters::set`] takes.
    fn values(&self) -> Vec<(&'static str, String)>;
}

/// One parameter: its name and, in words, what it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key of `--set KEY=VALUE`.
    pub key: &'static str,
    /// The allowed values.
    pub allowed: &'static str,
}

/// A parameter that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterError {
    /// The unit has no such parameter.
    UnknownKey {
        /// The key as given.
        given: String,
        /// The unit's parameters.
        settings: &'static [Setting],
    },
    /// The value is not one of the allowed ones.
    BadValue {
        /// The parameter.
        key: &'static str,
        /// The value as given.
        given: String,
        /// The allowed values, in words.
        allowed: &'static str,
    },
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey { given, settings } => {
                let keys = settings.iter().map(|s| s.key);
                crate::UnknownName::new("parameter", given, keys).fmt(f)
            }
            Self::BadValue {
                key,
                given,
                allowed,
            } => write!(
                f,
                "bad value '{given}' for parameter '{key}'; allowed: {allowed}"
            ),
        }
    }
}

impl std::error::Error for ParameterError {}

/// The setting called `key`, or the error that lists what exists.
pub fn find_setting(
    settings: &'static [Setting],
    key: &str,
) -> Result<&'static Setting, ParameterError> {
    settings
        .iter()
        .find(|s| s.key == key)
        .ok_or_else(|| ParameterError::UnknownKey {
            given: key.to_owned(),
            settings,
        })
}

impl Setting {
    /// The error for a value that this setting does not take.
    pub fn refuse(&self, given: impl fmt::Display) -> ParameterError {
        ParameterError::BadValue {
            key: self.key,
            given: given.to_string(),
            allowed: self.allowed,
        }
    }
}
