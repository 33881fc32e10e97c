//! What operations want of memory.

use crate::ptx::types::Width;
use crate::ptx::{Space, Type};

/// What a load or store moves for each thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// State space.
    pub space: Space,
    /// Element type.
    pub ty: Type,
    /// Elements: 1, 2 or 4.
    pub count: u8,
    /// Width of the registers that a load writes: narrower elements extend to it.
    pub register: Width,
}

/// What `atom` and `red` do to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Atomic {
    And,
    Or,
    Xor,
    Cas,
    Exch,
    Add,
    Inc,
    Dec,
    Min,
    Max,
}

/// Texture geometry and coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fetch {
    /// 1 or 2.
    pub dimensions: u8,
    /// Coordinates are `.f32` instead of `.s32`.
    pub real: bool,
    /// Type of the four results.
    pub ty: Type,
}
