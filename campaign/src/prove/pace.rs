//! How long proofs are expected to take, so that the time left can be believed.

use spec::UnitId;

/// Seconds of a mutant of a unit.
pub const MUTANT: f64 = 7.0;
/// Of a property that is not the first of its unit: its induction has been made.
pub const LATER: f64 = 0.5;
/// Of all properties of a block.
const BLOCK: f64 = 15.0;

/// Seconds of all properties of a unit in its smallest preset, two units side by side on two processors (`make prove`
/// with no steps that were known, 2026-11-28).
fn of_unit(unit: UnitId) -> f64 {
    match unit {
        UnitId::BdiCompressor => 56.0,
        UnitId::BdiDecompressor => 110.0,
        UnitId::AvcEncoder => 220.0,
        UnitId::AvcDecoder => 75.0,
        UnitId::AvcCache => 1_420.0,
        UnitId::PowerController => 16.0,
        UnitId::PowerArray => 410.0,
        UnitId::MshrTracker => 35.0,
        UnitId::FetchUnitList => 520.0,
        UnitId::SlumberControl => 22.0,
        UnitId::BankGate => 12.0,
        UnitId::SlumberTop => 340.0,
        UnitId::Regfile => 925.0,
        UnitId::OsuBank => 45.0,
        UnitId::PatternCompressor => 840.0,
        UnitId::MetadataDecoder => 56.0,
        UnitId::CapacityManager => 730.0,
        UnitId::Osu => 260.0,
        UnitId::ReglessL1Arbiter => 7.0,
        UnitId::ReglessShard => 90.0,
        UnitId::Regless => 36.0,
    }
}

/// Of the first property of a unit that is asked, or of a block.
pub fn of_first(unit: Option<UnitId>) -> f64 {
    unit.map_or(BLOCK, of_unit)
}
