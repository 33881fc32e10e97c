//! Breadth-first search from node 0.

use super::{Answers, Problem, ReferenceError};
use std::collections::VecDeque;

/// With a queue. Nodes that cannot be reached keep cost 0 and stay unvisited.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let nodes = problem.size("nodes")?;
    let (start, degree) = (problem.i32s("start")?, problem.i32s("degree")?);
    let edges = problem.i32s("edges")?;
    let mut cost = vec![0; nodes];
    let mut visited = vec![0; nodes];
    visited[0] = 1;
    let mut queue = VecDeque::from([0]);
    while let Some(node) = queue.pop_front() {
        let first = start[node] as usize;
        for &neighbour in &edges[first..first + degree[node] as usize] {
            let neighbour = neighbour as usize;
            if visited[neighbour] == 0 {
                visited[neighbour] = 1;
                cost[neighbour] = cost[node] + 1;
                queue.push_back(neighbour);
            }
        }
    }
    Ok(Answers::new().i32s("cost", &cost).i32s("visited", &visited))
}
