//! European calls on a binomial tree.

use super::{Answers, Problem, ReferenceError};

/// The closed form of the tree: the binomial distribution over its last level, in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (options, steps) = (problem.size("options")?, problem.size("steps")?);
    problem.sized(&[("price", options), ("strike", options), ("years", options)])?;
    let (rate, volatility) = (problem.real("rate")?, problem.real("volatility")?);
    let (price, strike) = (problem.wide("price")?, problem.wide("strike")?);
    let years = problem.wide("years")?;
    let value = |option: usize| {
        let dt = years[option] / steps as f64;
        let v = volatility * dt.sqrt();
        let (up, down, growth) = (v.exp(), (-v).exp(), (rate * dt).exp());
        let p = (growth - down) / (up - down);
        // Paths with this many steps up: their probability, from one node to the next.
        let mut share = (1.0 - p).powi(steps as i32);
        let mut mean = 0.0;
        for ups in 0..=steps {
            let end = price[option] * (v * (2.0 * ups as f64 - steps as f64)).exp();
            mean += share * (end - strike[option]).max(0.0);
            share *= (steps - ups) as f64 / (ups + 1) as f64 * p / (1.0 - p);
        }
        mean * (-rate * years[option]).exp()
    };
    let call: Vec<f64> = (0..options).map(value).collect();
    Ok(Answers::new().rounded("call", &call))
}
