//! C = A B.

use super::{Answers, Problem, ReferenceError};

/// Row by column, fused, in ascending order.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("n")?;
    problem.sized(&[("a", n * n), ("b", n * n)])?;
    let (a, b) = (problem.f32s("a")?, problem.f32s("b")?);
    let element = |at: usize| {
        let (row, column) = (at / n, at % n);
        (0..n).fold(0f32, |sum, k| a[row * n + k].mul_add(b[k * n + column], sum))
    };
    let c: Vec<f32> = (0..n * n).map(element).collect();
    Ok(Answers::new().f32s("c", &c))
}
