//! Accesses to surfaces.

/// What a surface access beyond the surface does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Boundary {
    /// `.trap`: faults.
    Trap,
    /// `.clamp`: goes to the nearest element inside.
    Clamp,
    /// `.zero`: loads zeros, stores nothing.
    Zero,
}

/// An access to a surface: `suld.b`, `sust.b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SurfaceAccess {
    /// A store.
    pub store: bool,
    /// 1 or 2; the first coordinate counts bytes.
    pub dimensions: u8,
    /// Bytes of an element.
    pub bytes: u8,
    /// Elements: 1, 2 or 4. Four of 32 bits are stored from two pairs.
    pub count: u8,
    /// Beyond the surface.
    pub boundary: Boundary,
}
