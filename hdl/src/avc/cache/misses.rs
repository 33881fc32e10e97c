//! The miss registers side by side.

use super::AvcMiss;
use crate::prelude::*;
use gate;
use spec::avc::MISS_BITS;

/// The miss registers side by side: which is free, which asks memory, and whose fill it is.
///
/// Reads that wait for one vector stand in a register each, of which one asks memory. The answer is
/// the fill of that register first, then of the others, the lowest first.
#[derive(LogicBlock, Described, Parts)]
pub struct AvcMisses {
    pub clock: Signal<In, Clock>,
    /// The read in X begins to wait, in the lowest register that is free.
    pub enter: Signal<In, Bit>,
    pub address: Signal<In, Bits<25>>,
    pub mask: Signal<In, Bits<32>>,
    /// Words that neither cache holds.
    pub absent: Signal<In, Bits<32>>,
    pub free: Signal<Out, Bit>,
    pub free_index: Signal<Out, Bits<MISS_BITS>>,
    pub any: Signal<Out, Bit>,

    /// The transaction in D, which goes on to X.
    pub looked_address: Signal<In, Bits<25>>,
    pub looked_mask: Signal<In, Bits<32>>,
    pub advance: Signal<In, Bit>,
    /// In X: reads wait for its vector; it could wait with them.
    pub waits: Signal<Out, Bit>,
    pub joins: Signal<Out, Bit>,

    /// A read may come to memory's port.
    pub may_ask: Signal<In, Bit>,
    pub memory_ready: Signal<In, Bit>,
    pub asks: Signal<Out, Bit>,
    pub asks_address: Signal<Out, Bits<25>>,
    pub asks_index: Signal<Out, Bits<MISS_BITS>>,

    /// Memory gives what is for this register, and it can be taken; it is awaited there.
    pub response: Signal<In, Bit>,
    pub response_miss: Signal<In, Bits<MISS_BITS>>,
    pub given: Signal<Out, Bit>,
    pub given_mask: Signal<Out, Bits<32>>,

    /// The fill, from the cycle after it is given; it is done; there is another read for it.
    pub fill_address: Signal<Out, Bits<25>>,
    pub fill_mask: Signal<Out, Bits<32>>,
    pub fill_absent: Signal<Out, Bits<32>>,
    pub fill_index: Signal<Out, Bits<MISS_BITS>>,
    pub fill_leaves: Signal<In, Bit>,
    pub fill_more: Signal<Out, Bit>,

    registers: Vec<AvcMiss>,
    matched: Vec<Register<Bit>>,
    x_waits: Register<Bit>,
    x_joins: Register<Bit>,
    asking: Vec<Register<Bit>>,
    port_taken: Register<Bit>,
    filling: Vec<Register<Bit>>,
    its_address: Register<Bits<25>>,
    its_mask: Register<Bits<32>>,
    its_absent: Register<Bits<32>>,
    _misses: usize,
}

impl AvcMisses {
    /// So many registers, all free.
    pub fn new(misses: usize) -> Self {
        AvcMissesParts {
            registers: (0..misses).map(|_| AvcMiss::default()).collect(),
            matched: data_registers(misses),
            x_waits: Register::no_reset(),
            x_joins: Register::no_reset(),
            asking: data_registers(misses),
            port_taken: Register::default(),
            filling: data_registers(misses),
            its_address: Register::no_reset(),
            its_mask: Register::no_reset(),
            its_absent: Register::no_reset(),
            _misses: misses,
        }
        .into()
    }
}

