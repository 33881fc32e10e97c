//! Dominators and post-dominators, by the algorithm of Cooper, Harvey and Kennedy.

use super::Cfg;

/// For each block the block that immediately dominates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dominators {
    immediate: Vec<Option<usize>>,
}

impl Dominators {
    /// Dominators: every path from the entry passes them.
    pub fn new(cfg: &Cfg) -> Self {
        let successors: Vec<_> = cfg.blocks.iter().map(|b| b.successors.clone()).collect();
        let mut immediate = solve(&successors, 0);
        if let Some(entry) = immediate.first_mut() {
            *entry = None;
        }
        Self { immediate }
    }

    /// Post-dominators: every path to the end passes them. `None` is the end itself.
    pub fn post(cfg: &Cfg) -> Self {
        // The graph backwards, with one more node, the end, before all blocks without successors.
        let count = cfg.blocks.len();
        let mut backwards: Vec<_> = cfg.blocks.iter().map(|b| b.predecessors.clone()).collect();
        backwards.push(
            (0..count)
                .filter(|&b| cfg.blocks[b].successors.is_empty())
                .collect(),
        );
        // A loop without an exit ends nowhere; it is taken to end at its last block, so that all
        // blocks have a place in the tree.
        loop {
            let reached = reachable(&backwards, count);
            match (0..count).rev().find(|&block| !reached[block]) {
                Some(stuck) => backwards[count].push(stuck),
                None => break,
            }
        }
        let mut immediate = solve(&backwards, count);
        immediate.truncate(count);
        for block in &mut immediate {
            *block = block.filter(|&b| b != count);
        }
        Self { immediate }
    }

    /// The immediate (post-)dominator of a block; `None` for the entry, for blocks that are not
    /// reached, and where only the end post-dominates.
    pub fn immediate(&self, block: usize) -> Option<usize> {
        self.immediate[block]
    }
}

fn reachable(successors: &[Vec<usize>], root: usize) -> Vec<bool> {
    let mut reached = vec![false; successors.len()];
    reached[root] = true;
    let mut work = vec![root];
    while let Some(block) = work.pop() {
        for &next in &successors[block] {
            if !reached[next] {
                reached[next] = true;
                work.push(next);
            }
        }
    }
    reached
}

/// Blocks in postorder from the root, without recursion.
fn postorder(successors: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut order = Vec::with_capacity(successors.len());
    let mut seen = vec![false; successors.len()];
    seen[root] = true;
    let mut path = vec![(root, 0)];
    while let Some((block, next)) = path.last_mut() {
        match successors[*block].get(*next) {
            Some(&successor) => {
                *next += 1;
                if !seen[successor] {
                    seen[successor] = true;
                    path.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order
}

/// Immediate dominators of all blocks that the root reaches; the root's is itself.
fn solve(successors: &[Vec<usize>], root: usize) -> Vec<Option<usize>> {
    let order = postorder(successors, root);
    let mut rank = vec![usize::MAX; successors.len()];
    for (position, &block) in order.iter().enumerate() {
        rank[block] = position;
    }
    let mut predecessors = vec![Vec::new(); successors.len()];
    for &block in &order {
        for &successor in &successors[block] {
            predecessors[successor].push(block);
        }
    }
    let mut immediate = vec![None; successors.len()];
    immediate[root] = Some(root);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev().filter(|&&block| block != root) {
            let mut best: Option<usize> = None;
            for &predecessor in &predecessors[block] {
                if immediate[predecessor].is_none() {
                    continue;
                }
                best = Some(match best {
                    None => predecessor,
                    Some(other) => intersect(&immediate, &rank, predecessor, other),
                });
            }
            if immediate[block] != best {
                immediate[block] = best;
                changed = true;
            }
        }
    }
    immediate
}

fn intersect(immediate: &[Option<usize>], rank: &[usize], a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while a != b {
        while rank[a] < rank[b] {
            a = immediate[a].unwrap_or(b);
        }
        while rank[b] < rank[a] {
            b = immediate[b].unwrap_or(a);
        }
    }
    a
}
