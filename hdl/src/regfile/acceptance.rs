//! Acceptance: which of the two instructions of a cycle enters, and which registers are pending.
//!
//! Guarantees: no instruction enters that names a register with a write outstanding, so what is
//! inside never waits for something outside; of two that cannot both enter, the port that lost the
//! last time wins. The ready outputs need one look-up of `pending` and a few gates behind it.

use super::signals;
use crate::prelude::*;
use spec::regfile::PORTS;

/// Acceptance for `R` registers of `I` bits; see the module's comment.
#[derive(LogicBlock)]
pub struct RegfileAcceptance<const R: usize, const I: usize> {
    pub clock: Signal<In, Clock>,
    pub valid: [Signal<In, Bit>; PORTS],
    pub sources: [Signal<In, Bits<3>>; PORTS],
    pub a: [Signal<In, Bits<I>>; PORTS],
    pub b: [Signal<In, Bits<I>>; PORTS],
    pub c: [Signal<In, Bits<I>>; PORTS],
    pub writes: [Signal<In, Bit>; PORTS],
    pub destination: [Signal<In, Bits<I>>; PORTS],
    /// A collector is free; only one is.
    pub some_free: Signal<In, Bit>,
    pub one_free: Signal<In, Bit>,
    pub ready: [Signal<Out, Bit>; PORTS],

    /// A result is written, by cluster.
    pub written: Vec<Signal<In, Bit>>,
    pub written_register: Vec<Signal<In, Bits<I>>>,

    pub release_register: Signal<In, Bits<I>>,
    pub release_pending: Signal<Out, Bit>,

    pending: Register<Bits<R>>,
    /// The port that wins the next contention.
    turn: Register<Bit>,
    acceptable: [Signal<Local, Bit>; PORTS],
    accepted: [Signal<Local, Bit>; PORTS],
    _clusters: usize,
}

impl<const R: usize, const I: usize> RegfileAcceptance<R, I> {
    /// Acceptance in front of `clusters` clusters.
    pub fn new(clusters: usize) -> Self {
        const {
            assert!(
                R == 1 << I,
                "a register's number has as many bits as are needed"
            )
        };
        Self {
            clock: Default::default(),
            valid: Default::default(),
            sources: Default::default(),
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            writes: Default::default(),
            destination: Default::default(),
            some_free: Default::default(),
            one_free: Default::default(),
            ready: Default::default(),
            written: signals(clusters),
            written_register: signals(clusters),
            release_register: Default::default(),
            release_pending: Default::default(),
            pending: Default::default(),
            turn: Default::default(),
            acceptable: Default::default(),
            accepted: Default::default(),
            _clusters: clusters,
        }
    }
}

#[hardware(name = format!("regfile_acceptance_r{R}"))]
impl<const R: usize, const I: usize> Logic for RegfileAcceptance<R, I> {
    fn update(&mut self) {
        registers!(self, clock, pending, turn);
        let pending = self.pending.q.val();
        for p in 0..PORTS {
            let sources = self.sources[p].val();
            let hazard = (sources.get_bit(0) && pending.get_bit(self.a[p].val().index()))
                || (sources.get_bit(1) && pending.get_bit(self.b[p].val().index()))
                || (sources.get_bit(2) && pending.get_bit(self.c[p].val().index()))
                || (self.writes[p].val() && pending.get_bit(self.destination[p].val().index()));
            self.acceptable[p].next = self.valid[p].val() && self.some_free.val() && !hazard;
        }

        let written = self.destination[0].val();
        let sources = self.sources[1].val();
        let clash = self.writes[0].val()
            && ((sources.get_bit(0) && self.a[1].val() == written)
                || (sources.get_bit(1) && self.b[1].val() == written)
                || (sources.get_bit(2) && self.c[1].val() == written)
                || (self.writes[1].val() && self.destination[1].val() == written));
        let contention =
            self.acceptable[0].val() && self.acceptable[1].val() && (self.one_free.val() || clash);
        let turn = self.turn.q.val();
        self.accepted[0].next = self.acceptable[0].val() && !(contention && turn);
        self.accepted[1].next = self.acceptable[1].val() && (!contention || turn);
        if contention {
            self.turn.d.next = !turn;
        }

        let mut next = pending;
        for k in 0..self._clusters {
            if self.written[k].val() {
                next = next.replace_bit(self.written_register[k].val().index(), false);
            }
        }
        for p in 0..PORTS {
            self.ready[p].next = self.accepted[p].val();
            if self.accepted[p].val() && self.writes[p].val() {
                next = next.replace_bit(self.destination[p].val().index(), true);
            }
        }
        self.pending.d.next = next;
        self.release_pending.next = pending.get_bit(self.release_register.val().index());
    }
}
