//! The operand collectors: a ring of instructions in the order of acceptance (2.1).
//!
//! Guarantees: instructions leave in the order in which they came, each when all that it asked for
//! has been answered. Flags are planes with a bit for each collector; all else is storage without
//! reset, written by place.

use super::signals;
use crate::bdi::data_registers;
use crate::prelude::*;
use spec::regfile::PORTS;

/// `N` collectors, `2^P`, counted with `C` bits, for registers of `I` bits; see the module's comment.
#[derive(LogicBlock)]
pub struct RegfileCollectors<const N: usize, const P: usize, const C: usize, const I: usize> {
    pub clock: Signal<In, Clock>,
    /// Instructions that are accepted, and the places that they take.
    pub enter: [Signal<In, Bit>; PORTS],
    pub tag: [Signal<In, Bits<8>>; PORTS],
    pub sources: [Signal<In, Bits<3>>; PORTS],
    pub a: [Signal<In, Bits<I>>; PORTS],
    pub b: [Signal<In, Bits<I>>; PORTS],
    pub c: [Signal<In, Bits<I>>; PORTS],
    pub writes: [Signal<In, Bit>; PORTS],
    pub destination: [Signal<In, Bits<10>>; PORTS],
    pub mask: [Signal<In, Bits<32>>; PORTS],
    pub moves: Vec<Signal<In, Bit>>,
    pub place: [Signal<Out, Bits<P>>; PORTS],
    /// A collector is free; only one is.
    pub some_free: Signal<Out, Bit>,
    pub one_free: Signal<Out, Bit>,

    /// What the clusters' arbiters grant, and the register that it is about.
    pub head: Signal<Out, Bits<P>>,
    pub grant_place: Vec<Signal<In, Bits<P>>>,
    pub grant_kind: Vec<Signal<In, Bits<2>>>,
    pub grant_register: Vec<Signal<Out, Bits<I>>>,

    /// What the clusters have read. A MOV is answered when it ends without a write, or is written.
    pub answer_valid: Vec<Signal<In, Bit>>,
    pub answer_kind: Vec<Signal<In, Bits<2>>>,
    pub answer_place: Vec<Signal<In, Bits<P>>>,
    pub answer_data: Vec<Signal<In, Bits<1024>>>,
    pub mov_ends: Vec<Signal<In, Bit>>,
    pub mov_ends_place: Vec<Signal<In, Bits<P>>>,
    pub mov_written: Vec<Signal<In, Bit>>,
    pub mov_written_place: Vec<Signal<In, Bits<P>>>,

    /// Whether a source is still to be read.
    pub release_register: Signal<In, Bits<I>>,
    pub release_open: Signal<Out, Bit>,

    /// The two oldest.
    pub out_ready: [Signal<In, Bit>; PORTS],
    pub out_valid: [Signal<Out, Bit>; PORTS],
    pub out_tag: [Signal<Out, Bits<8>>; PORTS],
    pub out_sources: [Signal<Out, Bits<3>>; PORTS],
    pub out_a: [Signal<Out, Bits<1024>>; PORTS],
    pub out_b: [Signal<Out, Bits<1024>>; PORTS],
    pub out_c: [Signal<Out, Bits<1024>>; PORTS],
    pub out_writes: [Signal<Out, Bit>; PORTS],
    pub out_destination: [Signal<Out, Bits<10>>; PORTS],
    pub out_mask: [Signal<Out, Bits<32>>; PORTS],

    oldest: Register<Bits<P>>,
    tail: Register<Bits<P>>,
    used: Register<Bits<C>>,
    /// Requests that are not answered.
    open_a: Register<Bits<N>>,
    open_b: Register<Bits<N>>,
    open_c: Register<Bits<N>>,
    open_mov: Vec<Register<Bits<N>>>,
    kept_tag: Vec<Register<Bits<8>>>,
    kept_sources: Vec<Register<Bits<3>>>,
    kept_a: Vec<Register<Bits<I>>>,
    kept_b: Vec<Register<Bits<I>>>,
    kept_c: Vec<Register<Bits<I>>>,
    kept_writes: Vec<Register<Bit>>,
    kept_destination: Vec<Register<Bits<10>>>,
    kept_mask: Vec<Register<Bits<32>>>,
    data_a: Vec<Register<Bits<1024>>>,
    data_b: Vec<Register<Bits<1024>>>,
    data_c: Vec<Register<Bits<1024>>>,

    enter_place: [Signal<Local, Bits<P>>; PORTS],
    offer_place: [Signal<Local, Bits<P>>; PORTS],
    offers: [Signal<Local, Bit>; PORTS],
    open: Signal<Local, Bits<N>>,
    _clusters: usize,
    _compresses: bool,
}

