//! A register read unit.

use super::groups::Offer;
use super::{one_of, OsuInstruction, OsuOffer};
use crate::prelude::*;
use spec::regless::BANKS;

/// A register read unit: assembles the sources of an instruction and reserves its destination (5.2).
///
/// | cycle | |
/// |---|---|
/// | t | the last request is granted; the next instruction may enter |
/// | t + 2 | its bank answers |
/// | t + 3 | the instruction is offered, with what the operand registers hold |
///
/// Requests are a, b, c and the destination, a in bit 0.
// The unit; lines of a bank are named with `A` bits.
#[derive(LogicBlock, Described, Default)]
pub struct OsuReadUnit<const A: usize> {
    pub clock: Signal<In, Clock>,
    /// Empty, or about to be.
    pub free: Signal<Out, Bit>,
    pub load: Signal<In, Bit>,
    pub instruction: Signal<In, OsuInstruction>,
    /// The instruction that is here.
    pub valid: Signal<Out, Bit>,
    pub held: Signal<Out, OsuInstruction>,
    /// What it asks of bank b, at bits 4b to 4b + 3; what is granted.
    pub requests: Signal<Out, Bits<32>>,
    pub granted: Signal<In, Bits<4>>,
    /// What the banks answer.
    pub bank_data: Vec<Signal<In, Bits<1024>>>,
    pub bank_line: Vec<Signal<In, Bits<A>>>,

    pub offer: Signal<Out, Offer<4, A>>,

    here: Register<Bit>,
    waits: Register<Bits<4>>,
    kept: Register<OsuInstruction>,
    // One, two and three cycles after.
    left_1: Register<Bit>,
    left_2: Register<Bit>,
    left_3: Register<Bit>,
    offer_1: Register<OsuOffer>,
    offer_2: Register<OsuOffer>,
    offer_3: Register<OsuOffer>,
    granted_1: Register<Bits<4>>,
    granted_2: Register<Bits<4>>,
    /// The bank that is asked for each, and one bit for each bank of the one that answers.
    banks_1: Register<Bits<12>>,
    answers: Register<Bits<32>>,
    data_a: Register<Bits<1024>>,
    data_b: Register<Bits<1024>>,
    data_c: Register<Bits<1024>>,
    reserved: Register<Bits<A>>,
}

impl<const A: usize> OsuReadUnit<A> {
    /// An empty unit.
    pub fn new() -> Self {
        Self {
            bank_data: signals(BANKS),
            bank_line: signals(BANKS),
            kept: Register::no_reset(),
            offer_1: Register::no_reset(),
            offer_2: Register::no_reset(),
            offer_3: Register::no_reset(),
            // After reset they may load operand registers, which nobody reads before the first instruction's are in.
            granted_1: Register::no_reset(),
            granted_2: Register::no_reset(),
            banks_1: Register::no_reset(),
            answers: Register::no_reset(),
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
        registers!(self, clock, here, waits, kept, left_1, left_2, left_3);
        clock!(self, clock, offer_1, offer_2, offer_3);
        clock!(self, clock, granted_1, granted_2, banks_1, answers);
        registers!(self, clock, data_a, data_b, data_c, reserved);
        let kept = self.kept.q.val();
        let waits = self.waits.q.val();
        let left = waits & !self.granted.val();
        let free = !left.any();
        if self.load.val() {
            let entering = self.instruction.val();
            self.kept.d.next = entering;
            self.waits.d.next = concat::<4, _, _>(entering.writes, entering.sources);
        } else {
            self.waits.d.next = left;
        }
        self.here.d.next = self.load.val() || (self.here.q.val() && !free);
        self.free.next = free;
        self.valid.next = self.here.q.val();
        self.held.next = kept;

        let mut requests = bits::<32>(0);
        for bank in 0..BANKS {
            for i in 0..4 {
                let asks = kept.banks.get_bits::<3>(3 * i) == bank.to_bits::<3>();
                requests = requests.replace_bit(4 * bank + i, waits.get_bit(i) && asks);
            }
        }
        self.requests.next = requests;

        comment!("Answers come two cycles after the grant; whose they are is decoded in the cycle before.");
        self.granted_1.d.next = self.granted.val();
        self.granted_2.d.next = self.granted_1.q.val();
        self.banks_1.d.next = kept.banks;
        let mut decoded = bits::<32>(0);
        for i in 0..4 {
            let bank = self.banks_1.q.val().get_bits::<3>(3 * i);
            decoded = replace_bits(decoded, 8 * i, one_of::<8, 3>(true, bank));
        }
        self.answers.d.next = decoded;
        let arrives = self.granted_2.q.val();
        let answers = self.answers.q.val();
        let mut answer_a = bits::<1024>(0);
        let mut answer_b = bits::<1024>(0);
        let mut answer_c = bits::<1024>(0);
        let mut answer_line = bits::<A>(0);
        for bank in 0..BANKS {
            let data = self.bank_data[bank].val();
            answer_a |= gate(answers.get_bit(bank), data);
            answer_b |= gate(answers.get_bit(8 + bank), data);
            answer_c |= gate(answers.get_bit(16 + bank), data);
            answer_line |= gate(answers.get_bit(24 + bank), self.bank_line[bank].val());
        }
        if arrives.get_bit(0) {
            self.data_a.d.next = answer_a;
        }
        if arrives.get_bit(1) {
            self.data_b.d.next = answer_b;
        }
        if arrives.get_bit(2) {
            self.data_c.d.next = answer_c;
        }
        if arrives.get_bit(3) {
            self.reserved.d.next = answer_line;
        }

        self.left_1.d.next = self.here.q.val() && free;
        self.left_2.d.next = self.left_1.q.val();
        self.left_3.d.next = self.left_2.q.val();
        self.offer_1.d.next = OsuOffer {
            tag: kept.tag,
            warp: kept.warp,
            sources: kept.sources,
            writes: kept.writes,
            destination: kept.destination,
            mask: kept.mask,
            write_last: kept.write_last,
        };
        self.offer_2.d.next = self.offer_1.q.val();
        self.offer_3.d.next = self.offer_2.q.val();
        let valid = self.left_3.q.val();
        let offer = self.offer_3.q.val();
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
