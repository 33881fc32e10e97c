//! Files to play with, and what plays are like.

use proptest::prelude::*;
use spec::regfile::RegfileParameters;
use spec::{AnyParameters, Parameters, UnitId};

/// The preset `name`.
pub fn preset(name: &str) -> RegfileParameters {
    let preset = UnitId::Regfile.preset(name).expect("a preset");
    match preset.parameters {
        AnyParameters::Regfile(parameters) => parameters,
        other => panic!("{other:?}"),
    }
}

/// `small` or `fermi` with changes.
pub fn changed(name: &str, changes: &[(&str, &str)]) -> RegfileParameters {
    let mut parameters = preset(name);
    for (key, value) in changes {
        parameters.set(key, value).expect("legal");
    }
    parameters
}

/// What a play is like, in percent where nothing else is said.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Registers that instructions name.
    pub hot: usize,
    /// All of them in one cluster.
    pub one_cluster: bool,
    pub instructions: u8,
    pub source: u8,
    pub writes: u8,
    pub divergent: u8,
    /// An out port is ready.
    pub ready: u8,
    /// The longest latency of the execution units, in cycles.
    pub latency: usize,
    /// A result that could be presented is.
    pub results: u8,
    /// Results wait until this many are there, then all come.
    pub burst: usize,
    pub releases: u8,
    /// Lanes that are alike.
    pub compressible: u8,
    /// Warps that have fewer than 32 lanes.
    pub narrow: u8,
}

impl Manner {
    /// Everything as fast as it goes.
    pub const BUSY: Self = Self {
        hot: 1024,
        one_cluster: false,
        instructions: 100,
        source: 67,
        writes: 80,
        divergent: 20,
        ready: 100,
        latency: 4,
        results: 100,
        burst: 1,
        releases: 20,
        compressible: 80,
        narrow: 20,
    };
}

pub fn manner() -> impl Strategy<Value = Manner> {
    let percents = prop::array::uniform8(prop::sample::select(vec![0_u8, 10, 50, 90, 100]));
    let numbers = (
        prop::sample::select(vec![1_usize, 3, 8, 40, 1024]),
        1..40_usize,
        prop::sample::select(vec![1_usize, 1, 4, 12]),
    );
    (percents, numbers, any::<bool>(), 0..60_u8).prop_map(
        |(p, (hot, latency, burst), one_cluster, releases)| Manner {
            hot,
            one_cluster,
            instructions: p[0].max(5),
            source: p[1],
            writes: p[2].max(10),
            divergent: p[3],
            ready: p[4].max(20),
            latency,
            results: p[5].max(10),
            burst,
            releases,
            compressible: p[6],
            narrow: p[7],
        },
    )
}

/// Files of all kinds, small ones more often.
pub fn parameters() -> impl Strategy<Value = RegfileParameters> {
    let modes = ["none", "4x0", "4x1", "4x2", "4x0,4x2", "4x0,4x1,4x2"];
    let any = (
        prop::sample::select(vec!["8x16", "32x256"]),
        prop::sample::select(vec!["4", "8", "16"]),
        prop::sample::select(modes.to_vec()),
        (1..=8_u8, 1..=8_u8),
        prop::sample::select(vec!["0", "1", "2", "3", "10", "17"]),
        prop::sample::select(vec!["on", "on", "off"]),
        prop::sample::select(vec!["file", "instruction"]),
    );
    let any = any.prop_map(
        |(geometry, collectors, modes, (to, from), wake, forwarding, moves)| {
            let (to, from) = (to.to_string(), from.to_string());
            changed(
                "small",
                &[
                    ("geometry", geometry),
                    ("collectors", collectors),
                    ("modes", modes),
                    ("compression_latency", &to),
                    ("decompression_latency", &from),
                    ("wake_delay", wake),
                    ("forwarding", forwarding),
                    ("moves", moves),
                ],
            )
        },
    );
    prop_oneof![1 => Just(preset("fermi")), 1 => Just(preset("uncompressed")), 1 => Just(preset("no-forwarding")),
        1 => Just(preset("mov-instruction")), 2 => Just(preset("small")), 3 => any]
}
