//! The operand collectors.

use super::signals;
use crate::prelude::*;

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
    pub in0_enter: Signal<In, Bit>,
    pub in0_tag: Signal<In, Bits<8>>,
    pub in0_sources: Signal<In, Bits<3>>,
    pub in0_a: Signal<In, Bits<I>>,
    pub in0_b: Signal<In, Bits<I>>,
    pub in0_c: Signal<In, Bits<I>>,
    pub in0_writes: Signal<In, Bit>,
    pub in0_destination: Signal<In, Bits<I>>,
    pub in0_mask: Signal<In, Bits<32>>,
    pub in0_moves: Vec<Signal<In, Bit>>,
    pub in0_place: Signal<Out, Bits<P>>,
    pub in1_enter: Signal<In, Bit>,
    pub in1_tag: Signal<In, Bits<8>>,
    pub in1_sources: Signal<In, Bits<3>>,
    pub in1_a: Signal<In, Bits<I>>,
    pub in1_b: Signal<In, Bits<I>>,
    pub in1_c: Signal<In, Bits<I>>,
    pub in1_writes: Signal<In, Bit>,
    pub in1_destination: Signal<In, Bits<I>>,
    pub in1_mask: Signal<In, Bits<32>>,
    pub in1_moves: Vec<Signal<In, Bit>>,
    pub in1_place: Signal<Out, Bits<P>>,
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
    pub out0_ready: Signal<In, Bit>,
    pub out0_valid: Signal<Out, Bit>,
    pub out0_tag: Signal<Out, Bits<8>>,
    pub out0_a_valid: Signal<Out, Bit>,
    pub out0_b_valid: Signal<Out, Bit>,
    pub out0_c_valid: Signal<Out, Bit>,
    pub out0_a: Signal<Out, Bits<1024>>,
    pub out0_b: Signal<Out, Bits<1024>>,
    pub out0_c: Signal<Out, Bits<1024>>,
    pub out0_writes: Signal<Out, Bit>,
    pub out0_destination: Signal<Out, Bits<I>>,
    pub out0_mask: Signal<Out, Bits<32>>,
    pub out1_ready: Signal<In, Bit>,
    pub out1_valid: Signal<Out, Bit>,
    pub out1_tag: Signal<Out, Bits<8>>,
    pub out1_a_valid: Signal<Out, Bit>,
    pub out1_b_valid: Signal<Out, Bit>,
    pub out1_c_valid: Signal<Out, Bit>,
    pub out1_a: Signal<Out, Bits<1024>>,
    pub out1_b: Signal<Out, Bits<1024>>,
    pub out1_c: Signal<Out, Bits<1024>>,
    pub out1_writes: Signal<Out, Bit>,
    pub out1_destination: Signal<Out, Bits<I>>,
    pub out1_mask: Signal<Out, Bits<32>>,

    oldest: Register<Bits<P>>,
    tail: Register<Bits<P>>,
    used: Register<Bits<C>>,
    /// Requests that are not answered.
    open_a: Register<Bits<N>>,
    open_b: Register<Bits<N>>,
    open_c: Register<Bits<N>>,
    open_mov: Vec<Register<Bits<N>>>,
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
    _clusters: usize,
    _compresses: bool,
}

impl<const N: usize, const P: usize, const C: usize, const I: usize, const W: usize>
    RegfileCollectors<N, P, C, I, W>
{
    /// An empty ring; without compression there is no MOV.
    pub fn new(clusters: usize, compresses: bool) -> Self {
        const { assert!(N == 1 << P && C == P + 1 && W == 4 * I, "widths") };
        let movs = usize::from(compresses);
        RegfileCollectorsParts {
            in0_moves: signals(movs),
            in1_moves: signals(movs),
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
            oldest: Register::default(),
            tail: Register::default(),
            used: Register::default(),
            open_a: Register::default(),
            open_b: Register::default(),
            open_c: Register::default(),
            open_mov: (0..movs).map(|_| Register::default()).collect(),
            kept_tag: data_registers(N),
            kept_operands: data_registers(N),
            kept_registers: data_registers(N),
            kept_mask: data_registers(N),
            data_a: data_registers(N),
            data_b: data_registers(N),
            data_c: data_registers(N),
            awaits: signals(N),
            _clusters: clusters,
            _compresses: compresses,
        }
        .into()
    }
}

/// A bit as a number.
#[hardware]
fn number<const N: usize>(bit: bool) -> Bits<N> {
    bit_cast::<N, 1>(bit.into())
}

