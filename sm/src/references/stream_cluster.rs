//! Gains of opening candidates as centres.

use super::{Answers, Problem, ReferenceError};

/// Squared distances point by point.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (points, dimensions) = (problem.size("points")?, problem.size("dimensions")?);
    let (centres, candidates) = (problem.size("centres")?, problem.size("candidates")?);
    let between = problem.size("distance")?;
    problem.sized(&[
        ("coordinates", points * dimensions),
        ("weight", points),
        ("cost", points),
        ("centre_of", points),
    ])?;
    let coordinates = problem.f32s("coordinates")?;
    let (weight, cost) = (problem.f32s("weight")?, problem.f32s("cost")?);
    let centre_of = problem.indices("centre_of", centres)?;
    let mut switches = vec![0; candidates * points];
    let mut gain = vec![0f32; candidates * points];
    let mut saved = vec![0f32; points * centres];
    for candidate in 0..candidates {
        let place = candidate * between % points;
        for point in 0..points {
            let distance = (0..dimensions).fold(0f32, |sum, d| {
                let row = &coordinates[d * points..];
                let difference = row[point] - row[place];
                difference.mul_add(difference, sum)
            });
            let change = distance.mul_add(weight[point], -cost[point]);
            if change < 0.0 {
                switches[candidate * points + point] = 1;
                gain[candidate * points + point] = change;
            } else {
                saved[point * centres + centre_of[point]] += change;
            }
        }
    }
    Ok(Answers::new()
        .i32s("switches", &switches)
        .f32s("gain", &gain)
        .f32s("saved", &saved))
}
