//! `osu`.

use super::groups::{Instruction, Offer, Writeback};
use super::{bank_of, one_of, OsuAccess, OsuBank, OsuInstruction, OsuReadUnit, OsuWaiting};
use crate::prelude::*;
use spec::regless::{OsuBankParameters, BANKS, UNITS};
use spec::warp::LANES;
use spec::Unit;

/// `osu`: eight banks, and what reads and writes them (5.2, Figure 10).
///
/// | module | holds |
/// |---|---|
/// | [`OsuWaiting`] | instructions that were accepted |
/// | [`OsuReadUnit`] | two of them whose operands are assembled |
/// | [`OsuAccess`] | per bank: which of their requests is at its port |
/// | [`OsuBank`] | the banks |
/// | here | write-back, fills, requests to the compressor |
// The staging unit; lines of a bank are named with `A` bits, a set of them has `L`.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct Osu<const A: usize, const L: usize> {
    pub clock: Signal<In, Clock>,
    pub r#in: Numbered<Signal<In, Instruction<4>>, UNITS>,
    pub wb: Numbered<Signal<In, Writeback<4, A>>, UNITS>,
    pub queue_valid: Signal<In, Bits<8>>,
    pub queue_kinds: Signal<In, Bits<16>>,
    pub queue_warps: Signal<In, Bits<32>>,
    pub queue_registers: Signal<In, Bits<48>>,
    pub answer_valid: Signal<In, Bit>,
    pub answer_warp: Signal<In, Bits<4>>,
    pub answer_register: Signal<In, Bits<6>>,
    pub answer_entry: Signal<In, Bits<A>>,
    pub answer_data: Signal<In, Bits<1024>>,
    pub response_valid: Signal<In, Bit>,
    pub response_bank: Signal<In, Bits<3>>,
    pub response_entry: Signal<In, Bits<A>>,
    pub response_data: Signal<In, Bits<1024>>,
    pub request_ready: Signal<In, Bit>,
    pub in_ready: Numbered<Signal<Out, Bit>, UNITS>,
    pub out: Numbered<Signal<Out, Offer<4, A>>, UNITS>,
    pub wb_ready: Numbered<Signal<Out, Bit>, UNITS>,
    pub queue_ready: Signal<Out, Bits<8>>,
    pub busy: Signal<Out, Bits<16>>,
    pub done_banks: Signal<Out, Bits<8>>,
    pub done_warps: Signal<Out, Bits<32>>,
    pub fill_done: Signal<Out, Bit>,
    pub fill_done_warp: Signal<Out, Bits<4>>,
    pub answer_ready: Signal<Out, Bit>,
    pub response_ready: Signal<Out, Bit>,
    pub request_valid: Signal<Out, Bit>,
    pub request_evict: Signal<Out, Bit>,
    pub request_kind: Signal<Out, Bits<2>>,
    pub request_warp: Signal<Out, Bits<4>>,
    pub request_register: Signal<Out, Bits<6>>,
    pub request_entry: Signal<Out, Bits<A>>,
    pub request_data: Signal<Out, Bits<1024>>,

    waiting: OsuWaiting,
    unit0: OsuReadUnit<A>,
    unit1: OsuReadUnit<A>,
    access: Vec<OsuAccess>,
    bank: Vec<OsuBank<A, L>>,
    turns: RoundRobinArbiter<8, 3>,

    /// The read unit whose instruction is older.
    older: Register<Bit>,
    /// The write-back unit that wins the next clash.
    turn: Register<Bit>,
    /// Of two that fill in one cycle the L1's goes first.
    turn_of_l1: Register<Bit>,

    _parameters: OsuBankParameters,
}

impl<const A: usize, const L: usize> Osu<A, L> {
    /// Empty banks, nothing waits.
    pub fn new(parameters: OsuBankParameters) -> Self {
        OsuParts {
            waiting: OsuWaiting::default(),
            unit0: OsuReadUnit::new(),
            unit1: OsuReadUnit::new(),
            access: (0..BANKS).map(|_| OsuAccess::default()).collect(),
            bank: (0..BANKS).map(|_| OsuBank::new(parameters)).collect(),
            turns: RoundRobinArbiter::new(),
            older: Register::no_reset(),
            turn: Register::default(),
            turn_of_l1: Register::default(),
            _parameters: parameters,
        }
        .into()
    }
}

