//! Data of a descriptor: buffers, what they hold at first, and textures over them.

use super::{zero, Scalar};
use serde::Deserialize;
use std::path::PathBuf;

/// A run of elements in global memory, or a variable of the module.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// The name that arguments, checks and references use.
    pub name: String,
    /// Type of an element.
    #[serde(rename = "type")]
    pub element: ElementType,
    /// Number of elements.
    pub size: Scalar,
    /// Contents before the first launch.
    #[serde(default)]
    pub init: Init,
    /// Instead of fresh memory, the `.global` or `.const` variable of the module with this name.
    pub symbol: Option<String>,
}

/// What the elements of a buffer are.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum ElementType {
    /// Unsigned bytes.
    U8,
    /// Signed bytes.
    I8,
    /// Unsigned 16-bit integers.
    U16,
    /// Signed 16-bit integers.
    I16,
    /// Unsigned 32-bit integers.
    U32,
    /// Signed 32-bit integers.
    I32,
    /// Unsigned 64-bit integers.
    U64,
    /// Signed 64-bit integers.
    I64,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

impl ElementType {
    /// Bytes of an element.
    pub fn bytes(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
        }
    }

    /// Whether elements are IEEE floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }
}

/// Contents of a buffer before the first launch.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Init {
    /// Every bit is zero.
    #[default]
    Zero,
    /// Element i is i.
    Iota,
    /// Every element is this.
    Constant(Scalar),
    /// Element i is `start + (i * step) % modulo`.
    Linear(Linear),
    /// Uniformly random, the same on every machine.
    Random(Random),
    /// These elements, then zeros.
    Values(Vec<Scalar>),
    /// `.bin`: raw little-endian elements; `.txt`: numbers between white space.
    File(PathBuf),
}

/// The ramp of [`Init::Linear`].
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Linear {
    /// Element 0.
    #[serde(default = "zero")]
    pub start: Scalar,
    /// Distance of neighbours.
    pub step: Scalar,
    /// The ramp falls back to `start` when `i * step` reaches this.
    pub modulo: Option<Scalar>,
}

/// The range of [`Init::Random`]: integers take both ends, real numbers take `low` but not `high`.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Random {
    /// Seed; the same seed and range give the same elements.
    pub seed: u64,
    /// Lower end.
    pub low: Scalar,
    /// Upper end.
    pub high: Scalar,
}

/// Binds a `.texref` of the module to a buffer.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Texture {
    /// Name of the `.texref` variable.
    pub name: String,
    /// The buffer that holds the texels, row after row.
    pub buffer: String,
    /// Texels in a row.
    pub width: Scalar,
    /// Rows; left out for a linear (1D) texture.
    pub height: Option<Scalar>,
    /// Elements of a texel: 1, 2 or 4.
    #[serde(default = "one_channel")]
    pub channels: u8,
    /// What a coordinate outside means.
    #[serde(default)]
    pub address: AddressMode,
    /// How a real coordinate picks texels.
    #[serde(default)]
    pub filter: FilterMode,
    /// Whether real coordinates run from 0 to 1 instead of from 0 to width or height.
    #[serde(default)]
    pub normalized: bool,
}

fn one_channel() -> u8 {
    1
}

/// What a texture coordinate outside of the texture means.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum AddressMode {
    /// The nearest texel inside.
    #[default]
    Clamp,
    /// Zero.
    Border,
    /// The coordinate modulo the size; takes normalized coordinates.
    Wrap,
    /// As `wrap`, every second copy mirrored; takes normalized coordinates.
    Mirror,
}

/// How a real texture coordinate picks texels.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum FilterMode {
    /// The texel that the coordinate falls into.
    #[default]
    Point,
    /// Weighted by distance, with the 8 fractional bits of the hardware; `f32` texels only.
    Linear,
}
