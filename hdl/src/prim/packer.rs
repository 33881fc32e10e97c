//! Lanes to one wide word, and back.
//!
//! Parameters: `N` lanes of `W` bits, and `M = N * W` bits of the word (Rust cannot compute it in
//! a type).
//!
//! Guarantees: lane `i` is at bits `[i * W + W - 1 : i * W]` of the word. Wiring only.
//!
//! Reason: a unit that works lane by lane keeps the lanes in an array of signals, which simulates
//! and synthesizes best, while its ports carry the wide word.

use crate::prelude::*;

/// Lanes to word.
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

/// Word to lanes.
#[derive(LogicBlock, Described)]
pub struct Unpacker<const N: usize, const W: usize, const M: usize> {
    pub word: Signal<In, Bits<M>>,
    pub lanes: [Signal<Out, Bits<W>>; N],
}

impl<const N: usize, const W: usize, const M: usize> Default for Unpacker<N, W, M> {
    fn default() -> Self {
        const { assert!(N * W == M, "the word holds exactly the lanes") };
        Unpacker {
            word: Signal::default(),
            lanes: std::array::from_fn(|_| Signal::default()),
        }
    }
}

#[hardware(name = format!("unpacker_{N}x{W}"))]
impl<const N: usize, const W: usize, const M: usize> Logic for Unpacker<N, W, M> {
    fn update(&mut self) {
        for i in 0..N {
            self.lanes[i].next = self.word.val().get_bits::<W>(i * W);
        }
    }
}
