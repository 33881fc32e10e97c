//! Walsh transform.

use super::{Answers, Problem, ReferenceError};

/// By halves: W(n) = [[W(n/2), W(n/2)], [W(n/2), -W(n/2)]].
fn transform(data: &[f32]) -> Vec<f32> {
    if data.len() < 2 {
        return data.to_vec();
    }
    let (low, high) = data.split_at(data.len() / 2);
    let (low, high) = (transform(low), transform(high));
    let pairs = || low.iter().zip(&high);
    let sums = pairs().map(|(a, b)| a + b);
    sums.chain(pairs().map(|(a, b)| a - b)).collect()
}

/// In Hadamard's order, without a factor.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("n")?;
    problem.sized(&[("data", n)])?;
    if !n.is_power_of_two() {
        return Err(ReferenceError::NoConstant("n".to_owned()));
    }
    let data = transform(&problem.f32s("data")?);
    Ok(Answers::new().f32s("data", &data))
}
