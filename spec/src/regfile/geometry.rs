//! Sizes of a register file.

use crate::warp::BANKS_PER_REGISTER;
use std::fmt;

/// Banks and entries of a bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Geometry {
    /// 32 banks of 256 entries, 128 KB (Table 2).
    Fermi,
    /// 8 banks of 16 entries, 2 KB.
    Small,
}

impl Geometry {
    /// Both.
    pub const ALL: [Geometry; 2] = [Geometry::Fermi, Geometry::Small];

    /// Groups of eight banks, each with one arbiter, one decompressor and one write stage.
    pub const fn clusters(self) -> usize {
        match self {
            Geometry::Fermi => 4,
            Geometry::Small => 1,
        }
    }

    /// Entries of a bank.
    pub const fn entries(self) -> usize {
        match self {
            Geometry::Fermi => 256,
            Geometry::Small => 16,
        }
    }

    /// All banks.
    pub const fn banks(self) -> usize {
        self.clusters() * BANKS_PER_REGISTER
    }

    /// Warp registers.
    pub const fn registers(self) -> usize {
        self.clusters() * self.entries()
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.banks(), self.entries())
    }
}