impl<const N: usize, const P: usize, const C: usize, const I: usize> RegfileCollectors<N, P, C, I> {
    /// An empty ring; without compression there is no MOV.
    pub fn new(clusters: usize, compresses: bool) -> Self {
        const { assert!(N == 1 << P && C == P + 1, "widths of a place and a count") };
        let movs = usize::from(compresses);
        Self {
            clock: Default::default(),
            enter: Default::default(),
            tag: Default::default(),
            sources: Default::default(),
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            writes: Default::default(),
            destination: Default::default(),
            mask: Default::default(),
            moves: signals(PORTS * movs),
            place: Default::default(),
            some_free: Default::default(),
            one_free: Default::default(),
            head: Default::default(),
            grant_place: signals(clusters),
            grant_kind: signals(clusters),
            grant_register: signals(clusters),
            answer_valid: signals(clusters),
            answer_kind: signals(clusters),
            answer_place: signals(clusters),
            answer_data: signals(clusters),
            mov_ends: signals(clusters * movs),
            mov_ends_place: signals(clusters * movs),
            mov_written: signals(clusters * movs),
            mov_written_place: signals(clusters * movs),
            release_register: Default::default(),
            release_open: Default::default(),
            out_ready: Default::default(),
            out_valid: Default::default(),
            out_tag: Default::default(),
            out_sources: Default::default(),
            out_a: Default::default(),
            out_b: Default::default(),
            out_c: Default::default(),
            out_writes: Default::default(),
            out_destination: Default::default(),
            out_mask: Default::default(),
            oldest: Default::default(),
            tail: Default::default(),
            used: Default::default(),
            open_a: Default::default(),
            open_b: Default::default(),
            open_c: Default::default(),
            open_mov: (0..movs).map(|_| Register::default()).collect(),
            kept_tag: data_registers(N),
            kept_sources: data_registers(N),
            kept_a: data_registers(N),
            kept_b: data_registers(N),
            kept_c: data_registers(N),
            kept_writes: data_registers(N),
            kept_destination: data_registers(N),
            kept_mask: data_registers(N),
            data_a: data_registers(N),
            data_b: data_registers(N),
            data_c: data_registers(N),
            enter_place: Default::default(),
            offer_place: Default::default(),
            offers: Default::default(),
            open: Default::default(),
            _clusters: clusters,
            _compresses: compresses,
        }
    }
}

