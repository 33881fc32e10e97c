//! Sorted numbers.

use super::{Answers, Problem, ReferenceError};

/// By the standard library.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let mut data = problem.i32s("data")?;
    data.sort_unstable();
    Ok(Answers::new().i32s("data", &data))
}
