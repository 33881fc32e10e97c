//! k-means clustering.

use super::{Answers, Problem, ReferenceError};

/// Lloyd's algorithm over points. Sums go in ascending order of points, as they do in the kernel.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let (features, clusters) = (problem.size("features")?, problem.size("clusters")?);
    problem.sized(&[
        ("by_point", problem.size("points")? * features),
        ("centres", clusters * features),
    ])?;
    let points = problem.f32s("by_point")?;
    let points: Vec<&[f32]> = points.chunks_exact(features).collect();
    let mut centres = problem.f32s("centres")?;
    let mut membership = Vec::new();
    let mut counts = Vec::new();
    for _ in 0..problem.size("rounds")? {
        let nearest = |point: &&[f32]| {
            let distance = |c: usize| {
                let centre = &centres[c * features..][..features];
                point.iter().zip(centre).fold(0f32, |sum, (p, q)| {
                    let d = p - q;
                    d.mul_add(d, sum)
                })
            };
            let distances = (0..clusters).map(|c| (distance(c), c));
            distances
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .map_or(0, |best| best.1)
        };
        membership = points.iter().map(nearest).collect();
        let mut sums = vec![0f32; clusters * features];
        counts = vec![0i32; clusters];
        for (point, &c) in points.iter().zip(&membership) {
            counts[c] += 1;
            for (sum, value) in sums[c * features..].iter_mut().zip(*point) {
                *sum += value;
            }
        }
        for (i, centre) in centres.iter_mut().enumerate() {
            if counts[i / features] > 0 {
                *centre = sums[i] / counts[i / features] as f32;
            }
        }
    }
    let membership: Vec<i32> = membership.into_iter().map(|c| c as i32).collect();
    Ok(Answers::new()
        .i32s("membership", &membership)
        .i32s("counts", &counts)
        .f32s("centres", &centres))
}
