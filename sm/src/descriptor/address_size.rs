//! Which of a descriptor's modules is run: that with 32-bit or that with 64-bit addresses.

use serde::{Deserialize, Serialize};
use spec::UnknownName;
use std::fmt;
use std::str::FromStr;

/// Bits of an address, as PTX's `.address_size` has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AddressSize {
    /// `.address_size 32`
    #[serde(rename = "32")]
    Narrow,
    /// `.address_size 64`
    #[serde(rename = "64")]
    Wide,
}

impl AddressSize {
    /// Both.
    pub const ALL: [AddressSize; 2] = [AddressSize::Narrow, AddressSize::Wide];

    /// Its name: the number of bits.
    pub fn name(self) -> &'static str {
        match self {
            AddressSize::Narrow => "32",
            AddressSize::Wide => "64",
        }
    }

    /// The number of bits.
    pub fn bits(self) -> u32 {
        match self {
            AddressSize::Narrow => 32,
            AddressSize::Wide => 64,
        }
    }
}

impl fmt::Display for AddressSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AddressSize {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        let names = || Self::ALL.into_iter().map(Self::name);
        found.ok_or_else(|| UnknownName::new("address size", text, names()))
    }
}