/// A result with 0 in the lanes that it does not write.
#[hardware]
fn masked(mask: Bits<32>, result: Bits<1024>) -> Bits<1024> {
    let mut lanes = bits::<1024>(0);
    for i in 0..LANES {
        let lane = result.get_bits::<32>(32 * i);
        lanes = replace_bits(lanes, 32 * i, gate(mask.get_bit(i), lane));
    }
    lanes
}

/// What an instruction asks of each bank.
#[hardware]
fn asks_of(instruction: Instruction<4>) -> Bits<32> {
    let warp = instruction.warp;
    let a = bank_of(warp, instruction.a);
    let b = bank_of(warp, instruction.b);
    let c = bank_of(warp, instruction.c);
    let destination = bank_of(warp, instruction.destination);
    let mut asks = bits::<32>(0);
    for bank in 0..BANKS {
        let this = bank.to_bits::<3>();
        let of_bank = concat::<4, _, _>(
            concat::<2, _, _>(destination == this, c == this),
            concat::<2, _, _>(b == this, a == this),
        );
        let wanted = concat::<4, _, _>(instruction.writes, instruction.sources);
        asks = replace_bits(asks, 4 * bank, of_bank & wanted);
    }
    asks
}

#[hardware(name = spec::regless::Osu::module_name(&self._parameters))]
impl<const A: usize, const L: usize> Logic for Osu<A, L> {
    fn update(&mut self) {
        clock!(self, clock, waiting, unit0, unit1, access, bank, turns, older);
        registers!(self, clock, turn, turn_of_l1);

        comment!("Acceptance.");
        let room = self.waiting.room.val();
        for u in 0..UNITS {
            let instruction = self.r#in[u].val();
            let warp = instruction.warp;
            self.in_ready[u].next = room;
            self.waiting.enter[u].next = instruction.valid && room;
            self.waiting.entering[u].next = OsuInstruction {
                tag: instruction.tag,
                warp,
                sources: instruction.sources,
                a: instruction.a,
                b: instruction.b,
                c: instruction.c,
                last: instruction.last,
                erase: instruction.erase,
                writes: instruction.writes,
                destination: instruction.destination,
                mask: instruction.mask,
                write_last: instruction.write_last,
            };
            self.waiting.entering_asks[u].next = asks_of(instruction);
        }

        comment!("The oldest that wait enter empty read units and ask at once; unit 0 first if both are empty.");
        let free0 = self.unit0.free.val();
        let free1 = self.unit1.free.val();
        let first_valid = self.waiting.first_valid.val();
        let second_valid = self.waiting.second_valid.val();
        self.waiting.take_first.next = first_valid && (free0 || free1);
        self.waiting.take_second.next = second_valid && free0 && free1;
        self.unit0.enter.next = first_valid && free0;
        self.unit0.instruction.next = self.waiting.first.val();
        if free0 {
            self.unit1.enter.next = second_valid && free1;
            self.unit1.instruction.next = self.waiting.second.val();
        } else {
            self.unit1.enter.next = first_valid && free1;
            self.unit1.instruction.next = self.waiting.first.val();
        }
        let first_asks = self.waiting.first_asks.val();
        let second_asks = self.waiting.second_asks.val();
        self.unit0.entering_asks.next = gate(free0, first_asks);
        self.unit1.entering_asks.next =
            gate(free1 && free0, second_asks) | gate(free1 && !free0, first_asks);
        let older = !free1 && (free0 || self.older.q.val());
        self.older.d.next = older;
        let held0 = self.unit0.held.val();
        let held1 = self.unit1.held.val();
        let mut busy = self.waiting.warps.val()
            | one_of::<16, 4>(self.unit0.here.val(), self.unit0.warp.val())
            | one_of::<16, 4>(self.unit1.here.val(), self.unit1.warp.val());
        for b in 0..BANKS {
            busy |= one_of::<16, 4>(self.access[b].valid.val(), self.access[b].warp.val());
        }
        self.busy.next = busy;

        comment!("Requests to the banks, and what is granted.");
        for b in 0..BANKS {
            self.access[b].older.next = older;
            self.access[b].requests[0].next = self.unit0.requests.val().get_bits::<4>(4 * b);
            self.access[b].instruction[0].next = held0;
            self.access[b].may_begin[0].next = self.unit0.may_begin.val();
            self.access[b].requests[1].next = self.unit1.requests.val().get_bits::<4>(4 * b);
            self.access[b].instruction[1].next = held1;
            self.access[b].may_begin[1].next = self.unit1.may_begin.val();
            self.bank[b].access_valid.next = self.access[b].valid.val();
            self.bank[b].access_reserve.next = self.access[b].reserve.val();
            self.bank[b].access_warp.next = self.access[b].warp.val();
            self.bank[b].access_register.next = self.access[b].register.val();
            self.bank[b].access_last.next = self.access[b].last.val();
            self.bank[b].access_erase.next = self.access[b].erase.val();
            self.access[b].accepted.next = self.bank[b].access_ready.val();
            self.access[b].read_ready.next = self.bank[b].read_ready.val();
            self.access[b].reserve_ready.next = self.bank[b].reserve_ready.val();
            let answers = self.access[b].answers.val();
            self.unit0.answers[b].next = answers.get_bits::<4>(0);
            self.unit1.answers[b].next = answers.get_bits::<4>(4);
            self.unit0.bank_data[b].next = self.bank[b].answer_data.val();
            self.unit0.bank_line[b].next = self.bank[b].answer_entry.val();
            self.unit1.bank_data[b].next = self.bank[b].answer_data.val();
            self.unit1.bank_line[b].next = self.bank[b].answer_entry.val();
        }
        let mut chosen0 = bits::<32>(0);
        let mut chosen1 = bits::<32>(0);
        let mut all = bits::<2>(3);
        let mut in_access = bits::<2>(0);
        let mut unsure = bits::<2>(0);
        for b in 0..BANKS {
            chosen0 = replace_bits(chosen0, 4 * b, self.access[b].chosen[0].val());
            chosen1 = replace_bits(chosen1, 4 * b, self.access[b].chosen[1].val());
            all &= self.access[b].all.val();
            in_access |= self.access[b].of_unit.val();
            unsure |= self.access[b].unsure.val();
        }
        self.unit0.chosen.next = chosen0;
        self.unit1.chosen.next = chosen1;
        self.unit0.all.next = all.get_bit(0);
        self.unit1.all.next = all.get_bit(1);
        self.unit0.in_access.next = in_access.get_bit(0);
        self.unit1.in_access.next = in_access.get_bit(1);
        self.unit0.unsure.next = unsure.get_bit(0);
        self.unit1.unsure.next = unsure.get_bit(1);

        comment!("Offers.");
        self.out[0].next = self.unit0.offer.val();
        self.out[1].next = self.unit1.offer.val();

        comment!("Fills, in turn where compressor and L1 have one.");
        let answer_bank = bank_of(self.answer_warp.val(), self.answer_register.val());
        let response_fills =
            self.response_valid.val() && (self.turn_of_l1.q.val() || !self.answer_valid.val());
        let answer_fills = self.answer_valid.val() && !response_fills;
        let fill_bank = if response_fills {
            self.response_bank.val()
        } else {
            answer_bank
        };
        let fill_entry = if response_fills {
            self.response_entry.val()
        } else {
            self.answer_entry.val()
        };
        let fill_data = gate(answer_fills, self.answer_data.val())
            | gate(response_fills, self.response_data.val());
        let mut filled = false;

        comment!(
            "Results, of two for one bank the port that lost last first; a fill comes before both."
        );
        let result0 = self.wb[0].val();
        let result1 = self.wb[1].val();
        let bank0 = bank_of(result0.warp, result0.register);
        let bank1 = bank_of(result1.warp, result1.register);
        let turn = self.turn.q.val();
        let lanes0 = masked(result0.mask, result0.data);
        let lanes1 = masked(result1.mask, result1.data);
        let mut accepted0 = false;
        let mut accepted1 = false;
        let mut accepted_of_two = false;
        for b in 0..BANKS {
            let to_bank0 = result0.valid && bank0 == b.to_bits::<3>();
            let to_bank1 = result1.valid && bank1 == b.to_bits::<3>();
            let goes0 = to_bank0 && !(to_bank1 && turn);
            let goes1 = to_bank1 && !(to_bank0 && !turn);
            let ready = self.bank[b].write_ready.val();
            accepted0 = accepted0 || (ready && goes0);
            accepted1 = accepted1 || (ready && goes1);
            accepted_of_two = accepted_of_two || (ready && to_bank0 && to_bank1);
            self.bank[b].write_valid.next = to_bank0 || to_bank1;
            if goes1 {
                self.bank[b].write_entry.next = result1.entry;
                self.bank[b].write_last.next = result1.last;
            } else {
                self.bank[b].write_entry.next = result0.entry;
                self.bank[b].write_last.next = result0.last;
            }
            let fills = (answer_fills || response_fills) && fill_bank == b.to_bits::<3>();
            self.bank[b].fill_valid.next = fills;
            self.bank[b].fill_entry.next = fill_entry;
            filled = filled || (fills && self.bank[b].fill_ready.val());
            let writes0 = goes0 && !fills;
            let writes1 = goes1 && !fills;
            self.bank[b].write_mask.next =
                gate(writes0, result0.mask) | gate(writes1, result1.mask);
            self.bank[b].write_data.next =
                gate(fills, fill_data) | gate(writes0, lanes0) | gate(writes1, lanes1);
        }
        self.answer_ready.next = filled && answer_fills;
        self.response_ready.next = filled && response_fills;
        if filled {
            self.turn_of_l1.d.next = self.response_valid.val() && answer_fills;
        }
        self.wb_ready[0].next = accepted0;
        self.wb_ready[1].next = accepted1;
        if accepted_of_two {
            self.turn.d.next = !turn;
        }

        comment!("Operations of starting regions.");
        let mut queue_ready = bits::<8>(0);
        let mut done_banks = bits::<8>(0);
        let mut done_warps = bits::<32>(0);
        let mut fill_done = false;
        let mut fill_done_warp = bits::<4>(0);
        for b in 0..BANKS {
            self.bank[b].preload_valid.next = self.queue_valid.val().get_bit(b);
            self.bank[b].preload_kind.next = self.queue_kinds.val().get_bits::<2>(2 * b);
            self.bank[b].preload_warp.next = self.queue_warps.val().get_bits::<4>(4 * b);
            self.bank[b].preload_register.next = self.queue_registers.val().get_bits::<6>(6 * b);
            queue_ready = queue_ready.replace_bit(b, self.bank[b].preload_ready.val());
            let done = self.bank[b].preload_done.val();
            done_banks = done_banks.replace_bit(b, done);
            done_warps = replace_bits(
                done_warps,
                4 * b,
                gate(done, self.bank[b].preload_done_warp.val()),
            );
            fill_done = fill_done || self.bank[b].fill_done.val();
            fill_done_warp |= gate(
                self.bank[b].fill_done.val(),
                self.bank[b].fill_done_warp.val(),
            );
        }
        self.queue_ready.next = queue_ready;
        self.done_banks.next = done_banks;
        self.done_warps.next = done_warps;
        self.fill_done.next = fill_done;
        self.fill_done_warp.next = fill_done_warp;

        comment!("Requests to the compressor, bank after bank.");
        let mut requests = bits::<8>(0);
        for b in 0..BANKS {
            requests = requests.replace_bit(b, self.bank[b].request_valid.val());
        }
        self.turns.requests.next = requests;
        self.turns.advance.next = self.request_ready.val();
        let granted = self.turns.grant.val();
        let mut evict = false;
        let mut kind = bits::<2>(0);
        let mut warp = bits::<4>(0);
        let mut register = bits::<6>(0);
        let mut entry = bits::<A>(0);
        let mut data = bits::<1024>(0);
        for b in 0..BANKS {
            let chosen = granted.get_bit(b);
            self.bank[b].request_ready.next = chosen && self.request_ready.val();
            evict = evict || (chosen && self.bank[b].request_evict.val());
            kind |= gate(chosen, self.bank[b].request_kind.val());
            warp |= gate(chosen, self.bank[b].request_warp.val());
            register |= gate(chosen, self.bank[b].request_register.val());
            entry |= gate(chosen, self.bank[b].request_entry.val());
            data |= gate(chosen, self.bank[b].request_data.val());
        }
        self.request_valid.next = self.turns.any.val();
        self.request_evict.next = evict;
        self.request_kind.next = kind;
        self.request_warp.next = warp;
        self.request_register.next = register;
        self.request_entry.next = entry;
        self.request_data.next = data;
    }
}
