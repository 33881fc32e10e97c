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
///
/// A divergent write brings a MOV if its destination is stored compressed: a bit for each register says so, which nobody
/// changes while the register is pending.
///
/// With forwarding a register is pending until its result can be read on its way, and then coming until it is
/// written. Who overwrites all of a register that is coming may enter and waits inside; who would bring a MOV of
/// it may not.
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

    /// The instruction leaves lanes of its warp alone; whether it brings a MOV.
    pub in_divergent: Vec<Signal<In, Bits<2>>>,
    pub in_moves: Vec<Signal<Out, Bits<2>>>,
    /// With forwarding: an older result for its destination is coming.
    pub in_waits: Vec<Signal<Out, Bits<2>>>,

    /// A result can be read on its way, by write-back port.
    pub comes: Vec<Signal<In, Bit>>,
    pub comes_register: Vec<Signal<In, Bits<I>>>,
    /// A result is written, by cluster.
    pub written: Vec<Signal<In, Bit>>,
    pub written_register: Vec<Signal<In, Bits<I>>>,
    pub written_compressed: Vec<Signal<In, Bit>>,

    pub release: Vec<Signal<In, Bit>>,
    pub release_register: Signal<In, Bits<I>>,
    pub release_pending: Signal<Out, Bit>,

    pending: Register<Bits<R>>,
    coming: Vec<Register<Bits<R>>>,
    compressed: Vec<Register<Bits<R>>>,
    late0: Signal<Local, Bit>,
    late1: Signal<Local, Bit>,
    still0: Vec<Signal<Local, Bit>>,
    still1: Vec<Signal<Local, Bit>>,
    /// The port that wins the next contention.
    turn: Register<Bit>,
    _clusters: usize,
    _compresses: bool,
    _forwards: bool,
}

impl<const R: usize, const I: usize> RegfileAcceptance<R, I> {
    /// Acceptance in front of `clusters` clusters.
    pub fn new(clusters: usize, compresses: bool, forwards: bool) -> Self {
        const {
            assert!(
                R == 1 << I,
                "a register's number has as many bits as are needed"
            )
        };
        let ways = usize::from(forwards);
        let codecs = usize::from(compresses);
        RegfileAcceptanceParts {
            in_divergent: signals(codecs),
            in_moves: signals(codecs),
            written_compressed: signals(codecs * clusters),
            release: signals(codecs),
            compressed: reset_registers(codecs),
            in_waits: signals(ways),
            comes: signals(ways * PORTS),
            comes_register: signals(ways * PORTS),
            coming: reset_registers(ways),
            still0: signals(ways),
            still1: signals(ways),
            written: signals(clusters),
            written_register: signals(clusters),
            pending: Register::default(),
            turn: Register::default(),
            _clusters: clusters,
            _compresses: compresses,
            _forwards: forwards,
        }
        .into()
    }
}

#[hardware(name = format!("regfile_acceptance_r{R}{}{}", super::suffix(self._compresses),
    super::way(self._forwards)))]
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
        if self._forwards && self._compresses {
            let coming = self.coming[0].q.val();
            let divergent = self.in_divergent[0].val();
            self.late0.next = divergent.get_bit(0) && coming.get_bit(destination0.index());
            self.late1.next = divergent.get_bit(1) && coming.get_bit(destination1.index());
        } else {
            self.late0.next = false;
            self.late1.next = false;
        }
        let ok0 = self.in_valid[0].val() && self.some_free.val() && !hazard0 && !self.late0.val();
        let ok1 = self.in_valid[1].val() && self.some_free.val() && !hazard1 && !self.late1.val();
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

        if self._compresses {
            registers!(self, clock, compressed);
            let compressed = self.compressed[0].q.val();
            let divergent = self.in_divergent[0].val();
            let released = self.release_register.val();
            let release = self.release[0].val();
            let moves0 = divergent.get_bit(0)
                && compressed.get_bit(destination0.index())
                && !(release && released == destination0);
            let moves1 = divergent.get_bit(1)
                && compressed.get_bit(destination1.index())
                && !(release && released == destination1);
            self.in_moves[0].next = concat::<2, _, _>(moves1, moves0);
            let mut compressed_next = compressed;
            if release {
                compressed_next = compressed_next.replace_bit(released.index(), false);
            }
            for k in 0..self._clusters {
                if self.written[k].val() {
                    compressed_next = compressed_next.replace_bit(
                        self.written_register[k].val().index(),
                        self.written_compressed[k].val(),
                    );
                }
            }
            self.compressed[0].d.next = compressed_next;
        }

        let mut pending_next = pending;
        if self._forwards {
            registers!(self, clock, coming);
            comment!(
                "Of a result that comes another instruction may be waiting to write the register."
            );
            let coming = self.coming[0].q.val();
            let mut coming_next = coming;
            for k in 0..self._clusters {
                let register = self.written_register[k].val();
                if self.written[k].val() {
                    coming_next = coming_next.replace_bit(register.index(), false);
                }
                if self.written[k].val() && !coming.get_bit(register.index()) {
                    pending_next = pending_next.replace_bit(register.index(), false);
                }
            }
            for p in 0..PORTS {
                if self.comes[p].val() {
                    let register = self.comes_register[p].val();
                    pending_next = pending_next.replace_bit(register.index(), false);
                    coming_next = coming_next.replace_bit(register.index(), true);
                }
            }
            self.coming[0].d.next = coming_next;
            let released = coming.get_bit(self.release_register.val().index());
            self.release_pending.next =
                released || pending.get_bit(self.release_register.val().index());

            comment!("An older result for the destination that is not written in this cycle.");
            let mut still0 = operands0.writes && coming.get_bit(destination0.index());
            let mut still1 = operands1.writes && coming.get_bit(destination1.index());
            for k in 0..self._clusters {
                let register = self.written_register[k].val();
                still0 = still0 && !(self.written[k].val() && register == destination0);
                still1 = still1 && !(self.written[k].val() && register == destination1);
            }
            self.still0[0].next = still0;
            self.still1[0].next = still1;
            self.in_waits[0].next = concat::<2, _, _>(self.still1[0].val(), self.still0[0].val());
        } else {
            for k in 0..self._clusters {
                if self.written[k].val() {
                    pending_next =
                        pending_next.replace_bit(self.written_register[k].val().index(), false);
                }
            }
            self.release_pending.next = pending.get_bit(self.release_register.val().index());
        }
        if enters0 && operands0.writes {
            pending_next = pending_next.replace_bit(destination0.index(), true);
        }
        if enters1 && operands1.writes {
            pending_next = pending_next.replace_bit(destination1.index(), true);
        }
        self.pending.d.next = pending_next;
    }
}
