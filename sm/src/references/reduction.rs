//! A sum.

use super::{Answers, Problem, ReferenceError};

/// One after the other, with overflow as in hardware.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let data = problem.i32s("data")?;
    let total = data.into_iter().fold(0, i32::wrapping_add);
    Ok(Answers::new().i32s("total", &[total]))
}
