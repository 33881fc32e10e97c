//! Prefix sums.

use super::{Answers, Problem, ReferenceError};

/// A running sum, without the element itself.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let mut sum = 0i32;
    let before = problem.i32s("in")?.into_iter().map(|element| {
        let before = sum;
        sum = sum.wrapping_add(element);
        before
    });
    let out: Vec<i32> = before.collect();
    Ok(Answers::new().i32s("out", &out).i32s("total", &[sum]))
}
