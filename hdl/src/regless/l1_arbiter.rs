//! `regless_l1_arbiter`.

use super::bank_of;
use super::codes::{
    L1_INVALIDATING_READ, L1_READ_LINE, L1_READ_REGISTER, L1_WRITE_LINE, L1_WRITE_REGISTER,
};
use super::groups::{L1Request, Wanted};
use crate::prelude::*;
use spec::regless::{OsuBankParameters, SHARDS};

/// `regless_l1_arbiter`: four shards, one request to the L1 a cycle, and the addresses of registers (5, 5.2.3).
///
/// Guarantees: shards are served in turn; a request that is taken is at the L1 from the next cycle on, with
/// its line of memory: all warps' R0, then all warps' R1, ..., behind them the compressed lines.
// The arbiter; lines of a bank are named with `A` bits, requests with `I`.
#[derive(LogicBlock, Described, Default, HdlUnit)]
pub struct ReglessL1Arbiter<const A: usize, const I: usize> {
    pub clock: Signal<In, Clock>,
    pub base_valid: Signal<In, Bit>,
    pub base_line: Signal<In, Bits<25>>,
    pub shard: Numbered<Signal<In, Wanted<A>>, SHARDS>,
    pub l1_ready: Signal<In, Bit>,
    pub response_valid: Signal<In, Bit>,
    pub response_id: Signal<In, Bits<I>>,
    pub shards_ready: Signal<In, Bits<4>>,
    pub shard_ready: Numbered<Signal<Out, Bit>, SHARDS>,
    pub l1: Signal<Out, L1Request<I>>,
    pub response_ready: Signal<Out, Bit>,
    pub shards_response: Signal<Out, Bits<4>>,

    turns: RoundRobinArbiter<4, 2>,
    base: Register<Bits<25>>,
    valid: Register<Bit>,
    read: Register<Bit>,
    write: Register<Bit>,
    invalidate: Register<Bit>,
    line: Register<Bits<25>>,
    id: Register<Bits<I>>,
    data: Register<Bits<1024>>,
}

impl<const A: usize, const I: usize> ReglessL1Arbiter<A, I> {
    /// No request.
    pub fn new(parameters: OsuBankParameters) -> Self {
        const {
            assert!(
                I == A + 6,
                "an id is shard, line or register, bank and entry"
            )
        };
        assert_eq!(parameters.entry_bits(), A);
        Self {
            turns: RoundRobinArbiter::new(),
            line: Register::no_reset(),
            id: Register::no_reset(),
            data: Register::no_reset(),
            ..Self::default()
        }
    }
}

/// Of a kind of request: it has data.
#[hardware]
fn is_write(kind: Bits<3>) -> bool {
    kind == L1_WRITE_REGISTER || kind == L1_WRITE_LINE
}

/// All warps' registers of a number are together; the lines of compressed ones stand behind, one a number.
#[hardware]
fn row(kind: Bits<3>, warp: Bits<4>, index: Bits<6>) -> Bits<11> {
    if kind.get_bit(2) {
        concat::<11, _, _>(bits::<5>(16), index)
    } else {
        concat::<11, _, _>(index, warp)
    }
}

/// The line of memory of a register.
#[hardware]
fn line(base: Bits<25>, row: Bits<11>, shard: Bits<2>) -> Bits<25> {
    base + bit_cast::<25, 13>(concat::<13, _, _>(row, shard))
}

/// Who waits for the answer: a bank, or of a compressed line its fill.
#[hardware]
fn waits(kind: Bits<3>, warp: Bits<4>, index: Bits<6>) -> Bits<3> {
    if kind.get_bit(2) {
        warp.get_bits::<3>(0)
    } else {
        bank_of(warp, index)
    }
}

#[hardware(name = format!("regless_l1_arbiter_e{A}"))]
impl<const A: usize, const I: usize> Logic for ReglessL1Arbiter<A, I> {
    fn update(&mut self) {
        clock!(self, clock, turns);
        registers!(self, clock, base, valid, read, write, invalidate);
        registers!(self, clock, line, id, data);

        let open = !self.valid.q.val() || self.l1_ready.val();
        let mut requests = bits::<4>(0);
        for s in 0..SHARDS {
            requests = requests.replace_bit(s, self.shard[s].val().valid);
        }
        self.turns.requests.next = requests;
        self.turns.advance.next = open;
        let shard = self.turns.index.val();
        let granted = self.turns.grant.val();
        let taken = gate(open, granted);
        for s in 0..SHARDS {
            self.shard_ready[s].next = taken.get_bit(s);
        }

        comment!("The request of the shard whose turn it is. Lines of memory are known before.");
        let base = self.base.q.val();
        let mut kind = bits::<3>(0);
        let mut writes = false;
        let mut its_line = bits::<25>(0);
        let mut waiting = bits::<3>(0);
        let mut its_entry = bits::<A>(0);
        let mut its_data = bits::<1024>(0);
        for s in 0..SHARDS {
            let turn = granted.get_bit(s);
            let wanted = self.shard[s].val();
            let its_row = row(wanted.kind, wanted.warp, wanted.index);
            let who = waits(wanted.kind, wanted.warp, wanted.index);
            kind |= gate(turn, wanted.kind);
            writes = writes || (turn && is_write(wanted.kind));
            its_line |= gate(turn, line(base, its_row, s.to_bits::<2>()));
            waiting |= gate(turn, who);
            its_entry |= gate(turn, wanted.entry);
            its_data |= gate(turn, wanted.data);
        }
        let of_line = kind.get_bit(2);
        let place = concat::<6, _, _>(concat::<3, _, _>(shard, of_line), waiting);
        if open {
            self.valid.d.next = self.turns.any.val();
            self.read.d.next = self.turns.any.val()
                && (kind == L1_READ_REGISTER
                    || kind == L1_INVALIDATING_READ
                    || kind == L1_READ_LINE);
            self.write.d.next = self.turns.any.val() && writes;
            self.invalidate.d.next = self.turns.any.val() && kind.get_bit(0) && !of_line;
            self.line.d.next = its_line;
            self.id.d.next = concat::<I, _, _>(place, its_entry);
        }
        if open && writes {
            self.data.d.next = its_data;
        }
        if self.base_valid.val() {
            self.base.d.next = self.base_line.val();
        }
        self.l1.next = L1Request {
            valid: self.valid.q.val(),
            read: self.read.q.val(),
            write: self.write.q.val(),
            invalidate: self.invalidate.q.val(),
            line: self.line.q.val(),
            id: self.id.q.val(),
            data: self.data.q.val(),
        };

        comment!("The response goes to the shard at the top of its id.");
        let asked = self.response_id.val().get_bits::<2>(A + 4);
        self.shards_response.next = gate(self.response_valid.val(), bits::<4>(1) << asked);
        self.response_ready.next =
            self.response_valid.val() && self.shards_ready.val().get_bit(asked.index());
    }
}
