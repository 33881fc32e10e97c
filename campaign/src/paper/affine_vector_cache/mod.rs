//! Affine Vector Cache, 2011.

mod performance;
mod pressure;
mod registers;
mod tables;
mod traffic;

use super::figure::Figure;
use super::kernel::Kernel;
use super::work::{Look, Setting};

/// What is measured.
pub fn figures() -> Vec<Figure> {
    [
        registers::FIGURES,
        traffic::FIGURES,
        pressure::FIGURES,
        performance::FIGURES,
        tables::FIGURES,
    ]
    .concat()
}

/// Those of its Table 1.
const BENCHMARKS: [&str; 11] = [
    "backprop",
    "binomial_options",
    "black_scholes",
    "cfd_step",
    "fast_walsh",
    "fdtd3d",
    "heartwall",
    "hotspot",
    "lud",
    "needleman_wunsch",
    "srad",
];

/// Table 3: the parameter, and what the paper calls it.
const CONFIGURATIONS: [(&str, &str); 4] = [
    ("none", "48K L1"),
    ("8k-direct", "40K L1 + 8K AVC"),
    ("16k-2-way", "32K L1 + 16K AVC"),
    ("24k-3-way", "24K L1 + 24K AVC"),
];

/// Kernels whose profiles are shown.
const PROFILES: [&str; 6] = [
    "cfd_step",
    "fdtd3d",
    "hotspot",
    "heartwall",
    "needleman_wunsch",
    "lud",
];

/// Whether a kernel is among the paper's, and has something to spill.
fn is_measured(kernel: &Kernel) -> bool {
    BENCHMARKS.contains(&kernel.name.as_str()) && kernel.base > kernel.least
}

/// A configuration of caches on the SM of Table 2, with so many registers a thread. The paper does not say
/// how its SM schedules; loose round robin is what makes its working sets largest.
fn with_cache(configuration: &str, registers: u32) -> Look {
    let setting = Setting::new("avc", "barra", "lrr").capped(registers);
    Look::Timed(setting.with(&format!("avc = \"{configuration}\"")))
}

/// Register counts below `r_base`, the largest first.
fn pressures(kernel: &Kernel) -> impl Iterator<Item = u32> {
    (kernel.least..kernel.base).rev()
}
