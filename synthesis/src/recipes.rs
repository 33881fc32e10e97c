//! Scripts for ABC: how logic becomes cells.

use super::Effort;

/// A way to map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    pub name: &'static str,
    /// From an and-inverter graph to cells, before buffers and sizes.
    mapping: &'static str,
    /// How loads that are too many for a cell are split.
    buffers: &'static str,
}

/// At most this many loads behind a cell: with fewer faster and larger. What is a little slow is mended by
/// larger drives afterwards.
const TWELVE: &str = "topo; buffer -N 12; topo";
const SIXTEEN: &str = "topo; buffer -N 16; topo";
/// By the load that each cell can bear.
const BY_LOAD: &str = "buffer -c; topo";

/// How many of the recipes quick effort takes.
const FEW: usize = 3;

/// Best first: structural choices, then mapping for delay with area recovered.
pub const RECIPES: &[Recipe] = &[
    Recipe {
        name: "synch2-16",
        mapping: "&get -n; &synch2 -f; &nf; &put",
        buffers: SIXTEEN,
    },
    Recipe {
        name: "synch2",
        mapping: "&get -n; &synch2 -f; &nf; &put",
        buffers: TWELVE,
    },
    Recipe {
        name: "dch",
        mapping: "&get -n; &dch -f; &nf; &put",
        buffers: TWELVE,
    },
    Recipe {
        name: "dch-area",
        mapping: "&get -n; &dch -f; &nf -R 10 -F 5 -A 5; &put",
        buffers: TWELVE,
    },
    Recipe {
        name: "syn3-area",
        mapping: "&get -n; &syn3; &syn3; &dch -f; &nf -R 10 -F 5 -A 5; &put",
        buffers: TWELVE,
    },
    Recipe {
        name: "synch2-load",
        mapping: "&get -n; &synch2 -f; &nf; &put",
        buffers: BY_LOAD,
    },
    Recipe {
        name: "dch-load",
        mapping: "&get -n; &dch -f; &nf; &put",
        buffers: BY_LOAD,
    },
    Recipe {
        name: "dch-area-load",
        mapping: "&get -n; &dch -f; &nf -R 10 -F 5 -A 5; &put",
        buffers: BY_LOAD,
    },
    Recipe {
        name: "lut",
        mapping: "&get -n; &if -g -K 6; &dch -f; &nf; &put",
        buffers: TWELVE,
    },
];

impl Recipe {
    /// The script, to reach `picoseconds` from register to register.
    pub fn script(&self, picoseconds: u32) -> String {
        let mapping = self.mapping.replace("; ", "\n");
        let buffers = self.buffers.replace("; ", "\n");
        format!(
            "strash\n{mapping}\n{buffers}\nupsize -D {picoseconds}\n\
             dnsize -D {picoseconds}\nstime -p\n"
        )
    }
}

/// What is tried, round after round: shares of the clock period that logic may take.
pub fn rounds(effort: Effort, clock_ps: u32) -> Vec<Vec<(Recipe, u32)>> {
    let at = |percent: u32| clock_ps * percent / 100;
    match effort {
        Effort::Quick => [80, 73]
            .map(|percent| RECIPES[..FEW].iter().map(|r| (*r, at(percent))).collect())
            .into(),
        Effort::Full => [85, 82, 79, 76, 72, 66]
            .map(|percent| RECIPES.iter().map(|r| (*r, at(percent))).collect())
            .into(),
    }
}
