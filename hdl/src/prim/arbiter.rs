//! An arbiter: of several requests, one is granted.
//!
//! Parameters: `N` requesters, `K` bits of index with `2^K >= N`.

use crate::prelude::*;

/// A fair arbiter: the search begins behind the position that was granted last, where `advance` was set.
///
/// Guarantees: `any` is set exactly when a request is; `grant` is then one-hot, a subset of `requests`, and
/// `index` is its position; otherwise `grant` and `index` are zero. The grant follows the requests within
/// the cycle. A requester that keeps asking is granted within as many advances as there are requesters;
/// while `advance` is clear the grant may still move to one that comes first in the current order.
#[derive(LogicBlock, Described, Default, HdlUnit)]
pub struct RoundRobinArbiter<const N: usize, const K: usize> {
    pub clock: Signal<In, Clock>,
    pub requests: Signal<In, Bits<N>>,
    pub advance: Signal<In, Bit>,
    pub grant: Signal<Out, Bits<N>>,
    pub any: Signal<Out, Bit>,
    pub index: Signal<Out, Bits<K>>,
    /// Bit `i` is set when position `i` comes before the wrap: all positions behind the last grant.
    behind: Register<Bits<N>>,
}

impl<const N: usize, const K: usize> RoundRobinArbiter<N, K> {
    /// An arbiter whose first choice is position 0; a `K` that is too small does not compile.
    pub fn new() -> Self {
        const { assert!(N <= 1 << K, "the index needs more bits") };
        Self::default()
    }
}

#[hardware(name = format!("round_robin_arbiter_{N}"))]
impl<const N: usize, const K: usize> Logic for RoundRobinArbiter<N, K> {
    fn update(&mut self) {
        registers!(self, clock, behind);
        let requests = self.requests.val();
        let first = requests & self.behind.q.val();
        let candidates = if first.any() { first } else { requests };
        let grant = candidates & (!candidates + 1);
        if self.advance.val() && requests.any() {
            self.behind.d.next = !(grant | (grant - 1));
        }
        self.grant.next = grant;
        self.any.next = requests.any();
        self.index.next = 0.into();
        for i in 0..N {
            if grant.get_bit(i) {
                self.index.next = i.to_bits::<K>();
            }
        }
    }
}
