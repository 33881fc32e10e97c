//! Sparse matrix times vector.

use super::{Answers, Problem, ReferenceError};

/// Row by row, fused; the same numbers are expected of both kernels.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (rows, most) = (problem.size("rows")?, problem.size("most")?);
    problem.sized(&[
        ("start", rows),
        ("length", rows),
        ("column", rows * most),
        ("value", rows * most),
        ("x", rows),
    ])?;
    let start = problem.indices("start", rows * most)?;
    let length = problem.indices("length", most + 1)?;
    let column = problem.indices("column", rows)?;
    let (value, x) = (problem.f32s("value")?, problem.f32s("x")?);
    let product = |row: usize| {
        let elements = start[row]..(start[row] + length[row]).min(rows * most);
        elements.fold(0f32, |sum, i| value[i].mul_add(x[column[i]], sum))
    };
    let y: Vec<f32> = (0..rows).map(product).collect();
    Ok(Answers::new().f32s("by_thread", &y).f32s("by_warp", &y))
}
