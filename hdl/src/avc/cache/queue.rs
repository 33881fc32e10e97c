//! The queue of accepted transactions, in order, and which of them is looked up next.

use super::AvcPlace;
use crate::prelude::*;
use gate;
use spec::avc::QUEUE_ENTRIES;

/// The queue of accepted transactions, in order, and which of them is looked up next.
///
/// A ring of five places. Four positions go around it, each a bit for the place where it is: where the next transaction enters, where
/// the encoder's next result belongs, the next transaction to be looked up, and the head, which
/// executes. All but `lookup` only move on; `restart` sends `lookup` back to the one behind the
/// head, or to the head, because what has been found may be stale.
// No `Fifo`: transactions are looked up and given their codes while they stand in it, and lookups go back.
#[derive(LogicBlock, Described, Parts)]
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
    /// The vector in D. That of stage A is the same; that of stage A was a cycle ago, and is that of X. Both are compared place
    /// by place, before it is known whose turn it is.
    pub d_address: Signal<In, Bits<25>>,
    pub look_is_d: Signal<Out, Bit>,
    pub look_is_x: Signal<Out, Bit>,

    /// The transaction in D.
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
    /// All transactions behind the head are to be looked up again, or the head too.
    pub restart: Signal<In, Bit>,
    pub restart_head: Signal<In, Bit>,
    pub head_data: Signal<Out, Bits<1024>>,

    places: Vec<AvcPlace>,
    tail: Register<Bits<QUEUE_ENTRIES>>,
    coded: Register<Bits<QUEUE_ENTRIES>>,
    lookup: Register<Bits<QUEUE_ENTRIES>>,
    head: Register<Bits<QUEUE_ENTRIES>>,
    /// Where those in L and D stand.
    in_l: Register<Bits<QUEUE_ENTRIES>>,
    in_d: Register<Bits<QUEUE_ENTRIES>>,
    /// Transactions in the queue, and those of them that are not yet looked up.
    used: Register<Bits<3>>,
    pending: Register<Bits<3>>,
}

impl Default for AvcQueue {
    fn default() -> Self {
        AvcQueueParts {
            places: (0..QUEUE_ENTRIES).map(|_| AvcPlace::default()).collect(),
            tail: Register::new(1.into()),
            coded: Register::new(1.into()),
            lookup: Register::new(1.into()),
            head: Register::new(1.into()),
            in_l: Register::no_reset(),
            in_d: Register::no_reset(),
            used: Register::default(),
            pending: Register::default(),
        }
        .into()
    }
}

/// The next place in the ring.
#[hardware]
fn after(place: Bits<QUEUE_ENTRIES>) -> Bits<QUEUE_ENTRIES> {
    place << 1 | place >> (QUEUE_ENTRIES - 1)
}

#[hardware]
impl Logic for AvcQueue {
    fn update(&mut self) {
        clock!(self, clock, places, in_l, in_d);
        registers!(self, clock, tail, coded, lookup, head, used, pending);
        let tail = self.tail.q.val();
        let coded = self.coded.q.val();
        let room = self.used.q.val() != QUEUE_ENTRIES.to_bits::<3>();
        let enter_is_d = self.address.val() == self.d_address.val();
        for i in 0..QUEUE_ENTRIES {
            // Whatever comes, for the place counts once the tail has moved on.
            self.places[i].enter.next = tail.get_bit(i) && room;
            self.places[i].enter_write.next = self.write.val();
            self.places[i].enter_flush.next = self.flush.val();
            self.places[i].enter_address.next = self.address.val();
            self.places[i].enter_mask.next = self.mask.val();
            self.places[i].enter_data.next = self.data.val();
            self.places[i].code.next = self.code_valid.val() && coded.get_bit(i);
            self.places[i].code_affine.next = self.code_affine.val();
            self.places[i].code_base.next = self.code_base.val();
            self.places[i].code_stride.next = self.code_stride.val();
            self.places[i].d_address.next = self.d_address.val();
            self.places[i].enter_is_d.next = enter_is_d;
        }
        if self.enter.val() {
            self.tail.d.next = after(tail);
        }
        if self.code_valid.val() {
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
            self.lookup.d.next = if self.restart_head.val() {
                self.head.q.val()
            } else {
                second
            };
            let behind = bit_cast::<3, 1>((!self.restart_head.val()).into());
            self.pending.d.next = self.used.q.val() + entering - behind;
        } else {
            if looks {
                self.lookup.d.next = after(self.lookup.q.val());
            }
            self.pending.d.next = self.pending.q.val() + entering - bit_cast::<3, 1>(looks.into());
        }
        self.room.next = room;
        self.look_valid.next = looks;
        let lookup = self.lookup.q.val();
        let mut look_address = bits::<25>(0);
        let mut look_is_d = false;
        let mut look_is_x = false;
        for i in 0..QUEUE_ENTRIES {
            look_address |= gate(lookup.get_bit(i), self.places[i].address.val());
            look_is_d = look_is_d || (lookup.get_bit(i) && self.places[i].is_d.val());
            look_is_x = look_is_x || (lookup.get_bit(i) && self.places[i].was_d.val());
        }
        self.look_address.next = look_address;
        self.look_is_d.next = look_is_d;
        self.look_is_x.next = look_is_x;

        // The code may arrive in the very cycle in which it is wanted.
        let head = self.head.q.val();
        self.in_l.d.next = lookup;
        self.in_d.d.next = self.in_l.q.val();
        let next = self.in_d.q.val();
        let arrives = self.code_valid.val() && coded == next;
        let has_code = gate(!arrives, next);
        let mut next_write = false;
        let mut next_flush = false;
        let mut next_mask = bits::<32>(0);
        let mut next_affine = arrives && self.code_affine.val();
        let mut next_base = gate(arrives, self.code_base.val());
        let mut next_stride = gate(arrives, self.code_stride.val());
        let mut head_data = bits::<1024>(0);
        for i in 0..QUEUE_ENTRIES {
            next_write = next_write || (next.get_bit(i) && self.places[i].write.val());
            next_flush = next_flush || (next.get_bit(i) && self.places[i].flush.val());
            next_mask |= gate(next.get_bit(i), self.places[i].mask.val());
            next_affine = next_affine || (has_code.get_bit(i) && self.places[i].affine.val());
            next_base |= gate(has_code.get_bit(i), self.places[i].base.val());
            next_stride |= gate(has_code.get_bit(i), self.places[i].stride.val());
            head_data |= gate(head.get_bit(i), self.places[i].data.val());
        }
        self.next_write.next = next_write;
        self.next_flush.next = next_flush;
        self.next_mask.next = next_mask;
        self.next_affine.next = next_affine;
        self.next_base.next = next_base;
        self.next_stride.next = next_stride;
        self.head_data.next = head_data;
    }
}
