//! Swaptions in the LIBOR market model, by Monte Carlo.

use super::{Answers, Problem, ReferenceError};

/// Path by path, in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (rates, steps) = (problem.size("rates")?, problem.size("steps")?);
    let (options, paths) = (problem.size("options")?, problem.size("paths")?);
    let (delta, start) = (problem.real("delta")?, problem.real("start")?);
    problem.sized(&[
        ("normals", steps * paths),
        ("volatility", rates),
        ("maturity", options),
        ("swap_rate", options),
    ])?;
    if steps >= rates {
        return Err(ReferenceError::NoConstant("steps".to_owned()));
    }
    let normals = problem.wide("normals")?;
    let volatility = problem.wide("volatility")?;
    let maturity = problem.indices("maturity", rates - steps + 1)?;
    let swap_rate = problem.wide("swap_rate")?;
    let value = |path: usize| {
        let mut rate = vec![start; rates];
        for step in 0..steps {
            let shock = delta.sqrt() * normals[step * paths + path];
            let mut drift = 0.0;
            for (rate, lambda) in rate[step + 1..].iter_mut().zip(&volatility) {
                drift += delta * lambda * *rate / (1.0 + delta * *rate);
                let growth = delta * lambda * drift + lambda * (shock - 0.5 * delta * lambda);
                *rate *= growth.exp();
            }
        }
        let factor = |rate: &f64| 1.0 / (1.0 + delta * rate);
        let discount: f64 = rate[..steps].iter().map(factor).product();
        // Bonds of 1, 2, ... periods from the time that the swaptions are exercised.
        let bonds = rate[steps..].iter().scan(1.0, |bond, rate| {
            *bond *= factor(rate);
            Some(*bond)
        });
        let bonds: Vec<f64> = bonds.collect();
        let payoff = |(&periods, swap_rate): (&usize, &f64)| {
            let alive = &bonds[..periods];
            let last = alive.last().copied().unwrap_or(1.0);
            let gain = delta * alive.iter().sum::<f64>() * swap_rate + last - 1.0;
            -100.0 * gain.min(0.0)
        };
        discount * maturity.iter().zip(&swap_rate).map(payoff).sum::<f64>()
    };
    let values: Vec<f64> = (0..paths).map(value).collect();
    Ok(Answers::new().rounded("value", &values))
}
