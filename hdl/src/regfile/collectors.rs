//! The operand collectors.

use super::codes::{KIND_A, KIND_B, KIND_C, KIND_MOV};
use super::groups::{registers_of, Offer, RegfileOperands};
use super::signals;
use crate::prelude::*;
use spec::regfile::PORTS;

/// The operand collectors: a ring of instructions in the order of acceptance (2.1).
///
/// Guarantees: instructions leave in the order in which they came, each when all that it asked for
/// has been answered. Open requests are planes with a bit for each collector; all else is storage
/// without reset, written by place.
// `N` collectors, `2^P`, counted with `C` bits, for registers of `I` bits, four of which take `W`.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileCollectors<
    const N: usize,
    const P: usize,
    const C: usize,
    const I: usize,
    const W: usize,
> {
    pub clock: Signal<In, Clock>,
    /// Instructions that are accepted, and the places that they take.
    pub in_enter: Numbered<Signal<In, Bit>, PORTS>,
    pub in_tag: Numbered<Signal<In, Bits<8>>, PORTS>,
    pub in_operands: Numbered<Signal<In, RegfileOperands<I>>, PORTS>,
    pub in_mask: Numbered<Signal<In, Bits<32>>, PORTS>,
    /// Those that bring a MOV.
    pub moves: Vec<Signal<In, Bits<2>>>,
    /// With forwarding: those that an older result for their destination goes before, and results that are written.
    pub waits: Vec<Signal<In, Bits<2>>>,
    pub written: Vec<Signal<In, Bit>>,
    pub written_register: Vec<Signal<In, Bits<I>>>,
    pub in_place: Numbered<Signal<Out, Bits<P>>, PORTS>,
    /// A collector is free; only one is.
    pub some_free: Signal<Out, Bit>,
    pub one_free: Signal<Out, Bit>,

    /// What the clusters' arbiters grant, and the register that it is about.
    pub head: Signal<Out, Bits<P>>,
    pub grant_place: Vec<Signal<In, Bits<P>>>,
    pub grant_kind: Vec<Signal<In, Bits<2>>>,
    pub grant_register: Vec<Signal<Out, Bits<I>>>,

    /// What the clusters have read. A MOV is answered when its register has been looked at.
    pub answer_valid: Vec<Signal<In, Bit>>,
    pub answer_kind: Vec<Signal<In, Bits<2>>>,
    pub answer_place: Vec<Signal<In, Bits<P>>>,
    pub answer_data: Vec<Signal<In, Bits<1024>>>,
    pub mov_seen: Vec<Signal<In, Bit>>,
    pub mov_seen_place: Vec<Signal<In, Bits<P>>>,

    /// Whether a source is still to be read.
    pub release_register: Signal<In, Bits<I>>,
    pub release_open: Signal<Out, Bit>,

    /// The two oldest.
    pub out_ready: Numbered<Signal<In, Bit>, PORTS>,
    pub out: Numbered<Signal<Out, Offer<I>>, PORTS>,

    oldest: Register<Bits<P>>,
    tail: Register<Bits<P>>,
    used: Register<Bits<C>>,
    /// Requests that are not answered; the last two are looked at while their place is used, and need no reset.
    open_a: Register<Bits<N>>,
    open_b: Register<Bits<N>>,
    open_c: Register<Bits<N>>,
    open_mov: Vec<Register<Bits<N>>>,
    open_older: Vec<Register<Bits<N>>>,
    kept_tag: Vec<Register<Bits<8>>>,
    /// Sources a, b, c at bits 0 to 2, destination at bit 3: which the instruction has.
    kept_operands: Vec<Register<Bits<4>>>,
    /// A, b, c and destination, a in the lowest bits.
    kept_registers: Vec<Register<Bits<W>>>,
    kept_mask: Vec<Register<Bits<32>>>,
    data_a: Vec<Register<Bits<1024>>>,
    data_b: Vec<Register<Bits<1024>>>,
    data_c: Vec<Register<Bits<1024>>>,
    /// Collectors that are still to read the register that is to be released.
    awaits: Vec<Signal<Local, Bit>>,
    /// Collectors whose destination is written.
    overwritten: Vec<Signal<Local, Bit>>,
    open_mov_now: Signal<Local, Bits<N>>,
    open_older_now: Signal<Local, Bits<N>>,
    _clusters: usize,
    _moves: bool,
    _forwards: bool,
}

