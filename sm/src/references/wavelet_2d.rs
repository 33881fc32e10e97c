//! The reversible 5/3 wavelet (JPEG 2000).

use super::{Answers, Problem, ReferenceError};

/// One line by the standard's two steps; an index beyond an end is mirrored at it.
fn transform(line: &[i32]) -> Vec<i32> {
    let length = line.len() as isize;
    let at = |i: isize| line[(if i >= length { 2 * (length - 1) - i } else { i.abs() }) as usize];
    let high = |i: isize| {
        let i = if i < 0 { -i - 1 } else { i };
        at(2 * i + 1) - (at(2 * i) + at(2 * i + 2)).div_euclid(2)
    };
    let low = |i: isize| at(2 * i) + (high(i - 1) + high(i) + 2).div_euclid(4);
    let half = length / 2;
    (0..half).map(low).chain((0..half).map(high)).collect()
}

/// Rows, then columns, of the upper left quarter again and again.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (n, levels) = (problem.size("n")?, problem.size("levels")?);
    problem.sized(&[("image", n * n)])?;
    let mut image = problem.i32s("image")?;
    // Sums of a few neighbours must fit.
    if image.iter().any(|pixel| pixel.unsigned_abs() > 1 << 24) {
        return Err(ReferenceError::WrongElement("image".to_owned()));
    }
    for level in 0..levels.min(20) {
        let length = n >> level;
        if length < 2 || length % 2 != 0 {
            return Err(ReferenceError::NoConstant("n".to_owned()));
        }
        for row in 0..length {
            let line = &mut image[row * n..][..length];
            let done = transform(line);
            line.copy_from_slice(&done);
        }
        for column in 0..length {
            let line: Vec<i32> = (0..length).map(|row| image[row * n + column]).collect();
            for (row, value) in transform(&line).into_iter().enumerate() {
                image[row * n + column] = value;
            }
        }
    }
    Ok(Answers::new().i32s("image", &image))
}
