//! What is at the access port of a bank.

use super::OsuInstruction;
use crate::prelude::*;

/// What is at the access port of a bank: of the requests of both register read units that wait, the first
/// of the older instruction, a, b, c, then the destination.
#[derive(LogicBlock, Described, Default)]
pub struct OsuAccess {
    /// The unit whose instruction is older.
    pub older: Signal<In, Bit>,
    pub requests0: Signal<In, Bits<4>>,
    pub instruction0: Signal<In, OsuInstruction>,
    pub requests1: Signal<In, Bits<4>>,
    pub instruction1: Signal<In, OsuInstruction>,

    pub valid: Signal<Out, Bit>,
    pub reserve: Signal<Out, Bit>,
    pub warp: Signal<Out, Bits<4>>,
    pub register: Signal<Out, Bits<6>>,
    pub last: Signal<Out, Bit>,
    pub erase: Signal<Out, Bit>,
    pub ready: Signal<In, Bit>,
    pub granted0: Signal<Out, Bits<4>>,
    pub granted1: Signal<Out, Bits<4>>,
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
        let requests0 = self.requests0.val();
        let requests1 = self.requests1.val();
        let first0 = !(self.older.val() && requests1.any());
        let choice0 = gate(first0, lowest(requests0));
        let choice1 = gate(!(first0 && requests0.any()), lowest(requests1));
        let unit0 = self.instruction0.val();
        let unit1 = self.instruction1.val();
        self.valid.next = requests0.any() || requests1.any();
        self.reserve.next = choice0.get_bit(3) || choice1.get_bit(3);
        self.warp.next = if choice0.any() {
            unit0.warp
        } else {
            unit1.warp
        };
        self.register.next = asked(choice0, unit0.a, unit0.b, unit0.c, unit0.destination)
            | asked(choice1, unit1.a, unit1.b, unit1.c, unit1.destination);
        let sources0 = choice0.get_bits::<3>(0);
        let sources1 = choice1.get_bits::<3>(0);
        self.last.next = ((sources0 & unit0.last) | (sources1 & unit1.last)).any();
        self.erase.next = ((sources0 & unit0.erase) | (sources1 & unit1.erase)).any();
        self.granted0.next = gate(self.ready.val(), choice0);
        self.granted1.next = gate(self.ready.val(), choice1);
    }
}
