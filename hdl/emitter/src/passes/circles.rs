//! Circles in a graph: which edges are on one, and the shortest through a node.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A graph: the nodes that follow each.
pub(super) type Graph<T> = BTreeMap<T, BTreeSet<T>>;

/// Which nodes reach each other.
pub(super) struct Circles<T> {
    /// Nodes with one number reach each other.
    number: BTreeMap<T, usize>,
}

impl<T: Copy + Ord> Circles<T> {
    /// Tarjan's strongly connected components, without recursion: graphs of bits are deep.
    pub fn of(graph: &Graph<T>) -> Self {
        let mut search = Search {
            graph,
            reached: BTreeMap::new(),
            open: vec![],
            number: BTreeMap::new(),
        };
        for &node in graph.keys() {
            if !search.reached.contains_key(&node) {
                search.from(node);
            }
        }
        Circles {
            number: search.number,
        }
    }

    /// Whether an edge of the graph is on a circle.
    pub fn has(&self, from: T, to: T) -> bool {
        self.number.get(&from) == self.number.get(&to)
    }
}

struct Search<'g, T> {
    graph: &'g Graph<T>,
    /// When a node was reached, counted from 0.
    reached: BTreeMap<T, usize>,
    /// Nodes without a number yet.
    open: Vec<T>,
    number: BTreeMap<T, usize>,
}

/// A node on the way, the earliest open node that it reaches, and what follows it.
struct Step<'g, T> {
    node: T,
    earliest: usize,
    rest: Option<std::collections::btree_set::Iter<'g, T>>,
}

impl<'g, T: Copy + Ord> Search<'g, T> {
    fn from(&mut self, node: T) {
        let first = self.step(node);
        let mut way = vec![first];
        while let Some(step) = way.last_mut() {
            let Some(&to) = step.rest.as_mut().and_then(Iterator::next) else {
                let (node, earliest) = (step.node, step.earliest);
                way.pop();
                if let Some(before) = way.last_mut() {
                    before.earliest = before.earliest.min(earliest);
                }
                if self.reached[&node] == earliest {
                    self.close(node);
                }
                continue;
            };
            match self.reached.get(&to) {
                None => {
                    let next = self.step(to);
                    way.push(next);
                }
                Some(&when) if !self.number.contains_key(&to) => {
                    step.earliest = step.earliest.min(when);
                }
                Some(_) => {}
            }
        }
    }

    fn step(&mut self, node: T) -> Step<'g, T> {
        let earliest = self.reached.len();
        self.reached.insert(node, earliest);
        self.open.push(node);
        let rest = self.graph.get(&node).map(BTreeSet::iter);
        Step {
            node,
            earliest,
            rest,
        }
    }

    /// Numbers a node and all that were opened after it: they reach each other.
    fn close(&mut self, first: T) {
        let number = self.reached[&first];
        while let Some(node) = self.open.pop() {
            self.number.insert(node, number);
            if node == first {
                return;
            }
        }
    }
}

/// A path from `start` back to itself, shortest first; both ends are in the result.
pub(super) fn shortest<T: Copy + Ord>(next: &BTreeMap<T, BTreeSet<T>>, start: T) -> Option<Vec<T>> {
    let mut came: BTreeMap<T, T> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for &to in next.get(&at).into_iter().flatten() {
            if to == start {
                let mut path = vec![start, at];
                let mut back = at;
                while back != start {
                    back = *came.get(&back)?;
                    path.push(back);
                }
                path.reverse();
                path.dedup();
                path.push(start);
                return Some(path);
            }
            if let Entry::Vacant(entry) = came.entry(to) {
                entry.insert(at);
                queue.push_back(to);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some graphs of eight nodes: every edge that is on a circle has a way back, and no other.
    #[test]
    fn an_edge_is_on_a_circle_when_there_is_a_way_back() {
        let mut random = 1_u64;
        for _ in 0..500 {
            let mut graph: Graph<u8> = BTreeMap::new();
            for _ in 0..10 {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let (from, to) = ((random >> 40) as u8 % 8, (random >> 50) as u8 % 8);
                graph.entry(from).or_default().insert(to);
            }
            let circles = Circles::of(&graph);
            for (&from, tos) in &graph {
                for &to in tos {
                    let mut seen = BTreeSet::from([to]);
                    let mut stack = vec![to];
                    while let Some(at) = stack.pop() {
                        let new = graph
                            .get(&at)
                            .into_iter()
                            .flatten()
                            .filter(|n| seen.insert(**n));
                        stack.extend(new);
                    }
                    assert_eq!(
                        circles.has(from, to),
                        seen.contains(&from),
                        "{from} {to} {graph:?}"
                    );
                }
                let on_one = graph[&from].iter().any(|&to| circles.has(from, to));
                assert_eq!(on_one, shortest(&graph, from).is_some());
            }
        }
    }
}
