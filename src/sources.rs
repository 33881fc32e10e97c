//! What this binary was built from, so that a result of one is not taken for a result of another.

/// All sources.
pub const ALL: &str = env!("WARPLOOM_SOURCES");
/// Those of which the run of a kernel by golden models is made.
pub const RUNS: &str = env!("WARPLOOM_RUN_SOURCES");
