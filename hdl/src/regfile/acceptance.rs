//! Acceptance.

use super::signals;
use crate::prelude::*;

/// Acceptance: which of the two instructions of a cycle enters, and which registers are pending.
///
/// Guarantees: no instruction enters that names a register with a write outstanding, so what is
/// inside never waits for something outside; of two that cannot both enter, the port that lost the
/// last time wins. The ready outputs need one look-up of `pending` and a few gates behind it.
// Acceptance for `R` registers of `I` bits.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileAcceptance<const R: usize, const I: usize> {
    pub clock: Signal<In, Clock>,
    pub in0_valid: Signal<In, Bit>,
    pub in0_sources: Signal<In, Bits<3>>,
    pub in0_a: Signal<In, Bits<I>>,
    pub in0_b: Signal<In, Bits<I>>,
    pub in0_c: Signal<In, Bits<I>>,
    pub in0_writes: Signal<In, Bit>,
    pub in0_destination: Signal<In, Bits<I>>,
    pub in1_valid: Signal<In, Bit>,
    pub in1_sources: Signal<In, Bits<3>>,
    pub in1_a: Signal<In, Bits<I>>,
    pub in1_b: Signal<In, Bits<I>>,
    pub in1_c: Signal<In, Bits<I>>,
    pub in1_writes: Signal<In, Bit>,
    pub in1_destination: Signal<In, Bits<I>>,
    /// A collector is free; only one is.
    pub some_free: Signal<In, Bit>,
    pub one_free: Signal<In, Bit>,
    pub in0_ready: Signal<Out, Bit>,
    pub in1_ready: Signal<Out, Bit>,

    /// A result is written, by cluster.
    pub written: Vec<Signal<In, Bit>>,
    pub written_register: Vec<Signal<In, Bits<I>>>,

    pub release_register: Signal<In, Bits<I>>,
    pub release_pending: Signal<Out, Bit>,

    pending: Register<Bits<R>>,
    /// The port that wins the next contention.
    turn: Register<Bit>,
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
        RegfileAcceptanceParts {
            written: signals(clusters),
            written_register: signals(clusters),
            pending: Register::default(),
            turn: Register::default(),
            _clusters: clusters,
        }
        .into()
    }
}

#[hardware(name = format!("regfile_acceptance_r{R}"))]
impl<const R: usize, const I: usize> Logic for RegfileAcceptance<R, I> {
    fn update(&mut self) {
        registers!(self, clock, pending, turn);
        let pending = self.pending.q.val();
        let sources0 = self.in0_sources.val();
        let sources1 = self.in1_sources.val();
        let destination0 = self.in0_destination.val();
        let destination1 = self.in1_destination.val();
        let hazard0 = (sources0.get_bit(0) && pending.get_bit(self.in0_a.val().index()))
            || (sources0.get_bit(1) && pending.get_bit(self.in0_b.val().index()))
            || (sources0.get_bit(2) && pending.get_bit(self.in0_c.val().index()))
            || (self.in0_writes.val() && pending.get_bit(destination0.index()));
        let hazard1 = (sources1.get_bit(0) && pending.get_bit(self.in1_a.val().index()))
            || (sources1.get_bit(1) && pending.get_bit(self.in1_b.val().index()))
            || (sources1.get_bit(2) && pending.get_bit(self.in1_c.val().index()))
            || (self.in1_writes.val() && pending.get_bit(destination1.index()));
        let ok0 = self.in0_valid.val() && self.some_free.val() && !hazard0;
        let ok1 = self.in1_valid.val() && self.some_free.val() && !hazard1;
        let clash = self.in0_writes.val()
            && ((sources1.get_bit(0) && self.in1_a.val() == destination0)
                || (sources1.get_bit(1) && self.in1_b.val() == destination0)
                || (sources1.get_bit(2) && self.in1_c.val() == destination0)
                || (self.in1_writes.val() && destination1 == destination0));
        let contention = ok0 && ok1 && (self.one_free.val() || clash);
        let turn = self.turn.q.val();
        let enters0 = ok0 && (!contention || !turn);
        let enters1 = ok1 && (!contention || turn);
        if contention {
            self.turn.d.next = !turn;
        }
        self.in0_ready.next = enters0;
        self.in1_ready.next = enters1;

        let mut pending_next = pending;
        for k in 0..self._clusters {
            if self.written[k].val() {
                pending_next =
                    pending_next.replace_bit(self.written_register[k].val().index(), false);
            }
        }
        if enters0 && self.in0_writes.val() {
            pending_next = pending_next.replace_bit(destination0.index(), true);
        }
        if enters1 && self.in1_writes.val() {
            pending_next = pending_next.replace_bit(destination1.index(), true);
        }
        self.pending.d.next = pending_next;
        self.release_pending.next = pending.get_bit(self.release_register.val().index());
    }
}
