//! Speckle-reducing anisotropic diffusion (Yu and Acton 2002).

use super::{Answers, Problem, ReferenceError};

/// Whole-image steps in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("n")?;
    let lambda = problem.real("lambda")?;
    problem.sized(&[("image", n * n)])?;
    let mut image = problem.wide("image")?;
    let mut coefficient = vec![0.0; n * n];
    for _ in 0..problem.size("iterations")? {
        let cells = (n * n) as f64;
        let mean = image.iter().sum::<f64>() / cells;
        let square = image.iter().map(|x| x * x).sum::<f64>() / cells;
        let q0 = (square - mean * mean) / (mean * mean);
        // Differences to the neighbours in the north, south, west and east.
        let gradients = |at: usize| {
            let (y, x) = (at / n, at % n);
            [
                image[y.saturating_sub(1) * n + x],
                image[(y + 1).min(n - 1) * n + x],
                image[y * n + x.saturating_sub(1)],
                image[y * n + (x + 1).min(n - 1)],
            ]
            .map(|neighbour| neighbour - image[at])
        };
        for (at, value) in coefficient.iter_mut().enumerate() {
            let g = gradients(at);
            let here = image[at];
            let gradient = g.iter().map(|d| d * d).sum::<f64>() / (here * here);
            let laplacian = g.iter().sum::<f64>() / here;
            let q = (0.5 * gradient - laplacian * laplacian / 16.0)
                / (1.0 + 0.25 * laplacian).powi(2);
            *value = (1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0)))).clamp(0.0, 1.0);
        }
        let step = |at: usize| {
            let (y, x) = (at / n, at % n);
            let [north, south, west, east] = gradients(at);
            let here = coefficient[at];
            let to_south = coefficient[(y + 1).min(n - 1) * n + x];
            let to_east = coefficient[y * n + (x + 1).min(n - 1)];
            let divergence = here * north + to_south * south + here * west + to_east * east;
            image[at] + 0.25 * lambda * divergence
        };
        image = (0..n * n).map(step).collect();
    }
    Ok(Answers::new()
        .rounded("image", &image)
        .rounded("coefficient", &coefficient))
}
