//! Steps of an Euler solver.

use super::{Answers, Problem, ReferenceError};

const GAMMA: f64 = 1.4;
const FACES: usize = 4;

/// Density, momentum and energy of a cell.
type Variables = [f64; 5];

fn velocity(v: &Variables) -> [f64; 3] {
    [v[1] / v[0], v[2] / v[0], v[3] / v[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn pressure(v: &Variables) -> f64 {
    let velocity = velocity(v);
    (GAMMA - 1.0) * (v[4] - 0.5 * v[0] * dot(velocity, velocity))
}

/// The fastest signal: velocity and sound.
fn signal(v: &Variables) -> f64 {
    let velocity = velocity(v);
    dot(velocity, velocity).sqrt() + (GAMMA * pressure(v) / v[0]).sqrt()
}

/// What flows through a face with this normal: the Euler equations' flux.
fn flux(v: &Variables, normal: [f64; 3]) -> Variables {
    let (through, push) = (dot(velocity(v), normal), pressure(v));
    [
        v[0] * through,
        v[1] * through + push * normal[0],
        v[2] * through + push * normal[1],
        v[3] * through + push * normal[2],
        (v[4] + push) * through,
    ]
}

/// What a cell loses through one face; `other` is the cell behind it, or an edge's number below 0.
fn face(
    here: &Variables,
    other: i32,
    cells: &[Variables],
    far: &Variables,
    normal: [f64; 3],
) -> Option<Variables> {
    let mean = |there: &Variables| {
        let (a, b) = (flux(here, normal), flux(there, normal));
        std::array::from_fn(|v| 0.5 * (a[v] + b[v]))
    };
    if other < 0 {
        let wing = other % 2 != 0;
        let push = pressure(here);
        let [x, y, z] = normal.map(|component| push * component);
        return Some(if wing { [0.0, x, y, z, 0.0] } else { mean(far) });
    }
    let there = cells.get(other as usize)?;
    let viscosity = 0.1 * dot(normal, normal).sqrt() * (signal(here) + signal(there));
    let mean: Variables = mean(there);
    Some(std::array::from_fn(|v| {
        mean[v] + viscosity * (here[v] - there[v])
    }))
}

/// Cell by cell, in f64.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let n = problem.size("cells")?;
    problem.sized(&[
        ("density", n),
        ("momentum", 3 * n),
        ("energy", n),
        ("areas", n),
        ("neighbours", FACES * n),
        ("normals", 3 * FACES * n),
        ("far", 5),
    ])?;
    let density = problem.wide("density")?;
    let momentum = problem.wide("momentum")?;
    let energy = problem.wide("energy")?;
    let areas = problem.wide("areas")?;
    let neighbours = problem.i32s("neighbours")?;
    let normals = problem.wide("normals")?;
    let far = problem.wide("far")?;
    let far = [far[0], far[1], far[2], far[3], far[4]];
    let mut cells: Vec<Variables> = (0..n)
        .map(|i| {
            let axis = |a: usize| momentum[a * n + i];
            [density[i], axis(0), axis(1), axis(2), energy[i]]
        })
        .collect();
    for _ in 0..problem.size("steps")? {
        let step = |(i, here): (usize, &Variables)| {
            let length = 0.5 / (areas[i].sqrt() * signal(here));
            let mut next = *here;
            for f in 0..FACES {
                let normal = std::array::from_fn(|axis| normals[(3 * f + axis) * n + i]);
                let lost = face(here, neighbours[f * n + i], &cells, &far, normal)?;
                for (variable, lost) in next.iter_mut().zip(lost) {
                    *variable -= 0.1 * length * lost;
                }
            }
            Some(next)
        };
        let next: Option<Vec<Variables>> = cells.iter().enumerate().map(step).collect();
        cells = next.ok_or_else(|| ReferenceError::WrongElement("neighbours".to_owned()))?;
    }
    let variables: Vec<f64> = (0..5)
        .flat_map(|v| cells.iter().map(move |cell| cell[v]))
        .collect();
    Ok(Answers::new().rounded("variables", &variables))
}
