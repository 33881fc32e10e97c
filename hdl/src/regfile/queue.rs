//! The queue of a write-back port.

use crate::prelude::*;

/// The queue of a write-back port.
///
/// A result takes a place when it is accepted, and fills it when it leaves the compressor; so there
/// is always room for what comes out. Three positions go around the ring: where the next result is
/// accepted, where the compressor's next one belongs, and the head. Without compression the first
/// two are one.
// A queue with positions of `Q` bits and counts of `C` bits.
#[derive(LogicBlock, Described, Default)]
pub struct RegfileQueue<const Q: usize, const C: usize> {
    pub clock: Signal<In, Clock>,
    pub enter: Signal<In, Bit>,
    pub mask: Signal<In, Bits<32>>,
    pub room: Signal<Out, Bit>,

    /// The result that has been in the queue for the longest time without being filled.
    pub fill: Signal<In, Bit>,
    pub fill_register: Signal<In, Bits<10>>,
    pub fill_data: Signal<In, Bits<1024>>,
    pub fill_range: Vec<Signal<In, Bits<2>>>,

    pub head_valid: Signal<Out, Bit>,
    pub head_register: Signal<Out, Bits<10>>,
    pub head_mask: Signal<Out, Bits<32>>,
    pub head_data: Signal<Out, Bits<1024>>,
    pub head_range: Vec<Signal<Out, Bits<2>>>,
    pub leave: Signal<In, Bit>,

    tail: Register<Bits<Q>>,
    filling: Vec<Register<Bits<Q>>>,
    head: Register<Bits<Q>>,
    /// Results that are inside the port, and those of them that are filled.
    inside: Register<Bits<C>>,
    filled: Vec<Register<Bits<C>>>,
    kept_mask: Vec<Register<Bits<32>>>,
    kept_register: Vec<Register<Bits<10>>>,
    kept_data: Vec<Register<Bits<1024>>>,
    kept_range: Vec<Register<Bits<2>>>,
    _places: usize,
    _compresses: bool,
}

impl<const Q: usize, const C: usize> RegfileQueue<Q, C> {
    /// An empty queue.
    pub fn new(places: usize, compresses: bool) -> Self {
        assert!(places <= 1 << Q && places < 1 << C, "{places} places");
        let codecs = usize::from(compresses);
        Self {
            fill_range: signals(codecs),
            head_range: signals(codecs),
            filling: (0..codecs).map(|_| Register::default()).collect(),
            filled: (0..codecs).map(|_| Register::default()).collect(),
            kept_mask: data_registers(places),
            kept_register: data_registers(places),
            kept_data: data_registers(places),
            kept_range: data_registers(codecs * places),
            _places: places,
            _compresses: compresses,
            ..Self::default()
        }
    }
}

#[hardware(name = format!("regfile_queue_{}{}", self._places, super::suffix(self._compresses)))]
impl<const Q: usize, const C: usize> Logic for RegfileQueue<Q, C> {
    fn update(&mut self) {
        registers!(
            self,
            clock,
            tail,
            head,
            inside,
            kept_mask,
            kept_register,
            kept_data
        );
        let tail = self.tail.q.val();
        let head = self.head.q.val();
        let inside = self.inside.q.val();
        let enters = self.enter.val();
        let leaves = self.leave.val();
        if enters {
            self.kept_mask[tail.index()].d.next = self.mask.val();
            self.tail.d.next = after(tail, self._places);
        }
        if leaves {
            self.head.d.next = after(head, self._places);
        }
        if enters && !leaves {
            self.inside.d.next = inside + 1;
        } else if leaves && !enters {
            self.inside.d.next = inside - 1;
        }
        self.room.next = inside != self._places.to_bits::<C>();

        if self._compresses {
            registers!(self, clock, filling, filled, kept_range);
            let filling = self.filling[0].q.val();
            let filled = self.filled[0].q.val();
            if self.fill.val() {
                self.kept_register[filling.index()].d.next = self.fill_register.val();
                self.kept_data[filling.index()].d.next = self.fill_data.val();
                self.kept_range[filling.index()].d.next = self.fill_range[0].val();
                self.filling[0].d.next = after(filling, self._places);
            }
            if self.fill.val() && !leaves {
                self.filled[0].d.next = filled + 1;
            } else if leaves && !self.fill.val() {
                self.filled[0].d.next = filled - 1;
            }
            self.head_valid.next = filled.any();
            self.head_range[0].next = self.kept_range[head.index()].q.val();
        } else {
            if self.fill.val() {
                self.kept_register[tail.index()].d.next = self.fill_register.val();
                self.kept_data[tail.index()].d.next = self.fill_data.val();
            }
            self.head_valid.next = inside.any();
        }
        self.head_register.next = self.kept_register[head.index()].q.val();
        self.head_mask.next = self.kept_mask[head.index()].q.val();
        self.head_data.next = self.kept_data[head.index()].q.val();
    }
}
