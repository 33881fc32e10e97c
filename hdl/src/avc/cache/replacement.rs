//! Which line of a set is given up: the lowest way that is not valid, or the victim of a tree
//! pseudo-LRU (5.1), whose shapes `spec::avc::plru_tree` states.
//!
//! A node is a bit of its own for each set; it is 1 when the victim is to be sought in the upper
//! half of its ways. The nodes that a tree lacks vanish when the design is elaborated.

use super::super::lowest;
use crate::prelude::*;
use spec::avc::plru_tree;

/// Replacement of `N` sets, `2^S`, of `W` ways; see the module's comment.
#[derive(LogicBlock)]
pub struct AvcReplacement<const S: usize, const N: usize, const W: usize> {
    pub clock: Signal<In, Clock>,
    pub set: Signal<In, Bits<S>>,
    /// Ways of the set that are valid.
    pub valid: Signal<In, Bits<W>>,
    /// The line to give up, one-hot.
    pub way: Signal<Out, Bits<W>>,
    /// The set is used in this way, one-hot.
    pub used: Signal<In, Bits<W>>,
    node: Vec<Register<Bits<N>>>,
    _lower: Vec<Bits<W>>,
    _upper: Vec<Bits<W>>,
}

impl<const S: usize, const N: usize, const W: usize> Default for AvcReplacement<S, N, W> {
    fn default() -> Self {
        const {
            assert!(
                N == 1 << S && W >= 1 && W <= 8,
                "there is a tree for 1 to 8 ways"
            )
        };
        let tree = plru_tree(W).unwrap_or_default();
        Self {
            clock: Default::default(),
            set: Default::default(),
            valid: Default::default(),
            way: Default::default(),
            used: Default::default(),
            node: tree.iter().map(|_| Register::default()).collect(),
            _lower: tree.iter().map(|n| ways(n.first, n.split)).collect(),
            _upper: tree.iter().map(|n| ways(n.split, n.end)).collect(),
        }
    }
}

/// The ways from `first` up to `end`.
fn ways<const W: usize>(first: usize, end: usize) -> Bits<W> {
    Bits::from_bits(|way| (first..end).contains(&way))
}

macro_rules! replacement {
    (nodes $($k:tt)*) => {
        #[hardware(name = format!("avc_replacement_s{N}_w{W}"))]
        impl<const S: usize, const N: usize, const W: usize> Logic for AvcReplacement<S, N, W> {
            fn update(&mut self) {
                let set = self.set.val().index();
                let mut victim = Bits::<W>::mask();
                $(if $k < self._lower.len() {
                    registers!(self, clock, node);
                    let points_up = self.node[$k].q.val().get_bit(set);
                    victim &= if points_up { !self._lower[$k] } else { !self._upper[$k] };
                    if (self.used.val() & (self._lower[$k] | self._upper[$k])).any() {
                        let from_lower = (self.used.val() & self._lower[$k]).any();
                        self.node[$k].d.next = self.node[$k].q.val().replace_bit(set, from_lower);
                    }
                })*
                let free = lowest(!self.valid.val());
                self.way.next = if self.valid.val().all() { victim } else { free };
            }
        }
    };
}
replacement!(nodes 0 1 2 3 4 5 6);
