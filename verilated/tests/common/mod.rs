//! What the tests share: the project's tools, a cache, and small designs.
#![allow(
    dead_code,
    reason = "each test file is a program of its own and uses a part of this"
)]

use std::path::PathBuf;
use verilated::{BuildOptions, Cache, ModelSpec, Port, Source, Toolchain};

/// The tools that `make tools` fetches, or those that the environment names.
pub fn toolchain() -> Toolchain {
    let project = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let tools =
        std::env::var_os("WARPLOOM_TOOLS").map_or_else(|| project.join(".tools"), PathBuf::from);
    let root = tools.join("base/verilator");
    let compiler = std::env::var_os("WARPLOOM_CXX").unwrap_or_else(|| "c++".into());
    let toolchain = match std::env::var_os("WARPLOOM_VERILATOR") {
        Some(verilator) => Toolchain::new(verilator, None, compiler),
        None => Toolchain::new(root.join("bin/verilator_bin"), Some(root), compiler),
    };
    toolchain.unwrap_or_else(|error| panic!("{error}\nadvice: run `make tools` first"))
}

/// The cache that all tests share, so that a design is built once.
pub fn cache() -> Cache {
    Cache::new(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("models"))
}

pub fn spec(
    top: &str,
    text: &str,
    inputs: &[(&str, u32)],
    outputs: &[(&str, u32)],
    clock: Option<&str>,
) -> ModelSpec {
    let ports = |ports: &[(&str, u32)]| ports.iter().map(|&(n, w)| Port::new(n, w)).collect();
    ModelSpec {
        top: top.into(),
        sources: vec![Source::new(format!("{top}.v"), text)],
        inputs: ports(inputs),
        outputs: ports(outputs),
        clock: clock.map(str::to_owned),
        repeated: Vec::new(),
        options: BuildOptions::default(),
    }
}

/// Counts while enabled; also shows its next value, combinationally.
pub fn counter() -> ModelSpec {
    spec(
        "counter",
        include_str!("../designs/counter.v"),
        &[("reset", 1), ("enable", 1)],
        &[("count", 40), ("next_count", 40)],
        Some("clock"),
    )
}

/// Two stages of a 1,024-bit datapath: the lanes of the first plus its lane 0.
pub fn pipeline() -> ModelSpec {
    spec(
        "pipeline",
        include_str!("../designs/pipeline.v"),
        &[("reset", 1), ("in_valid", 1), ("in_data", 1024)],
        &[("out_valid", 1), ("out_data", 1024)],
        Some("clock"),
    )
}
