//! Back-propagation through one hidden layer of 16 units.

use super::{Answers, Problem, ReferenceError};

const HIDDEN: usize = 16;

/// Dot products, the logistic function, and a gradient step with momentum, in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (rate, momentum) = (problem.real("rate")?, problem.real("momentum")?);
    let wide = |name: &str| -> Result<Vec<f64>, ReferenceError> {
        Ok(problem.f32s(name)?.into_iter().map(f64::from).collect())
    };
    let (input, delta) = (wide("input")?, wide("delta")?);
    let (mut weights, mut previous) = (wide("weights")?, wide("previous")?);
    // Row 0 of the weights is the bias: an input that is always 1.
    let value = |row: usize| if row == 0 { 1.0 } else { input[row - 1] };
    let rows = input.len() + 1;
    let hidden = (0..HIDDEN).map(|unit| {
        let sum: f64 = (0..rows)
            .map(|row| value(row) * weights[row * HIDDEN + unit])
            .sum();
        (1.0 / (1.0 + (-sum).exp())) as f32
    });
    let hidden: Vec<f32> = hidden.collect();
    for row in 0..rows {
        for unit in 0..HIDDEN {
            let at = row * HIDDEN + unit;
            previous[at] = rate * delta[unit] * value(row) + momentum * previous[at];
            weights[at] += previous[at];
        }
    }
    let narrow = |values: Vec<f64>| values.into_iter().map(|v| v as f32).collect::<Vec<_>>();
    Ok(Answers::new()
        .f32s("hidden", &hidden)
        .f32s("weights", &narrow(weights))
        .f32s("previous", &narrow(previous)))
}
