//! The stages of a lookup, as far as the transaction goes.

use crate::prelude::*;

/// The stages of a lookup, as far as the transaction goes, or the fill: L, D, and X, where the head
/// or the fill stands until it is done. What the arrays say goes through the same stages in [`super::AvcLines`].
#[derive(LogicBlock, Described, Default)]
pub struct AvcStages {
    pub clock: Signal<In, Clock>,
    /// Stage A: a transaction, whether its vector is that of D, and whether it was that of D a cycle ago; or the fill.
    pub look_valid: Signal<In, Bit>,
    pub look_address: Signal<In, Bits<25>>,
    pub look_is_d: Signal<In, Bit>,
    pub look_is_x: Signal<In, Bit>,
    pub look_fill: Signal<In, Bit>,
    pub fill_address: Signal<In, Bits<25>>,
    /// The fill is in L or D.
    pub fill_inside: Signal<Out, Bit>,
    /// What stands in A, L and D is dropped.
    pub restart: Signal<In, Bit>,
    /// There is something in L; its tag and set.
    pub l_valid: Signal<Out, Bit>,
    pub l_line: Signal<Out, Bits<21>>,

    /// The transaction in D.
    pub next_write: Signal<In, Bit>,
    pub next_flush: Signal<In, Bit>,
    pub next_mask: Signal<In, Bits<32>>,
    pub next_affine: Signal<In, Bit>,
    pub next_base: Signal<In, Bits<32>>,
    pub next_stride: Signal<In, Bits<3>>,
    /// It goes on to X.
    pub advance: Signal<Out, Bit>,

    /// If it is the fill that is in D: its lanes and its code.
    pub fill_mask: Signal<In, Bits<32>>,
    pub fill_affine: Signal<In, Bit>,
    pub fill_base: Signal<In, Bits<32>>,
    pub fill_stride: Signal<In, Bits<3>>,
    /// What is in D, whatever it is.
    pub d_address: Signal<Out, Bits<25>>,
    pub d_mask: Signal<Out, Bits<32>>,
    pub d_base: Signal<Out, Bits<32>>,
    pub d_stride: Signal<Out, Bits<3>>,

    /// What is in X is in its first cycle there; it is the fill.
    pub valid: Signal<Out, Bit>,
    pub fill: Signal<Out, Bit>,
    pub write: Signal<Out, Bit>,
    pub flush: Signal<Out, Bit>,
    /// It has a lane.
    pub some: Signal<Out, Bit>,
    pub affine: Signal<Out, Bit>,
    pub address: Signal<Out, Bits<25>>,
    pub mask: Signal<Out, Bits<32>>,
    pub base: Signal<Out, Bits<32>>,
    pub stride: Signal<Out, Bits<3>>,
    /// In the first cycle: what is in A, L or D has the same address. They were compared with D a cycle ago.
    pub followed: Signal<Out, Bit>,

    in_l: Register<Bit>,
    in_d: Register<Bit>,
    in_x: Register<Bit>,
    fill_l: Register<Bit>,
    fill_d: Register<Bit>,
    address_l: Register<Bits<25>>,
    address_d: Register<Bits<25>>,
    fill_same: Register<Bit>,
    l_same: Register<Bit>,
    d_same: Register<Bit>,
    head_fill: Register<Bit>,
    head_write: Register<Bit>,
    head_flush: Register<Bit>,
    head_some: Register<Bit>,
    head_affine: Register<Bit>,
    head_address: Register<Bits<25>>,
    head_mask: Register<Bits<32>>,
    head_base: Register<Bits<32>>,
    head_stride: Register<Bits<3>>,
}

