//! What lies behind the staging unit of each register (5.3).

use super::one_of;
use crate::prelude::*;
use spec::regless::{REGISTERS, WARPS};

/// Bits of a row of states: 3 for each warp.
const ROW_BITS: usize = 3 * WARPS;

/// What lies behind the staging unit of each register: the bit vector of 5.3, which says whether there is
/// anything, and beside it in a memory in what state.
///
/// A row has one register of all warps, as a line of the cache has. It is read when a request is accepted,
/// and is there as long as the request is looked at; the memory is written when that ends, so one port does.
#[derive(LogicBlock, Described, Parts)]
pub struct CompressorCopies {
    pub clock: Signal<In, Clock>,
    /// A request is accepted.
    pub read: Signal<In, Bit>,
    pub read_register: Signal<In, Bits<6>>,
    /// The request that was accepted last.
    pub warp: Signal<In, Bits<4>>,
    pub register: Signal<In, Bits<6>>,
    /// Its warp as one bit.
    pub own: Signal<Out, Bits<WARPS>>,
    /// There is a copy of its register, and in what state: a pattern, or 6 in memory.
    pub known: Signal<Out, Bit>,
    pub state: Signal<Out, Bits<3>>,
    /// Warps whose register of this number is compressed.
    pub compressed: Signal<Out, Bits<WARPS>>,
    /// There is a copy from now on in a state, or there is none.
    pub store: Signal<In, Bit>,
    pub store_state: Signal<In, Bits<3>>,
    pub forget: Signal<In, Bit>,

    row: [Register<Bits<REGISTERS>>; WARPS],
    states: SinglePortMemory<ROW_BITS, 6, WARPS>,
}

impl Default for CompressorCopies {
    fn default() -> Self {
        CompressorCopiesParts {
            row: Register::array(0.into()),
            states: SinglePortMemory::new(REGISTERS)
                .named(format!("compressor_states_{REGISTERS}x{ROW_BITS}")),
        }
        .into()
    }
}

#[hardware]
impl Logic for CompressorCopies {
    fn update(&mut self) {
        registers!(self, clock, row);
        clock!(self, clock, states);
        let register = self.register.val();
        let own = one_of::<WARPS, 4>(true, self.warp.val());
        let place = one_of::<REGISTERS, 6>(true, register);
        let states = self.states.read_data.val();
        let mut known = bits::<WARPS>(0);
        let mut compressed = bits::<WARPS>(0);
        let mut state = bits::<3>(0);
        for w in 0..WARPS {
            let some = (self.row[w].q.val() & place).any();
            let in_memory = states.get_bit(3 * w + 2) && states.get_bit(3 * w + 1);
            known = known.replace_bit(w, some);
            compressed = compressed.replace_bit(w, some && !in_memory);
            state |= gate(own.get_bit(w), states.get_bits::<3>(3 * w));
        }
        self.own.next = own;
        self.known.next = (known & own).any();
        self.state.next = state;
        self.compressed.next = compressed;

        let changed = gate(self.store.val() || self.forget.val(), place);
        let mut row_state = bits::<ROW_BITS>(0);
        for w in 0..WARPS {
            if own.get_bit(w) {
                self.row[w].d.next =
                    (self.row[w].q.val() & !changed) | gate(self.store.val(), changed);
            }
            row_state = replace_bits(row_state, 3 * w, self.store_state.val());
        }
        self.states.enable.next = self.read.val() || self.store.val();
        self.states.write.next = self.store.val();
        self.states.address.next = if self.store.val() {
            register
        } else {
            self.read_register.val()
        };
        self.states.write_data.next = row_state;
        self.states.write_mask.next = own;
    }
}