#[hardware(name = format!("regfile_collectors_c{N}i{I}{}", super::suffix(self._compresses)))]
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
        let enters0 = self.in0_enter.val();
        let enters1 = self.in1_enter.val();
        let tail = self.tail.q.val();
        let behind = tail + 1;
        let place1 = if enters0 { behind } else { tail };
        self.in0_place.next = tail;
        self.in1_place.next = place1;
        self.tail.d.next = place1 + number::<P>(enters1);
        let first1 = enters1 && !enters0;
        let second1 = enters1 && enters0;

        comment!(
            "Free places take whatever comes: what counts is who enters, which is known late."
        );
        let used = self.used.q.val();
        let some_free = used != N.to_bits::<C>();
        let one_free = used == (N - 1).to_bits::<C>();
        let mut registers_in0 = bits::<W>(0);
        registers_in0 = replace_bits(registers_in0, 0, self.in0_a.val());
        registers_in0 = replace_bits(registers_in0, I, self.in0_b.val());
        registers_in0 = replace_bits(registers_in0, 2 * I, self.in0_c.val());
        registers_in0 = replace_bits(registers_in0, 3 * I, self.in0_destination.val());
        let mut registers_in1 = bits::<W>(0);
        registers_in1 = replace_bits(registers_in1, 0, self.in1_a.val());
        registers_in1 = replace_bits(registers_in1, I, self.in1_b.val());
        registers_in1 = replace_bits(registers_in1, 2 * I, self.in1_c.val());
        registers_in1 = replace_bits(registers_in1, 3 * I, self.in1_destination.val());
        let operands_in0 = concat::<4, _, _>(self.in0_writes.val(), self.in0_sources.val());
        let operands_in1 = concat::<4, _, _>(self.in1_writes.val(), self.in1_sources.val());
        let first_tag = if enters0 {
            self.in0_tag.val()
        } else {
            self.in1_tag.val()
        };
        let first_operands = if enters0 { operands_in0 } else { operands_in1 };
        let first_registers = if enters0 {
            registers_in0
        } else {
            registers_in1
        };
        let first_mask = if enters0 {
            self.in0_mask.val()
        } else {
            self.in1_mask.val()
        };
        if some_free {
            self.kept_tag[tail.index()].d.next = first_tag;
            self.kept_operands[tail.index()].d.next = first_operands;
            self.kept_registers[tail.index()].d.next = first_registers;
            self.kept_mask[tail.index()].d.next = first_mask;
        }
        if some_free && !one_free {
            self.kept_tag[behind.index()].d.next = self.in1_tag.val();
            self.kept_operands[behind.index()].d.next = operands_in1;
            self.kept_registers[behind.index()].d.next = registers_in1;
            self.kept_mask[behind.index()].d.next = self.in1_mask.val();
        }

        comment!("What is granted.");
        for k in 0..self._clusters {
            let registers = self.kept_registers[self.grant_place[k].val().index()]
                .q
                .val();
            let kind = self.grant_kind[k].val();
            let other = if self._compresses && kind == 3 {
                registers.get_bits::<I>(3 * I)
            } else {
                registers.get_bits::<I>(2 * I)
            };
            self.grant_register[k].next = match kind {
                0 => registers.get_bits::<I>(0),
                1 => registers.get_bits::<I>(I),
                _ => other,
            };
        }

        comment!("What is answered.");
        let mut next_a = self.open_a.q.val();
        for k in 0..self._clusters {
            if self.answer_valid[k].val() && self.answer_kind[k].val() == 0 {
                let place = self.answer_place[k].val();
                self.data_a[place.index()].d.next = self.answer_data[k].val();
                next_a = next_a.replace_bit(place.index(), false);
            }
        }
        if enters0 {
            next_a = next_a.replace_bit(tail.index(), self.in0_sources.val().get_bit(0));
        }
        if first1 {
            next_a = next_a.replace_bit(tail.index(), self.in1_sources.val().get_bit(0));
        }
        if second1 {
            next_a = next_a.replace_bit(behind.index(), self.in1_sources.val().get_bit(0));
        }
        self.open_a.d.next = next_a;
        let mut next_b = self.open_b.q.val();
        for k in 0..self._clusters {
            if self.answer_valid[k].val() && self.answer_kind[k].val() == 1 {
                let place = self.answer_place[k].val();
                self.data_b[place.index()].d.next = self.answer_data[k].val();
                next_b = next_b.replace_bit(place.index(), false);
            }
        }
        if enters0 {
            next_b = next_b.replace_bit(tail.index(), self.in0_sources.val().get_bit(1));
        }
        if first1 {
            next_b = next_b.replace_bit(tail.index(), self.in1_sources.val().get_bit(1));
        }
        if second1 {
            next_b = next_b.replace_bit(behind.index(), self.in1_sources.val().get_bit(1));
        }
        self.open_b.d.next = next_b;
        let mut next_c = self.open_c.q.val();
        for k in 0..self._clusters {
            if self.answer_valid[k].val() && self.answer_kind[k].val() == 2 {
                let place = self.answer_place[k].val();
                self.data_c[place.index()].d.next = self.answer_data[k].val();
                next_c = next_c.replace_bit(place.index(), false);
            }
        }
        if enters0 {
            next_c = next_c.replace_bit(tail.index(), self.in0_sources.val().get_bit(2));
        }
        if first1 {
            next_c = next_c.replace_bit(tail.index(), self.in1_sources.val().get_bit(2));
        }
        if second1 {
            next_c = next_c.replace_bit(behind.index(), self.in1_sources.val().get_bit(2));
        }
        self.open_c.d.next = next_c;
        let sources = self.open_a.q.val() | self.open_b.q.val() | self.open_c.q.val();
        let mut open = sources;
        if self._compresses {
            clock!(self, clock, open_mov);
            open = sources | self.open_mov[0].q.val();
            let mut next_mov = self.open_mov[0].q.val();
            for k in 0..self._clusters {
                if self.mov_ends[k].val() {
                    next_mov = next_mov.replace_bit(self.mov_ends_place[k].val().index(), false);
                }
                if self.mov_written[k].val() {
                    next_mov = next_mov.replace_bit(self.mov_written_place[k].val().index(), false);
                }
            }
            if enters0 {
                next_mov = next_mov.replace_bit(tail.index(), self.in0_moves[0].val());
            }
            if first1 {
                next_mov = next_mov.replace_bit(tail.index(), self.in1_moves[0].val());
            }
            if second1 {
                next_mov = next_mov.replace_bit(behind.index(), self.in1_moves[0].val());
            }
            self.open_mov[0].d.next = next_mov;
        }

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
        let leaves0 = offers0 && self.out0_ready.val();
        let leaves1 = leaves0 && offers1 && self.out1_ready.val();
        let operands0 = self.kept_operands[oldest.index()].q.val();
        let operands1 = self.kept_operands[second.index()].q.val();
        let registers0 = self.kept_registers[oldest.index()].q.val();
        self.out0_valid.next = offers0;
        self.out0_tag.next = self.kept_tag[oldest.index()].q.val();
        self.out0_a_valid.next = offers0 && operands0.get_bit(0);
        self.out0_b_valid.next = offers0 && operands0.get_bit(1);
        self.out0_c_valid.next = offers0 && operands0.get_bit(2);
        self.out0_a.next = self.data_a[oldest.index()].q.val();
        self.out0_b.next = self.data_b[oldest.index()].q.val();
        self.out0_c.next = self.data_c[oldest.index()].q.val();
        self.out0_writes.next = offers0 && operands0.get_bit(3);
        self.out0_destination.next = registers0.get_bits::<I>(3 * I);
        self.out0_mask.next = self.kept_mask[oldest.index()].q.val();
        let registers1 = self.kept_registers[second.index()].q.val();
        self.out1_valid.next = offers1;
        self.out1_tag.next = self.kept_tag[second.index()].q.val();
        self.out1_a_valid.next = offers1 && operands1.get_bit(0);
        self.out1_b_valid.next = offers1 && operands1.get_bit(1);
        self.out1_c_valid.next = offers1 && operands1.get_bit(2);
        self.out1_a.next = self.data_a[second.index()].q.val();
        self.out1_b.next = self.data_b[second.index()].q.val();
        self.out1_c.next = self.data_c[second.index()].q.val();
        self.out1_writes.next = offers1 && operands1.get_bit(3);
        self.out1_destination.next = registers1.get_bits::<I>(3 * I);
        self.out1_mask.next = self.kept_mask[second.index()].q.val();
        self.head.next = oldest;
        self.oldest.d.next = oldest + number::<P>(leaves0) + number::<P>(leaves1);
        self.used.d.next = used + number::<C>(enters0) + number::<C>(enters1)
            - number::<C>(leaves0)
            - number::<C>(leaves1);
        self.some_free.next = some_free;
        self.one_free.next = one_free;
    }
}
