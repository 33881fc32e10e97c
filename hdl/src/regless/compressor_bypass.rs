//! What stands in the place of a compressor.

use super::codes::{
    L1_INVALIDATE_REGISTER, L1_INVALIDATING_READ, L1_READ_REGISTER, L1_WRITE_REGISTER,
    REQUEST_EVICT, REQUEST_FETCH, REQUEST_FETCH_INVALIDATE, REQUEST_INVALIDATE,
};
use super::one_of;
use crate::prelude::*;
use spec::regless::{REGISTERS, WARPS};

/// What stands in the place of a compressor in a shard without one (6.4): requests go to the L1 as they are,
/// but for those of registers that it does not hold, which are 0 and need no invalidation.
///
/// Stages and cycles are the compressor's, where no register follows a pattern.
// Lines of a bank are named with `E` bits.
#[derive(LogicBlock, Described, Default)]
pub struct CompressorBypass<const E: usize> {
    pub clock: Signal<In, Clock>,
    pub request_valid: Signal<In, Bit>,
    pub request_evict: Signal<In, Bit>,
    pub request_kind: Signal<In, Bits<2>>,
    pub request_warp: Signal<In, Bits<4>>,
    pub request_register: Signal<In, Bits<6>>,
    pub request_entry: Signal<In, Bits<E>>,
    pub request_data: Signal<In, Bits<1024>>,
    pub answer_ready: Signal<In, Bit>,
    pub l1_ready: Signal<In, Bit>,
    pub request_ready: Signal<Out, Bit>,
    pub answer_valid: Signal<Out, Bit>,
    pub answer_warp: Signal<Out, Bits<4>>,
    pub answer_register: Signal<Out, Bits<6>>,
    pub answer_entry: Signal<Out, Bits<E>>,
    pub l1_valid: Signal<Out, Bit>,
    pub l1_write: Signal<Out, Bit>,
    pub l1_kind: Signal<Out, Bits<3>>,
    pub l1_warp: Signal<Out, Bits<4>>,
    pub l1_register: Signal<Out, Bits<6>>,
    pub l1_entry: Signal<Out, Bits<E>>,
    pub l1_data: Signal<Out, Bits<1024>>,

    /// Registers that the L1 holds.
    row: [Register<Bits<REGISTERS>>; WARPS],
    /// The stage Match, and the last value evicted.
    entering: Register<Bit>,
    entering_kind: Register<Bits<2>>,
    entering_warp: Register<Bits<4>>,
    entering_register: Register<Bits<6>>,
    entering_entry: Register<Bits<E>>,
    data: Register<Bits<1024>>,
    /// The stage Act.
    acting: Register<Bit>,
    kind: Register<Bits<2>>,
    warp: Register<Bits<4>>,
    register: Register<Bits<6>>,
    entry: Register<Bits<E>>,
    known: Register<Bit>,
    /// The stages Read and Answer.
    reading: Register<Bit>,
    read_warp: Register<Bits<4>>,
    read_register: Register<Bits<6>>,
    read_entry: Register<Bits<E>>,
    answering: Register<Bit>,
    answered_warp: Register<Bits<4>>,
    answered_register: Register<Bits<6>>,
    answered_entry: Register<Bits<E>>,
}

impl<const E: usize> CompressorBypass<E> {
    /// Nothing is behind it.
    pub fn new() -> Self {
        Self {
            row: Register::array(0.into()),
            entering_kind: Register::no_reset(),
            entering_warp: Register::no_reset(),
            entering_register: Register::no_reset(),
            entering_entry: Register::no_reset(),
            data: Register::no_reset(),
            kind: Register::no_reset(),
            warp: Register::no_reset(),
            register: Register::no_reset(),
            entry: Register::no_reset(),
            known: Register::no_reset(),
            read_warp: Register::no_reset(),
            read_register: Register::no_reset(),
            read_entry: Register::no_reset(),
            answered_warp: Register::no_reset(),
            answered_register: Register::no_reset(),
            answered_entry: Register::no_reset(),
            ..Self::default()
        }
    }
}

