//! Which line of a set is given up (5.1).

use crate::prelude::*;
use spec::avc::{plru_tree, PlruNode};

/// A node of the pseudo-LRU trees of all sets.
///
/// Its bit is read a cycle before it is asked for, which is when its set comes to X: to choose among
/// the bits of all sets, a way by it and the way's tag are too much for one cycle. It counts as it is after
/// what was used meanwhile.
///
/// From the root on a node that is reached passes it on to one of its halves, which is a node or a
/// way; in the other direction it learns which half is used.
// `N` sets, `2^S`.
#[derive(LogicBlock, Described, Parts)]
pub struct AvcReplacementNode<const S: usize, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// Stage D: the set that comes to X; it is that of X.
    pub next_set: Signal<In, Bits<S>>,
    pub stays: Signal<In, Bit>,
    /// Stage X.
    pub set: Signal<In, Bits<S>>,
    pub reached: Signal<In, Bit>,
    pub lower_reached: Signal<Out, Bit>,
    pub upper_reached: Signal<Out, Bit>,
    pub lower_used: Signal<In, Bit>,
    pub upper_used: Signal<In, Bit>,
    /// A bit for each set: the victim is to be sought in the upper half.
    seek_upper: Register<Bits<N>>,
    /// That of D's set; the set was used meanwhile, and which half.
    looked: Register<Bit>,
    changes: Register<Bit>,
    to_upper: Register<Bit>,
}

impl<const S: usize, const N: usize> Default for AvcReplacementNode<S, N> {
    fn default() -> Self {
        const { assert!(N == 1 << S, "sets are a power of two") };
        AvcReplacementNodeParts {
            // A line is given up only when all are valid, and each was used then.
            seek_upper: Register::no_reset(),
            looked: Register::no_reset(),
            changes: Register::no_reset(),
            to_upper: Register::no_reset(),
        }
        .into()
    }
}

#[hardware(name = format!("avc_replacement_node_s{N}"))]
impl<const S: usize, const N: usize> Logic for AvcReplacementNode<S, N> {
    fn update(&mut self) {
        clock!(self, clock, looked, changes, to_upper);
        registers!(self, clock, seek_upper);
        if self.lower_used.val() || self.upper_used.val() {
            self.seek_upper.d.next = self
                .seek_upper
                .q
                .val()
                .replace_bit(self.set.val().index(), self.lower_used.val());
        }
        let used = self.lower_used.val() || self.upper_used.val();
        self.looked.d.next = self.seek_upper.q.val().get_bit(self.next_set.val().index());
        self.changes.d.next = used && self.stays.val();
        self.to_upper.d.next = self.lower_used.val();
        let upper = if self.changes.q.val() {
            self.to_upper.q.val()
        } else {
            self.looked.q.val()
        };
        self.lower_reached.next = self.reached.val() && !upper;
        self.upper_reached.next = self.reached.val() && upper;
    }
}

/// Which line of a set is given up: the lowest way that is not valid, or the victim of a tree
/// pseudo-LRU (5.1).
// `N` sets, `2^S`; the trees' shapes are those of `spec::avc::plru_tree`.
#[derive(LogicBlock, Described, Parts)]
pub struct AvcReplacement<const S: usize, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// Sets of D and X.
    pub next_set: Signal<In, Bits<S>>,
    pub set: Signal<In, Bits<S>>,
    /// Ways of the set that are valid; whether all are.
    pub valid: Vec<Signal<In, Bit>>,
    pub full: Signal<Out, Bit>,
    /// The way to give up, in a set's first cycle in X.
    pub way: Vec<Signal<Out, Bit>>,
    /// The way that was hit, or that is chosen, is used.
    pub hit: Vec<Signal<In, Bit>>,
    pub use_hit: Signal<In, Bit>,
    pub chosen: Vec<Signal<In, Bit>>,
    pub use_chosen: Signal<In, Bit>,

    node: Vec<AvcReplacementNode<S, N>>,
    all_valid: Signal<Local, Bit>,
    free: Vec<Signal<Local, Bit>>,
    victim: Vec<Signal<Local, Bit>>,
    used: Vec<Signal<Local, Bit>>,
    /// Whether a way below a node is used, for all nodes but the root.
    below: Vec<Signal<Local, Bit>>,
    _ways: usize,
    _tree: Vec<PlruNode>,
}

impl<const S: usize, const N: usize> AvcReplacement<S, N> {
    /// Replacement among `ways` ways, of which there are at least two.
    pub fn new(ways: usize) -> Self {
        let tree = plru_tree(ways).unwrap_or_default();
        AvcReplacementParts {
            valid: signals(ways),
            way: signals(ways),
            hit: signals(ways),
            chosen: signals(ways),
            node: tree.iter().map(|_| Default::default()).collect(),
            free: signals(ways),
            victim: signals(ways),
            used: signals(ways),
            below: signals(tree.len().saturating_sub(1)),
            _ways: ways,
            _tree: tree.to_vec(),
        }
        .into()
    }
}

/// The node before.
fn before(node: usize) -> usize {
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

/// The block, with the connections of each node `k` that a tree can have. In preorder the lower
/// half's node is the next one, and the upper half's comes behind all nodes of the lower half.
macro_rules! replacement {
    (nodes $($k:tt)*) => {
        #[hardware(name = format!("avc_replacement_s{N}_w{}", self._ways))]
        impl<const S: usize, const N: usize> Logic for AvcReplacement<S, N> {
            fn update(&mut self) {
                clock!(self, clock, node);
                let mut all_valid = true;
                for w in 0..self._ways {
                    self.free[w].next = all_valid && !self.valid[w].val();
                    all_valid = all_valid && self.valid[w].val();
                }
                self.all_valid.next = all_valid;
                for w in 0..self._ways {
                    self.used[w].next = (self.use_hit.val() && self.hit[w].val())
                        || (self.use_chosen.val() && self.chosen[w].val());
                    self.way[w].next = self.free[w].val() || self.victim[w].val();
                }
                self.full.next = self.all_valid.val();
                let stays = self.next_set.val() == self.set.val();

                self.node[0].reached.next = self.all_valid.val();
                $(if $k < self._tree.len() {
                    self.node[$k].next_set.next = self.next_set.val();
                    self.node[$k].stays.next = stays;
                    self.node[$k].set.next = self.set.val();
                    let lower_used = if lower(&self._tree[$k]) > 1 {
                        self.below[$k].val()
                    } else {
                        self.used[self._tree[$k].first].val()
                    };
                    let upper_used = if upper(&self._tree[$k]) > 1 {
                        self.below[before($k + lower(&self._tree[$k]))].val()
                    } else {
                        self.used[self._tree[$k].split].val()
                    };
                    if lower(&self._tree[$k]) > 1 {
                        self.node[$k + 1].reached.next = self.node[$k].lower_reached.val();
                    } else {
                        self.victim[self._tree[$k].first].next = self.node[$k].lower_reached.val();
                    }
                    if upper(&self._tree[$k]) > 1 {
                        self.node[$k + lower(&self._tree[$k])].reached.next =
                            self.node[$k].upper_reached.val();
                    } else {
                        self.victim[self._tree[$k].split].next = self.node[$k].upper_reached.val();
                    }
                    self.node[$k].lower_used.next = lower_used;
                    self.node[$k].upper_used.next = upper_used;
                    if $k > 0 {
                        self.below[before($k)].next = lower_used || upper_used;
                    }
                })*
            }
        }
    };
}
replacement!(nodes 0 1 2 3 4 5 6);
