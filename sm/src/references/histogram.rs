//! Histogram of bytes.

use super::{Answers, Problem, ReferenceError};

/// One count a byte.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let mut bins = [0u32; 256];
    for byte in problem.u32s("data")?.into_iter().flat_map(u32::to_le_bytes) {
        bins[usize::from(byte)] += 1;
    }
    Ok(Answers::new().u32s("bins", &bins))
}
