//! The operations of the region that starts, on their way to the queues.

use super::{bank_of, one_of, ones, OsuOperation};
use crate::prelude::*;
use spec::regless::{BANKS, WORD_OPERATIONS};

/// The operations of the region that starts, on their way from the store to the queues of their banks (5.1).
///
/// | cycle | |
/// |---|---|
/// | t | a region starts: its row of operations is there, and is kept |
/// | t + 1 | of each bank the first operation of the row enters its queue; so on until the row is empty |
/// | then | the next row is asked for, if there is one; it is there in the next cycle, and stays until it is kept |
#[derive(LogicBlock, Described, Default)]
pub struct ManagerRow {
    pub clock: Signal<In, Clock>,
    /// A region starts; how many rows follow the first.
    pub start: Signal<In, Bit>,
    pub more: Signal<In, Bits<3>>,
    /// What was read last: a row, and its warp, one bit if it is that of the region that is checked.
    pub kinds: Signal<In, Bits<12>>,
    pub registers: Signal<In, Bits<36>>,
    pub warp: Signal<In, Bits<4>>,
    pub warp_one: Signal<In, Bits<16>>,
    /// Some other region is read in this cycle.
    pub looks: Signal<In, Bit>,
    /// Queues with room.
    pub rooms: Signal<In, Bits<8>>,
    /// What enters each queue.
    pub enter: Signal<Out, Bits<8>>,
    pub operation: Vec<Signal<Out, OsuOperation>>,
    /// A region may start: all is queued by the end of this cycle.
    pub free: Signal<Out, Bit>,
    /// Rows are to be read; the next is read in this cycle, if no other region is.
    pub has_rows: Signal<Out, Bit>,
    pub asks: Signal<Out, Bit>,
    pub its_warp: Signal<Out, Bits<4>>,
    pub next_row: Signal<Out, Bits<3>>,
    /// The last row is kept in this cycle.
    pub taken: Signal<Out, Bit>,
    /// Warps that may not be active yet: rows are to be read, or one was in the cycle before.
    pub held: Signal<Out, Bits<16>>,
    /// The warp of which a row was kept in the cycle before, one bit, and how many operations it has.
    pub read_for: Signal<Out, Bits<16>>,
    pub read_count: Signal<Out, Bits<3>>,

    enters: Vec<Signal<Local, Bit>>,
    left: Vec<Register<Bit>>,
    bank: Vec<Register<Bits<8>>>,
    kind: Vec<Register<Bits<2>>>,
    register: Vec<Register<Bits<6>>>,
    its: Register<Bits<4>>,
    its_one: Register<Bits<16>>,
    rows: Register<Bits<3>>,
    row: Register<Bits<3>>,
    /// The next row is there.
    ready: Register<Bit>,
    kept_now: Register<Bit>,
    /// Operations of what was read last.
    count: Register<Bits<3>>,
}

impl ManagerRow {
    /// No region starts.
    pub fn new() -> Self {
        Self {
            operation: signals(BANKS),
            enters: signals(WORD_OPERATIONS),
            left: (0..WORD_OPERATIONS).map(|_| Register::default()).collect(),
            bank: data_registers(WORD_OPERATIONS),
            kind: data_registers(WORD_OPERATIONS),
            register: data_registers(WORD_OPERATIONS),
            its: Register::no_reset(),
            its_one: Register::no_reset(),
            row: Register::no_reset(),
            count: Register::no_reset(),
            ..Self::default()
        }
    }
}

#[hardware]
impl Logic for ManagerRow {
    fn update(&mut self) {
        registers!(self, clock, left, bank, kind, register, its, its_one);
        registers!(self, clock, rows, row, ready, kept_now, count);
        comment!("Of each bank the first operation of the row, if its queue has room.");
        let rooms = self.rooms.val();
        let mut before = bits::<8>(0);
        let its = self.its.q.val();
        for b in 0..BANKS {
            self.operation[b].next = OsuOperation {
                kind: self.kind[WORD_OPERATIONS - 1].q.val(),
                warp: its,
                register: self.register[WORD_OPERATIONS - 1].q.val(),
            };
        }
        for i in 0..WORD_OPERATIONS {
            let its_bank = gate(self.left[i].q.val(), self.bank[i].q.val());
            let first = its_bank & !before;
            let enters = (first & rooms).any();
            for b in 0..BANKS {
                if first.get_bit(b) {
                    self.operation[b].next = OsuOperation {
                        kind: self.kind[i].q.val(),
                        warp: its,
                        register: self.register[i].q.val(),
                    };
                }
            }
            self.enters[i].next = enters;
            before |= its_bank;
        }
        self.enter.next = before & rooms;

        comment!("The row is done with this cycle if no bank has two of it, nor one without room.");
        let mut done = true;
        for b in 0..BANKS {
            let mut one = false;
            let mut two = false;
            for i in 0..WORD_OPERATIONS {
                let here = self.left[i].q.val() && self.bank[i].q.val().get_bit(b);
                two = two || (one && here);
                one = one || here;
            }
            done = done && (!one || (rooms.get_bit(b) && !two));
        }

        comment!("What was read is kept: a region that starts, or its next row.");
        let has_rows = self.rows.q.val().any();
        let further = self.ready.q.val() && done;
        let keeps = self.start.val() || further;
        let warp = self.warp.val();
        let mut some = bits::<6>(0);
        for i in 0..WORD_OPERATIONS {
            let kind = self.kinds.val().get_bits::<2>(2 * i);
            let register = self.registers.val().get_bits::<6>(6 * i);
            some = some.replace_bit(i, kind.any());
            self.left[i].d.next = if keeps {
                kind.any()
            } else {
                self.left[i].q.val() && !self.enters[i].val()
            };
            if keeps {
                self.bank[i].d.next = one_of::<8, 3>(true, bank_of(warp, register));
                self.kind[i].d.next = kind;
                self.register[i].d.next = register;
            }
        }
        let low = bit_cast::<3, 2>(ones(some.get_bits::<3>(0)));
        let high = bit_cast::<3, 2>(ones(some.get_bits::<3>(3)));
        self.kept_now.d.next = keeps;
        self.count.d.next = low + high;
        if self.start.val() {
            self.its.d.next = warp;
            self.its_one.d.next = self.warp_one.val();
            self.rows.d.next = self.more.val();
            self.row.d.next = 1.into();
        } else if further {
            self.rows.d.next = self.rows.q.val() - 1;
            self.row.d.next = self.row.q.val() + 1;
        }
        let asks = has_rows && !self.ready.q.val();
        self.ready.d.next = if self.ready.q.val() {
            !done
        } else {
            asks && !self.looks.val()
        };
        self.free.next = done && !has_rows;
        self.has_rows.next = has_rows;
        self.asks.next = asks;
        self.its_warp.next = its;
        self.next_row.next = self.row.q.val();
        self.taken.next = if self.start.val() {
            !self.more.val().any()
        } else {
            further && self.rows.q.val() == 1
        };
        let counted = gate(self.kept_now.q.val(), self.its_one.q.val());
        self.read_for.next = counted;
        self.read_count.next = self.count.q.val();
        self.held.next =
            gate(has_rows, self.its_one.q.val()) | gate(self.count.q.val().any(), counted);
    }
}
