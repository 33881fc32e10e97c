//! One step of a particle filter.

use super::{Answers, Problem, ReferenceError};

/// Weights, their sum, and systematic resampling, in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("n")?;
    problem.sized(&[("x", n), ("y", n), ("weight", n)])?;
    let seen = (problem.real("seen_x")?, problem.real("seen_y")?);
    let u = problem.real("u")?;
    let (x, y) = (problem.f32s("x")?, problem.f32s("y")?);
    let mut weight = problem.wide("weight")?;
    for (i, weight) in weight.iter_mut().enumerate() {
        let distance = (f64::from(x[i]) - seen.0).hypot(f64::from(y[i]) - seen.1);
        *weight *= (-0.5 * distance * distance).exp();
    }
    let sum: f64 = weight.iter().sum();
    weight.iter_mut().for_each(|weight| *weight /= sum);
    let running = weight.iter().scan(0.0, |sum, weight| {
        *sum += weight;
        Some(*sum)
    });
    let running: Vec<f64> = running.collect();
    let drawn = |i: usize| {
        let wanted = (u + i as f64) / n as f64;
        running.partition_point(|&sum| sum < wanted).min(n - 1)
    };
    let drawn: Vec<usize> = (0..n).map(drawn).collect();
    let take = |from: &[f32]| drawn.iter().map(|&i| from[i]).collect::<Vec<_>>();
    Ok(Answers::new()
        .rounded("weight", &weight)
        .f32s("new_x", &take(&x))
        .f32s("new_y", &take(&y)))
}
