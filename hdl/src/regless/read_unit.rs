//! A register read unit.

use super::groups::Offer;
use super::{OsuInstruction, OsuOffer};
use crate::prelude::*;
use spec::regless::BANKS;

/// A register read unit: assembles the sources of an instruction and reserves its destination (5.2).
///
/// | cycle | |
/// |---|---|
/// | t | an instruction that waited enters an empty unit, and asks at once |
/// | u | the last request is granted; from the next cycle on the unit is empty |
/// | u + 1 | the last access is looked up in its bank; the instruction is *left* for one cycle |
/// | u + 3 | the bank answers |
/// | u + 4 | the instruction is offered, with what the operand registers hold |
///
/// An access that a bank does not accept at once holds the instruction in the second of the four cycles behind
/// the unit, and the next one does not begin. Requests are a, b, c and the destination, a in bit 0.
// The unit; lines of a bank are named with `A` bits.
#[derive(LogicBlock, Described, Default)]
pub struct OsuReadUnit<const A: usize> {
    pub clock: Signal<In, Clock>,
    /// Empty as the cycle begins.
    pub free: Signal<Out, Bit>,
    /// The instruction that enters an empty unit.
    pub enter: Signal<In, Bit>,
    pub instruction: Signal<In, OsuInstruction>,
    /// What it asks; nothing if none enters.
    pub entering_asks: Signal<In, Bits<32>>,
    /// The instruction that was here as the cycle began; with it the one that enters.
    pub here: Signal<Out, Bit>,
    pub warp: Signal<Out, Bits<4>>,
    pub held: Signal<Out, OsuInstruction>,
    /// What it asks of bank b, at bits 4b to 4b + 3; what of it banks chose, which is granted if it may begin;
    /// whether that is all.
    pub requests: Signal<Out, Bits<32>>,
    pub chosen: Signal<In, Bits<32>>,
    pub all: Signal<In, Bit>,
    pub may_begin: Signal<Out, Bit>,
    /// A request of this unit is in an access register; one is that may not be accepted.
    pub in_access: Signal<In, Bit>,
    pub unsure: Signal<In, Bit>,
    /// What the banks answer, and to which request.
    pub answers: Vec<Signal<In, Bits<4>>>,
    pub bank_data: Vec<Signal<In, Bits<1024>>>,
    pub bank_line: Vec<Signal<In, Bits<A>>>,

    pub offer: Signal<Out, Offer<4, A>>,

    full: Register<Bit>,
    begun: Register<Bit>,
    asks: Register<Bits<32>>,
    kept: Register<OsuInstruction>,
    unsure_1: Register<Bit>,
    // One to four cycles after.
    left_1: Register<Bit>,
    left_2: Register<Bit>,
    left_3: Register<Bit>,
    left_4: Register<Bit>,
    offer_1: Register<OsuOffer>,
    offer_2: Register<OsuOffer>,
    offer_3: Register<OsuOffer>,
    offer_4: Register<OsuOffer>,
    data_a: Register<Bits<1024>>,
    data_b: Register<Bits<1024>>,
    data_c: Register<Bits<1024>>,
    reserved: Register<Bits<A>>,
}

impl<const A: usize> OsuReadUnit<A> {
    /// An empty unit.
    pub fn new() -> Self {
        Self {
            answers: signals(BANKS),
            bank_data: signals(BANKS),
            bank_line: signals(BANKS),
            begun: Register::no_reset(),
            kept: Register::no_reset(),
            unsure_1: Register::no_reset(),
            offer_1: Register::no_reset(),
            offer_2: Register::no_reset(),
            offer_3: Register::no_reset(),
            offer_4: Register::no_reset(),
            data_a: Register::no_reset(),
            data_b: Register::no_reset(),
            data_c: Register::no_reset(),
            reserved: Register::no_reset(),
            ..Self::default()
        }
    }
}