impl AvcStages {
    /// Empty stages.
    pub fn new() -> Self {
        Self {
            fill_l: Register::no_reset(),
            fill_d: Register::no_reset(),
            head_fill: Register::no_reset(),
            address_l: Register::no_reset(),
            address_d: Register::no_reset(),
            fill_same: Register::no_reset(),
            l_same: Register::no_reset(),
            d_same: Register::no_reset(),
            head_write: Register::no_reset(),
            head_flush: Register::no_reset(),
            head_some: Register::no_reset(),
            head_affine: Register::no_reset(),
            head_address: Register::no_reset(),
            head_mask: Register::no_reset(),
            head_base: Register::no_reset(),
            head_stride: Register::no_reset(),
            ..Self::default()
        }
    }
}

#[hardware]
impl Logic for AvcStages {
    fn update(&mut self) {
        clock!(self, clock, in_l, in_d, in_x, fill_l, fill_d, address_l, address_d);
        clock!(self, clock, fill_same, l_same, d_same);
        registers!(
            self,
            clock,
            head_fill,
            head_write,
            head_flush,
            head_some,
            head_affine,
            head_address
        );
        registers!(self, clock, head_mask, head_base, head_stride);

        let goes_on = !self.restart.val();
        let advance = self.in_d.q.val() && goes_on;
        let look_fill = self.look_fill.val();
        self.in_l.d.next = (self.look_valid.val() || look_fill) && goes_on;
        self.in_d.d.next = self.in_l.q.val() && goes_on;
        self.in_x.d.next = advance;
        self.fill_l.d.next = look_fill;
        self.fill_d.d.next = self.fill_l.q.val();
        self.address_l.d.next = if look_fill {
            self.fill_address.val()
        } else {
            self.look_address.val()
        };
        self.address_d.d.next = self.address_l.q.val();
        let fill = self.fill_d.q.val();
        let mut affine = self.next_affine.val();
        let mut mask = self.next_mask.val();
        let mut base = self.next_base.val();
        let mut stride = self.next_stride.val();
        if fill {
            affine = self.fill_affine.val();
            mask = self.fill_mask.val();
            base = self.fill_base.val();
            stride = self.fill_stride.val();
        }
        if advance {
            self.head_fill.d.next = fill;
            self.head_write.d.next = self.next_write.val() && !fill;
            self.head_flush.d.next = self.next_flush.val() && !fill;
            self.head_some.d.next = self.next_mask.val().any() || fill;
            self.head_address.d.next = self.address_d.q.val();
            self.head_affine.d.next = affine;
            self.head_mask.d.next = mask;
            self.head_base.d.next = base;
            self.head_stride.d.next = stride;
        }
        self.d_mask.next = mask;
        self.d_base.next = base;
        self.d_stride.next = stride;

        let head = self.head_address.q.val();
        let fill_is_d = self.fill_address.val() == self.address_d.q.val();
        self.fill_same.d.next = fill_is_d;
        self.l_same.d.next = if look_fill {
            fill_is_d
        } else {
            self.look_is_d.val()
        };
        self.d_same.d.next = self.address_l.q.val() == self.address_d.q.val();
        let fill_follows = look_fill && self.fill_same.q.val();
        let a_follows = (self.look_valid.val() && self.look_is_x.val()) || fill_follows;
        let l_follows = self.in_l.q.val() && self.l_same.q.val();
        let d_follows = self.in_d.q.val() && self.d_same.q.val();
        self.followed.next = a_follows || l_follows || d_follows;

        self.l_valid.next = self.in_l.q.val();
        self.l_line.next = self.address_l.q.val().get_bits::<21>(4);
        self.advance.next = advance;
        self.fill_inside.next = (self.in_l.q.val() && self.fill_l.q.val())
            || (self.in_d.q.val() && self.fill_d.q.val());
        self.d_address.next = self.address_d.q.val();
        self.valid.next = self.in_x.q.val();
        self.fill.next = self.head_fill.q.val();
        self.write.next = self.head_write.q.val();
        self.flush.next = self.head_flush.q.val();
        self.some.next = self.head_some.q.val();
        self.affine.next = self.head_affine.q.val();
        self.address.next = head;
        self.mask.next = self.head_mask.q.val();
        self.base.next = self.head_base.q.val();
        self.stride.next = self.head_stride.q.val();
    }
}
