//! The position of the lowest set bit.

use crate::prelude::*;

/// The position of the lowest set bit.
///
/// Guarantees: `any` is set exactly when a request is; `index` is then the position of the lowest
/// one, and zero otherwise. Combinational.
#[derive(LogicBlock, Described, Default, HdlUnit)]
pub struct PriorityEncoder<const N: usize, const K: usize> {
    pub requests: Signal<In, Bits<N>>,
    pub any: Signal<Out, Bit>,
    pub index: Signal<Out, Bits<K>>,
}

impl<const N: usize, const K: usize> PriorityEncoder<N, K> {
    /// An encoder; a `K` that is too small does not compile.
    pub fn new() -> Self {
        const { assert!(N <= 1 << K, "the index needs more bits") };
        Self::default()
    }
}

#[hardware(name = format!("priority_encoder_{N}"))]
impl<const N: usize, const K: usize> Logic for PriorityEncoder<N, K> {
    fn update(&mut self) {
        self.any.next = self.requests.val().any();
        self.index.next = 0.into();
        // The last assignment wins, so the loop runs from the weakest request to the strongest.
        for i in 0..N {
            if self.requests.val().get_bit(N - 1 - i) {
                self.index.next = (N - 1 - i).to_bits::<K>();
            }
        }
    }
}
