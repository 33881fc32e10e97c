//! Parameters of the units of RegLess.

use super::encoding::{BANKS, SHARDS};
use crate::parameters::{find_setting, ParameterError, Parameters, Setting};
use std::ops::RangeInclusive;

/// Lines that a bank can have.
pub const LINES: RangeInclusive<usize> = 2..=16;
/// Lines that the cache of a compressor can have.
pub const CACHE_LINES: RangeInclusive<usize> = 2..=16;

const LINES_SETTING: Setting = Setting {
    key: "lines",
    allowed: "2 to 16 lines of a bank",
};
const CACHE_LINES_SETTING: Setting = Setting {
    key: "cache_lines",
    allowed: "2 to 16 lines of a compressor's cache",
};

const fn within(range: &RangeInclusive<usize>, value: usize) -> bool {
    *range.start() <= value && value <= *range.end()
}

/// A value of `setting`, or the error that says what is allowed.
fn checked(
    setting: &Setting,
    range: &RangeInclusive<usize>,
    value: &str,
) -> Result<usize, ParameterError> {
    let parsed = value.parse().map_err(|_| setting.refuse(value))?;
    if within(range, parsed) {
        Ok(parsed)
    } else {
        Err(setting.refuse(value))
    }
}

/// Bits that name one of `count` things, at least 1.
pub(super) const fn index_bits(count: usize) -> usize {
    (count - 1).ilog2() as usize + 1
}

/// What can be chosen for a bank, and for what only needs to know its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OsuBankParameters {
    lines: usize,
}

impl OsuBankParameters {
    /// Checks the lines against [`LINES`].
    pub fn new(lines: usize) -> Result<Self, ParameterError> {
        if LINES.contains(&lines) {
            Ok(Self { lines })
        } else {
            Err(LINES_SETTING.refuse(lines))
        }
    }

    /// For tables of presets, where a value that is not legal fails to compile.
    pub(super) const fn of_preset(lines: usize) -> Self {
        assert!(within(&LINES, lines));
        Self { lines }
    }

    /// Lines of the bank.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Bits that name a line.
    pub fn entry_bits(&self) -> usize {
        index_bits(self.lines)
    }

    /// Registers of a multiprocessor whose banks are like this one.
    pub fn registers(&self) -> usize {
        self.lines * BANKS * SHARDS
    }
}

impl Parameters for OsuBankParameters {
    fn settings() -> &'static [Setting] {
        const { &[LINES_SETTING] }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        self.lines = checked(find_setting(Self::settings(), key)?, &LINES, value)?;
        Ok(())
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        vec![(LINES_SETTING.key, self.lines.to_string())]
    }
}

/// What can be chosen for a compressor, and for a shard or all shards with their compressors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReglessParameters {
    bank: OsuBankParameters,
    cache_lines: usize,
}

impl ReglessParameters {
    /// Checks the lines of a bank against [`LINES`] and those of a compressor's cache against
    /// [`CACHE_LINES`].
    pub fn new(lines: usize, cache_lines: usize) -> Result<Self, ParameterError> {
        let bank = OsuBankParameters::new(lines)?;
        if CACHE_LINES.contains(&cache_lines) {
            Ok(Self { bank, cache_lines })
        } else {
            Err(CACHE_LINES_SETTING.refuse(cache_lines))
        }
    }

    /// For tables of presets, where a value that is not legal fails to compile.
    pub(super) const fn of_preset(lines: usize, cache_lines: usize) -> Self {
        assert!(within(&CACHE_LINES, cache_lines));
        Self {
            bank: OsuBankParameters::of_preset(lines),
            cache_lines,
        }
    }

    /// What is chosen for a bank.
    pub fn bank(&self) -> OsuBankParameters {
        self.bank
    }

    /// Lines of a bank.
    pub fn lines(&self) -> usize {
        self.bank.lines
    }

    /// Bits that name a line of a bank.
    pub fn entry_bits(&self) -> usize {
        self.bank.entry_bits()
    }

    /// Lines of a compressor's cache.
    pub fn cache_lines(&self) -> usize {
        self.cache_lines
    }
}

impl Parameters for ReglessParameters {
    fn settings() -> &'static [Setting] {
        const { &[LINES_SETTING, CACHE_LINES_SETTING] }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let setting = find_setting(Self::settings(), key)?;
        if setting.key == LINES_SETTING.key {
            self.bank.set(key, value)
        } else {
            self.cache_lines = checked(setting, &CACHE_LINES, value)?;
            Ok(())
        }
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        vec![
            (LINES_SETTING.key, self.lines().to_string()),
            (CACHE_LINES_SETTING.key, self.cache_lines.to_string()),
        ]
    }
}

/// What can be chosen for the decoder of metadata: nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MetadataDecoderParameters;

impl Parameters for MetadataDecoderParameters {
    fn settings() -> &'static [Setting] {
        &[]
    }

    fn set(&mut self, key: &str, _value: &str) -> Result<(), ParameterError> {
        find_setting(Self::settings(), key).map(|_| ())
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacities_of_the_paper_are_lines_of_a_bank() {
        for (registers, lines, bits) in [
            (128, 4, 2),
            (192, 6, 3),
            (256, 8, 3),
            (384, 12, 4),
            (512, 16, 4),
        ] {
            let p = OsuBankParameters::new(lines).unwrap();
            assert_eq!((p.registers(), p.entry_bits()), (registers, bits));
        }
    }

    #[test]
    fn what_cannot_be_built_is_refused() {
        for lines in [0, 1, 17] {
            assert!(OsuBankParameters::new(lines).is_err());
            assert!(ReglessParameters::new(16, lines).is_err());
        }
        let mut p = OsuBankParameters::new(16).unwrap();
        assert_eq!(
            p.set("lines", "17").unwrap_err().to_string(),
            "bad value '17' for parameter 'lines'; allowed: 2 to 16 lines of a bank"
        );
        assert!(p.set("ways", "2").is_err());
        let mut r = ReglessParameters::new(16, 16).unwrap();
        r.set("cache_lines", "12").unwrap();
        r.set("lines", "4").unwrap();
        assert_eq!(r, ReglessParameters::new(4, 12).unwrap());
        assert!(r.set("cache_lines", "1").is_err());
        p.set("lines", "6").unwrap();
        assert_eq!(p.values(), [("lines", "6".to_owned())]);
    }
}
