//! Data of a descriptor: buffers, what they hold at first, and textures over them.

use super::{zero, ElementType, Scalar};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A run of elements in global memory, or a variable of the module.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// The name that arguments, checks and references use.
    pub name: String,
    /// Type of an element.
    #[serde(rename = "type")]
    pub element: BufferType,
    /// Number of elements.
    pub size: Scalar,
    /// Elements of a row, if there are rows: for pictures and files.
    pub width: Option<Scalar>,
    /// What a read beside the buffer does.
    #[serde(default)]
    pub out_of_bounds: OutOfBounds,
    /// Contents before the first launch.
    #[serde(default)]
    pub init: Init,
    /// Instead of fresh memory, the `.global` or `.const` variable of the module with this name.
    pub symbol: Option<String>,
}

/// The type of a buffer's elements.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(from = "String")]
pub enum BufferType {
    /// Numbers.
    Element(ElementType),
    /// One of the descriptor's structs, by its name.
    Struct(String),
}

impl From<String> for BufferType {
    fn from(name: String) -> Self {
        let mut elements = ElementType::ALL.into_iter();
        let element = elements.find(|element| element.name() == name);
        element.map_or(Self::Struct(name), Self::Element)
    }
}

/// What a read beside a buffer does.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum OutOfBounds {
    /// It is a fault.
    #[default]
    Error,
    /// It gives zero, and is counted.
    Zero,
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
    /// `.npy`; `.bin`: raw little-endian elements; `.txt`: numbers between white space.
    File(PathBuf),
    /// Of structs: the contents of fields, each with an element for each element of the buffer. Others are zero.
    Fields(BTreeMap<String, Init>),
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

/// Binds a texture or surface to a buffer.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Texture {
    /// Name of a `.texref` or `.surfref` variable, or of an object, for arguments.
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
