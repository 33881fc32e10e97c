//! LU decomposition.

use super::{Answers, Problem, ReferenceError};

/// Doolittle's algorithm in f64; L has ones on its diagonal, which are not stored.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("n")?;
    let mut m: Vec<f64> = problem.f32s("m")?.into_iter().map(f64::from).collect();
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
    let m: Vec<f32> = m.into_iter().map(|x| x as f32).collect();
    Ok(Answers::new().f32s("m", &m))
}
