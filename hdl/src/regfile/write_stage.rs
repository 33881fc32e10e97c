//! The write stage of a cluster: where a result, or what a MOV has read, waits for its banks.
//!
//! Guarantees: what is in the stage is written in the first cycle in which all banks that it needs
//! are awake; in that cycle the next one enters. Of those that can enter, the one that comes first
//! behind the last that did is taken, so a MOV and both ports take turns.
//!
//! A mask that is not all ones tells a divergent write; a MOV and a full write have the full mask,
//! and a MOV's range is uncompressed. So the stage keeps no kind, but whether it is a MOV.

use super::{banks_of, signals};
use crate::bdi::data_registers;
use crate::prelude::*;
use spec::regfile::RegfileParameters;
use spec::warp::{BANKS_PER_REGISTER, LANES};

/// The write stage for entries of `A` bits and places of `P` bits; see the module's comment.
#[derive(LogicBlock, Parts)]
pub struct RegfileWriteStage<const P: usize, const A: usize> {
    pub clock: Signal<In, Clock>,
    /// The heads of the queues that are for this cluster.
    pub head0_valid: Signal<In, Bit>,
    pub head0_entry: Signal<In, Bits<A>>,
    pub head0_mask: Signal<In, Bits<32>>,
    pub head0_range: Vec<Signal<In, Bits<2>>>,
    pub head0_data: Signal<In, Bits<1024>>,
    pub head0_taken: Signal<Out, Bit>,
    pub head1_valid: Signal<In, Bit>,
    pub head1_entry: Signal<In, Bits<A>>,
    pub head1_mask: Signal<In, Bits<32>>,
    pub head1_range: Vec<Signal<In, Bits<2>>>,
    pub head1_data: Signal<In, Bits<1024>>,
    pub head1_taken: Signal<Out, Bit>,
    /// The MOV buffer.
    pub mov_valid: Vec<Signal<In, Bit>>,
    pub mov_place: Vec<Signal<In, Bits<P>>>,
    pub mov_entry: Vec<Signal<In, Bits<A>>>,
    pub mov_data: Vec<Signal<In, Bits<1024>>>,
    pub mov_taken: Vec<Signal<Out, Bit>>,

    /// The register in the stage holds something.
    pub stored: Signal<In, Bit>,
    /// The banks that are not awake.
    pub isolate: Vec<Signal<In, Bits<8>>>,
    pub needed: Vec<Signal<Out, Bits<8>>>,

    /// The write takes place: the banks, the lanes, and what it is.
    pub write: Signal<Out, Bits<8>>,
    pub write_entry: Signal<Out, Bits<A>>,
    pub write_mask: Signal<Out, Bits<32>>,
    pub write_data: Signal<Out, Bits<1024>>,
    pub write_range: Vec<Signal<Out, Bits<2>>>,
    pub writes: Signal<Out, Bit>,
    pub writes_full: Signal<Out, Bit>,
    pub writes_divergent: Signal<Out, Bit>,
    pub writes_mov: Vec<Signal<Out, Bit>>,
    pub place: Vec<Signal<Out, Bits<P>>>,

    /// Who may enter: MOV, port 0, port 1; without compression the ports alone.
    with_mov: Vec<RoundRobinArbiter<3, 2>>,
    without_mov: Vec<RoundRobinArbiter<2, 1>>,
    full: Register<Bit>,
    kept_entry: Register<Bits<A>>,
    kept_mask: Register<Bits<32>>,
    kept_data: Register<Bits<1024>>,
    kept_range: Vec<Register<Bits<2>>>,
    kept_mov: Vec<Register<Bit>>,
    kept_place: Vec<Register<Bits<P>>>,
    divergent: Signal<Local, Bit>,
    done: Signal<Local, Bit>,
    takes_0: Signal<Local, Bit>,
    takes_1: Signal<Local, Bit>,
    banks: Signal<Local, Bits<8>>,
    _compresses: bool,
    _gates: bool,
}

impl<const P: usize, const A: usize> RegfileWriteStage<P, A> {
    /// An empty stage.
    pub fn new(parameters: &RegfileParameters) -> Self {
        let compresses = parameters.modes().is_some();
        let movs = usize::from(compresses);
        let gates = usize::from(parameters.gates());
        RegfileWriteStageParts {
            head0_range: signals(movs),
            head1_range: signals(movs),
            mov_valid: signals(movs),
            mov_place: signals(movs),
            mov_entry: signals(movs),
            mov_data: signals(movs),
            mov_taken: signals(movs),
            isolate: signals(gates),
            needed: signals(gates),
            write_range: signals(movs),
            writes_mov: signals(movs),
            place: signals(movs),
            with_mov: (0..movs).map(|_| RoundRobinArbiter::new()).collect(),
            without_mov: (movs..1).map(|_| RoundRobinArbiter::new()).collect(),
            full: Register::default(),
            kept_entry: Register::no_reset(),
            kept_mask: Register::no_reset(),
            kept_data: Register::no_reset(),
            kept_range: data_registers(movs),
            kept_mov: data_registers(movs),
            kept_place: data_registers(movs),
            _compresses: compresses,
            _gates: parameters.gates(),
        }
        .into()
    }
}