#[hardware(name = format!("compressor_bypass_e{E}"))]
impl<const E: usize> Logic for CompressorBypass<E> {
    fn update(&mut self) {
        registers!(
            self,
            clock,
            row,
            entering,
            entering_kind,
            entering_warp,
            entering_register
        );
        registers!(
            self,
            clock,
            entering_entry,
            data,
            acting,
            kind,
            warp,
            register,
            entry,
            known
        );
        registers!(
            self,
            clock,
            reading,
            read_warp,
            read_register,
            read_entry,
            answering,
            answered_warp,
            answered_register,
            answered_entry
        );
        comment!("Act: the L1 is asked, or the answer is 0, or there is nothing to do.");
        let acting = self.acting.q.val();
        let kind = self.kind.q.val();
        let evicts = kind == REQUEST_EVICT;
        let known = self.known.q.val();
        let l1_valid = acting && (known || evicts);
        self.l1_valid.next = l1_valid;
        self.l1_write.next = acting && evicts;
        self.l1_kind.next = match kind {
            REQUEST_EVICT => bits::<3>(L1_WRITE_REGISTER),
            REQUEST_FETCH => bits::<3>(L1_READ_REGISTER),
            REQUEST_FETCH_INVALIDATE => bits::<3>(L1_INVALIDATING_READ),
            _ => bits::<3>(L1_INVALIDATE_REGISTER),
        };
        self.l1_warp.next = self.warp.q.val();
        self.l1_register.next = self.register.q.val();
        self.l1_entry.next = self.entry.q.val();
        self.l1_data.next = self.data.q.val();
        let reading = self.reading.q.val();
        let free = !reading || !self.answering.q.val();
        let nothing = acting && !known && !evicts;
        let drops = nothing && kind == REQUEST_INVALIDATE;
        let answers = nothing && kind != REQUEST_INVALIDATE && free;
        let leaves = (l1_valid && self.l1_ready.val()) || drops || answers;
        let moves_on = !self.answering.q.val() || self.answer_ready.val();
        self.reading.d.next = answers || (reading && !moves_on);
        if answers {
            self.read_warp.d.next = self.warp.q.val();
            self.read_register.d.next = self.register.q.val();
            self.read_entry.d.next = self.entry.q.val();
        }
        if moves_on {
            self.answering.d.next = reading;
        }
        if reading && moves_on {
            self.answered_warp.d.next = self.read_warp.q.val();
            self.answered_register.d.next = self.read_register.q.val();
            self.answered_entry.d.next = self.read_entry.q.val();
        }
        self.answer_valid.next = self.answering.q.val();
        self.answer_warp.next = self.answered_warp.q.val();
        self.answer_register.next = self.answered_register.q.val();
        self.answer_entry.next = self.answered_entry.q.val();

        comment!("Match: whether the L1 has the register.");
        let entering = self.entering.q.val();
        let entering_kind = self.entering_kind.q.val();
        let entering_warp = self.entering_warp.q.val();
        let entering_register = self.entering_register.q.val();
        let moves = entering && !acting;
        let its_row = self.row[entering_warp.index()].q.val();
        let bit = one_of::<REGISTERS, 6>(true, entering_register);
        self.acting.d.next = moves || (acting && !leaves);
        if moves {
            self.kind.d.next = entering_kind;
            self.warp.d.next = entering_warp;
            self.register.d.next = entering_register;
            self.entry.d.next = self.entering_entry.q.val();
            self.known.d.next = (its_row & bit).any();
            if entering_kind == REQUEST_EVICT {
                self.row[entering_warp.index()].d.next = its_row | bit;
            } else if entering_kind.get_bit(1) {
                self.row[entering_warp.index()].d.next = its_row & !bit;
            }
        }

        comment!("Acceptance; the value of an eviction stays until it is sent.");
        let room = !entering && (!acting || !evicts);
        let accepts = room && self.request_valid.val();
        self.request_ready.next = room;
        self.entering.d.next = accepts || (entering && !moves);
        if accepts {
            self.entering_kind.d.next = self.request_kind.val();
            self.entering_warp.d.next = self.request_warp.val();
            self.entering_register.d.next = self.request_register.val();
            self.entering_entry.d.next = self.request_entry.val();
            if self.request_evict.val() {
                self.data.d.next = self.request_data.val();
            }
        }
    }
}
