//! A system of linear equations.

use super::{Answers, Problem, ReferenceError};

/// Gauss and Jordan in f64: no triangle is left to substitute back into.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("n")?;
    let mut a: Vec<f64> = problem.f32s("a")?.into_iter().map(f64::from).collect();
    let mut b: Vec<f64> = problem.f32s("b")?.into_iter().map(f64::from).collect();
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
    let x: Vec<f32> = (0..n).map(|i| (b[i] / a[i * n + i]) as f32).collect();
    Ok(Answers::new().f32s("x", &x))
}
