//! Breadth-first search from node 0.

use super::{Answers, Problem, ReferenceError};
use std::collections::VecDeque;

/// With a queue. Nodes that cannot be reached keep cost 0 and stay unvisited.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let nodes = problem.size("nodes")?;
    let most = problem.size("most")?;
    problem.sized(&[
        ("start", nodes),
        ("degree", nodes),
        ("edges", nodes * most),
    ])?;
    let start = problem.indices("start", nodes * most)?;
    let degree = problem.indices("degree", most + 1)?;
    let edges = problem.indices("edges", nodes)?;
    let mut cost = vec![0; nodes];
    let mut visited = vec![0; nodes];
    visited[0] = 1;
    let mut queue = VecDeque::from([0]);
    while let Some(node) = queue.pop_front() {
        for &neighbour in edges[start[node]..].iter().take(degree[node]) {
            if visited[neighbour] == 0 {
                visited[neighbour] = 1;
                cost[neighbour] = cost[node] + 1;
                queue.push_back(neighbour);
            }
        }
    }
    Ok(Answers::new().i32s("cost", &cost).i32s("visited", &visited))
}