#[hardware(name = format!("osu_read_unit_e{A}"))]
impl<const A: usize> Logic for OsuReadUnit<A> {
    fn update(&mut self) {
        registers!(self, clock, full, begun, asks, kept, offer_2);
        clock!(self, clock, unsure_1, left_1, left_2, left_3, left_4);
        clock!(self, clock, offer_1, offer_3, offer_4);
        registers!(self, clock, data_a, data_b, data_c, reserved);
        let full = self.full.q.val();
        let enters = self.enter.val() && !full;
        let mut held = self.kept.q.val();
        if !full {
            held = self.instruction.val();
        }
        if enters {
            self.kept.d.next = self.instruction.val();
        }
        let begun = full && self.begun.q.val();
        let may_begin = begun || !self.unsure.val();
        // An empty unit asks nothing.
        let asks = self.asks.q.val() | self.entering_asks.val();
        let leaves = (full || enters) && may_begin && self.all.val();
        self.full.d.next = (full || enters) && !leaves;
        // If nothing was granted, nothing of this unit is in an access register either, and it may begin next.
        self.begun.d.next = may_begin;
        self.asks.d.next = asks & !gate(may_begin, self.chosen.val());
        self.free.next = !full;
        self.here.next = full;
        self.warp.next = self.kept.q.val().warp;
        self.held.next = held;
        self.may_begin.next = may_begin;
        self.requests.next = asks;

        comment!("Answers.");
        let mut answered = bits::<4>(0);
        let mut answer_a = bits::<1024>(0);
        let mut answer_b = bits::<1024>(0);
        let mut answer_c = bits::<1024>(0);
        let mut answer_line = bits::<A>(0);
        for bank in 0..BANKS {
            let answers = self.answers[bank].val();
            let data = self.bank_data[bank].val();
            answered |= answers;
            answer_a |= gate(answers.get_bit(0), data);
            answer_b |= gate(answers.get_bit(1), data);
            answer_c |= gate(answers.get_bit(2), data);
            answer_line |= gate(answers.get_bit(3), self.bank_line[bank].val());
        }
        if answered.get_bit(0) {
            self.data_a.d.next = answer_a;
        }
        if answered.get_bit(1) {
            self.data_b.d.next = answer_b;
        }
        if answered.get_bit(2) {
            self.data_c.d.next = answer_c;
        }
        if answered.get_bit(3) {
            self.reserved.d.next = answer_line;
        }

        comment!("Behind the unit; what was not sure in the cycle before and is there still was not accepted.");
        self.unsure_1.d.next = self.unsure.val();
        let stays = self.left_2.q.val() && self.unsure_1.q.val() && self.in_access.val();
        self.left_1.d.next = leaves;
        self.left_2.d.next = self.left_1.q.val() || stays;
        self.left_3.d.next = self.left_2.q.val() && !stays;
        self.left_4.d.next = self.left_3.q.val();
        self.offer_1.d.next = OsuOffer {
            tag: held.tag,
            warp: held.warp,
            sources: held.sources,
            writes: held.writes,
            destination: held.destination,
            mask: held.mask,
            write_last: held.write_last,
        };
        if !stays {
            self.offer_2.d.next = self.offer_1.q.val();
        }
        self.offer_3.d.next = self.offer_2.q.val();
        self.offer_4.d.next = self.offer_3.q.val();
        let valid = self.left_4.q.val();
        let offer = self.offer_4.q.val();
        self.offer.next = Offer {
            valid,
            tag: offer.tag,
            warp: offer.warp,
            a_valid: valid && offer.sources.get_bit(0),
            b_valid: valid && offer.sources.get_bit(1),
            c_valid: valid && offer.sources.get_bit(2),
            a: self.data_a.q.val(),
            b: self.data_b.q.val(),
            c: self.data_c.q.val(),
            writes: valid && offer.writes,
            destination: offer.destination,
            entry: self.reserved.q.val(),
            mask: offer.mask,
            write_last: offer.write_last,
        };
    }
}