impl<const N: usize, const P: usize, const C: usize, const I: usize, const W: usize>
    RegfileCollectors<N, P, C, I, W>
{
    /// An empty ring; whether the file does MOVs by itself.
    pub fn new(clusters: usize, moves: bool, forwards: bool) -> Self {
        const { assert!(N == 1 << P && C == P + 1 && W == 4 * I, "widths") };
        let movs = usize::from(moves);
        let ways = usize::from(forwards);
        RegfileCollectorsParts {
            moves: signals(movs),
            waits: signals(ways),
            written: signals(ways * clusters),
            written_register: signals(ways * clusters),
            grant_place: signals(clusters),
            grant_kind: signals(clusters),
            grant_register: signals(clusters),
            answer_valid: signals(clusters),
            answer_kind: signals(clusters),
            answer_place: signals(clusters),
            answer_data: signals(clusters),
            mov_seen: signals(clusters * movs),
            mov_seen_place: signals(clusters * movs),
            oldest: Register::default(),
            tail: Register::default(),
            used: Register::default(),
            open_a: Register::default(),
            open_b: Register::default(),
            open_c: Register::default(),
            open_mov: data_registers(movs),
            open_older: data_registers(ways),
            kept_tag: data_registers(N),
            kept_operands: data_registers(N),
            kept_registers: data_registers(N),
            kept_mask: data_registers(N),
            data_a: data_registers(N),
            data_b: data_registers(N),
            data_c: data_registers(N),
            awaits: signals(N),
            overwritten: signals(ways * N),
            _clusters: clusters,
            _moves: moves,
            _forwards: forwards,
        }
        .into()
    }
}

#[hardware(name = format!("regfile_collectors_c{N}i{I}{}{}", super::suffix(self._moves),
    super::way(self._forwards)))]
