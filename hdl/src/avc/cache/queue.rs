//! The queue of accepted transactions, in order, and which of them is looked up next.
//!
//! A ring of five places. Four positions go around it: where the next transaction enters, where
//! the encoder's next result belongs, the next transaction to be looked up, and the head, which
//! executes. All but `lookup` only move on; `restart` sends `lookup` back to the one behind the
//! head, because what the others have found may be stale.

use super::super::gate;
use crate::prelude::*;
use spec::avc::QUEUE_ENTRIES;

/// The ring; see the module's comment.
#[derive(LogicBlock, Parts)]
pub struct AvcQueue {
    pub clock: Signal<In, Clock>,
    /// A transaction is accepted.
    pub enter: Signal<In, Bit>,
    pub write: Signal<In, Bit>,
    pub flush: Signal<In, Bit>,
    pub address: Signal<In, Bits<25>>,
    pub mask: Signal<In, Bits<32>>,
    pub data: Signal<In, Bits<1024>>,
    pub room: Signal<Out, Bit>,

    /// Stage A may take a transaction.
    pub look: Signal<In, Bit>,
    pub look_valid: Signal<Out, Bit>,
    pub look_address: Signal<Out, Bits<25>>,

    /// The head is in X, so that the transaction in D is the second one.
    pub behind_head: Signal<In, Bit>,
    pub next_write: Signal<Out, Bit>,
    pub next_flush: Signal<Out, Bit>,
    pub next_mask: Signal<Out, Bits<32>>,
    pub next_affine: Signal<Out, Bit>,
    pub next_base: Signal<Out, Bits<32>>,
    pub next_stride: Signal<Out, Bits<3>>,

    /// The encoder's result for the oldest transaction without one.
    pub code_valid: Signal<In, Bit>,
    pub code_affine: Signal<In, Bit>,
    pub code_base: Signal<In, Bits<32>>,
    pub code_stride: Signal<In, Bits<3>>,

    /// The head is done.
    pub leave: Signal<In, Bit>,
    /// All transactions behind the head are to be looked up again.
    pub restart: Signal<In, Bit>,
    pub head_data: Signal<Out, Bits<1024>>,

    kept_write: [Register<Bit>; QUEUE_ENTRIES],
    kept_flush: [Register<Bit>; QUEUE_ENTRIES],
    kept_address: [Register<Bits<25>>; QUEUE_ENTRIES],
    kept_mask: [Register<Bits<32>>; QUEUE_ENTRIES],
    kept_data: [Register<Bits<1024>>; QUEUE_ENTRIES],
    kept_affine: [Register<Bit>; QUEUE_ENTRIES],
    kept_base: [Register<Bits<32>>; QUEUE_ENTRIES],
    kept_stride: [Register<Bits<3>>; QUEUE_ENTRIES],
    tail: Register<Bits<3>>,
    coded: Register<Bits<3>>,
    lookup: Register<Bits<3>>,
    head: Register<Bits<3>>,
    /// Transactions in the queue, and those of them that are not yet looked up.
    used: Register<Bits<3>>,
    pending: Register<Bits<3>>,
}

impl Default for AvcQueue {
    fn default() -> Self {
        AvcQueueParts {
            kept_write: Register::array_no_reset(),
            kept_flush: Register::array_no_reset(),
            kept_address: Register::array_no_reset(),
            kept_mask: Register::array_no_reset(),
            kept_data: Register::array_no_reset(),
            kept_affine: Register::array_no_reset(),
            kept_base: Register::array_no_reset(),
            kept_stride: Register::array_no_reset(),
            tail: Register::default(),
            coded: Register::default(),
            lookup: Register::default(),
            head: Register::default(),
            used: Register::default(),
            pending: Register::default(),
        }
        .into()
    }
}

/// The place behind `place` in the ring; behind the last is the first.
#[hardware]
fn after(place: Bits<3>) -> Bits<3> {
    gate(place != (QUEUE_ENTRIES - 1).to_bits::<3>(), place + 1)
}

#[hardware]
impl Logic for AvcQueue {
    fn update(&mut self) {
        registers!(
            self,
            clock,
            kept_write,
            kept_flush,
            kept_address,
            kept_mask,
            kept_data
        );
        registers!(self, clock, kept_affine, kept_base, kept_stride);
        registers!(self, clock, tail, coded, lookup, head, used, pending);

        // A flush has no lanes and writes nothing, whatever came with it.
        if self.enter.val() {
            let tail = self.tail.q.val();
            self.kept_write[tail.index()].d.next = self.write.val() && !self.flush.val();
            self.kept_flush[tail.index()].d.next = self.flush.val();
            self.kept_address[tail.index()].d.next = self.address.val();
            self.kept_mask[tail.index()].d.next = gate(!self.flush.val(), self.mask.val());
            self.kept_data[tail.index()].d.next = self.data.val();
            self.tail.d.next = after(tail);
        }
        if self.code_valid.val() {
            let coded = self.coded.q.val();
            self.kept_affine[coded.index()].d.next = self.code_affine.val();
            self.kept_base[coded.index()].d.next = self.code_base.val();
            self.kept_stride[coded.index()].d.next = self.code_stride.val();
            self.coded.d.next = after(coded);
        }

        let looks = self.look.val() && self.pending.q.val().any();
        let second = after(self.head.q.val());
        if self.leave.val() {
            self.head.d.next = second;
        }
        let entering = bit_cast::<3, 1>(self.enter.val().into());
        let leaving = bit_cast::<3, 1>(self.leave.val().into());
        self.used.d.next = self.used.q.val() + entering - leaving;
        if self.restart.val() {
            self.lookup.d.next = second;
            self.pending.d.next = self.used.q.val() + entering - 1;
        } else {
            if looks {
                self.lookup.d.next = after(self.lookup.q.val());
            }
            self.pending.d.next = self.pending.q.val() + entering - bit_cast::<3, 1>(looks.into());
        }
        self.room.next = self.used.q.val() != QUEUE_ENTRIES.to_bits::<3>();
        self.look_valid.next = looks;
        self.look_address.next = self.kept_address[self.lookup.q.val().index()].q.val();

        // The code may arrive in the very cycle in which it is wanted.
        let next = if self.behind_head.val() {
            second
        } else {
            self.head.q.val()
        };
        let arrives = self.code_valid.val() && self.coded.q.val() == next;
        self.next_write.next = self.kept_write[next.index()].q.val();
        self.next_flush.next = self.kept_flush[next.index()].q.val();
        self.next_mask.next = self.kept_mask[next.index()].q.val();
        self.next_affine.next = if arrives {
            self.code_affine.val()
        } else {
            self.kept_affine[next.index()].q.val()
        };
        self.next_base.next = if arrives {
            self.code_base.val()
        } else {
            self.kept_base[next.index()].q.val()
        };
        self.next_stride.next = if arrives {
            self.code_stride.val()
        } else {
            self.kept_stride[next.index()].q.val()
        };
        self.head_data.next = self.kept_data[self.head.q.val().index()].q.val();
    }
}
