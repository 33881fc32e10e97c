//! The cheapest path through a grid.

use super::{Answers, Problem, ReferenceError};

/// A row a time: the least of three neighbours above, and the cell's own cost.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let columns = problem.size("columns")?;
    problem.sized(&[
        ("wall", problem.size("rows")? * columns),
        ("source", columns),
    ])?;
    let wall = problem.i32s("wall")?;
    let mut cost = problem.i32s("source")?;
    for row in wall.chunks_exact(columns) {
        let above = |at: usize| {
            let near = &cost[at.saturating_sub(1)..(at + 2).min(columns)];
            near.iter().copied().min().unwrap_or(0)
        };
        cost = (0..columns).map(|at| above(at).wrapping_add(row[at])).collect();
    }
    Ok(Answers::new().i32s("source", &cost))
}