#[hardware(name = format!("regfile_write_stage_e{}p{P}{}{}", 1 << A, super::suffix(self._compresses),
    if self._gates { "" } else { "_awake" }))]
impl<const P: usize, const A: usize> Logic for RegfileWriteStage<P, A> {
    fn update(&mut self) {
        clock!(self, clock, full);
        registers!(self, clock, kept_entry, kept_mask, kept_data);

        comment!("The banks that are needed; a divergent write to an empty register takes all.");
        let mask = self.kept_mask.q.val();
        let divergent = !mask.all();
        let partial = divergent && self.stored.val();
        let full = self.full.q.val();
        self.divergent.next = divergent;
        let mut whole = Bits::<8>::mask();
        if self._compresses {
            whole = banks_of(self.kept_range[0].q.val());
        }
        let mut active = bits::<8>(0);
        for i in 0..BANKS_PER_REGISTER {
            active = active.replace_bit(i, mask.get_bits::<4>(4 * i).any());
        }
        let chosen = if partial { active } else { whole };
        self.banks.next = if full { chosen } else { 0.into() };
        let mut asleep = false;
        if self._gates {
            self.needed[0].next = self.banks.val();
            asleep = (self.banks.val() & self.isolate[0].val()).any();
        }
        self.done.next = full && !asleep;

        comment!("The write.");
        let done = self.done.val();
        self.write.next = if done { self.banks.val() } else { 0.into() };
        self.write_entry.next = self.kept_entry.q.val();
        self.write_mask.next = if partial { mask } else { Bits::<32>::mask() };
        self.write_data.next = self.kept_data.q.val();
        for i in 0..LANES {
            let lane = self.kept_data.q.val().get_bits::<32>(32 * i);
            let active_lane = replicate::<32>(mask.get_bit(i)) & lane;
            self.write_data.next = replace_bits(self.write_data.val(), 32 * i, active_lane);
        }
        self.writes.next = done;
        self.writes_divergent.next = done && self.divergent.val();

        comment!("Who enters.");
        let room = !full || done;
        if self._compresses {
            clock!(self, clock, with_mov);
            registers!(self, clock, kept_range, kept_mov, kept_place);
            self.with_mov[0].requests.next = concat::<3, _, _>(
                concat::<2, _, _>(self.head1_valid.val(), self.head0_valid.val()),
                self.mov_valid[0].val(),
            );
            self.with_mov[0].advance.next = room;
            let winner = self.with_mov[0].grant.val();
            let takes_mov = room && winner.get_bit(0);
            self.takes_0.next = room && winner.get_bit(1);
            self.takes_1.next = room && winner.get_bit(2);
            self.full.d.next = !room || self.with_mov[0].any.val();
            self.mov_taken[0].next = takes_mov;
            self.write_range[0].next = self.kept_range[0].q.val();
            self.writes_full.next = done && !self.divergent.val() && !self.kept_mov[0].q.val();
            self.writes_mov[0].next = done && self.kept_mov[0].q.val();
            self.place[0].next = self.kept_place[0].q.val();
            if room {
                self.kept_mov[0].d.next = takes_mov;
            }
            if takes_mov {
                self.kept_entry.d.next = self.mov_entry[0].val();
                self.kept_mask.d.next = Bits::<32>::mask();
                self.kept_data.d.next = self.mov_data[0].val();
                self.kept_range[0].d.next = 0.into();
                self.kept_place[0].d.next = self.mov_place[0].val();
            }
            if self.takes_0.val() {
                self.kept_range[0].d.next = self.head0_range[0].val();
            }
            if self.takes_1.val() {
                self.kept_range[0].d.next = self.head1_range[0].val();
            }
        } else {
            clock!(self, clock, without_mov);
            self.without_mov[0].requests.next =
                concat::<2, _, _>(self.head1_valid.val(), self.head0_valid.val());
            self.without_mov[0].advance.next = room;
            let winner = self.without_mov[0].grant.val();
            self.takes_0.next = room && winner.get_bit(0);
            self.takes_1.next = room && winner.get_bit(1);
            self.full.d.next = !room || self.without_mov[0].any.val();
            self.writes_full.next = done && !self.divergent.val();
        }
        if self.takes_0.val() {
            self.kept_entry.d.next = self.head0_entry.val();
            self.kept_mask.d.next = self.head0_mask.val();
            self.kept_data.d.next = self.head0_data.val();
        }
        if self.takes_1.val() {
            self.kept_entry.d.next = self.head1_entry.val();
            self.kept_mask.d.next = self.head1_mask.val();
            self.kept_data.d.next = self.head1_data.val();
        }
        self.head0_taken.next = self.takes_0.val();
        self.head1_taken.next = self.takes_1.val();
    }
}
