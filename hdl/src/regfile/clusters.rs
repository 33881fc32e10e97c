//! Where registers lie: register r in cluster r mod K at entry r / K, so the low bits of its number name the cluster.

use crate::prelude::*;

/// Whether a register lies in cluster `k`.
#[hardware]
pub fn lies_in<const I: usize>(register: Bits<I>, k: usize, clusters: usize) -> bool {
    clusters == 1 || register.get_bits::<2>(0) == k.to_bits::<2>()
}

/// The register at an entry of cluster `k`.
#[hardware]
pub fn register_of<const I: usize, const A: usize>(
    entry: Bits<A>,
    k: usize,
    clusters: usize,
) -> Bits<I> {
    if clusters == 1 {
        bit_cast::<I, A>(entry)
    } else {
        concat::<I, _, _>(entry, k.to_bits::<2>())
    }
}
