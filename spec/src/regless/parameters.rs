//! Parameters of the units of RegLess.

use super::encoding::{BANKS, FILL_BITS, SHARDS};
use crate::parameters::{find_setting, ParameterError, Parameters, Setting};
use std::ops::RangeInclusive;

/// Lines that a bank can have.
pub const LINES: RangeInclusive<usize> = 2..=64;
/// Lines that the cache of a compressor can have; without a compressor there are none.
pub const CACHE_LINES: RangeInclusive<usize> = 2..=16;
/// Lines that a compressor can wait for, each fetch that waits for one of them included.
pub const FILLS: RangeInclusive<usize> = 1..=1 << FILL_BITS;

const LINES_SETTING: Setting = Setting {
    key: "lines",
    allowed: "2 to 64 lines of a bank",
};
const CACHE_LINES_SETTING: Setting = Setting {
    key: "cache_lines",
    allowed: "2 to 16 lines of a compressor's cache, or 0 for no compressor",
};
const FILLS_SETTING: Setting = Setting {
    key: "fills",
    allowed: "1 to 8 fetches of a compressor that wait for the L1",
};

const fn within(range: &RangeInclusive<usize>, value: usize) -> bool {
    *range.start() <= value && value <= *range.end()
}

const fn is_cache(lines: usize) -> bool {
    lines == 0 || within(&CACHE_LINES, lines)
}

/// A value of `setting`, or the error that says what is allowed.
fn checked(
    setting: &Setting,
    is_legal: impl Fn(usize) -> bool,
    value: &str,
) -> Result<usize, ParameterError> {
    let parsed = value.parse().map_err(|_| setting.refuse(value))?;
    if is_legal(parsed) {
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
    pub(crate) const fn of_preset(lines: usize) -> Self {
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
        self.lines = checked(
            find_setting(Self::settings(), key)?,
            |l| LINES.contains(&l),
            value,
        )?;
        Ok(())
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        vec![(LINES_SETTING.key, self.lines.to_string())]
    }
}

/// What can be chosen for a shard or all shards, with their compressors or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReglessParameters {
    bank: OsuBankParameters,
    cache_lines: usize,
    fills: usize,
}

impl ReglessParameters {
    /// Checks the lines of a bank against [`LINES`], those of a compressor's cache against
    /// [`CACHE_LINES`] or none, and its fills against [`FILLS`].
    pub fn new(lines: usize, cache_lines: usize, fills: usize) -> Result<Self, ParameterError> {
        let bank = OsuBankParameters::new(lines)?;
        if !is_cache(cache_lines) {
            Err(CACHE_LINES_SETTING.refuse(cache_lines))
        } else if !FILLS.contains(&fills) {
            Err(FILLS_SETTING.refuse(fills))
        } else {
            Ok(Self {
                bank,
                cache_lines,
                fills,
            })
        }
    }

    /// For tables of presets, where a value that is not legal fails to compile.
    pub(crate) const fn of_preset(lines: usize, cache_lines: usize, fills: usize) -> Self {
        assert!(is_cache(cache_lines) && within(&FILLS, fills));
        Self {
            bank: OsuBankParameters::of_preset(lines),
            cache_lines,
            fills,
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

    /// Lines of a compressor's cache; 0 without compression.
    pub fn cache_lines(&self) -> usize {
        self.cache_lines
    }

    /// Fetches of a compressor that can wait for the L1.
    pub fn fills(&self) -> usize {
        self.fills
    }

    /// What a module is called that depends on the compressor: lines and, where there are any, fills.
    pub(super) fn compressor_name(&self) -> String {
        match self.cache_lines {
            0 => "c0".to_owned(),
            lines => format!("c{lines}_f{}", self.fills),
        }
    }
}

impl Parameters for ReglessParameters {
    fn settings() -> &'static [Setting] {
        const { &[LINES_SETTING, CACHE_LINES_SETTING, FILLS_SETTING] }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let setting = find_setting(Self::settings(), key)?;
        if setting.key == LINES_SETTING.key {
            self.bank.set(key, value)?;
        } else if setting.key == FILLS_SETTING.key {
            self.fills = checked(setting, |f| FILLS.contains(&f), value)?;
        } else {
            self.cache_lines = checked(setting, is_cache, value)?;
        }
        Ok(())
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        vec![
            (LINES_SETTING.key, self.lines().to_string()),
            (CACHE_LINES_SETTING.key, self.cache_lines.to_string()),
            (FILLS_SETTING.key, self.fills.to_string()),
        ]
    }
}

/// What can be chosen for a compressor: as for a shard that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PatternCompressorParameters(ReglessParameters);

const COMPRESSOR_LINES_SETTING: Setting = Setting {
    key: CACHE_LINES_SETTING.key,
    allowed: "2 to 16 lines of a compressor's cache",
};

impl PatternCompressorParameters {
    /// Of a shard; `None` if it has no compressor.
    pub fn of_shard(shard: ReglessParameters) -> Option<Self> {
        (shard.cache_lines > 0).then_some(Self(shard))
    }

