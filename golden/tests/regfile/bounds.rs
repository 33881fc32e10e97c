//! The two bounds, under stimulus that tries to exceed them.

use crate::regfile::manner::{changed, preset, Manner};
use crate::regfile::play::Play;
use proptest::prelude::*;

/// Bursts of results while banks are gated and divergent writes meet compressed registers.
pub fn hostile() -> impl Strategy<Value = Manner> {
    let parts = (
        prop::sample::select(vec![1_usize, 2, 4, 8, 16, 1024]),
        any::<bool>(),
        20..=80_u8,
        0..80_u8,
        prop::sample::select(vec![1_usize, 4, 8]),
    );
    parts.prop_map(|(hot, one_cluster, divergent, releases, burst)| Manner {
        hot,
        one_cluster,
        divergent,
        releases,
        burst,
        latency: 8,
        compressible: 70,
        ..Manner::BUSY
    })
}

/// The longest wait of an oldest instruction and of a result.
pub fn longest(play: &mut Play, cycles: usize) -> (u64, u64) {
    let mut oldest_since = 0;
    let mut accepted = vec![None; play.parameters.registers()];
    let mut came = vec![false; play.parameters.registers()];
    let (mut offer, mut write) = (0, 0);
    for _ in 0..cycles {
        let now = play.now;
        let cycle = play.step();
        if cycle.outputs.out[0].valid {
            // It is offered for the first time, or still.
            let first = cycle
                .taken
                .first()
                .map_or_else(|| &play.ring[0], |(a, _)| a);
            let since = first.since.max(oldest_since);
            if since != u64::MAX {
                offer = offer.max(now - since);
            }
            oldest_since = match cycle.taken.len() {
                0 => u64::MAX,
                _ => now + 1,
            };
        }
        for result in &cycle.results {
            accepted[usize::from(result.register)] = Some(now);
        }
        for (register, since) in accepted.iter_mut().enumerate() {
            // What is no longer pending after this cycle was written in it, and what no longer comes.
            let comes = play.file.coming(register as u16).is_some();
            let over = came[register] && !comes || !play.file.is_pending(register as u16);
            came[register] = comes;
            if let Some(from) = since.filter(|_| over) {
                write = write.max(now - from);
                *since = None;
            }
        }
    }
    (offer, write)
}

#[test]
#[ignore = "prints how near the bounds stimulus comes"]
fn how_near_the_bounds() {
    for parameters in [
        preset("fermi"),
        preset("small"),
        changed("small", &[("wake_delay", "1")]),
    ] {
        let mut most = (0, 0);
        for seed in 0..400 {
            let manner = Manner {
                hot: [2, 4, 8, 16][seed as usize % 4],
                one_cluster: seed % 8 < 4,
                divergent: 60,
                releases: 60,
                burst: [1, 4, 8][seed as usize % 3],
                ..Manner::BUSY
            };
            let (offer, write) = longest(&mut Play::new(seed, parameters, manner), 5000);
            most = (most.0.max(offer), most.1.max(write));
        }
        println!(
            "offer {} of {}, write {} of {}",
            most.0,
            parameters.offer_bound(),
            most.1,
            parameters.write_bound()
        );
    }
}
