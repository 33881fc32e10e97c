//! The arbiter of a cluster.

use super::codes::{KIND_A, KIND_B, KIND_C, KIND_MOV};
use super::{lowest, signals};
use crate::prelude::*;

/// The arbiter of a cluster: of the requests that wait for it, the oldest instruction's wins (2.1).
///
/// Guarantees: one request a cycle is granted, of the oldest instruction, and within it a before b
/// before c before MOV. Each kind of request is a plane with a bit for each collector, so a
/// request's collector is its position, and age is the distance to the head of the ring.
// The arbiter of one cluster for `N` collectors, `2^P`.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileArbiter<const N: usize, const P: usize> {
    pub clock: Signal<In, Clock>,
    /// The oldest instruction's place.
    pub head: Signal<In, Bits<P>>,
    /// New requests for this cluster, by port, and the place of their instruction.
    pub enter0_place: Signal<In, Bits<P>>,
    pub enter0_a: Signal<In, Bit>,
    pub enter0_b: Signal<In, Bit>,
    pub enter0_c: Signal<In, Bit>,
    pub enter0_mov: Vec<Signal<In, Bit>>,
    pub enter1_place: Signal<In, Bits<P>>,
    pub enter1_a: Signal<In, Bit>,
    pub enter1_b: Signal<In, Bit>,
    pub enter1_c: Signal<In, Bit>,
    pub enter1_mov: Vec<Signal<In, Bit>>,
    /// The cluster's MOV slot is free.
    pub mov_free: Vec<Signal<In, Bit>>,

    pub granted: Signal<Out, Bit>,
    pub place: Signal<Out, Bits<P>>,
    /// 0 to 2: source a, b, c; 3: MOV.
    pub kind: Signal<Out, Bits<2>>,
    /// Two or more requests compete.
    pub conflict: Signal<Out, Bit>,

    wait_a: Register<Bits<N>>,
    wait_b: Register<Bits<N>>,
    wait_c: Register<Bits<N>>,
    wait_mov: Vec<Register<Bits<N>>>,
    _moves: bool,
}

impl<const N: usize, const P: usize> RegfileArbiter<N, P> {
    /// An arbiter; whether the file does MOVs by itself.
    pub fn new(moves: bool) -> Self {
        const { assert!(N == 1 << P, "the ring wraps around by itself") };
        let movs = usize::from(moves);
        RegfileArbiterParts {
            enter0_mov: signals(movs),
            enter1_mov: signals(movs),
            mov_free: signals(movs),
            wait_a: Register::default(),
            wait_b: Register::default(),
            wait_c: Register::default(),
            wait_mov: (0..movs).map(|_| Register::default()).collect(),
            _moves: moves,
        }
        .into()
    }
}

#[hardware(name = format!("regfile_arbiter_c{N}{}", super::suffix(self._moves)))]
impl<const N: usize, const P: usize> Logic for RegfileArbiter<N, P> {
    fn update(&mut self) {
        registers!(self, clock, wait_a, wait_b, wait_c);
        let a = self.wait_a.q.val();
        let b = self.wait_b.q.val();
        let c = self.wait_c.q.val();
        let sources = a | b | c;
        let mut requests = sources;
        let mut twice = (a & b) | ((a | b) & c);
        if self._moves {
            let mov = gate(self.mov_free[0].val(), self.wait_mov[0].q.val());
            requests = sources | mov;
            twice |= sources & mov;
        }

        comment!("The oldest is the first from the head on, around the end of the ring.");
        let from_head = requests & (Bits::<N>::mask() << self.head.val());
        let grant = if from_head.any() {
            lowest(from_head)
        } else {
            lowest(requests)
        };
        let mut winner = bits::<P>(0);
        for i in 0..N {
            if grant.get_bit(i) {
                winner |= i.to_bits::<P>();
            }
        }
        self.kind.next = if (grant & a).any() {
            bits::<2>(KIND_A)
        } else if (grant & b).any() {
            bits::<2>(KIND_B)
        } else if self._moves && !(grant & c).any() {
            bits::<2>(KIND_MOV)
        } else {
            bits::<2>(KIND_C)
        };
        self.granted.next = requests.any();
        self.place.next = winner;
        self.conflict.next = twice.any() || (requests & (requests - 1)).any();

        comment!("The winner waits no longer; new requests do.");
        let place0 = self.enter0_place.val();
        let place1 = self.enter1_place.val();
        let mut next_a = a & !grant;
        let mut next_b = b & (!grant | a);
        let mut next_c = c & (!grant | a | b);
        if self.enter0_a.val() {
            next_a = next_a.replace_bit(place0.index(), true);
        }
        if self.enter1_a.val() {
            next_a = next_a.replace_bit(place1.index(), true);
        }
        if self.enter0_b.val() {
            next_b = next_b.replace_bit(place0.index(), true);
        }
        if self.enter1_b.val() {
            next_b = next_b.replace_bit(place1.index(), true);
        }
        if self.enter0_c.val() {
            next_c = next_c.replace_bit(place0.index(), true);
        }
        if self.enter1_c.val() {
            next_c = next_c.replace_bit(place1.index(), true);
        }
        self.wait_a.d.next = next_a;
        self.wait_b.d.next = next_b;
        self.wait_c.d.next = next_c;
        if self._moves {
            clock!(self, clock, wait_mov);
            let mut next_mov = self.wait_mov[0].q.val() & (!grant | sources);
            if self.enter0_mov[0].val() {
                next_mov = next_mov.replace_bit(place0.index(), true);
            }
            if self.enter1_mov[0].val() {
                next_mov = next_mov.replace_bit(place1.index(), true);
            }
            self.wait_mov[0].d.next = next_mov;
        }
    }
}
