//! Global alignment.

use super::{Answers, Problem, ReferenceError};

/// The recurrence, row by row.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let width = problem.size("width")?;
    let penalty = problem.real("penalty")? as i32;
    let similarity = problem.i32s("similarity")?;
    let mut score = vec![0; width * width];
    for row in 0..width {
        for column in 0..width {
            let at = row * width + column;
            score[at] = if row == 0 || column == 0 {
                -penalty * (row + column) as i32
            } else {
                let aligned = score[at - width - 1] + similarity[at];
                let gap = score[at - 1].max(score[at - width]) - penalty;
                aligned.max(gap)
            };
        }
    }
    Ok(Answers::new().i32s("score", &score))
}
