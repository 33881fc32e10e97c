//! Tree pseudo-LRU over the trees that `spec::avc::plru_tree` states.

use spec::avc::{plru_tree, PlruNode};

/// The replacement state of every set of a cache.
#[derive(Clone, Debug)]
pub struct TreePlru {
    tree: &'static [PlruNode],
    ways: usize,
    /// Bit k of a set's state is node k of the tree.
    sets: Vec<u8>,
}

impl TreePlru {
    /// The state after reset; `None` when no tree is stated for so many ways.
    pub fn new(sets: usize, ways: usize) -> Option<Self> {
        Some(Self {
            tree: plru_tree(ways)?,
            ways,
            sets: vec![0; sets],
        })
    }

    /// Makes every node on the path to `way` point to its other half.
    pub fn touch(&mut self, set: usize, way: usize) {
        let state = &mut self.sets[set];
        for (k, node) in self.tree.iter().enumerate() {
            if (node.first..node.end).contains(&way) {
                *state &= !(1 << k);
                *state |= u8::from(way < node.split) << k;
            }
        }
    }

    /// The way that the nodes point to.
    pub fn victim(&self, set: usize) -> usize {
        let (mut first, mut end) = (0, self.ways);
        // In preorder the nodes of a path stand one behind the other, strangers between them.
        for (k, node) in self.tree.iter().enumerate() {
            if node.first == first && node.end == end {
                if self.sets[set] >> k & 1 == 0 {
                    end = node.split;
                } else {
                    first = node.split;
                }
            }
        }
        first
    }

    /// All bits 0.
    pub fn clear(&mut self) {
        self.sets.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn victims(ways: usize, touches: &[usize]) -> Vec<usize> {
        let mut plru = TreePlru::new(1, ways).expect("a tree is stated");
        let mut victims = vec![plru.victim(0)];
        for &way in touches {
            plru.touch(0, way);
            victims.push(plru.victim(0));
        }
        victims
    }

    #[test]
    fn three_ways_by_hand() {
        // Node 0 chooses between {0, 1} and {2}, node 1 between 0 and 1.
        assert_eq!(victims(3, &[0, 2, 1, 2, 2]), [0, 2, 1, 2, 0, 0]);
    }

    #[test]
    fn five_and_six_ways_by_hand() {
        // 5: 012|34, 01|2, 0|1, 3|4. Always using the victim visits all ways.
        assert_eq!(victims(5, &[0, 3, 2, 4, 1]), [0, 3, 2, 4, 1, 3]);
        // 6: 012|345, 01|2, 0|1, 34|5, 3|4.
        assert_eq!(victims(6, &[0, 3, 2, 5, 1, 4]), [0, 3, 2, 5, 1, 4, 2]);
    }

    #[test]
    fn the_victim_is_never_the_way_just_used() {
        for ways in 2..=8 {
            let mut plru = TreePlru::new(1, ways).expect("a tree is stated");
            let mut seen = 0_u32;
            for _ in 0..64 {
                let way = plru.victim(0);
                seen |= 1 << way;
                plru.touch(0, way);
                assert_ne!(plru.victim(0), way, "{ways} ways");
            }
            assert_eq!(seen, (1 << ways) - 1, "{ways} ways");
        }
    }
}
