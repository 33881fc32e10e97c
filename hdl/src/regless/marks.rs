//! The last uses of an instruction.

use crate::prelude::*;

/// The last uses of an instruction: code a + 3b + 9c + 27d of a word to a, b, c and d (5.4).
#[derive(LogicBlock, Described, Default)]
pub struct MetadataMarks {
    pub code: Signal<In, Bits<6>>,
    /// The code is beyond 53.
    pub bad: Signal<Out, Bit>,
    /// a in the lowest two bits, b, c, and d in one.
    pub uses: Signal<Out, Bits<7>>,
}

#[hardware]
impl Logic for MetadataMarks {
    fn update(&mut self) {
        let code = self.code.val();
        let d = code >= 27;
        let below_27 = if d {
            code.get_bits::<5>(0) - 27
        } else {
            code.get_bits::<5>(0)
        };
        let c_two = below_27 >= 18;
        let c_one = below_27 >= 9 && !c_two;
        let below_9 = if c_two {
            below_27.get_bits::<4>(0) - 2
        } else if c_one {
            below_27.get_bits::<4>(0) - 9
        } else {
            below_27.get_bits::<4>(0)
        };
        let b_two = below_9 >= 6;
        let b_one = below_9 >= 3 && !b_two;
        let a = if b_two {
            below_9.get_bits::<2>(0) - 2
        } else if b_one {
            below_9.get_bits::<2>(0) - 3
        } else {
            below_9.get_bits::<2>(0)
        };
        let b = concat::<2, _, _>(b_two, b_one);
        let c = concat::<2, _, _>(c_two, c_one);
        let dc = concat::<3, _, _>(d, c);
        self.uses.next = concat::<7, _, _>(dc, concat::<4, _, _>(b, a));
        self.bad.next = code > 53;
    }
}
