//! Parameters of the three units, and the fixed numbers of the cache's pipeline.

use super::encoding::{ADDRESS_BITS, LINE_BYTES, OFFSET_BITS, VECTORS_PER_LINE};
use crate::parameters::{find_setting, ParameterError, Parameters, Setting};
use std::ops::RangeInclusive;

/// Latencies of the encoder that can be built.
pub const ENCODER_LATENCIES: RangeInclusive<usize> = 1..=4;
/// The latency of the encoder inside the cache: its default, which fits 714 ps in 45 nm.
pub const CACHE_ENCODER_LATENCY: usize = 3;
/// The latency of the decoder (5.2: "It fits within the timing budget of a single clock cycle").
pub const DECODER_LATENCY: usize = 1;
/// Ways that can be built.
pub const WAYS: RangeInclusive<usize> = 1..=8;
/// Sets that can be built, in powers of two; the paper's configurations have 64.
pub const SETS: RangeInclusive<usize> = 2..=64;
/// Transactions that are accepted and not yet executed: four for the stages from lookup to
/// execution, and one so that `req_ready` is a register and no function of what executes.
pub const QUEUE_ENTRIES: usize = 5;
/// Cycles from a lookup to its L1 result.
pub const L1_LOOKUP_CYCLES: usize = 3;
/// Miss registers that can be built.
pub const MISSES: RangeInclusive<usize> = 1..=16;
/// Miss registers unless something else is asked for.
pub const DEFAULT_MISSES: usize = 8;
/// Bits of a miss register's number, for the most that can be built.
pub const MISS_BITS: usize = 4;

const ENCODER_LATENCY_SETTING: Setting = Setting {
    key: "latency",
    allowed: "1 to 4",
};
const DECODER_LATENCY_SETTING: Setting = Setting {
    key: "latency",
    allowed: "1",
};
const GEOMETRY: Setting = Setting {
    key: "geometry",
    allowed: "BYTESxWAYS, 1 to 8 ways that divide the bytes into 2, 4, 8, 16, 32 or 64 lines of \
              128 bytes each, such as 16384x2",
};

const MISSES_SETTING: Setting = Setting {
    key: "misses",
    allowed: "1 to 16",
};

/// What can be chosen for the encoder. Only legal values can be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AvcEncoderParameters {
    latency: usize,
}

impl AvcEncoderParameters {
    /// Checks the latency against [`ENCODER_LATENCIES`].
    pub fn new(latency: usize) -> Result<Self, ParameterError> {
        if ENCODER_LATENCIES.contains(&latency) {
            Ok(Self { latency })
        } else {
            Err(ENCODER_LATENCY_SETTING.refuse(latency))
        }
    }

    /// For the table of presets, where a value that is not legal fails to compile.
    pub(crate) const fn of_preset(latency: usize) -> Self {
        assert!(*ENCODER_LATENCIES.start() <= latency && latency <= *ENCODER_LATENCIES.end());
        Self { latency }
    }

    /// Cycles from input to output.
    pub fn latency(&self) -> usize {
        self.latency
    }
}

impl Parameters for AvcEncoderParameters {
    fn settings() -> &'static [Setting] {
        const { &[ENCODER_LATENCY_SETTING] }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let setting = find_setting(Self::settings(), key)?;
        let latency = value.parse().map_err(|_| setting.refuse(value))?;
        *self = Self::new(latency)?;
        Ok(())
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        vec![(ENCODER_LATENCY_SETTING.key, self.latency.to_string())]
    }
}

/// What can be chosen for the decoder: nothing but its one latency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AvcDecoderParameters;

impl AvcDecoderParameters {
    /// Cycles from input to output.
    pub fn latency(&self) -> usize {
        DECODER_LATENCY
    }
}

impl Parameters for AvcDecoderParameters {
    fn settings() -> &'static [Setting] {
        const { &[DECODER_LATENCY_SETTING] }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let setting = find_setting(Self::settings(), key)?;
        match value.parse() {
            Ok(DECODER_LATENCY) => Ok(()),
            _ => Err(setting.refuse(value)),
        }
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        vec![(DECODER_LATENCY_SETTING.key, DECODER_LATENCY.to_string())]
    }
}

/// What can be chosen for the cache. Only geometries that can be built can be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AvcCacheParameters {
    capacity: usize,
    ways: usize,
    misses: usize,
}

impl AvcCacheParameters {
    /// Checks that the ways divide the capacity, counted at 8 bytes a vector, into sets that can
    /// be indexed by address bits. Miss registers are [`DEFAULT_MISSES`].
    pub fn new(capacity: usize, ways: usize) -> Result<Self, ParameterError> {
        if Self::is_buildable(capacity, ways) {
            Ok(Self {
                capacity,
                ways,
                misses: DEFAULT_MISSES,
            })
        } else {
            Err(GEOMETRY.refuse(format_args!("{capacity}x{ways}")))
        }
    }

    /// For the table of presets, where a value that is not legal fails to compile.
    pub(crate) const fn of_preset(capacity: usize, ways: usize, misses: usize) -> Self {
        assert!(Self::is_buildable(capacity, ways));
        assert!(*MISSES.start() <= misses && misses <= *MISSES.end());
        Self {
            capacity,
            ways,
            misses,
        }
    }