    /// For tables of presets, where a value that is not legal fails to compile.
    pub(crate) const fn of_preset(shard: ReglessParameters) -> Self {
        assert!(shard.cache_lines > 0);
        Self(shard)
    }

    /// The shard that has it.
    pub fn shard(&self) -> ReglessParameters {
        self.0
    }

    /// Bits that name a line of a bank.
    pub fn entry_bits(&self) -> usize {
        self.0.entry_bits()
    }

    /// Lines of the cache.
    pub fn cache_lines(&self) -> usize {
        self.0.cache_lines
    }

    /// Fetches that can wait for the L1.
    pub fn fills(&self) -> usize {
        self.0.fills
    }
}

impl Parameters for PatternCompressorParameters {
    fn settings() -> &'static [Setting] {
        const { &[LINES_SETTING, COMPRESSOR_LINES_SETTING, FILLS_SETTING] }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let mut changed = self.0;
        let setting = find_setting(Self::settings(), key)?;
        changed.set(key, value).map_err(|_| setting.refuse(value))?;
        *self = Self::of_shard(changed).ok_or_else(|| setting.refuse(value))?;
        Ok(())
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        self.0.values()
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
            (1024, 32, 5),
            (2048, 64, 6),
        ] {
            let p = OsuBankParameters::new(lines).unwrap();
            assert_eq!((p.registers(), p.entry_bits()), (registers, bits));
        }
    }

    #[test]
    fn what_cannot_be_built_is_refused() {
        for lines in [0, 1, 65] {
            assert!(OsuBankParameters::new(lines).is_err());
        }
        for cache_lines in [1, 17] {
            assert!(ReglessParameters::new(16, cache_lines, 4).is_err());
        }
        for fills in [0, 9] {
            assert!(ReglessParameters::new(16, 16, fills).is_err());
        }
        let mut p = OsuBankParameters::new(16).unwrap();
        assert_eq!(
            p.set("lines", "65").unwrap_err().to_string(),
            "bad value '65' for parameter 'lines'; allowed: 2 to 64 lines of a bank"
        );
        assert!(p.set("ways", "2").is_err());
        let mut r = ReglessParameters::new(16, 16, 4).unwrap();
        r.set("cache_lines", "12").unwrap();
        r.set("lines", "4").unwrap();
        r.set("fills", "1").unwrap();
        assert_eq!(r, ReglessParameters::new(4, 12, 1).unwrap());
        assert!(r.set("cache_lines", "1").is_err());
        assert!(r.set("fills", "9").is_err());
        r.set("cache_lines", "0").unwrap();
        assert_eq!(PatternCompressorParameters::of_shard(r), None);
        r.set("cache_lines", "2").unwrap();
        let mut c = PatternCompressorParameters::of_shard(r).unwrap();
        for value in ["0", "1", "17"] {
            assert_eq!(
                c.set("cache_lines", value).unwrap_err().to_string(),
                format!(
                    "bad value '{value}' for parameter 'cache_lines'; allowed: 2 to 16 lines of a \
                     compressor's cache"
                )
            );
        }
        p.set("lines", "6").unwrap();
        assert_eq!(p.values(), [("lines", "6".to_owned())]);
    }
}