#[hardware(name = format!("avc_misses_m{}", self._misses))]
impl Logic for AvcMisses {
    fn update(&mut self) {
        clock!(self, clock, registers);
        clock!(self, clock, x_waits, x_joins);
        registers!(self, clock, matched, asking, port_taken, filling);
        registers!(self, clock, its_address, its_mask, its_absent);

        // A read enters the lowest register that is free.
        let mut lower_free = false;
        let mut free_index = bits::<MISS_BITS>(0);
        let mut any = false;
        let waits = self.x_waits.q.val();
        for i in 0..self._misses {
            let first = !self.registers[i].busy.val() && !lower_free;
            self.registers[i].enter.next = self.enter.val() && first;
            self.registers[i].enter_asks.next = !waits;
            self.registers[i].enter_address.next = self.address.val();
            self.registers[i].enter_mask.next = self.mask.val();
            // The first of a vector tells who may wait with it, and its fill has placed all of the words.
            self.registers[i].enter_absent.next = gate(!waits, self.absent.val());
            free_index |= gate(first, i.to_bits::<MISS_BITS>());
            lower_free = lower_free || !self.registers[i].busy.val();
            any = any || self.registers[i].busy.val();
        }
        self.free.next = lower_free;
        self.free_index.next = free_index;
        self.any.next = any;

        // What the transaction in D will find in X.
        let mut matches = false;
        let mut covers = false;
        for i in 0..self._misses {
            self.registers[i].looked_address.next = self.looked_address.val();
            self.registers[i].looked_mask.next = self.looked_mask.val();
            matches = matches || self.registers[i].matches.val();
            covers = covers || self.registers[i].covers.val();
            if self.advance.val() {
                self.matched[i].d.next = self.registers[i].matches.val();
            }
        }
        // Looked at only in the first cycle of what advances.
        self.x_waits.d.next = matches;
        self.x_joins.d.next = covers;
        self.waits.next = waits;
        self.joins.next = self.x_joins.q.val();

        // Memory's port: the lowest register that wants it has it until memory takes its read.
        let asks = self.port_taken.q.val();
        let moves = !asks || self.memory_ready.val();
        let mut wanted = false;
        let mut asks_address = bits::<25>(0);
        let mut asks_index = bits::<MISS_BITS>(0);
        for i in 0..self._misses {
            let asking = asks && self.asking[i].q.val();
            let next = self.registers[i].wants.val() && !wanted && self.may_ask.val();
            self.registers[i].asks.next = next && moves;
            self.registers[i].taken.next = asking && self.memory_ready.val();
            if moves {
                self.asking[i].d.next = next;
            }
            asks_address |= gate(self.asking[i].q.val(), self.registers[i].address.val());
            asks_index |= gate(asking, i.to_bits::<MISS_BITS>());
            wanted = wanted || self.registers[i].wants.val();
        }
        if moves {
            self.port_taken.d.next = wanted && self.may_ask.val();
        }
        self.asks.next = asks;
        self.asks_address.next = asks_address;
        self.asks_index.next = asks_index;

        // The fill: of the register that memory answers, or of the next that waits for its vector.
        let mut given = false;
        let mut given_mask = bits::<32>(0);
        let mut more = false;
        let mut address = bits::<25>(0);
        let mut fill_mask = bits::<32>(0);
        let mut absent = bits::<32>(0);
        let mut fill_index = bits::<MISS_BITS>(0);
        for i in 0..self._misses {
            let filling = self.filling[i].q.val();
            let answered = self.response.val()
                && self.registers[i].awaits.val()
                && self.response_miss.val() == i.to_bits::<MISS_BITS>();
            let other = self.matched[i].q.val() && !filling && !more;
            let chosen = answered || (!self.response.val() && other);
            self.registers[i].given.next = answered;
            self.registers[i].leaves.next = self.fill_leaves.val() && filling;
            if self.response.val() || self.fill_leaves.val() {
                self.filling[i].d.next = chosen;
            }
            given = given || answered;
            given_mask |= gate(answered, self.registers[i].mask.val());
            address |= gate(chosen, self.registers[i].address.val());
            fill_mask |= gate(chosen, self.registers[i].mask.val());
            absent |= gate(chosen, self.registers[i].absent.val());
            fill_index |= gate(filling, i.to_bits::<MISS_BITS>());
            more = more || other;
        }
        if self.response.val() || self.fill_leaves.val() {
            self.its_address.d.next = address;
            self.its_mask.d.next = fill_mask;
            self.its_absent.d.next = absent;
        }
        self.given.next = given;
        self.given_mask.next = given_mask;
        self.fill_address.next = self.its_address.q.val();
        self.fill_mask.next = self.its_mask.q.val();
        self.fill_absent.next = self.its_absent.q.val();
        self.fill_index.next = fill_index;
        self.fill_more.next = more;
    }
}
