//! Instructions that wait for a register read unit, in the order of acceptance.

use super::{one_of, OsuInstruction};
use crate::prelude::*;
use spec::regless::{UNITS, WAITING};

/// Instructions that wait for a register read unit, in the order of acceptance.
///
/// Beside each is what it *asks* of the banks: bit 4b + i is request i, a, b, c or the
/// destination, of bank b. A place where none waits asks nothing.
// No `Fifo`: two enter and two leave in a cycle.
#[derive(LogicBlock, Described, Parts)]
pub struct OsuWaiting {
    pub clock: Signal<In, Clock>,
    /// There is room for two.
    pub room: Signal<Out, Bit>,
    /// Instructions that are accepted, the first being older.
    pub enter: Numbered<Signal<In, Bit>, UNITS>,
    pub entering: Numbered<Signal<In, OsuInstruction>, UNITS>,
    pub entering_asks: Numbered<Signal<In, Bits<32>>, UNITS>,
    /// The two oldest, and which of them leave.
    pub first_valid: Signal<Out, Bit>,
    pub first: Signal<Out, OsuInstruction>,
    pub first_asks: Signal<Out, Bits<32>>,
    pub take_first: Signal<In, Bit>,
    pub second_valid: Signal<Out, Bit>,
    pub second: Signal<Out, OsuInstruction>,
    pub second_asks: Signal<Out, Bits<32>>,
    pub take_second: Signal<In, Bit>,
    /// Warps that have an instruction here.
    pub warps: Signal<Out, Bits<16>>,

    /// The oldest in place 0.
    kept: [Register<OsuInstruction>; WAITING],
    /// Place n at bits 32n to 32n + 31.
    asks: Register<Bits<128>>,
    taken: Register<Bits<4>>,
}

impl Default for OsuWaiting {
    fn default() -> Self {
        OsuWaitingParts {
            kept: Register::array_no_reset(),
            asks: Register::default(),
            taken: Register::default(),
        }
        .into()
    }
}

#[hardware]
impl Logic for OsuWaiting {
    fn update(&mut self) {
        registers!(self, clock, kept, asks, taken);
        let taken = self.taken.q.val();
        self.room.next = !taken.get_bit(2);
        self.first_valid.next = taken.get_bit(0);
        self.first.next = self.kept[0].q.val();
        self.first_asks.next = self.asks.q.val().get_bits::<32>(0);
        self.second_valid.next = taken.get_bit(1);
        self.second.next = self.kept[1].q.val();
        self.second_asks.next = self.asks.q.val().get_bits::<32>(32);

        comment!("Who stays moves up; who enters takes the first places behind.");
        let one_leaves = self.take_first.val();
        let two_leave = self.take_second.val();
        let mut stay = taken;
        let mut asking = self.asks.q.val();
        if two_leave {
            stay = taken >> 2;
            asking >>= 64;
        } else if one_leaves {
            stay = taken >> 1;
            asking >>= 32;
        }
        let enter0 = self.enter[0].val();
        let enter1 = self.enter[1].val();
        let place0 = !stay & concat::<4, _, _>(stay.get_bits::<3>(0), true);
        let place1 = if enter0 { place0 << 1 } else { place0 };
        let mut asks = bits::<128>(0);
        for i in 0..WAITING {
            let asks_here = asking.get_bits::<32>(32 * i)
                | gate(enter0 && place0.get_bit(i), self.entering_asks[0].val())
                | gate(enter1 && place1.get_bit(i), self.entering_asks[1].val());
            asks = replace_bits(asks, 32 * i, asks_here);
        }
        self.asks.d.next = asks;
        for i in 0..WAITING {
            // What would be there after two have left is nothing.
            if i + 2 < WAITING {
                if two_leave {
                    self.kept[i].d.next = self.kept[i + 2].q.val();
                } else if one_leaves {
                    self.kept[i].d.next = self.kept[i + 1].q.val();
                }
            } else if i + 1 < WAITING {
                if one_leaves {
                    self.kept[i].d.next = self.kept[i + 1].q.val();
                }
            }
            // The last place is for the second of two.
            if i + 1 < WAITING {
                if enter0 && place0.get_bit(i) {
                    self.kept[i].d.next = self.entering[0].val();
                }
            }
            if enter1 && place1.get_bit(i) {
                self.kept[i].d.next = self.entering[1].val();
            }
        }
        self.taken.d.next = stay | gate(enter0, place0) | gate(enter1, place1);

        let mut warps = bits::<16>(0);
        for i in 0..WAITING {
            warps |= one_of::<16, 4>(taken.get_bit(i), self.kept[i].q.val().warp);
        }
        self.warps.next = warps;
    }
}
