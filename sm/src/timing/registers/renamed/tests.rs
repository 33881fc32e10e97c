//! Whoever waits for places gets them in the end, whatever others take first.

use super::Pool;
use surroundings::random::Random;

/// Warps that take all of their registers one by one, in random order, and go on when all of their block have them, the
/// worst that a barrier can ask for; then they end one by one.
#[test]
fn every_block_comes_to_its_end() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let shards = 1 + random.below(4);
        let words = 1 + random.below(12) as u32;
        let warps = 1 + random.below(8);
        // A block just fits, whichever shards its warps are in.
        let size = warps.div_ceil(shards) as u32 * words + random.below(3) as u32;
        let mut pool = Pool::new(shards, size);
        let blocks = 2 + random.below(6);
        let shard = |warp: usize| warp % shards;
        for block in 0..blocks {
            (0..warps).for_each(|warp| pool.begin(block, shard(warp), words));
        }
        let mut held = vec![vec![0; warps]; blocks];
        let mut ended = vec![vec![false; warps]; blocks];
        let mut refused = 0;
        while ended.iter().flatten().any(|&ended| !ended) {
            let (block, warp) = (random.below(blocks), random.below(warps));
            let is_over = |warp: usize| ended[block][warp] || held[block][warp] == words;
            if ended[block][warp] {
                continue;
            }
            if held[block][warp] < words {
                let taken = pool.take(block, shard(warp), 1);
                held[block][warp] += u32::from(taken);
                refused = if taken { 0 } else { refused + 1 };
            } else if (0..warps).all(is_over) {
                pool.finish(block, shard(warp), words, words);
                (ended[block][warp], held[block][warp], refused) = (true, 0, 0);
            }
            let all: u32 = pool.free.iter().map(|free| size - free).sum();
            assert_eq!(all, held.iter().flatten().sum(), "seed {seed}");
            assert!(refused < 10_000, "seed {seed}: nobody can go on, {pool:?}");
        }
        assert!(pool.free.iter().all(|&free| free == size), "seed {seed}");
    }
}