#[hardware(name = format!("regfile_collectors_c{N}i{I}{}", super::suffix(self._compresses)))]
impl<const N: usize, const P: usize, const C: usize, const I: usize> Logic
    for RegfileCollectors<N, P, C, I>
{
    fn update(&mut self) {
        clock!(self, clock, oldest, tail, used, open_a, open_b, open_c);
        registers!(
            self,
            clock,
            kept_tag,
            kept_sources,
            kept_a,
            kept_b,
            kept_c,
            kept_writes
        );
        registers!(
            self,
            clock,
            kept_destination,
            kept_mask,
            data_a,
            data_b,
            data_c
        );

        comment!("What enters.");
        let tail = self.tail.q.val();
        self.enter_place[0].next = tail;
        self.enter_place[1].next = if self.enter[0].val() { tail + 1 } else { tail };
        for p in 0..PORTS {
            self.place[p].next = self.enter_place[p].val();
            if self.enter[p].val() {
                let place = self.enter_place[p].val();
                self.kept_tag[place.index()].d.next = self.tag[p].val();
                self.kept_sources[place.index()].d.next = self.sources[p].val();
                self.kept_a[place.index()].d.next = self.a[p].val();
                self.kept_b[place.index()].d.next = self.b[p].val();
                self.kept_c[place.index()].d.next = self.c[p].val();
                self.kept_writes[place.index()].d.next = self.writes[p].val();
                self.kept_destination[place.index()].d.next = self.destination[p].val();
                self.kept_mask[place.index()].d.next = self.mask[p].val();
            }
        }

        comment!("What is granted.");
        for k in 0..self._clusters {
            let place = self.grant_place[k].val();
            self.grant_register[k].next = match self.grant_kind[k].val() {
                0 => self.kept_a[place.index()].q.val(),
                1 => self.kept_b[place.index()].q.val(),
                2 => self.kept_c[place.index()].q.val(),
                _ => self.kept_destination[place.index()]
                    .q
                    .val()
                    .get_bits::<I>(0),
            };
        }

        comment!("What is answered.");
        let mut open_a = self.open_a.q.val();
        let mut open_b = self.open_b.q.val();
        let mut open_c = self.open_c.q.val();
        for k in 0..self._clusters {
            if self.answer_valid[k].val() {
                let place = self.answer_place[k].val();
                if self.answer_kind[k].val() == 0 {
                    self.data_a[place.index()].d.next = self.answer_data[k].val();
                    open_a = open_a.replace_bit(place.index(), false);
                }
                if self.answer_kind[k].val() == 1 {
                    self.data_b[place.index()].d.next = self.answer_data[k].val();
                    open_b = open_b.replace_bit(place.index(), false);
                }
                if self.answer_kind[k].val() == 2 {
                    self.data_c[place.index()].d.next = self.answer_data[k].val();
                    open_c = open_c.replace_bit(place.index(), false);
                }
            }
        }
        for p in 0..PORTS {
            if self.enter[p].val() {
                let place = self.enter_place[p].val();
                open_a = open_a.replace_bit(place.index(), self.sources[p].val().get_bit(0));
                open_b = open_b.replace_bit(place.index(), self.sources[p].val().get_bit(1));
                open_c = open_c.replace_bit(place.index(), self.sources[p].val().get_bit(2));
            }
        }
        self.open_a.d.next = open_a;
        self.open_b.d.next = open_b;
        self.open_c.d.next = open_c;
        let sources = self.open_a.q.val() | self.open_b.q.val() | self.open_c.q.val();
        if self._compresses {
            clock!(self, clock, open_mov);
            let mut open_mov = self.open_mov[0].q.val();
            for k in 0..self._clusters {
                if self.mov_ends[k].val() {
                    open_mov = open_mov.replace_bit(self.mov_ends_place[k].val().index(), false);
                }
                if self.mov_written[k].val() {
                    open_mov = open_mov.replace_bit(self.mov_written_place[k].val().index(), false);
                }
            }
            for p in 0..PORTS {
                if self.enter[p].val() {
                    let place = self.enter_place[p].val();
                    open_mov = open_mov.replace_bit(place.index(), self.moves[p].val());
                }
            }
            self.open_mov[0].d.next = open_mov;
            self.open.next = sources | self.open_mov[0].q.val();
        } else {
            self.open.next = sources;
        }

        comment!("What is still to be read.");
        let released = self.release_register.val();
        let mut release_open = false;
        for i in 0..N {
            release_open = release_open
                || (self.open_a.q.val().get_bit(i) && self.kept_a[i].q.val() == released)
                || (self.open_b.q.val().get_bit(i) && self.kept_b[i].q.val() == released)
                || (self.open_c.q.val().get_bit(i) && self.kept_c[i].q.val() == released);
        }
        self.release_open.next = release_open;

        comment!("What leaves.");
        let oldest = self.oldest.q.val();
        let used = self.used.q.val();
        let open = self.open.val();
        let complete = used.any() && !open.get_bit(oldest.index());
        self.offer_place[0].next = oldest;
        self.offer_place[1].next = oldest + 1;
        self.offers[0].next = complete;
        self.offers[1].next = complete && used != 1 && !open.get_bit((oldest + 1).index());
        let leaves_0 = self.offers[0].val() && self.out_ready[0].val();
        let leaves_1 = leaves_0 && self.offers[1].val() && self.out_ready[1].val();
        for p in 0..PORTS {
            let place = self.offer_place[p].val();
            self.out_valid[p].next = self.offers[p].val();
            self.out_tag[p].next = self.kept_tag[place.index()].q.val();
            self.out_sources[p].next = self.kept_sources[place.index()].q.val();
            self.out_a[p].next = self.data_a[place.index()].q.val();
            self.out_b[p].next = self.data_b[place.index()].q.val();
            self.out_c[p].next = self.data_c[place.index()].q.val();
            self.out_writes[p].next = self.kept_writes[place.index()].q.val();
            self.out_destination[p].next = self.kept_destination[place.index()].q.val();
            self.out_mask[p].next = self.kept_mask[place.index()].q.val();
        }
        self.oldest.d.next =
            oldest + bit_cast::<P, 1>(leaves_0.into()) + bit_cast::<P, 1>(leaves_1.into());
        self.tail.d.next = tail
            + bit_cast::<P, 1>(self.enter[0].val().into())
            + bit_cast::<P, 1>(self.enter[1].val().into());
        self.used.d.next = used
            + bit_cast::<C, 1>(self.enter[0].val().into())
            + bit_cast::<C, 1>(self.enter[1].val().into())
            - bit_cast::<C, 1>(leaves_0.into())
            - bit_cast::<C, 1>(leaves_1.into());
        self.some_free.next = used != N.to_bits::<C>();
        self.one_free.next = used == (N - 1).to_bits::<C>();
        self.head.next = oldest;
    }
}
