//! c = a + b.

use super::{Answers, Problem, ReferenceError};

/// Adds element by element.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let a = problem.f32s("a")?;
    let b = problem.f32s("b")?;
    let sum: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    Ok(Answers::new().f32s("c", &sum))
}