impl<const N: usize, const P: usize, const C: usize, const I: usize, const W: usize> Logic
    for RegfileCollectors<N, P, C, I, W>
{
    fn update(&mut self) {
        clock!(self, clock, oldest, tail, used, open_a, open_b, open_c);
        registers!(
            self,
            clock,
            kept_tag,
            kept_operands,
            kept_registers,
            kept_mask
        );
        registers!(self, clock, data_a, data_b, data_c);

        comment!("What enters.");
        let enters0 = self.in_enter[0].val();
        let enters1 = self.in_enter[1].val();
        let tail = self.tail.q.val();
        let behind = tail + 1;
        let place1 = if enters0 { behind } else { tail };
        self.in_place[0].next = tail;
        self.in_place[1].next = place1;
        self.tail.d.next = place1 + number::<P>(enters1);
        let first1 = enters1 && !enters0;
        let second1 = enters1 && enters0;

        comment!(
            "Free places take whatever comes: what counts is who enters, which is known late."
        );
        let used = self.used.q.val();
        let some_free = used != N.to_bits::<C>();
        let one_free = used == (N - 1).to_bits::<C>();
        let in0 = self.in_operands[0].val();
        let in1 = self.in_operands[1].val();
        let registers_in0 = registers_of::<I, W>(in0);
        let registers_in1 = registers_of::<I, W>(in1);
        let operands_in0 = concat::<4, _, _>(in0.writes, in0.sources);
        let operands_in1 = concat::<4, _, _>(in1.writes, in1.sources);
        let first_tag = if enters0 {
            self.in_tag[0].val()
        } else {
            self.in_tag[1].val()
        };
        let first_operands = if enters0 { operands_in0 } else { operands_in1 };
        let first_registers = if enters0 {
            registers_in0
        } else {
            registers_in1
        };
        let first_mask = if enters0 {
            self.in_mask[0].val()
        } else {
            self.in_mask[1].val()
        };
        if some_free {
            self.kept_tag[tail.index()].d.next = first_tag;
            self.kept_operands[tail.index()].d.next = first_operands;
            self.kept_registers[tail.index()].d.next = first_registers;
            self.kept_mask[tail.index()].d.next = first_mask;
        }
        if some_free && !one_free {
            self.kept_tag[behind.index()].d.next = self.in_tag[1].val();
            self.kept_operands[behind.index()].d.next = operands_in1;
            self.kept_registers[behind.index()].d.next = registers_in1;
            self.kept_mask[behind.index()].d.next = self.in_mask[1].val();
        }

        comment!("What is granted.");
        for k in 0..self._clusters {
            let registers = self.kept_registers[self.grant_place[k].val().index()]
                .q
                .val();
            let kind = self.grant_kind[k].val();
            let other = if self._moves && kind == KIND_MOV {
                registers.get_bits::<I>(3 * I)
            } else {
                registers.get_bits::<I>(2 * I)
            };
            self.grant_register[k].next = match kind {
                KIND_A => registers.get_bits::<I>(0),
                KIND_B => registers.get_bits::<I>(I),
                _ => other,
            };
        }

        comment!("What is answered.");
        let mut next_a = self.open_a.q.val();
        for k in 0..self._clusters {
            if self.answer_valid[k].val() && self.answer_kind[k].val() == KIND_A {
                let place = self.answer_place[k].val();
                self.data_a[place.index()].d.next = self.answer_data[k].val();
                next_a = next_a.replace_bit(place.index(), false);
            }
        }
        if enters0 {
            next_a = next_a.replace_bit(tail.index(), in0.sources.get_bit(0));
        }
        if first1 {
            next_a = next_a.replace_bit(tail.index(), in1.sources.get_bit(0));
        }
        if second1 {
            next_a = next_a.replace_bit(behind.index(), in1.sources.get_bit(0));
        }
        self.open_a.d.next = next_a;
        let mut next_b = self.open_b.q.val();
        for k in 0..self._clusters {
            if self.answer_valid[k].val() && self.answer_kind[k].val() == KIND_B {
                let place = self.answer_place[k].val();
                self.data_b[place.index()].d.next = self.answer_data[k].val();
                next_b = next_b.replace_bit(place.index(), false);
            }
        }
        if enters0 {
            next_b = next_b.replace_bit(tail.index(), in0.sources.get_bit(1));
        }
        if first1 {
            next_b = next_b.replace_bit(tail.index(), in1.sources.get_bit(1));
        }
        if second1 {
            next_b = next_b.replace_bit(behind.index(), in1.sources.get_bit(1));
        }
        self.open_b.d.next = next_b;
        let mut next_c = self.open_c.q.val();
        for k in 0..self._clusters {
            if self.answer_valid[k].val() && self.answer_kind[k].val() == KIND_C {
                let place = self.answer_place[k].val();
                self.data_c[place.index()].d.next = self.answer_data[k].val();
                next_c = next_c.replace_bit(place.index(), false);
            }
        }
        if enters0 {
            next_c = next_c.replace_bit(tail.index(), in0.sources.get_bit(2));
        }
        if first1 {
            next_c = next_c.replace_bit(tail.index(), in1.sources.get_bit(2));
        }
        if second1 {
            next_c = next_c.replace_bit(behind.index(), in1.sources.get_bit(2));
        }
        self.open_c.d.next = next_c;
        let sources = self.open_a.q.val() | self.open_b.q.val() | self.open_c.q.val();
        if self._moves {
            clock!(self, clock, open_mov);
            self.open_mov_now.next = self.open_mov[0].q.val();
            let mut next_mov = self.open_mov[0].q.val();
            for k in 0..self._clusters {
                if self.mov_seen[k].val() {
                    next_mov = next_mov.replace_bit(self.mov_seen_place[k].val().index(), false);
                }
            }
            if enters0 {
                next_mov = next_mov.replace_bit(tail.index(), self.moves[0].val().get_bit(0));
            }
            if first1 {
                next_mov = next_mov.replace_bit(tail.index(), self.moves[0].val().get_bit(1));
            }
            if second1 {
                next_mov = next_mov.replace_bit(behind.index(), self.moves[0].val().get_bit(1));
            }
            self.open_mov[0].d.next = next_mov;
        } else {
            self.open_mov_now.next = 0.into();
        }
        if self._forwards {
            clock!(self, clock, open_older);
            comment!("Results of one register are written in their order.");
            self.open_older_now.next = self.open_older[0].q.val();
            let mut next_older = self.open_older[0].q.val();
            for i in 0..N {
                let destination = self.kept_registers[i].q.val().get_bits::<I>(3 * I);
                let mut overwritten = false;
                for k in 0..self._clusters {
                    overwritten = overwritten
                        || (self.written[k].val() && self.written_register[k].val() == destination);
                }
                self.overwritten[i].next = overwritten;
                if self.overwritten[i].val() {
                    next_older = next_older.replace_bit(i, false);
                }
            }
            if enters0 {
                next_older = next_older.replace_bit(tail.index(), self.waits[0].val().get_bit(0));
            }
            if first1 {
                next_older = next_older.replace_bit(tail.index(), self.waits[0].val().get_bit(1));
            }
            if second1 {
                next_older = next_older.replace_bit(behind.index(), self.waits[0].val().get_bit(1));
            }
            self.open_older[0].d.next = next_older;
        } else {
            self.open_older_now.next = 0.into();
        }
        let open = sources | self.open_mov_now.val() | self.open_older_now.val();

        comment!("Sources that are still to be read keep their register.");
        let released = self.release_register.val();
        for i in 0..N {
            let registers = self.kept_registers[i].q.val();
            self.awaits[i].next = (self.open_a.q.val().get_bit(i)
                && registers.get_bits::<I>(0) == released)
                || (self.open_b.q.val().get_bit(i) && registers.get_bits::<I>(I) == released)
                || (self.open_c.q.val().get_bit(i) && registers.get_bits::<I>(2 * I) == released);
        }
        let mut awaited = false;
        for i in 0..N {
            awaited = awaited || self.awaits[i].val();
        }
        self.release_open.next = awaited;

        comment!("What leaves.");
        let oldest = self.oldest.q.val();
        let second = oldest + 1;
        let offers0 = used.any() && !open.get_bit(oldest.index());
        let offers1 = offers0 && used != 1 && !open.get_bit(second.index());
        let leaves0 = offers0 && self.out_ready[0].val();
        let leaves1 = leaves0 && offers1 && self.out_ready[1].val();
        let operands0 = self.kept_operands[oldest.index()].q.val();
        let operands1 = self.kept_operands[second.index()].q.val();
        self.out[0].next = Offer {
            valid: offers0,
            tag: self.kept_tag[oldest.index()].q.val(),
            a_valid: offers0 && operands0.get_bit(0),
            b_valid: offers0 && operands0.get_bit(1),
            c_valid: offers0 && operands0.get_bit(2),
            a: self.data_a[oldest.index()].q.val(),
            b: self.data_b[oldest.index()].q.val(),
            c: self.data_c[oldest.index()].q.val(),
            writes: offers0 && operands0.get_bit(3),
            destination: self.kept_registers[oldest.index()]
                .q
                .val()
                .get_bits::<I>(3 * I),
            mask: self.kept_mask[oldest.index()].q.val(),
        };
        self.out[1].next = Offer {
            valid: offers1,
            tag: self.kept_tag[second.index()].q.val(),
            a_valid: offers1 && operands1.get_bit(0),
            b_valid: offers1 && operands1.get_bit(1),
            c_valid: offers1 && operands1.get_bit(2),
            a: self.data_a[second.index()].q.val(),
            b: self.data_b[second.index()].q.val(),
            c: self.data_c[second.index()].q.val(),
            writes: offers1 && operands1.get_bit(3),
            destination: self.kept_registers[second.index()]
                .q
                .val()
                .get_bits::<I>(3 * I),
            mask: self.kept_mask[second.index()].q.val(),
        };
        self.head.next = oldest;
        self.oldest.d.next = oldest + number::<P>(leaves0) + number::<P>(leaves1);
        self.used.d.next = used + number::<C>(enters0) + number::<C>(enters1)
            - number::<C>(leaves0)
            - number::<C>(leaves1);
        self.some_free.next = some_free;
        self.one_free.next = one_free;
    }
}
