//! The compressed forms, byte by byte.
//!
//! | form | bytes 0-3 | bytes 4-34 | bytes 35-65 | size | banks |
//! |---|---|---|---|---|---|
//! | <4,0> | base | 0 | 0 | 4 | 1 |
//! | <4,1> | base | low delta bytes of lanes 1-31 | 0 | 35 | 3 |
//! | <4,2> | base | low delta bytes of lanes 1-31 | high delta bytes of lanes 1-31 | 66 | 5 |
//! | uncompressed | lane i in bytes 4i to 4i+3 | | | 128 | 8 |
//!
//! The delta bytes stand in planes so that <4,1> is a prefix of <4,2> and a compressor needs no
//! packing multiplexers. The uncompressed form stays raw because divergent writes change single
//! lanes of it. Bytes that carry nothing are 0.

use crate::ports::Wires;
use crate::warp::LANES;
use std::fmt;

/// Lanes that have a delta: all but lane 0, which is the base (5.1).
pub const DELTA_LANES: usize = LANES - 1;
/// First byte of the plane of low delta bytes.
pub const LOW_PLANE_BYTE: usize = 4;
/// First byte of the plane of high delta bytes.
pub const HIGH_PLANE_BYTE: usize = LOW_PLANE_BYTE + DELTA_LANES;

/// One of the three fixed choices of (base, delta) size of section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// <4,0>: all lanes equal.
    FourZero,
    /// <4,1>: every delta to lane 0 fits a signed byte.
    FourOne,
    /// <4,2>: every delta to lane 0 fits two signed bytes.
    FourTwo,
}

impl Mode {
    /// All modes, smallest form first.
    pub const ALL: [Mode; 3] = [Mode::FourZero, Mode::FourOne, Mode::FourTwo];

    /// Bytes of a delta.
    pub const fn delta_bytes(self) -> usize {
        match self {
            Mode::FourZero => 0,
            Mode::FourOne => 1,
            Mode::FourTwo => 2,
        }
    }

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::FourZero => "4x0",
            Mode::FourOne => "4x1",
            Mode::FourTwo => "4x2",
        }
    }

    /// The range indicator of a register stored in this mode.
    pub const fn range(self) -> CompressionRange {
        match self {
            Mode::FourZero => CompressionRange::FourZero,
            Mode::FourOne => CompressionRange::FourOne,
            Mode::FourTwo => CompressionRange::FourTwo,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The 2-bit compression range indicator of section 4; the discriminant is the encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CompressionRange {
    /// Stored raw in eight banks.
    #[default]
    Uncompressed = 0,
    /// <4,0>, one bank.
    FourZero = 1,
    /// <4,1>, three banks.
    FourOne = 2,
    /// <4,2>, five banks.
    FourTwo = 3,
}

impl CompressionRange {
    /// All ranges in encoding order.
    pub const ALL: [CompressionRange; 4] = [
        CompressionRange::Uncompressed,
        CompressionRange::FourZero,
        CompressionRange::FourOne,
        CompressionRange::FourTwo,
    ];

    /// The mode that it stands for, or `None` when uncompressed.
    pub const fn mode(self) -> Option<Mode> {
        match self {
            CompressionRange::Uncompressed => None,
            CompressionRange::FourZero => Some(Mode::FourZero),
            CompressionRange::FourOne => Some(Mode::FourOne),
            CompressionRange::FourTwo => Some(Mode::FourTwo),
        }
    }

    /// From its 2-bit encoding; higher bits are ignored.
    pub const fn from_bits(bits: u32) -> Self {
        Self::ALL[(bits & 3) as usize]
    }
}

impl Wires for CompressionRange {
    crate::single_port!();
    const WORDS: usize = 1;
    fn store(&self, words: &mut [u32]) {
        words[0] = *self as u32;
    }
    fn load(words: &[u32]) -> Self {
        Self::from_bits(words[0])
    }
}
