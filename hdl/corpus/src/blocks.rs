//! Blocks that circuits of the corpus have inside: with const generics, arrays of ports, blocks in blocks.

use hdl::prelude::*;

/// The position of the lowest set bit.
///
/// Guarantees: `any` is set exactly when a request is; `index` is then the position of the lowest
/// one, and zero otherwise. Combinational.
#[derive(LogicBlock, Described, Default)]
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

/// An arbiter with fixed priorities: the lowest position is granted, always.
///
/// Guarantees: `any` is set exactly when a request is; `grant` is then one-hot, a subset of `requests`, and
/// `index` is its position; otherwise `grant` and `index` are zero. The grant follows the requests within
/// the cycle.
#[derive(LogicBlock, Described, Default)]
pub struct FixedPriorityArbiter<const N: usize, const K: usize> {
    pub requests: Signal<In, Bits<N>>,
    pub grant: Signal<Out, Bits<N>>,
    pub any: Signal<Out, Bit>,
    pub index: Signal<Out, Bits<K>>,
    encoder: PriorityEncoder<N, K>,
}

impl<const N: usize, const K: usize> FixedPriorityArbiter<N, K> {
    /// An arbiter; a `K` that is too small does not compile.
    pub fn new() -> Self {
        const { assert!(N <= 1 << K, "the index needs more bits") };
        Self::default()
    }
}

#[hardware(name = format!("fixed_priority_arbiter_{N}"))]
impl<const N: usize, const K: usize> Logic for FixedPriorityArbiter<N, K> {
    fn update(&mut self) {
        let requests = self.requests.val();
        self.encoder.requests.next = requests;
        // A number and its negative share only their lowest set bit.
        self.grant.next = requests & (!requests + 1);
        self.any.next = self.encoder.any.val();
        self.index.next = self.encoder.index.val();
    }
}

/// Lanes to one wide word: lane `i` is at bits `[i * W + W - 1 : i * W]`. Wiring only.
#[derive(LogicBlock, Described)]
pub struct Packer<const N: usize, const W: usize, const M: usize> {
    pub lanes: [Signal<In, Bits<W>>; N],
    pub word: Signal<Out, Bits<M>>,
}

impl<const N: usize, const W: usize, const M: usize> Default for Packer<N, W, M> {
    fn default() -> Self {
        const { assert!(N * W == M, "the word holds exactly the lanes") };
        Packer {
            lanes: std::array::from_fn(|_| Signal::default()),
            word: Signal::default(),
        }
    }
}

#[hardware(name = format!("packer_{N}x{W}"))]
impl<const N: usize, const W: usize, const M: usize> Logic for Packer<N, W, M> {
    fn update(&mut self) {
        self.word.next = 0.into();
        for i in 0..N {
            self.word.next = replace_bits(self.word.val(), i * W, self.lanes[i].val());
        }
    }
}
