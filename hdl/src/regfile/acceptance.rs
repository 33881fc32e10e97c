//! Acceptance.

use super::groups::RegfileOperands;
use super::signals;
use crate::prelude::*;
use spec::regfile::PORTS;

/// Acceptance: which of the two instructions of a cycle enters, and which registers are pending.
///
/// Guarantees: no instruction enters that names a register with a write outstanding, so what is
/// inside never waits for something outside; of two that cannot both enter, the port that lost the
/// last time wins. The ready outputs need one look-up of `pending` and a few gates behind it.
// Acceptance for `R` registers of `I` bits.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileAcceptance<const R: usize, const I: usize> {
    pub clock: Signal<In, Clock>,
    pub in_valid: Numbered<Signal<In, Bit>, PORTS>,
    pub in_operands: Numbered<Signal<In, RegfileOperands<I>>, PORTS>,
    /// A collector is free; only one is.
    pub some_free: Signal<In, Bit>,
    pub one_free: Signal<In, Bit>,
    pub in_ready: Numbered<Signal<Out, Bit>, PORTS>,

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
        let operands0 = self.in_operands[0].val();
        let operands1 = self.in_operands[1].val();
        let destination0 = operands0.destination;
        let destination1 = operands1.destination;
        let hazard0 = (operands0.sources.get_bit(0) && pending.get_bit(operands0.a.index()))
            || (operands0.sources.get_bit(1) && pending.get_bit(operands0.b.index()))
            || (operands0.sources.get_bit(2) && pending.get_bit(operands0.c.index()))
            || (operands0.writes && pending.get_bit(destination0.index()));
        let hazard1 = (operands1.sources.get_bit(0) && pending.get_bit(operands1.a.index()))
            || (operands1.sources.get_bit(1) && pending.get_bit(operands1.b.index()))
            || (operands1.sources.get_bit(2) && pending.get_bit(operands1.c.index()))
            || (operands1.writes && pending.get_bit(destination1.index()));
        let ok0 = self.in_valid[0].val() && self.some_free.val() && !hazard0;
        let ok1 = self.in_valid[1].val() && self.some_free.val() && !hazard1;
        let clash = operands0.writes
            && ((operands1.sources.get_bit(0) && operands1.a == destination0)
                || (operands1.sources.get_bit(1) && operands1.b == destination0)
                || (operands1.sources.get_bit(2) && operands1.c == destination0)
                || (operands1.writes && destination1 == destination0));
        let contention = ok0 && ok1 && (self.one_free.val() || clash);
        let turn = self.turn.q.val();
        let enters0 = ok0 && (!contention || !turn);
        let enters1 = ok1 && (!contention || turn);
        if contention {
            self.turn.d.next = !turn;
        }
        self.in_ready[0].next = enters0;
        self.in_ready[1].next = enters1;

        let mut pending_next = pending;
        for k in 0..self._clusters {
            if self.written[k].val() {
                pending_next =
                    pending_next.replace_bit(self.written_register[k].val().index(), false);
            }
        }
        if enters0 && operands0.writes {
            pending_next = pending_next.replace_bit(destination0.index(), true);
        }
        if enters1 && operands1.writes {
            pending_next = pending_next.replace_bit(destination1.index(), true);
        }
        self.pending.d.next = pending_next;
        self.release_pending.next = pending.get_bit(self.release_register.val().index());
    }
}
