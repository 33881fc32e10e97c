//! Tree pseudo-LRU (section 5.1: "All caches use a tree-based pseudo LRU replacement policy").
//!
//! A tree over n ways has n - 1 nodes of one bit each. The paper has caches of 3, 5 and 6 ways and
//! does not say how a binary tree covers them; here every node splits its ways in halves, the lower
//! half one larger when the number is odd. Nodes are numbered in preorder, and node k is bit k of
//! the state of a set:
//!
//! | ways | node 0 | node 1 | node 2 | node 3 | node 4 |
//! |---|---|---|---|---|---|
//! | 2 | 0 or 1 | | | | |
//! | 3 | 01 or 2 | 0 or 1 | | | |
//! | 4 | 01 or 23 | 0 or 1 | 2 or 3 | | |
//! | 5 | 012 or 34 | 01 or 2 | 0 or 1 | 3 or 4 | |
//! | 6 | 012 or 345 | 01 or 2 | 0 or 1 | 34 or 5 | 3 or 4 |
//!
//! A bit is 0 when the victim is to be sought in the lower half, 1 in the upper half. Using a way
//! sets every node on its path to point to the other half. All bits are 0 after reset.

/// A node of the tree: it chooses between ways `first..split` and `split..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlruNode {
    /// The first way below the node.
    pub first: usize,
    /// The first way of the upper half.
    pub split: usize,
    /// One past the last way below the node.
    pub end: usize,
}

const fn node(first: usize, split: usize, end: usize) -> PlruNode {
    PlruNode { first, split, end }
}

const WAYS_2: &[PlruNode] = &[node(0, 1, 2)];
const WAYS_3: &[PlruNode] = &[node(0, 2, 3), node(0, 1, 2)];
const WAYS_4: &[PlruNode] = &[node(0, 2, 4), node(0, 1, 2), node(2, 3, 4)];
const WAYS_5: &[PlruNode] = &[node(0, 3, 5), node(0, 2, 3), node(0, 1, 2), node(3, 4, 5)];
const WAYS_6: &[PlruNode] = &[
    node(0, 3, 6),
    node(0, 2, 3),
    node(0, 1, 2),
    node(3, 5, 6),
    node(3, 4, 5),
];
const WAYS_7: &[PlruNode] = &[
    node(0, 4, 7),
    node(0, 2, 4),
    node(0, 1, 2),
    node(2, 3, 4),
    node(4, 6, 7),
    node(4, 5, 6),
];
const WAYS_8: &[PlruNode] = &[
    node(0, 4, 8),
    node(0, 2, 4),
    node(0, 1, 2),
    node(2, 3, 4),
    node(4, 6, 8),
    node(4, 5, 6),
    node(6, 7, 8),
];

/// The tree over `ways` ways, in preorder; `None` for more than 8 or no ways.
pub const fn plru_tree(ways: usize) -> Option<&'static [PlruNode]> {
    Some(match ways {
        1 => &[],
        2 => WAYS_2,
        3 => WAYS_3,
        4 => WAYS_4,
        5 => WAYS_5,
        6 => WAYS_6,
        7 => WAYS_7,
        8 => WAYS_8,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule of the module's documentation.
    fn by_rule(first: usize, end: usize, nodes: &mut Vec<PlruNode>) {
        if end - first > 1 {
            let split = first + (end - first).div_ceil(2);
            nodes.push(node(first, split, end));
            by_rule(first, split, nodes);
            by_rule(split, end, nodes);
        }
    }

    #[test]
    fn tables_follow_the_rule() {
        for ways in 1..=8 {
            let mut nodes = Vec::new();
            by_rule(0, ways, &mut nodes);
            assert_eq!(plru_tree(ways), Some(nodes.as_slice()), "{ways} ways");
            assert_eq!(nodes.len(), ways - 1);
        }
        assert_eq!(plru_tree(0), None);
        assert_eq!(plru_tree(9), None);
    }
}
