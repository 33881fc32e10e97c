//! European options.

use super::{Answers, Problem, ReferenceError};

/// The normal distribution's cumulated density.
fn cumulated(d: f64) -> f64 {
    0.5 * libm::erfc(-d * std::f64::consts::FRAC_1_SQRT_2)
}

/// The formula of Black and Scholes with the error function, in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("n")?;
    problem.sized(&[("price", n), ("strike", n), ("years", n)])?;
    let (rate, volatility) = (problem.real("rate")?, problem.real("volatility")?);
    let (price, strike) = (problem.wide("price")?, problem.wide("strike")?);
    let years = problem.wide("years")?;
    let prices = (0..n).map(|i| {
        let (s, x, t) = (price[i], strike[i], years[i]);
        let root = volatility * t.sqrt();
        let d1 = ((s / x).ln() + (rate + volatility * volatility / 2.0) * t) / root;
        let d2 = d1 - root;
        let discounted = x * (-rate * t).exp();
        let call = s * cumulated(d1) - discounted * cumulated(d2);
        (call, discounted * cumulated(-d2) - s * cumulated(-d1))
    });
    let (call, put): (Vec<f64>, Vec<f64>) = prices.unzip();
    Ok(Answers::new().rounded("call", &call).rounded("put", &put))
}
