//! The queue of a write-back port.

use crate::prelude::*;

/// The queue of a write-back port.
///
/// A result takes a place when it is accepted, so there is always room for what leaves the compressor. A result that is not
/// compressed fills its place at once, the others when the compressor gives them; they leave in the order in which they
/// took their places.
// No `Fifo`: places are taken in turn and filled out of turn, and what is filled is sought. Numbers of registers have `I`
// bits, positions `Q`, counts `C`.
#[derive(LogicBlock, Described, Default)]
pub struct RegfileQueue<const I: usize, const Q: usize, const C: usize> {
    pub clock: Signal<In, Clock>,
    pub enter: Signal<In, Bit>,
    pub register: Signal<In, Bits<I>>,
    pub mask: Signal<In, Bits<32>>,
    /// It is not compressed: this is what it stores.
    pub fills: Signal<In, Bit>,
    pub data: Signal<In, Bits<1024>>,
    /// The place that it takes.
    pub place: Signal<Out, Bits<4>>,
    pub room: Signal<Out, Bit>,

    /// What the compressor gives for a place.
    pub fill: Vec<Signal<In, Bit>>,
    pub fill_place: Vec<Signal<In, Bits<4>>>,
    pub fill_data: Vec<Signal<In, Bits<1024>>>,
    pub fill_range: Vec<Signal<In, Bits<2>>>,

    pub head_valid: Signal<Out, Bit>,
    pub head_register: Signal<Out, Bits<I>>,
    pub head_mask: Signal<Out, Bits<32>>,
    pub head_data: Signal<Out, Bits<1024>>,
    pub head_range: Vec<Signal<Out, Bits<2>>>,
    pub leave: Signal<In, Bit>,

    /// With forwarding: registers that are sought among the results that are filled, by cluster, and what is found.
    pub seek: Vec<Signal<In, Bits<I>>>,
    pub found: Vec<Signal<Out, Bit>>,
    pub found_range: Vec<Signal<Out, Bits<2>>>,
    pub found_data: Vec<Signal<Out, Bits<1024>>>,

    tail: Register<Bits<Q>>,
    head: Register<Bits<Q>>,
    /// Results that are inside the port.
    inside: Register<Bits<C>>,
    /// A place is filled.
    holds: Vec<Register<Bit>>,
    kept_mask: Vec<Register<Bits<32>>>,
    kept_register: Vec<Register<Bits<I>>>,
    kept_data: Vec<Register<Bits<1024>>>,
    kept_range: Vec<Register<Bits<2>>>,
    found_at: Vec<Signal<Local, Bits<Q>>>,
    _places: usize,
    _seekers: usize,
    _compresses: bool,
    _forwards: bool,
}

impl<const I: usize, const Q: usize, const C: usize> RegfileQueue<I, Q, C> {
    /// An empty queue, in which so many seek what comes.
    pub fn new(places: usize, compresses: bool, seekers: usize) -> Self {
        assert!(places <= 1 << Q && places < 1 << C, "{places} places");
        let codecs = usize::from(compresses);
        Self {
            fill: signals(codecs),
            fill_place: signals(codecs),
            fill_data: signals(codecs),
            fill_range: signals(codecs),
            head_range: signals(codecs),
            seek: signals(seekers),
            found: signals(seekers),
            found_range: signals(codecs * seekers),
            found_data: signals(seekers),
            holds: reset_registers(places),
            kept_mask: data_registers(places),
            kept_register: data_registers(places),
            kept_data: data_registers(places),
            kept_range: data_registers(codecs * places),
            found_at: signals(seekers),
            _places: places,
            _seekers: seekers,
            _compresses: compresses,
            _forwards: seekers > 0,
            ..Self::default()
        }
    }
}

#[hardware(name = format!("regfile_queue_{}{}{}", self._places, super::suffix(self._compresses),
    super::seekers(self._seekers)))]
impl<const I: usize, const Q: usize, const C: usize> Logic for RegfileQueue<I, Q, C> {
    fn update(&mut self) {
        registers!(
            self,
            clock,
            tail,
            head,
            inside,
            holds,
            kept_mask,
            kept_register,
            kept_data
        );
        let tail = self.tail.q.val();
        let head = self.head.q.val();
        let inside = self.inside.q.val();
        let enters = self.enter.val();
        let leaves = self.leave.val();
        self.place.next = bit_cast::<4, Q>(tail);
        if enters {
            self.kept_mask[tail.index()].d.next = self.mask.val();
            self.kept_register[tail.index()].d.next = self.register.val();
            self.tail.d.next = after(tail, self._places);
        }
        if leaves {
            self.head.d.next = after(head, self._places);
            self.holds[head.index()].d.next = false;
        }
        if enters && !leaves {
            self.inside.d.next = inside + 1;
        } else if leaves && !enters {
            self.inside.d.next = inside - 1;
        }
        self.room.next = inside != self._places.to_bits::<C>();

        comment!("A place is filled until its result leaves.");
        if enters && self.fills.val() {
            self.holds[tail.index()].d.next = true;
            self.kept_data[tail.index()].d.next = self.data.val();
        }
        if self._compresses {
            registers!(self, clock, kept_range);
            if enters && self.fills.val() {
                self.kept_range[tail.index()].d.next = 0.into();
            }
            let filled = self.fill_place[0].val().get_bits::<Q>(0);
            if self.fill[0].val() {
                self.holds[filled.index()].d.next = true;
                self.kept_data[filled.index()].d.next = self.fill_data[0].val();
                self.kept_range[filled.index()].d.next = self.fill_range[0].val();
            }
            self.head_range[0].next = self.kept_range[head.index()].q.val();
        }
        self.head_valid.next = self.holds[head.index()].q.val();
        self.head_register.next = self.kept_register[head.index()].q.val();
        self.head_mask.next = self.kept_mask[head.index()].q.val();
        self.head_data.next = self.kept_data[head.index()].q.val();

        if self._forwards {
            for k in 0..self._seekers {
                let mut found = false;
                let mut place = bits::<Q>(0);
                for i in 0..self._places {
                    if self.holds[i].q.val() && self.kept_register[i].q.val() == self.seek[k].val()
                    {
                        found = true;
                        place |= i.to_bits::<Q>();
                    }
                }
                self.found[k].next = found;
                self.found_at[k].next = place;
                self.found_data[k].next = self.kept_data[self.found_at[k].val().index()].q.val();
                if self._compresses {
                    self.found_range[k].next =
                        self.kept_range[self.found_at[k].val().index()].q.val();
                }
            }
        }
    }
}
