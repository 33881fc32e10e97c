//! What the encoder takes.

use crate::prelude::*;
use gate;

/// What the encoder takes: a request's words, or for a cycle those of a fill.
///
/// Each lane has its own select, in a register from the cycle before, for one select would have 1,024
/// loads at the start of the encoder's longest path. Lanes that the fill does not want may be anyone's.
#[derive(LogicBlock, Described, Default)]
pub struct AvcIntake {
    pub clock: Signal<In, Clock>,
    /// A fill has the encoder.
    pub fill: Signal<In, Bit>,
    /// Its lanes in the cycle before, none if there is no fill; its words.
    pub fill_mask: Signal<In, Bits<32>>,
    pub fill_data: Signal<In, Bits<1024>>,
    pub request_mask: Signal<In, Bits<32>>,
    pub request_data: Signal<In, Bits<1024>>,
    pub mask: Signal<Out, Bits<32>>,
    pub data: Signal<Out, Bits<1024>>,
    lanes: Register<Bits<32>>,
}

#[hardware]
impl Logic for AvcIntake {
    fn update(&mut self) {
        clock!(self, clock, lanes);
        self.lanes.d.next = self.fill_mask.val();
        let lanes = self.lanes.q.val();
        self.mask.next = lanes | gate(!self.fill.val(), self.request_mask.val());
        let mut data = bits::<1024>(0);
        for i in 0..32 {
            let lane = if lanes.get_bit(i) {
                self.fill_data.val().get_bits::<32>(32 * i)
            } else {
                self.request_data.val().get_bits::<32>(32 * i)
            };
            data = replace_bits(data, 32 * i, lane);
        }
        self.data.next = data;
    }
}