    /// The same with so many miss registers; checked against [`MISSES`].
    pub fn with_misses(self, misses: usize) -> Result<Self, ParameterError> {
        if MISSES.contains(&misses) {
            Ok(Self { misses, ..self })
        } else {
            Err(MISSES_SETTING.refuse(misses))
        }
    }

    const fn is_buildable(capacity: usize, ways: usize) -> bool {
        if ways < *WAYS.start() || ways > *WAYS.end() || !capacity.is_multiple_of(ways * LINE_BYTES)
        {
            return false;
        }
        let sets = capacity / (ways * LINE_BYTES);
        sets.is_power_of_two() && *SETS.start() <= sets && sets <= *SETS.end()
    }

    /// Bytes, at 8 a vector as the paper counts.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Lines of a set.
    pub fn ways(&self) -> usize {
        self.ways
    }

    /// Miss registers: reads that can wait for memory at once.
    pub const fn misses(&self) -> usize {
        self.misses
    }

    /// Sets, a power of two.
    pub fn sets(&self) -> usize {
        self.capacity / (self.ways * LINE_BYTES)
    }

    /// Lines of all sets.
    pub fn lines(&self) -> usize {
        self.capacity / LINE_BYTES
    }

    /// Vectors of all lines.
    pub fn vectors(&self) -> usize {
        self.lines() * VECTORS_PER_LINE
    }

    /// Bits of an address that select the set.
    pub fn set_bits(&self) -> usize {
        self.sets().trailing_zeros() as usize
    }

    /// Bits of an address that the tag array holds.
    pub fn tag_bits(&self) -> usize {
        ADDRESS_BITS - OFFSET_BITS - self.set_bits()
    }
}

impl Parameters for AvcCacheParameters {
    fn settings() -> &'static [Setting] {
        const { &[GEOMETRY, MISSES_SETTING] }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let setting = find_setting(Self::settings(), key)?;
        if setting.key == MISSES_SETTING.key {
            let misses = value.parse().map_err(|_| setting.refuse(value))?;
            *self = self.with_misses(misses)?;
            return Ok(());
        }
        let geometry = value
            .split_once('x')
            .and_then(|(capacity, ways)| Some((capacity.parse().ok()?, ways.parse().ok()?)));
        let (capacity, ways) = geometry.ok_or_else(|| setting.refuse(value))?;
        *self = Self::new(capacity, ways)?.with_misses(self.misses)?;
        Ok(())
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        vec![
            (GEOMETRY.key, format!("{}x{}", self.capacity, self.ways)),
            (MISSES_SETTING.key, self.misses.to_string()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_configurations_have_64_sets() {
        for (capacity, ways) in [(8192, 1), (16384, 2), (24576, 3)] {
            let p = AvcCacheParameters::new(capacity, ways).unwrap();
            assert_eq!(p.sets(), 64);
            assert_eq!(p.tag_bits(), 15);
            assert_eq!(p.vectors() * 8, capacity);
        }
    }

    #[test]
    fn geometries_that_cannot_be_built_are_refused() {
        let sets_of_3 = (3 * 128, 1);
        let sets_of_1 = (128, 1);
        let sets_of_128 = (16384, 1);
        let not_lines = (8000, 1);
        let undivided = (16384, 3);
        for (capacity, ways) in [sets_of_3, sets_of_1, sets_of_128, not_lines, undivided] {
            assert!(AvcCacheParameters::new(capacity, ways).is_err());
        }
        for ways in [0, 9, usize::MAX] {
            assert!(AvcCacheParameters::new(16384, ways).is_err());
        }
        assert!(AvcCacheParameters::new(0, 1).is_err());
        assert_eq!(
            AvcCacheParameters::new(16384, 3).unwrap_err().to_string(),
            "bad value '16384x3' for parameter 'geometry'; allowed: BYTESxWAYS, 1 to 8 ways that \
             divide the bytes into 2, 4, 8, 16, 32 or 64 lines of 128 bytes each, such as 16384x2"
        );
    }

    #[test]
    fn values_are_what_set_takes() {
        let mut p = AvcCacheParameters::new(16384, 2).unwrap();
        p.set("geometry", "24576x3").unwrap();
        p.set("misses", "16").unwrap();
        let values = [("geometry", "24576x3"), ("misses", "16")];
        assert_eq!(p.values(), values.map(|(key, v)| (key, v.to_owned())));
        p.set("geometry", "16384x2").unwrap();
        assert_eq!(p.misses(), 16, "one leaves the other alone");
        for text in ["0", "17", "", "8x"] {
            assert_eq!(
                p.set("misses", text).unwrap_err().to_string(),
                format!("bad value '{text}' for parameter 'misses'; allowed: 1 to 16")
            );
        }
        for text in ["", "x", "16384", "16384x", "16384x3", "-1x1", "16384x2x1"] {
            assert!(p.set("geometry", text).is_err(), "{text}");
        }
        let mut p = AvcEncoderParameters::new(1).unwrap();
        p.set("latency", "4").unwrap();
        assert_eq!(p.values(), [("latency", "4".to_owned())]);
        assert_eq!(
            p.set("latency", "5").unwrap_err().to_string(),
            "bad value '5' for parameter 'latency'; allowed: 1 to 4"
        );
        let mut p = AvcDecoderParameters;
        p.set("latency", "1").unwrap();
        assert_eq!(
            p.set("latency", "2").unwrap_err().to_string(),
            "bad value '2' for parameter 'latency'; allowed: 1"
        );
    }
}
