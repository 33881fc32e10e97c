//! Global alignment.

use super::{Answers, Problem, ReferenceError};

/// The recurrence, row by row.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let width = problem.size("width")?;
    let penalty = problem.size("penalty")?.min(1000) as i32;
    problem.sized(&[("similarity", width * width)])?;
    let similarity = problem.i32s("similarity")?;
    if similarity.iter().any(|s| s.unsigned_abs() > 1000) {
        return Err(ReferenceError::WrongElement("similarity".to_owned()));
    }
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
