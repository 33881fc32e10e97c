//! Fetches of the compressor that wait for the L1.

use crate::prelude::*;

/// Fetches of the compressor that wait for a line of the L1, and lines that only complete what is here.
///
/// Guarantees: they are taken in turn, and a line is asked for in the name of the one that is taken with it. All
/// that wait for a line are ready when it has come; then the lowest is served first.
// Lines of a bank are named with `E` bits.
#[derive(LogicBlock, Described, Parts)]
pub struct CompressorWaiters<const E: usize> {
    pub clock: Signal<In, Clock>,
    /// The one that is taken next is free; its number.
    pub free: Signal<Out, Bit>,
    pub number: Signal<Out, Bits<3>>,
    pub take: Signal<In, Bit>,
    /// The line of the cache; it is for nobody, or for a register.
    pub take_line: Signal<In, Bits<4>>,
    pub take_nobody: Signal<In, Bit>,
    pub take_warp: Signal<In, Bits<4>>,
    pub take_register: Signal<In, Bits<6>>,
    pub take_entry: Signal<In, Bits<E>>,
    pub take_pattern: Signal<In, Bits<3>>,

    /// Whether somebody waits for a line.
    pub line_a: Signal<In, Bits<4>>,
    pub busy_a: Signal<Out, Bit>,
    pub line_b: Signal<In, Bits<4>>,
    pub busy_b: Signal<Out, Bit>,

    /// The line of a number has come.
    pub arrive: Signal<In, Bit>,
    pub arrive_number: Signal<In, Bits<3>>,
    pub arrive_line: Signal<Out, Bits<4>>,

    /// The first whose line has come.
    pub ready: Signal<Out, Bit>,
    pub serve: Signal<In, Bit>,
    pub ready_line: Signal<Out, Bits<4>>,
    pub ready_warp: Signal<Out, Bits<4>>,
    pub ready_register: Signal<Out, Bits<6>>,
    pub ready_entry: Signal<Out, Bits<E>>,
    pub ready_pattern: Signal<Out, Bits<3>>,

    taken: Vec<Register<Bit>>,
    come: Vec<Register<Bit>>,
    nobody: Vec<Register<Bit>>,
    line: Vec<Register<Bits<4>>>,
    warp: Vec<Register<Bits<4>>>,
    register: Vec<Register<Bits<6>>>,
    entry: Vec<Register<Bits<E>>>,
    pattern: Vec<Register<Bits<3>>>,
    turn: Register<Bits<3>>,
    _waiters: usize,
}

impl<const E: usize> CompressorWaiters<E> {
    /// As many, none of them taken.
    pub fn new(waiters: usize) -> Self {
        CompressorWaitersParts {
            taken: reset_registers(waiters),
            come: data_registers(waiters),
            nobody: data_registers(waiters),
            line: data_registers(waiters),
            warp: data_registers(waiters),
            register: data_registers(waiters),
            entry: data_registers(waiters),
            pattern: data_registers(waiters),
            turn: Register::default(),
            _waiters: waiters,
        }
        .into()
    }
}

#[hardware(name = format!("compressor_waiters_f{}_e{E}", self._waiters))]
impl<const E: usize> Logic for CompressorWaiters<E> {
    fn update(&mut self) {
        registers!(self, clock, taken, come, nobody, line, warp, register, entry, pattern, turn);
        let turn = self.turn.q.val();
        self.number.next = turn;
        self.free.next = !self.taken[turn.index()].q.val();
        if self.take.val() {
            self.turn.d.next = after(turn, self._waiters);
        }
        let arrive_line = self.line[self.arrive_number.val().index()].q.val();
        self.arrive_line.next = arrive_line;

        let mut waits = bits::<8>(0);
        let mut busy_a = false;
        let mut busy_b = false;
        for f in 0..self._waiters {
            let taken = self.taken[f].q.val();
            waits = waits.replace_bit(f, taken && self.come[f].q.val());
            busy_a = busy_a || (taken && self.line[f].q.val() == self.line_a.val());
            busy_b = busy_b || (taken && self.line[f].q.val() == self.line_b.val());
        }
        self.busy_a.next = busy_a;
        self.busy_b.next = busy_b;

        let first = lowest(waits);
        let mut ready_line = bits::<4>(0);
        let mut ready_warp = bits::<4>(0);
        let mut ready_register = bits::<6>(0);
        let mut ready_entry = bits::<E>(0);
        let mut ready_pattern = bits::<3>(0);
        for f in 0..self._waiters {
            ready_line |= gate(first.get_bit(f), self.line[f].q.val());
            ready_warp |= gate(first.get_bit(f), self.warp[f].q.val());
            ready_register |= gate(first.get_bit(f), self.register[f].q.val());
            ready_entry |= gate(first.get_bit(f), self.entry[f].q.val());
            ready_pattern |= gate(first.get_bit(f), self.pattern[f].q.val());
        }
        self.ready.next = waits.any();
        self.ready_line.next = ready_line;
        self.ready_warp.next = ready_warp;
        self.ready_register.next = ready_register;
        self.ready_entry.next = ready_entry;
        self.ready_pattern.next = ready_pattern;

        for f in 0..self._waiters {
            let arrives = self.arrive.val() && self.line[f].q.val() == arrive_line;
            let leaves =
                (self.serve.val() && first.get_bit(f)) || (arrives && self.nobody[f].q.val());
            if self.take.val() && turn == f.to_bits::<3>() {
                self.taken[f].d.next = true;
                self.come[f].d.next = false;
                self.nobody[f].d.next = self.take_nobody.val();
                self.line[f].d.next = self.take_line.val();
                self.warp[f].d.next = self.take_warp.val();
                self.register[f].d.next = self.take_register.val();
                self.entry[f].d.next = self.take_entry.val();
                self.pattern[f].d.next = self.take_pattern.val();
            } else if leaves {
                self.taken[f].d.next = false;
            } else if arrives {
                self.come[f].d.next = true;
            }
        }
    }
}
