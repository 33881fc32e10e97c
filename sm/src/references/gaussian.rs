//! A system of linear equations.

use super::{Answers, Problem, ReferenceError};

/// Gauss and Jordan in f64: no triangle is left to substitute back into.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("n")?;
    problem.sized(&[("a", n * n), ("b", n)])?;
    let (mut a, mut b) = (problem.wide("a")?, problem.wide("b")?);
    for i in 0..n {
        a[i * n + i] += n as f64;
    }
    for pivot in 0..n {
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = a[row * n + pivot] / a[pivot * n + pivot];
            for column in pivot..n {
                a[row * n + column] -= factor * a[pivot * n + column];
            }
            b[row] -= factor * b[pivot];
        }
    }
    let x: Vec<f64> = (0..n).map(|i| b[i] / a[i * n + i]).collect();
    Ok(Answers::new().rounded("x", &x))
}
