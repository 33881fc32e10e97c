//! A tent filter.

use super::{Answers, Problem, ReferenceError};

/// Weights 1 2 1 both ways, over 16; edges go on as they are.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (width, height) = (problem.size("width")?, problem.size("height")?);
    problem.sized(&[("pixels", width * height)])?;
    let pixels = problem.wide("pixels")?;
    let around = |at: usize, last: usize| [at.saturating_sub(1), at, at, (at + 1).min(last)];
    let blur = |at: usize| {
        let columns = around(at % width, width - 1);
        let rows = around(at / width, height - 1);
        let sum = |y: usize| columns.map(|x| pixels[y * width + x]).iter().sum::<f64>();
        rows.map(sum).iter().sum::<f64>() / 16.0
    };
    let out: Vec<f64> = (0..width * height).map(blur).collect();
    Ok(Answers::new().rounded("out", &out))
}
