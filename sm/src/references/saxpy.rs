//! y = a x + y.

use super::{Answers, Problem, ReferenceError};

/// One fused multiply-add an element, as compilers contract it.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let a = problem.real("a")? as f32;
    let (x, y) = (problem.f32s("x")?, problem.f32s("y")?);
    let y: Vec<f32> = x.iter().zip(&y).map(|(x, y)| a.mul_add(*x, *y)).collect();
    Ok(Answers::new().f32s("y", &y))
}
