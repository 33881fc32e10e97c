//! Scripts for ABC: how logic becomes cells.

/// A way to map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    pub name: &'static str,
    /// From an and-inverter graph to cells, before buffers and sizes.
    mapping: &'static str,
}

/// Best first: structural choices, then mapping for delay with area recovered.
pub const RECIPES: &[Recipe] = &[
    Recipe {
        name: "synch2",
        mapping: "&get -n; &synch2 -f; &nf; &put",
    },
    Recipe {
        name: "dch",
        mapping: "&get -n; &dch -f; &nf; &put",
    },
    Recipe {
        name: "dch-area",
        mapping: "&get -n; &dch -f; &nf -R 10 -F 5 -A 5; &put",
    },
    Recipe {
        name: "synch2-area",
        mapping: "&get -n; &synch2 -f; &nf -R 10 -F 5 -A 5; &put",
    },
    Recipe {
        name: "syn3",
        mapping: "&get -n; &syn3; &syn3; &dch -f; &nf; &put",
    },
    Recipe {
        name: "amap",
        mapping: "&get -n; &synch2 -f; &put; dch; amap -m",
    },
];

impl Recipe {
    /// The script, to reach `picoseconds` from register to register.
    pub fn script(&self, picoseconds: u32) -> String {
        let mapping = self.mapping.replace("; ", "\n");
        format!(
            "strash\n{mapping}\nbuffer -c\ntopo\nupsize -D {picoseconds}\n\
             dnsize -D {picoseconds}\nstime -p\n"
        )
    }
}
