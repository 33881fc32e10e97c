//! Points that follow the best correlation of their templates.

use super::{Answers, Problem, ReferenceError};

/// Side of a template.
const SIZE: usize = 15;
/// How far a point may move, each way.
const REACH: usize = 8;

/// All offsets of each point in turn, with exact sums; the first of the best wins.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (width, points) = (problem.size("width")?, problem.size("points")?);
    problem.sized(&[
        ("before", width * width),
        ("after", width * width),
        ("rows", points),
        ("columns", points),
    ])?;
    let (before, after) = (problem.u8s("before")?, problem.u8s("after")?);
    let within = |name: &str| {
        let corners = problem.indices(name, width.saturating_sub(SIZE + REACH - 1))?;
        if corners.iter().any(|&corner| corner < REACH) {
            return Err(ReferenceError::WrongElement(name.to_owned()));
        }
        Ok(corners)
    };
    let (mut rows, mut columns) = (within("rows")?, within("columns")?);
    let mut scores = Vec::new();
    for point in 0..points {
        let pixel = |frame: &[u8], row: usize, column: usize, i: usize| {
            u64::from(frame[(row + i / SIZE) * width + column + i % SIZE])
        };
        let (row, column) = (rows[point], columns[point]);
        let mut best = (-1f32, row, column);
        for y in row - REACH..=row + REACH {
            for x in column - REACH..=column + REACH {
                let cells = 0..SIZE * SIZE;
                let product: u64 = cells
                    .clone()
                    .map(|i| pixel(&before, row, column, i) * pixel(&after, y, x, i))
                    .sum();
                let square: u64 = cells.map(|i| pixel(&after, y, x, i).pow(2)).sum();
                let score = product as f32 * product as f32 / square as f32;
                if score > best.0 {
                    best = (score, y, x);
                }
            }
        }
        scores.push(best.0);
        (rows[point], columns[point]) = (best.1, best.2);
    }
    let narrow = |values: &[usize]| values.iter().map(|&v| v as i32).collect::<Vec<_>>();
    Ok(Answers::new()
        .i32s("rows", &narrow(&rows))
        .i32s("columns", &narrow(&columns))
        .f32s("scores", &scores))
}
