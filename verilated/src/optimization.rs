//! How hard Verilator and the C++ compiler try: time to build a model against its speed.

/// In what order of size a run is worth it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Optimization {
    /// `-O0`, wide values in loops: for a few thousand cycles. Loops halve the text to compile and make
    /// models of up to 1,024 bits ten times as slow.
    Quick,
    /// `-O1`, for some hundred thousand cycles.
    Short,
    /// `-O1` and what moves wide values: where more takes minutes.
    Light,
    /// `-O2`, for everything longer.
    #[default]
    Balanced,
    /// `-O3`, the design in one piece.
    Fastest,
}

impl Optimization {
    /// What pays for a model that is built to run so many cycles, by what tools/times measures.
    pub fn for_cycles(cycles: u64) -> Self {
        match cycles {
            0..=5_000 => Self::Quick,
            5_001..=250_000 => Self::Short,
            _ => Self::Balanced,
        }
    }

    /// Whether what a design holds several times is compiled once: RegLess' four shards are built in a third
    /// of the time, and do not run slower (docs/testing.md, Models).
    pub(crate) fn shares_modules(self) -> bool {
        match self {
            Self::Quick | Self::Short | Self::Light | Self::Balanced => true,
            Self::Fastest => false,
        }
    }

    pub(crate) fn compiler_flags(self) -> &'static [&'static str] {
        match self {
            Self::Quick => &["-O0"],
            Self::Short => &["-O1"],
            // Words of wide values move side by side: that makes a large model several times as fast.
            Self::Light => &[
                "-O1",
                "-fexpensive-optimizations",
                "-fstore-merging",
                "-ftree-slp-vectorize",
            ],
            Self::Balanced => &["-O2"],
            Self::Fastest => &["-O3"],
        }
    }

    /// Up to how many words of a wide value Verilator writes out one by one.
    pub(crate) fn verilator_flags(self) -> &'static [&'static str] {
        match self {
            Self::Quick => &["--expand-limit", "16"],
            Self::Short | Self::Light | Self::Balanced | Self::Fastest => &[],
        }
    }

    /// What a file of that size is compiled with. With more than [`Optimization::Light`] some take
    /// minutes, and it does not make them faster; what runs only once is not worth anything.
    pub(crate) fn of_unit(self, bytes: u64, cold: bool) -> Self {
        match self {
            _ if cold => Self::Quick,
            Self::Balanced | Self::Fastest if bytes > HUGE_BYTES => Self::Light,
            asked => asked,
        }
    }
}

const HUGE_BYTES: u64 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_runs_get_faster_models() {
        let of = |cycles| Optimization::for_cycles(cycles);
        assert_eq!(of(1_000), Optimization::Quick);
        assert_eq!(of(100_000), Optimization::Short);
        assert_eq!(of(250_001), Optimization::Balanced);
        assert_eq!(of(100_000_000), Optimization::Balanced);
    }
}
