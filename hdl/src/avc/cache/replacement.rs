//! Which line of a set is given up: the lowest way that is not valid, or the victim of a tree
//! pseudo-LRU (5.1), whose shapes `spec::avc::plru_tree` states.
//!
//! A node is a bit for each set; it is 1 when the victim is to be sought in the upper half of its
//! ways. From the root on it passes `reached` to one of its halves, which is a node or a way; in
//! the other direction it learns which half is `used`. What a tree lacks of the seven nodes of
//! eight ways vanishes when the design is elaborated.

use super::lines::signals;
use crate::prelude::*;
use spec::avc::{plru_tree, PlruNode};

/// Replacement in `N` sets, `2^S`; see the module's comment.
#[derive(LogicBlock)]
pub struct AvcReplacement<const S: usize, const N: usize> {
    pub clock: Signal<In, Clock>,
    pub set: Signal<In, Bits<S>>,
    /// Ways of the set that are valid; whether all are.
    pub valid: Vec<Signal<In, Bit>>,
    pub full: Signal<Out, Bit>,
    /// The way to give up.
    pub way: Vec<Signal<Out, Bit>>,
    /// The way that was hit, or that is chosen, is used.
    pub hit: Vec<Signal<In, Bit>>,
    pub use_hit: Signal<In, Bit>,
    pub chosen: Vec<Signal<In, Bit>>,
    pub use_chosen: Signal<In, Bit>,

    node: Vec<Register<Bits<N>>>,
    reached: Vec<Signal<Local, Bit>>,
    below: Vec<Signal<Local, Bit>>,
    victim: Vec<Signal<Local, Bit>>,
    used: Vec<Signal<Local, Bit>>,
    _ways: usize,
    _tree: Vec<PlruNode>,
}

impl<const S: usize, const N: usize> AvcReplacement<S, N> {
    /// Replacement among `ways` ways, of which there are at least two.
    pub fn new(ways: usize) -> Self {
        const { assert!(N == 1 << S, "sets are a power of two") };
        let tree = plru_tree(ways).unwrap_or_default();
        Self {
            clock: Default::default(),
            set: Default::default(),
            valid: signals(ways),
            full: Default::default(),
            way: signals(ways),
            hit: signals(ways),
            use_hit: Default::default(),
            chosen: signals(ways),
            use_chosen: Default::default(),
            node: tree.iter().map(|_| Register::default()).collect(),
            reached: signals(place(tree.len())),
            below: signals(place(tree.len())),
            victim: signals(ways),
            used: signals(ways),
            _ways: ways,
            _tree: tree.to_vec(),
        }
    }
}

/// Where `reached` and `below` have a node: the root needs neither.
fn place(node: usize) -> usize {
    node.saturating_sub(1)
}

/// Ways in the lower half of a node; a half of one way has no node.
fn lower(node: &PlruNode) -> usize {
    node.split - node.first
}

/// Ways in the upper half of a node.
fn upper(node: &PlruNode) -> usize {
    node.end - node.split
}

/// The block, with a statement for each node `k`. In preorder the lower half's node is the next
/// one, and the upper half's comes behind all nodes of the lower half.
macro_rules! replacement {
    (nodes $($k:tt)*) => {
        #[hardware(name = format!("avc_replacement_s{N}_w{}", self._ways))]
        impl<const S: usize, const N: usize> Logic for AvcReplacement<S, N> {
            fn update(&mut self) {
                registers!(self, clock, node);
                let set = self.set.val().index();

                let mut full = true;
                for w in 0..self._ways {
                    let free = full && !self.valid[w].val();
                    full = full && self.valid[w].val();
                    self.way[w].next = free;
                    self.used[w].next = (self.use_hit.val() && self.hit[w].val())
                        || (self.use_chosen.val() && self.chosen[w].val());
                }
                self.full.next = full;

                $(if $k < self._tree.len() {
                    let up = self.node[$k].q.val().get_bit(set);
                    let reached = if $k == 0 {
                        full
                    } else {
                        self.reached[place($k)].val()
                    };
                    let to_lower = reached && !up;
                    let to_upper = reached && up;
                    let lower_used = if lower(&self._tree[$k]) > 1 {
                        self.below[$k].val()
                    } else {
                        self.used[self._tree[$k].first].val()
                    };
                    let upper_used = if upper(&self._tree[$k]) > 1 {
                        self.below[place($k + lower(&self._tree[$k]))].val()
                    } else {
                        self.used[self._tree[$k].split].val()
                    };
                    if lower(&self._tree[$k]) > 1 {
                        self.reached[$k].next = to_lower;
                    } else {
                        self.victim[self._tree[$k].first].next = to_lower;
                    }
                    if upper(&self._tree[$k]) > 1 {
                        self.reached[place($k + lower(&self._tree[$k]))].next = to_upper;
                    } else {
                        self.victim[self._tree[$k].split].next = to_upper;
                    }
                    if $k > 0 {
                        self.below[place($k)].next = lower_used || upper_used;
                    }
                    if lower_used || upper_used {
                        let node = self.node[$k].q.val().replace_bit(set, lower_used);
                        self.node[$k].d.next = node;
                    }
                })*
                for w in 0..self._ways {
                    self.way[w].next = self.way[w].val() || self.victim[w].val();
                }
            }
        }
    };
}
replacement!(nodes 0 1 2 3 4 5 6);
