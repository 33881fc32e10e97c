//! Temperature of a chip.

use super::{Answers, Problem, ReferenceError};

/// Explicit steps over the whole chip, in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("n")?;
    let steps = problem.size("steps")? * problem.size("launches")?;
    let (rx, ry, rz) = (
        problem.real("rx")?,
        problem.real("ry")?,
        problem.real("rz")?,
    );
    let (step, ambient) = (problem.real("step")?, problem.real("ambient")?);
    problem.sized(&[("power", n * n), ("before", n * n)])?;
    let power = problem.f32s("power")?;
    let mut now: Vec<f64> = problem.wide("before")?;
    for _ in 0..steps {
        let cell = |at: usize| {
            let (row, column) = (at / n, at % n);
            let north = now[row.saturating_sub(1) * n + column];
            let south = now[(row + 1).min(n - 1) * n + column];
            let west = now[row * n + column.saturating_sub(1)];
            let east = now[row * n + (column + 1).min(n - 1)];
            let here = now[at];
            let flow = f64::from(power[at])
                + (north + south - 2.0 * here) * ry
                + (west + east - 2.0 * here) * rx
                + (ambient - here) * rz;
            here + step * flow
        };
        now = (0..n * n).map(cell).collect();
    }
    Ok(Answers::new().rounded("before", &now))
}
