//! Finite differences in three dimensions.

use super::{Answers, Problem, ReferenceError};

const RADIUS: usize = 4;

/// The star over every inner cell, in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let size = |name: &str| Ok(problem.size(name)? + 2 * RADIUS);
    let (width, height, depth) = (size("width")?, size("height")?, size("depth")?);
    problem.sized(&[("in", width * height * depth), ("stencil", RADIUS + 1)])?;
    let stencil = problem.wide("stencil")?;
    let mut volume = problem.wide("in")?;
    for _ in 0..problem.size("steps")? {
        let mut next = volume.clone();
        for z in RADIUS..depth - RADIUS {
            for y in RADIUS..height - RADIUS {
                for x in RADIUS..width - RADIUS {
                    let at = (z * height + y) * width + x;
                    let ring = |i: usize| {
                        let steps = [i, i * width, i * width * height];
                        let pairs = steps.map(|step| volume[at - step] + volume[at + step]);
                        stencil[i] * pairs.iter().sum::<f64>()
                    };
                    next[at] = stencil[0] * volume[at] + (1..=RADIUS).map(ring).sum::<f64>();
                }
            }
        }
        volume = next;
    }
    Ok(Answers::new().rounded("in", &volume))
}
