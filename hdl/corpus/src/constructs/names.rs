//! Names that Verilog or the translation might stumble over.

use super::circuits;
use hdl::prelude::*;

circuits! {
    /// Fields named as a loop index would be.
    combinational IndexNamedAsField(i: Bits<4>, k: Bits<4>) -> (x: Bits<4>, y: Bits<4>)
        with { part: [Signal<Local, Bits<4>>; 2] = Default::default() }
    {
        fn update(&mut self) {
            self.x.next = 0.into();
            for i in 0..4 {
                self.x.next = self.x.val().replace_bit(i, self.i.val().get_bit(3 - i));
            }
            for k in 0..2 {
                self.part[k].next = self.k.val() + k as u64;
            }
            self.y.next = self.part[self.i.val().get_bits::<1>(0).index()].val();
        }
    }

    /// Words that Verilog keeps for itself.
    combinational Keywords(case: Bits<3>, packed: Bit, begin: Bits<3>) -> (end: Bits<3>, signed: Bit) {
        fn update(&mut self) {
            let always = self.case.val() + self.begin.val();
            let wire = always.any();
            self.end.next = if self.packed.val() { always } else { self.case.val() };
            self.signed.next = wire;
        }
    }

    combinational LetNamedAsSignal(a: Bits<4>, b: Bits<4>) -> (sum: Bits<4>, a_2: Bits<4>) {
        fn update(&mut self) {
            let sum = self.a.val() + self.b.val();
            let a = sum ^ self.a.val();
            let a = a + self.b.val();
            self.sum.next = sum;
            self.a_2.next = a;
        }
    }
}
