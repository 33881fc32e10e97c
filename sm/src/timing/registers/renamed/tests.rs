//! Whoever waits for places gets them in the end, whatever others take first.

use super::Pool;
use surroundings::random::Random;

/// Warps that take all of their registers one by one, in random order, and end when all of their block have them:
/// the worst that a barrier can ask for.
#[test]
fn every_block_comes_to_its_end() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let shards = 1 + random.below(4);
        let words = 1 + random.below(12) as u32;
        let warps = 1 + random.below(8);
        // A block just fits, whichever shards its warps are in.
        let size = warps.div_ceil(shards) as u32 * words + random.below(6) as u32;
        let mut pool = Pool::new(shards, size);
        let blocks = 2 + random.below(6);
        let shard = |warp: usize| warp % shards;
        for block in 0..blocks {
            (0..warps).for_each(|warp| pool.begin(block, shard(warp), words));
        }
        let mut held = vec![vec![0; warps]; blocks];
        let mut left: Vec<usize> = (0..blocks).collect();
        let mut refused = 0;
        while !left.is_empty() {
            let place = random.below(left.len());
            let (block, warp) = (left[place], random.below(warps));
            if held[block][warp] < words {
                let taken = pool.take(block, shard(warp), 1);
                held[block][warp] += u32::from(taken);
                refused = if taken { 0 } else { refused + 1 };
            }
            let all: u32 = (0..shards).map(|shard| size - pool.free[shard]).sum();
            assert_eq!(
                all,
                left.iter().flat_map(|&block| &held[block]).sum(),
                "seed {seed}"
            );
            if held[block].iter().all(|&held| held == words) {
                for warp in 0..warps {
                    pool.finish(block, shard(warp), words, words);
                }
                left.swap_remove(place);
            }
            assert!(refused < 10_000, "seed {seed}: nobody can go on, {pool:?}");
        }
        assert!(pool.free.iter().all(|&free| free == size), "seed {seed}");
    }
}
