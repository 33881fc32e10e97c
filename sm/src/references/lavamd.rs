//! Forces between particles of neighbouring boxes.

use super::{Answers, Problem, ReferenceError};

/// All pairs of boxes that touch, in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (boxes, per_box) = (problem.size("boxes")?, problem.size("per_box")?);
    let alpha = problem.real("alpha")?;
    let count = (boxes * boxes * boxes).saturating_mul(per_box);
    problem.sized(&[("particles", count.saturating_mul(4))])?;
    let particles = problem.wide("particles")?;
    let particles: Vec<&[f64]> = particles.chunks_exact(4).collect();
    let place = |b: usize| [b % boxes, b / boxes % boxes, b / (boxes * boxes)];
    let touch = |a: usize, b: usize| {
        let (a, b) = (place(a), place(b));
        (0..3).all(|axis| a[axis].abs_diff(b[axis]) <= 1)
    };
    let mut force = vec![0.0; 4 * count];
    for (me, p) in particles.iter().enumerate() {
        let near = (0..boxes.pow(3)).filter(|&other| touch(me / per_box, other));
        for q in near.flat_map(|other| &particles[other * per_box..][..per_box]) {
            let d: [f64; 3] = std::array::from_fn(|axis| p[axis] - q[axis]);
            let square = d.iter().map(|d| d * d).sum::<f64>();
            let u = q[3] * (-2.0 * alpha * alpha * square).exp();
            force[4 * me] += u;
            for axis in 0..3 {
                force[4 * me + 1 + axis] += 2.0 * u * d[axis];
            }
        }
    }
    Ok(Answers::new().rounded("force", &force))
}
