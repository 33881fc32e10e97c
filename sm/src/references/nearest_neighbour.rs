//! The place that is nearest to a target.

use super::{Answers, Problem, ReferenceError};

/// Distances in f64, and the first of the smallest.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let target = (problem.real("latitude")?, problem.real("longitude")?);
    let records = problem.f32s("records")?;
    let distance = |record: &[f32]| {
        let (x, y) = (f64::from(record[0]), f64::from(record[1]));
        (target.0 - x).hypot(target.1 - y) as f32
    };
    let distances: Vec<f32> = records.chunks_exact(2).map(distance).collect();
    let nearest = distances
        .iter()
        .enumerate()
        .min_by(|a, b| a.1.total_cmp(b.1));
    let answer = nearest.map_or(0, |(index, _)| index as i32);
    Ok(Answers::new()
        .f32s("distance", &distances)
        .i32s("answer", &[answer]))
}
