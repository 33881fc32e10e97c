//! What RegLess's compiler makes of a kernel: regions, and what they hold (4, 6.6).

use crate::kernels;
use crate::Error;
use serde_json::{json, Value};
use sm::alloc::allocate;
use sm::analysis::Cfg;
use sm::host::Session;
use sm::passes::{annotate, encode, renumber, RegionLimits, WarpLiveness};
use spec::regless::REGISTERS;
use std::path::Path;

/// Compiles all kernels of a descriptor's module, as the multiprocessor does when it launches them.
pub fn run(descriptor: &Path) -> Result<Value, Error> {
    let session = Session::open_for(&kernels::folder().join(descriptor), None)?;
    let limits = RegionLimits::default();
    let (mut regions, mut instructions, mut preloads) = (0, 0, 0);
    let (mut most_live, mut most_live_squared, mut words, mut compact) = (0, 0, 0, 0);
    let mut live: Vec<usize> = Vec::new();
    for kernel in &session.module().kernels {
        let allocated = allocate(kernel, Some(REGISTERS as u32))?;
        let physical = allocated.report.words as usize;
        let kernel = renumber(&allocated.kernel, limits);
        let notes = annotate(&kernel, limits);
        for note in &notes {
            regions += 1;
            instructions += note.region.code.len();
            preloads += note.preloads.len();
            most_live += note.region.most;
            most_live_squared += note.region.most * note.region.most;
        }
        let encoded = encode(&kernel, &notes);
        let overhead = encoded.map_err(Error::new)?.overhead;
        words += overhead.words;
        compact += overhead.compact;
        if kernel.code.len() > live.len() {
            let liveness = WarpLiveness::new(&kernel, &Cfg::new(&kernel), physical);
            let before = |at| liveness.before(at).iter().count();
            live = (0..kernel.code.len()).map(before).collect();
        }
    }
    Ok(json!({
        "regions": regions, "instructions": instructions, "preloads": preloads,
        "most_live": most_live, "most_live_squared": most_live_squared,
        "words": words, "compact": compact, "live": live,
    }))
}
