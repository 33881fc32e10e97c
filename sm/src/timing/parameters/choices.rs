//! Values of parameters that are no numbers.

use serde::{Deserialize, Serialize};
use spec::bdi::{BdiParameters, Modes};
use spec::regfile::{Moves, RegfileParameters};

/// A set-associative cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CacheParameters {
    /// Sets, a power of two.
    pub sets: u32,
    /// Ways.
    pub ways: u32,
}

/// Which set of a cache a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetIndex {
    /// The lowest bits of its number.
    Linear,
    /// As many of the next bits over them, by exclusive or.
    Xor,
}

/// What stands beside the L1 of private memory under the scheme `avc`: the configurations of Table 3 of
/// Affine Vector Cache. The four take about the same room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Avc {
    /// Nothing: the L1 has 48 KB and 6 ways.
    #[serde(rename = "none")]
    None,
    /// 8 KB, beside 40 KB of 5 ways.
    #[serde(rename = "8k-direct")]
    Direct8K,
    /// 16 KB of 2 ways, beside 32 KB of 4 ways.
    #[serde(rename = "16k-2-way")]
    TwoWay16K,
    /// 24 KB of 3 ways, beside 24 KB of 3 ways.
    #[serde(rename = "24k-3-way")]
    ThreeWay24K,
}

impl Avc {
    /// The unit's preset.
    pub fn preset(self) -> Option<&'static str> {
        match self {
            Avc::None => None,
            Avc::Direct8K => Some("8k-direct"),
            Avc::TwoWay16K => Some("16k-2-way"),
            Avc::ThreeWay24K => Some("24k-3-way"),
        }
    }
}

/// The modes in which Warped-Compression compresses, such as `4x0,4x1,4x2` (section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CompressionModes(pub Modes);

impl TryFrom<String> for CompressionModes {
    type Error = spec::ParameterError;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut unit = BdiParameters::new(Modes::ALL, 2)?;
        spec::Parameters::set(&mut unit, "modes", &text)?;
        Ok(Self(unit.modes()))
    }
}

impl From<CompressionModes> for String {
    fn from(modes: CompressionModes) -> String {
        modes.0.to_string()
    }
}

/// Who does Warped-Compression's dummy MOVs: `file` or `instruction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DummyMoves(pub Moves);

impl TryFrom<String> for DummyMoves {
    type Error = spec::ParameterError;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut unit = RegfileParameters::FERMI;
        spec::Parameters::set(&mut unit, "moves", &text)?;
        Ok(Self(unit.moves()))
    }
}

impl From<DummyMoves> for String {
    fn from(moves: DummyMoves) -> String {
        moves.0.name().to_owned()
    }
}

/// Who names the registers that instructions are about to want, so that they wake in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NamedBy {
    /// The scheduler: those of the future warps that it has picked, as Slumber has it (4.2).
    Scheduler,
    /// The instruction buffer: those of what it holds, as soon as that waits for nothing that takes long.
    Buffer,
}

/// What the words that RegLess's compiler puts into the instruction stream cost (RegLess 5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metadata {
    /// Only their room in lines of the instruction cache.
    Free,
    /// They are fetched like instructions.
    Fetch,
    /// Each also takes a turn of its scheduler.
    FetchAndIssue,
}

/// What stands behind RegLess's staging units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RegisterMemory {
    /// The L1, shared with data.
    L1,
    /// A memory of their own that takes a request a cycle and answers in the next: what no design of the
    /// memory side can do better.
    Perfect,
}

/// Cycles from dispatch to result, and cycles until the unit takes the next instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Cycles from dispatch to result.
    pub latency: u32,
    /// Cycles until the unit takes the next.
    pub initiation: u32,
}
