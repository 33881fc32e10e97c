//! Bytes to colours.

use super::{Answers, Problem, ReferenceError};

/// By index.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    problem.sized(&[("colours", 256)])?;
    let colours = problem.u32s("colours")?;
    let bytes = problem.u32s("data")?.into_iter().flat_map(u32::to_le_bytes);
    let out: Vec<u32> = bytes.map(|byte| colours[usize::from(byte)]).collect();
    Ok(Answers::new().u32s("out", &out))
}
