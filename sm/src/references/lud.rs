//! LU decomposition.

use super::{Answers, Problem, ReferenceError};

/// Doolittle's algorithm in f64; L has ones on its diagonal, which are not stored.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("n")?;
    problem.sized(&[("m", n * n)])?;
    let mut m = problem.wide("m")?;
    for i in 0..n {
        m[i * n + i] += n as f64;
    }
    for pivot in 0..n {
        for row in pivot + 1..n {
            m[row * n + pivot] /= m[pivot * n + pivot];
            let factor = m[row * n + pivot];
            for column in pivot + 1..n {
                m[row * n + column] -= factor * m[pivot * n + column];
            }
        }
    }
    Ok(Answers::new().rounded("m", &m))
}
