//! A miss register.

use crate::prelude::*;

/// A miss register: a read that waits for memory.
///
/// It is busy from the read's cycle in X until the fill that answers it is done. The first for a
/// vector asks memory: it wants the port, has it, and awaits the answer, one after the other. The
/// words that neither cache held are kept, for of those memory has the newest as long as writes to
/// the vector wait.
#[derive(LogicBlock, Described, Parts)]
pub struct AvcMiss {
    pub clock: Signal<In, Clock>,
    /// A read begins to wait; memory is to be asked for it.
    pub enter: Signal<In, Bit>,
    pub enter_asks: Signal<In, Bit>,
    pub enter_address: Signal<In, Bits<25>>,
    pub enter_mask: Signal<In, Bits<32>>,
    pub enter_absent: Signal<In, Bits<32>>,
    /// It gets memory's port; memory takes its read; memory's answer is taken.
    pub asks: Signal<In, Bit>,
    pub taken: Signal<In, Bit>,
    pub given: Signal<In, Bit>,
    /// Its fill is done.
    pub leaves: Signal<In, Bit>,
    /// The transaction in D.
    pub looked_address: Signal<In, Bits<25>>,
    pub looked_mask: Signal<In, Bits<32>>,
    /// It is about the same vector; as a read it could wait here as well.
    pub matches: Signal<Out, Bit>,
    pub covers: Signal<Out, Bit>,

    pub busy: Signal<Out, Bit>,
    pub wants: Signal<Out, Bit>,
    pub awaits: Signal<Out, Bit>,
    pub address: Signal<Out, Bits<25>>,
    pub mask: Signal<Out, Bits<32>>,
    pub absent: Signal<Out, Bits<32>>,

    is_busy: Register<Bit>,
    wants_port: Register<Bit>,
    awaits_answer: Register<Bit>,
    its_address: Register<Bits<25>>,
    its_mask: Register<Bits<32>>,
    its_absent: Register<Bits<32>>,
}

impl Default for AvcMiss {
    fn default() -> Self {
        AvcMissParts {
            is_busy: Register::default(),
            wants_port: Register::default(),
            awaits_answer: Register::default(),
            its_address: Register::no_reset(),
            its_mask: Register::no_reset(),
            its_absent: Register::no_reset(),
        }
        .into()
    }
}

#[hardware]
impl Logic for AvcMiss {
    fn update(&mut self) {
        registers!(self, clock, is_busy, wants_port, awaits_answer);
        registers!(self, clock, its_address, its_mask, its_absent);
        if self.enter.val() {
            self.is_busy.d.next = true;
            self.its_address.d.next = self.enter_address.val();
            self.its_mask.d.next = self.enter_mask.val();
            self.its_absent.d.next = self.enter_absent.val();
        } else if self.leaves.val() {
            self.is_busy.d.next = false;
        }
        if self.enter.val() && self.enter_asks.val() {
            self.wants_port.d.next = true;
        } else if self.asks.val() {
            self.wants_port.d.next = false;
        }
        if self.taken.val() {
            self.awaits_answer.d.next = true;
        } else if self.given.val() {
            self.awaits_answer.d.next = false;
        }

        let matches = self.is_busy.q.val() && self.its_address.q.val() == self.looked_address.val();
        self.matches.next = matches;
        self.covers.next = matches && !(self.looked_mask.val() & !self.its_absent.q.val()).any();
        self.busy.next = self.is_busy.q.val();
        self.wants.next = self.wants_port.q.val();
        self.awaits.next = self.awaits_answer.q.val();
        self.address.next = self.its_address.q.val();
        self.mask.next = self.its_mask.q.val();
        self.absent.next = self.its_absent.q.val();
    }
}
