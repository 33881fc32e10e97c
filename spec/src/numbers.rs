//! Parameters that are all numbers, so that setting, showing and refusing are written once.

use crate::parameters::{find_setting, ParameterError, Setting};

/// Parameters that are a row of numbers in the order of their settings.
pub(crate) trait Numbers: Copy {
    /// The settings, one a number.
    const SETTINGS: &'static [Setting];

    /// The numbers in the order of [`Self::SETTINGS`].
    fn numbers(&mut self) -> Vec<&mut u16>;

    /// The first setting whose number is not legal, by its place.
    fn offence(&self) -> Option<usize>;

    /// Itself if it is legal.
    fn checked(mut self) -> Result<Self, ParameterError> {
        match self.offence() {
            None => Ok(self),
            Some(place) => Err(Self::SETTINGS[place].refuse(*self.numbers()[place])),
        }
    }

    /// Changes one number. What is refused is the number that was given, also where it would be
    /// legal beside other values of the others.
    fn set_number(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let setting = find_setting(Self::SETTINGS, key)?;
        let number = value.parse().map_err(|_| setting.refuse(value))?;
        let mut changed = *self;
        for (known, place) in Self::SETTINGS.iter().zip(changed.numbers()) {
            if known.key == key {
                *place = number;
            }
        }
        match changed.offence() {
            None => *self = changed,
            Some(_) => return Err(setting.refuse(value)),
        }
        Ok(())
    }

    /// All numbers as `(key, value)`.
    fn number_values(&self) -> Vec<(&'static str, String)> {
        let mut copy = *self;
        let keys = Self::SETTINGS.iter().map(|s| s.key);
        keys.zip(copy.numbers().into_iter().map(|n| n.to_string()))
            .collect()
    }
}

/// Makes a type with [`Numbers`] take part as [`crate::Parameters`].
macro_rules! parameters_are_numbers {
    ($($type:ty),* $(,)?) => {$(
        impl $crate::Parameters for $type {
            fn settings() -> &'static [$crate::parameters::Setting] {
                <Self as $crate::numbers::Numbers>::SETTINGS
            }
            fn set(&mut self, key: &str, value: &str) -> Result<(), $crate::ParameterError> {
                $crate::numbers::Numbers::set_number(self, key, value)
            }
            fn values(&self) -> Vec<(&'static str, String)> {
                $crate::numbers::Numbers::number_values(self)
            }
        }
    )*};
}
pub(crate) use parameters_are_numbers;
