//! `regless_l1_arbiter`.

use super::codes::{
    L1_INVALIDATING_READ, L1_READ_LINE, L1_READ_REGISTER, L1_WRITE_LINE, L1_WRITE_REGISTER,
};
use super::gate;
use crate::prelude::*;
use spec::osu::OsuBankParameters;

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
    pub shard0_valid: Signal<In, Bit>,
    pub shard0_kind: Signal<In, Bits<3>>,
    pub shard0_warp: Signal<In, Bits<4>>,
    pub shard0_index: Signal<In, Bits<6>>,
    pub shard0_entry: Signal<In, Bits<A>>,
    pub shard0_data: Signal<In, Bits<1024>>,
    pub shard1_valid: Signal<In, Bit>,
    pub shard1_kind: Signal<In, Bits<3>>,
    pub shard1_warp: Signal<In, Bits<4>>,
    pub shard1_index: Signal<In, Bits<6>>,
    pub shard1_entry: Signal<In, Bits<A>>,
    pub shard1_data: Signal<In, Bits<1024>>,
    pub shard2_valid: Signal<In, Bit>,
    pub shard2_kind: Signal<In, Bits<3>>,
    pub shard2_warp: Signal<In, Bits<4>>,
    pub shard2_index: Signal<In, Bits<6>>,
    pub shard2_entry: Signal<In, Bits<A>>,
    pub shard2_data: Signal<In, Bits<1024>>,
    pub shard3_valid: Signal<In, Bit>,
    pub shard3_kind: Signal<In, Bits<3>>,
    pub shard3_warp: Signal<In, Bits<4>>,
    pub shard3_index: Signal<In, Bits<6>>,
    pub shard3_entry: Signal<In, Bits<A>>,
    pub shard3_data: Signal<In, Bits<1024>>,
    pub l1_ready: Signal<In, Bit>,
    pub response_valid: Signal<In, Bit>,
    pub response_id: Signal<In, Bits<I>>,
    pub shards_ready: Signal<In, Bits<4>>,
    pub shard0_ready: Signal<Out, Bit>,
    pub shard1_ready: Signal<Out, Bit>,
    pub shard2_ready: Signal<Out, Bit>,
    pub shard3_ready: Signal<Out, Bit>,
    pub l1_valid: Signal<Out, Bit>,
    pub l1_read: Signal<Out, Bit>,
    pub l1_write: Signal<Out, Bit>,
    pub l1_invalidate: Signal<Out, Bit>,
    pub l1_line: Signal<Out, Bits<25>>,
    pub l1_id: Signal<Out, Bits<I>>,
    pub l1_data: Signal<Out, Bits<1024>>,
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

/// All warps' registers of an index are together; those of compressed lines stand behind.
#[hardware]
fn row(kind: Bits<3>, index: Bits<6>) -> Bits<7> {
    concat::<7, _, _>(kind.get_bit(2), index)
}

/// The line of memory of a register.
#[hardware]
fn line(base: Bits<25>, row: Bits<7>, warp: Bits<4>, shard: Bits<2>) -> Bits<25> {
    base + bit_cast::<25, 13>(concat::<13, _, _>(row, concat::<6, _, _>(warp, shard)))
}

/// The bank that a register is in.
#[hardware]
fn bank(warp: Bits<4>, index: Bits<6>) -> Bits<3> {
    warp.get_bits::<3>(0) + index.get_bits::<3>(0)
}

#[hardware(name = format!("regless_l1_arbiter_e{A}"))]
impl<const A: usize, const I: usize> Logic for ReglessL1Arbiter<A, I> {
    fn update(&mut self) {
        clock!(self, clock, turns);
        registers!(self, clock, base, valid, read, write, invalidate);
        registers!(self, clock, line, id, data);

        let low_requests = concat::<2, _, _>(self.shard1_valid.val(), self.shard0_valid.val());
        let high_requests = concat::<2, _, _>(self.shard3_valid.val(), self.shard2_valid.val());
        let open = !self.valid.q.val() || self.l1_ready.val();
        self.turns.requests.next = concat::<4, _, _>(high_requests, low_requests);
        self.turns.advance.next = open;
        let shard = self.turns.index.val();
        let taken = gate(open, self.turns.grant.val());
        self.shard0_ready.next = taken.get_bit(0);
        self.shard1_ready.next = taken.get_bit(1);
        self.shard2_ready.next = taken.get_bit(2);
        self.shard3_ready.next = taken.get_bit(3);

        comment!("Lines of memory, before it is known whose turn it is.");
        let base = self.base.q.val();
        let row0 = row(self.shard0_kind.val(), self.shard0_index.val());
        let row1 = row(self.shard1_kind.val(), self.shard1_index.val());
        let row2 = row(self.shard2_kind.val(), self.shard2_index.val());
        let row3 = row(self.shard3_kind.val(), self.shard3_index.val());
        let line0 = line(base, row0, self.shard0_warp.val(), bits::<2>(0));
        let line1 = line(base, row1, self.shard1_warp.val(), bits::<2>(1));
        let line2 = line(base, row2, self.shard2_warp.val(), bits::<2>(2));
        let line3 = line(base, row3, self.shard3_warp.val(), bits::<2>(3));

        comment!("The request of the shard whose turn it is.");
        let mut kind = self.shard0_kind.val();
        let mut writes = is_write(self.shard0_kind.val());
        let mut its_line = line0;
        let mut its_bank = bank(self.shard0_warp.val(), self.shard0_index.val());
        let mut its_entry = self.shard0_entry.val();
        let mut its_data = self.shard0_data.val();
        match shard {
            1 => {
                kind = self.shard1_kind.val();
                writes = is_write(self.shard1_kind.val());
                its_line = line1;
                its_bank = bank(self.shard1_warp.val(), self.shard1_index.val());
                its_entry = self.shard1_entry.val();
                its_data = self.shard1_data.val();
            }
            2 => {
                kind = self.shard2_kind.val();
                writes = is_write(self.shard2_kind.val());
                its_line = line2;
                its_bank = bank(self.shard2_warp.val(), self.shard2_index.val());
                its_entry = self.shard2_entry.val();
                its_data = self.shard2_data.val();
            }
            3 => {
                kind = self.shard3_kind.val();
                writes = is_write(self.shard3_kind.val());
                its_line = line3;
                its_bank = bank(self.shard3_warp.val(), self.shard3_index.val());
                its_entry = self.shard3_entry.val();
                its_data = self.shard3_data.val();
            }
            _ => {}
        }
        let of_line = kind.get_bit(2);
        let place = concat::<6, _, _>(concat::<3, _, _>(shard, of_line), its_bank);
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
        self.l1_valid.next = self.valid.q.val();
        self.l1_read.next = self.read.q.val();
        self.l1_write.next = self.write.q.val();
        self.l1_invalidate.next = self.invalidate.q.val();
        self.l1_line.next = self.line.q.val();
        self.l1_id.next = self.id.q.val();
        self.l1_data.next = self.data.q.val();

        comment!("The response goes to the shard at the top of its id.");
        let asked = self.response_id.val().get_bits::<2>(A + 4);
        self.shards_response.next = gate(self.response_valid.val(), bits::<4>(1) << asked);
        self.response_ready.next =
            self.response_valid.val() && self.shards_ready.val().get_bit(asked.index());
    }
}
