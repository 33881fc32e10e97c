//! Which papers there are.

use spec::UnknownName;
use std::fmt;
use std::str::FromStr;

/// A paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paper {
    /// Warped-Compression, ISCA 2015.
    WarpedCompression,
    /// Affine Vector Cache, 2011.
    AffineVectorCache,
    /// Slumber, ISLPED 2020.
    Slumber,
    /// RegLess, MICRO 2017.
    Regless,
}

impl Paper {
    /// All of them, by year but for Slumber, which is of the register file that the first is of.
    pub const ALL: [Paper; 4] = [
        Paper::WarpedCompression,
        Paper::AffineVectorCache,
        Paper::Slumber,
        Paper::Regless,
    ];

    /// What it is called in a sentence, and over a chart.
    pub fn title(self) -> &'static str {
        match self {
            Paper::WarpedCompression => "Warped-Compression",
            Paper::AffineVectorCache => "Affine Vector Cache",
            Paper::Slumber => "Slumber",
            Paper::Regless => "RegLess",
        }
    }

    /// The word of the command line, which also names its files.
    pub fn name(self) -> &'static str {
        match self {
            Paper::WarpedCompression => "warped-compression",
            Paper::AffineVectorCache => "avc",
            Paper::Slumber => "slumber",
            Paper::Regless => "regless",
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Paper {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        let names = || Self::ALL.into_iter().map(Self::name).chain(["all"]);
        found.ok_or_else(|| UnknownName::new("paper", text, names()))
    }
}
