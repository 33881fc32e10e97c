//! What a quick regression runs of each unit: the table behind `make cosim`.

use crate::presets::Preset;
use crate::registry::UnitId;

/// The part of a unit's presets and cycles that shows in minutes that nothing is broken. All presets
/// for a million cycles each are the nightly regression's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The preset that differs most from the first one, where there is a second one.
    pub corner: Option<&'static str>,
    /// Cycles of a run: the more a cycle costs, the fewer, and never less than
    /// [`Sample::LEAST_CYCLES`].
    pub cycles: u64,
    /// Seconds in which two cores build its model, and thousand cycles that one runs in a second.
    /// They order the jobs of a regression, small ones first, and tell how much time is left.
    pub build: u32,
    /// See `build`.
    pub speed: u32,
}

impl Sample {
    /// A run of fewer would miss seeded bugs of `tests/bugs/`. `tests/bugs.rs` shows of each unit's
    /// cycles that they suffice.
    pub const LEAST_CYCLES: u64 = 20_000;

    const fn of(corner: &'static str, cycles: u64, build: u32, speed: u32) -> Self {
        Self {
            corner: Some(corner),
            ..Self::alone(cycles, build, speed)
        }
    }

    const fn alone(cycles: u64, build: u32, speed: u32) -> Self {
        Self {
            corner: None,
            cycles,
            build,
            speed,
        }
    }
}

impl UnitId {
    /// What a quick regression runs of it.
    pub const fn sample(self) -> Sample {
        match self {
            Self::BdiCompressor => Sample::of("latency-8", 250_000, 1, 1600),
            Self::BdiDecompressor => Sample::of("latency-8", 250_000, 1, 1100),
            Self::AvcEncoder => Sample::of("latency-1", 250_000, 3, 1500),
            Self::AvcDecoder => Sample::alone(250_000, 1, 3600),
            Self::AvcCache => Sample::of("small", 800_000, 2, 900),
            Self::PowerController => Sample::of("one-cycle", 250_000, 1, 2900),
            Self::PowerArray => Sample::of("fermi-256", 100_000, 5, 65),
            Self::MshrTracker => Sample::of("fermi-48", 250_000, 1, 5700),
            Self::FetchUnitList => Sample::alone(250_000, 1, 1100),
            Self::SlumberControl => Sample::of("late-break-even", 250_000, 1, 750),
            Self::BankGate => Sample::alone(250_000, 1, 1000),
            Self::SlumberTop => Sample::of("fermi-256", 100_000, 6, 95),
            Self::Regfile => Sample::of("small", 100_000, 10, 100),
            Self::OsuBank => Sample::of("small", 250_000, 1, 900),
            Self::PatternCompressor => Sample::of("small", 250_000, 2, 900),
            Self::MetadataDecoder => Sample::alone(250_000, 1, 2200),
            Self::CapacityManager => Sample::of("small", 100_000, 4, 200),
            Self::Osu => Sample::of("small", 250_000, 5, 140),
            Self::ReglessL1Arbiter => Sample::of("small", 250_000, 1, 1400),
            Self::ReglessShard => Sample::of("small", 100_000, 11, 110),
            Self::Regless => Sample::of("small", 30_000, 16, 15),
        }
    }

    /// The preset that is taken where many models of a unit are built: the first, or the corner if the
    /// first takes long.
    pub fn small_preset(self) -> &'static Preset {
        const LONG: u32 = 4;
        let Sample { corner, build, .. } = self.sample();
        let corner = corner.filter(|_| build >= LONG);
        let mut presets = self.sampled_presets();
        let small = |preset: &&Preset| corner.is_none_or(|corner| corner == preset.name);
        presets.find(small).unwrap_or(&crate::PRESETS[0])
    }

    /// Its first preset and its corner.
    pub fn sampled_presets(self) -> impl Iterator<Item = &'static Preset> {
        let corner = self.sample().corner;
        let chosen =
            move |(place, preset): &(usize, &Preset)| *place == 0 || corner == Some(preset.name);
        self.presets()
            .enumerate()
            .filter(chosen)
            .map(|(_, preset)| preset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_with_a_second_preset_has_a_corner() {
        for &unit in UnitId::ALL {
            let corner = unit.presets().count() > 1;
            let sampled = unit.sampled_presets().count();
            assert_eq!(sampled, 1 + usize::from(corner), "{unit}");
            assert!(unit.sample().cycles >= Sample::LEAST_CYCLES, "{unit}");
        }
    }
}
