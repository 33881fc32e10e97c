//! The access port of a bank: whose request is next, and the one that is there.

use super::{OsuAsked, OsuInstruction};
use crate::prelude::*;
use spec::regless::UNITS;

/// The access port of a bank: of the requests of both register read units that wait, the first of the
/// older instruction, a, b, c, then the destination, goes into the access register, which the bank looks up
/// in the next cycle.
///
/// Guarantees: a request is granted while the register is empty or what is in it is *sure*, that is accepted
/// whatever it looks up. So nothing that is granted waits for a lookup.
#[derive(LogicBlock, Described, Parts)]
pub struct OsuAccess {
    pub clock: Signal<In, Clock>,
    /// The unit whose instruction is older.
    pub older: Signal<In, Bit>,
    /// Requests that wait, of which instruction, and whether that instruction may have a request granted: this comes
    /// last, so that what is chosen does not wait for it.
    pub requests: Numbered<Signal<In, Bits<4>>, UNITS>,
    pub instruction: Numbered<Signal<In, OsuInstruction>, UNITS>,
    pub may_begin: Numbered<Signal<In, Bit>, UNITS>,
    /// The request that is granted if its instruction may begin; whether it is all that its instruction asks here.
    pub chosen: Numbered<Signal<Out, Bits<4>>, UNITS>,
    pub all: Signal<Out, Bits<2>>,

    /// What is in the access register.
    pub valid: Signal<Out, Bit>,
    pub reserve: Signal<Out, Bit>,
    pub warp: Signal<Out, Bits<4>>,
    pub register: Signal<Out, Bits<6>>,
    pub last: Signal<Out, Bit>,
    pub erase: Signal<Out, Bit>,
    /// Units with a request there, and with one that is not sure.
    pub of_unit: Signal<Out, Bits<2>>,
    pub unsure: Signal<Out, Bits<2>>,
    /// The bank accepts it; would accept a read; would accept a reserve whatever it looks up.
    pub accepted: Signal<In, Bit>,
    pub read_ready: Signal<In, Bit>,
    pub reserve_ready: Signal<In, Bit>,
    /// Whose request the bank answers in this cycle: those of unit 0 at bits 0 to 3, of unit 1 behind them.
    pub answers: Signal<Out, Bits<8>>,

    full: Register<Bit>,
    reserves: Register<Bit>,
    its_warp: Register<Bits<4>>,
    its_register: Register<Bits<6>>,
    is_last: Register<Bit>,
    erases: Register<Bit>,
    /// Whose request it is, and that of the cycle before; whether that was accepted.
    asker: Register<Bits<8>>,
    asker_1: Register<Bits<8>>,
    accepted_1: Register<Bit>,
    answered: Register<Bits<8>>,
}

impl Default for OsuAccess {
    fn default() -> Self {
        OsuAccessParts {
            full: Register::default(),
            reserves: Register::no_reset(),
            its_warp: Register::no_reset(),
            its_register: Register::no_reset(),
            is_last: Register::no_reset(),
            erases: Register::no_reset(),
            asker: Register::no_reset(),
            asker_1: Register::no_reset(),
            accepted_1: Register::no_reset(),
            answered: Register::no_reset(),
        }
        .into()
    }
}

/// What a request asks of the bank.
#[hardware]
fn asked(request: Bits<4>, instruction: OsuInstruction) -> OsuAsked {
    let source = request.get_bits::<3>(0);
    OsuAsked {
        reserves: request.get_bit(3),
        warp: instruction.warp,
        register: gate(request.get_bit(0), instruction.a)
            | gate(request.get_bit(1), instruction.b)
            | gate(request.get_bit(2), instruction.c)
            | gate(request.get_bit(3), instruction.destination),
        last: (source & instruction.last).any(),
        erase: (source & instruction.erase).any(),
    }
}

#[hardware]
impl Logic for OsuAccess {
    fn update(&mut self) {
        registers!(
            self,
            clock,
            full,
            reserves,
            its_warp,
            its_register,
            is_last,
            erases,
            asker
        );
        clock!(self, clock, asker_1, accepted_1, answered);

        comment!("Whose request is next: the older instruction's, if it has one.");
        let requests0 = self.requests[0].val();
        let requests1 = self.requests[1].val();
        let is_unit0 = requests0.any() && !(self.older.val() && requests1.any());
        let is_unit1 = requests1.any() && (self.older.val() || !requests0.any());
        let first0 = lowest(requests0);
        let first1 = lowest(requests1);

        comment!("It is granted if what is here leaves in any case.");
        let full = self.full.q.val();
        let reserves = self.reserves.q.val();
        let sure = if reserves {
            self.reserve_ready.val()
        } else {
            self.read_ready.val()
        };
        let room = !full || sure;
        let some0 = room && is_unit0;
        let some1 = room && is_unit1;
        self.chosen[0].next = gate(some0, first0);
        self.chosen[1].next = gate(some1, first1);
        self.all.next = concat::<2, _, _>(
            !requests1.any() || (some1 && !(requests1 & !first1).any()),
            !requests0.any() || (some0 && !(requests0 & !first0).any()),
        );
        let granted0 = some0 && self.may_begin[0].val();
        let granted1 = some1 && self.may_begin[1].val();
        self.full.d.next = granted0 || granted1 || (full && !self.accepted.val());
        let asked0 = asked(first0, self.instruction[0].val());
        let asked1 = asked(first1, self.instruction[1].val());
        if room {
            let next = if is_unit0 { asked0 } else { asked1 };
            self.reserves.d.next = next.reserves;
            self.its_warp.d.next = next.warp;
            self.its_register.d.next = next.register;
            self.is_last.d.next = next.last;
            self.erases.d.next = next.erase;
            self.asker.d.next = concat::<8, _, _>(gate(granted1, first1), gate(granted0, first0));
        }
        let asker = self.asker.q.val();
        let of_unit = concat::<2, _, _>(
            full && asker.get_bits::<4>(4).any(),
            full && asker.get_bits::<4>(0).any(),
        );
        self.valid.next = full;
        self.reserve.next = reserves;
        self.warp.next = self.its_warp.q.val();
        self.register.next = self.its_register.q.val();
        self.last.next = self.is_last.q.val();
        self.erase.next = self.erases.q.val();
        self.of_unit.next = of_unit;
        self.unsure.next = gate(!sure, of_unit);

        comment!("Whose it was goes with it through the bank, which answers two cycles after it accepts.");
        self.asker_1.d.next = asker;
        self.accepted_1.d.next = self.accepted.val();
        self.answered.d.next = gate(self.accepted_1.q.val(), self.asker_1.q.val());
        self.answers.next = self.answered.q.val();
    }
}
