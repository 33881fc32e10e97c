//! Back-propagation through one hidden layer of 16 units.

use super::{Answers, Problem, ReferenceError};

const HIDDEN: usize = 16;

/// Dot products, the logistic function, and a gradient step with momentum, in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (rate, momentum) = (problem.real("rate")?, problem.real("momentum")?);
    let inputs = problem.size("inputs")?;
    problem.sized(&[
        ("input", inputs),
        ("delta", HIDDEN),
        ("weights", (inputs + 1) * HIDDEN),
        ("previous", (inputs + 1) * HIDDEN),
    ])?;
    let (input, delta) = (problem.wide("input")?, problem.wide("delta")?);
    let (mut weights, mut previous) = (problem.wide("weights")?, problem.wide("previous")?);
    // Row 0 of the weights is the bias: an input that is always 1.
    let value = |row: usize| if row == 0 { 1.0 } else { input[row - 1] };
    let rows = inputs + 1;
    let hidden = (0..HIDDEN).map(|unit| {
        let sum: f64 = (0..rows)
            .map(|row| value(row) * weights[row * HIDDEN + unit])
            .sum();
        1.0 / (1.0 + (-sum).exp())
    });
    let hidden: Vec<f64> = hidden.collect();
    for at in 0..rows * HIDDEN {
        let (row, unit) = (at / HIDDEN, at % HIDDEN);
        previous[at] = rate * delta[unit] * value(row) + momentum * previous[at];
        weights[at] += previous[at];
    }
    Ok(Answers::new()
        .rounded("hidden", &hidden)
        .rounded("weights", &weights)
        .rounded("previous", &previous))
}
