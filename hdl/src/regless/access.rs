//! The access port of a bank: whose request is next, and the one that is there.

use super::OsuInstruction;
use crate::prelude::*;

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
    /// last, so that `chosen0`, `chosen1`, which are granted if it may, do not wait for it.
    pub requests0: Signal<In, Bits<4>>,
    pub instruction0: Signal<In, OsuInstruction>,
    pub may_begin0: Signal<In, Bit>,
    pub requests1: Signal<In, Bits<4>>,
    pub instruction1: Signal<In, OsuInstruction>,
    pub may_begin1: Signal<In, Bit>,
    pub chosen0: Signal<Out, Bits<4>>,
    pub chosen1: Signal<Out, Bits<4>>,

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
            accepted_1: Register::default(),
            answered: Register::default(),
        }
        .into()
    }
}

/// The register that is asked for.
#[hardware]
fn asked(choice: Bits<4>, a: Bits<6>, b: Bits<6>, c: Bits<6>, destination: Bits<6>) -> Bits<6> {
    gate(choice.get_bit(0), a)
        | gate(choice.get_bit(1), b)
        | gate(choice.get_bit(2), c)
        | gate(choice.get_bit(3), destination)
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

        comment!("Whose request is next.");
        let requests0 = self.requests0.val();
        let requests1 = self.requests1.val();
        let first0 = !(self.older.val() && requests1.any());
        let choice0 = gate(first0, lowest(requests0));
        let choice1 = gate(!(first0 && requests0.any()), lowest(requests1));
        let unit0 = self.instruction0.val();
        let unit1 = self.instruction1.val();

        comment!("It is granted if what is here leaves in any case.");
        let full = self.full.q.val();
        let reserves = self.reserves.q.val();
        let sure = if reserves {
            self.reserve_ready.val()
        } else {
            self.read_ready.val()
        };
        let room = !full || sure;
        self.chosen0.next = gate(room, choice0);
        self.chosen1.next = gate(room, choice1);
        let granted = concat::<8, _, _>(
            gate(room && self.may_begin1.val(), choice1),
            gate(room && self.may_begin0.val(), choice0),
        );
        self.full.d.next = granted.any() || (full && !self.accepted.val());
        if room {
            self.reserves.d.next = choice0.get_bit(3) || choice1.get_bit(3);
            self.its_warp.d.next = if choice0.any() {
                unit0.warp
            } else {
                unit1.warp
            };
            self.its_register.d.next = asked(choice0, unit0.a, unit0.b, unit0.c, unit0.destination)
                | asked(choice1, unit1.a, unit1.b, unit1.c, unit1.destination);
            let sources0 = choice0.get_bits::<3>(0);
            let sources1 = choice1.get_bits::<3>(0);
            self.is_last.d.next = ((sources0 & unit0.last) | (sources1 & unit1.last)).any();
            self.erases.d.next = ((sources0 & unit0.erase) | (sources1 & unit1.erase)).any();
            self.asker.d.next = granted;
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
