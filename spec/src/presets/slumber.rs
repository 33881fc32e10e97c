//! Presets of the Slumber units.

use super::preset::Preset;
use crate::registry::{AnyParameters, UnitId};
use crate::slumber::{ArrayParameters, ControllerParameters, Delays};
use crate::slumber::{BreakEvens, ControlParameters, TopParameters};
use crate::slumber::{ListParameters, MemoryLatencies, TrackerParameters};

const TABLE_1: &str = "Slumber Table 1; lifts along the same charging curve";
const HALF: &str = "Slumber Table 1, half a register file";
const QUARTER: &str = "Slumber Table 1, a quarter of a register file";
const SHORTEST: &str = "the shortest delays that can be built";
const SECTION_4: &str = "Slumber 4.1 and 4.3";

/// Every transition takes a cycle: the corner where transitional states vanish soonest.
const ONE_CYCLE: Delays = Delays {
    shallow_wake: 1,
    deep_wake: 1,
    off_wake: 1,
    deep_lift: 1,
    off_lift: 1,
};

/// Break-even times with room for a switching energy that the paper's do not show.
const LATE: BreakEvens = BreakEvens {
    shallow: 8,
    deep: 26,
    off: 48,
};

macro_rules! preset {
    ($unit:ident $name:literal $parameters:expr, $source:expr) => {
        Preset {
            unit: UnitId::$unit,
            name: $name,
            parameters: AnyParameters::$unit($parameters),
            source: $source,
        }
    };
}

const fn top(registers: u16, break_evens: BreakEvens) -> TopParameters {
    TopParameters::of_preset(
        ArrayParameters::of_preset(registers, Delays::FERMI),
        ControlParameters::of_preset(break_evens),
        TrackerParameters::of_preset(64, MemoryLatencies::FERMI),
        ListParameters::of_preset(16, 16),
    )
}

/// Presets of all units, each unit's default first.
pub const PRESETS: &[Preset] = &[
    preset!(PowerController "fermi" ControllerParameters::of_preset(Delays::FERMI), TABLE_1),
    preset!(PowerController "one-cycle" ControllerParameters::of_preset(ONE_CYCLE), SHORTEST),
    preset!(PowerArray "fermi" ArrayParameters::of_preset(1024, Delays::FERMI), TABLE_1),
    preset!(PowerArray "fermi-512" ArrayParameters::of_preset(512, Delays::FERMI), HALF),
    preset!(PowerArray "fermi-256" ArrayParameters::of_preset(256, Delays::FERMI), QUARTER),
    preset!(MshrTracker "fermi"
        TrackerParameters::of_preset(64, MemoryLatencies::FERMI), "Slumber 4.3: 16 bytes"),
    preset!(MshrTracker "fermi-48"
        TrackerParameters::of_preset(48, MemoryLatencies::FERMI), "48 warps of a Fermi SM"),
    preset!(FetchUnitList "fermi" ListParameters::of_preset(16, 16), "Slumber 4.3"),
    preset!(SlumberControl "fermi" ControlParameters::of_preset(BreakEvens::FERMI), SECTION_4),
    preset!(SlumberControl "late-break-even"
        ControlParameters::of_preset(LATE), "break-even times beyond the wake delays"),
    preset!(SlumberTop "fermi" top(1024, BreakEvens::FERMI), TABLE_1),
    preset!(SlumberTop "fermi-512" top(512, BreakEvens::FERMI), HALF),
    preset!(SlumberTop "fermi-256" top(256, BreakEvens::FERMI), QUARTER),
    preset!(SlumberTop "late-break-even"
        top(1024, LATE), "break-even times beyond the wake delays"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;

    /// `of_preset` does not check; setting any number to its own value does.
    #[test]
    fn every_preset_is_legal() {
        for preset in PRESETS {
            let mut parameters = preset.parameters;
            for (key, value) in preset.parameters.values() {
                let unit = preset.unit;
                assert_eq!(
                    parameters.set(key, &value),
                    Ok(()),
                    "{unit} {}",
                    preset.name
                );
            }
            assert_eq!(parameters, preset.parameters);
        }
    }

    #[test]
    fn wake_delays_of_0_and_beyond_the_counter_are_refused() {
        let fermi = ControllerParameters::of_preset(Delays::FERMI);
        for (key, value, allowed) in [
            ("shallow_wake", "0", "1 to deep_wake"),
            ("off_wake", "17", "deep_wake to 16"),
            ("off_wake", "65536", "deep_wake to 16"),
            ("deep_wake", "17", "shallow_wake to off_wake"),
            (
                "deep_lift",
                "0",
                "1 to the lesser of deep_wake and off_lift",
            ),
        ] {
            let mut parameters = fermi;
            let error = parameters.set(key, value).unwrap_err().to_string();
            let expected = format!("bad value '{value}' for parameter '{key}'; allowed: {allowed}");
            assert_eq!(error, expected);
            assert_eq!(parameters, fermi);
        }
    }

    #[test]
    fn constructors_refuse_what_set_refuses() {
        let mut delays = Delays::FERMI;
        delays.shallow_wake = 0;
        let error = ArrayParameters::new(1024, delays).unwrap_err();
        assert!(error
            .to_string()
            .starts_with("bad value '0' for parameter 'shallow_wake'"));
        for registers in [0, 31, 1000, 1056] {
            assert!(ArrayParameters::new(registers, Delays::FERMI).is_err());
        }
        assert!(TrackerParameters::new(65, MemoryLatencies::FERMI).is_err());
        assert!(ListParameters::new(16, 12).is_err());
        let early = BreakEvens {
            shallow: 3,
            ..BreakEvens::FERMI
        };
        let control = ControlParameters::new(early).expect("legal without wake delays");
        let fermi = top(1024, BreakEvens::FERMI);
        let error = TopParameters::new(fermi.array(), control, fermi.tracker(), fermi.list());
        let error = error.unwrap_err().to_string();
        assert!(
            error.starts_with("bad value '3' for parameter 'shallow_break_even'"),
            "{error}"
        );
    }
}
