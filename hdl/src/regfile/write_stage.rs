//! The write stage of a cluster.

use super::{banks_of, signals};
use crate::prelude::*;
use spec::regfile::RegfileParameters;
use spec::warp::{BANKS_PER_REGISTER, LANES};

/// The write stage of a cluster: where a result, or what a MOV has read, waits for its banks.
///
/// Guarantees: what is in the stage is written in the first cycle in which all banks that it needs
/// are awake; in that cycle the next one enters. Of those that can enter, the one that comes first
/// behind the last that did is taken, so a MOV and both ports take turns.
///
/// Whether a register holds something does not change from the acceptance of its writer to its write,
/// so what enters says already which banks and lanes it is for: they, and data whose inactive
/// lanes are 0, go from registers to the banks.
// The write stage for entries of `A` bits.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileWriteStage<const A: usize> {
    pub clock: Signal<In, Clock>,
    /// The heads of the queues that are for this cluster.
    pub head0_valid: Signal<In, Bit>,
    pub head0_entry: Signal<In, Bits<A>>,
    pub head0_mask: Signal<In, Bits<32>>,
    /// The register holds something.
    pub head0_stored: Signal<In, Bit>,
    pub head0_range: Vec<Signal<In, Bits<2>>>,
    pub head0_data: Signal<In, Bits<1024>>,
    pub head0_taken: Signal<Out, Bit>,
    pub head1_valid: Signal<In, Bit>,
    pub head1_entry: Signal<In, Bits<A>>,
    pub head1_mask: Signal<In, Bits<32>>,
    pub head1_stored: Signal<In, Bit>,
    pub head1_range: Vec<Signal<In, Bits<2>>>,
    pub head1_data: Signal<In, Bits<1024>>,
    pub head1_taken: Signal<Out, Bit>,
    /// The MOV buffer.
    pub mov_valid: Vec<Signal<In, Bit>>,
    pub mov_entry: Vec<Signal<In, Bits<A>>>,
    pub mov_data: Vec<Signal<In, Bits<1024>>>,
    pub mov_taken: Vec<Signal<Out, Bit>>,

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

    /// With forwarding: the entry that is sought; what is found is what stands at `write_data` and `write_range`.
    pub seek: Vec<Signal<In, Bits<A>>>,
    pub found: Vec<Signal<Out, Bit>>,

    /// Who may enter: MOV, port 0, port 1; without compression the ports alone.
    with_mov: Vec<RoundRobinArbiter<3, 2>>,
    without_mov: Vec<RoundRobinArbiter<2, 1>>,
    full: Register<Bit>,
    /// None while the stage is empty.
    kept_banks: Register<Bits<8>>,
    kept_entry: Register<Bits<A>>,
    kept_mask: Register<Bits<32>>,
    kept_data: Register<Bits<1024>>,
    kept_divergent: Register<Bit>,
    kept_range: Vec<Register<Bits<2>>>,
    kept_mov: Vec<Register<Bit>>,
    enters: Signal<Local, Bit>,
    // Who would enter, and what: of a MOV all banks and lanes.
    grants_0: Signal<Local, Bit>,
    grants_1: Signal<Local, Bit>,
    grants_mov: Vec<Signal<Local, Bit>>,
    lanes: Signal<Local, Bits<1024>>,
    _compresses: bool,
    _moves: bool,
    _gates: bool,
    _forwards: bool,
}

impl<const A: usize> RegfileWriteStage<A> {
    /// An empty stage.
    pub fn new(parameters: &RegfileParameters) -> Self {
        let compresses = parameters.modes().is_some();
        let moves = parameters.moves_by_itself();
        let (codecs, movs) = (usize::from(compresses), usize::from(moves));
        let gates = usize::from(parameters.gates());
        let ways = usize::from(parameters.forwards());
        RegfileWriteStageParts {
            seek: signals(ways),
            found: signals(ways),
            head0_range: signals(codecs),
            head1_range: signals(codecs),
            mov_valid: signals(movs),
            mov_entry: signals(movs),
            mov_data: signals(movs),
            mov_taken: signals(movs),
            isolate: signals(gates),
            needed: signals(gates),
            write_range: signals(codecs),
            writes_mov: signals(movs),
            with_mov: (0..movs).map(|_| RoundRobinArbiter::new()).collect(),
            without_mov: (movs..1).map(|_| RoundRobinArbiter::new()).collect(),
            full: Register::default(),
            grants_mov: signals(movs),
            kept_banks: Register::default(),
            kept_entry: Register::no_reset(),
            kept_mask: Register::no_reset(),
            kept_data: Register::no_reset(),
            kept_divergent: Register::no_reset(),
            kept_range: data_registers(codecs),
            kept_mov: data_registers(movs),
            _compresses: compresses,
            _moves: moves,
            _gates: parameters.gates(),
            _forwards: parameters.forwards(),
        }
        .into()
    }
}

/// The banks with a lane in the mask.
#[hardware]
fn banks_with(mask: Bits<32>) -> Bits<8> {
    let mut active = bits::<8>(0);
    for i in 0..BANKS_PER_REGISTER {
        active = active.replace_bit(i, mask.get_bits::<4>(4 * i).any());
    }
    active
}

#[hardware(name = format!("regfile_write_stage_e{}{}{}{}{}", 1 << A, super::suffix(self._compresses),
    if self._gates { "" } else { "_awake" }, super::way(self._forwards),
    super::moved(self._compresses && !self._moves)))]
impl<const A: usize> Logic for RegfileWriteStage<A> {
    fn update(&mut self) {
        registers!(
            self,
            clock,
            full,
            kept_banks,
            kept_entry,
            kept_mask,
            kept_data,
            kept_divergent
        );

        comment!("The write, as soon as no bank that is needed sleeps.");
        let full = self.full.q.val();
        let banks = self.kept_banks.q.val();
        let mut done = full;
        if self._gates {
            self.needed[0].next = banks;
            done = full && !(banks & self.isolate[0].val()).any();
        }
        let room = !full || done;
        self.writes.next = done;
        self.write.next = gate(done, banks);
        self.write_entry.next = self.kept_entry.q.val();
        self.write_mask.next = self.kept_mask.q.val();
        self.write_data.next = self.kept_data.q.val();
        self.writes_divergent.next = done && self.kept_divergent.q.val();
        if self._compresses {
            self.write_range[0].next = self.kept_range[0].q.val();
        }
        if self._moves {
            self.writes_mov[0].next = done && self.kept_mov[0].q.val();
            self.writes_full.next =
                done && !self.kept_divergent.q.val() && !self.kept_mov[0].q.val();
        } else {
            self.writes_full.next = done && !self.kept_divergent.q.val();
        }

        if self._forwards {
            self.found[0].next = full && self.kept_entry.q.val() == self.seek[0].val();
        }

        comment!("Who enters.");
        let valid0 = self.head0_valid.val();
        let valid1 = self.head1_valid.val();
        if self._moves {
            clock!(self, clock, with_mov);
            self.with_mov[0].requests.next =
                concat::<3, _, _>(concat::<2, _, _>(valid1, valid0), self.mov_valid[0].val());
            self.with_mov[0].advance.next = room;
            let winner = self.with_mov[0].grant.val();
            self.grants_mov[0].next = winner.get_bit(0);
            self.grants_0.next = winner.get_bit(1);
            self.grants_1.next = winner.get_bit(2);
            self.enters.next = room && self.with_mov[0].any.val();
            self.full.d.next = !room || self.with_mov[0].any.val();
            self.mov_taken[0].next = room && winner.get_bit(0);
        } else {
            clock!(self, clock, without_mov);
            self.without_mov[0].requests.next = concat::<2, _, _>(valid1, valid0);
            self.without_mov[0].advance.next = room;
            let winner = self.without_mov[0].grant.val();
            self.grants_0.next = winner.get_bit(0);
            self.grants_1.next = winner.get_bit(1);
            self.enters.next = room && self.without_mov[0].any.val();
            self.full.d.next = !room || self.without_mov[0].any.val();
        }
        let grants0 = self.grants_0.val();
        let grants1 = self.grants_1.val();
        self.head0_taken.next = room && grants0;
        self.head1_taken.next = room && grants1;

        comment!("What enters: a divergent write to an empty register takes all banks.");
        let mask0 = self.head0_mask.val();
        let mask1 = self.head1_mask.val();
        let divergent0 = !mask0.all();
        let divergent1 = !mask1.all();
        let partial0 = divergent0 && self.head0_stored.val();
        let partial1 = divergent1 && self.head1_stored.val();
        let mut whole0 = Bits::<8>::mask();
        let mut whole1 = Bits::<8>::mask();
        if self._compresses {
            whole0 = banks_of(self.head0_range[0].val());
            whole1 = banks_of(self.head1_range[0].val());
        }
        let active0 = banks_with(mask0);
        let active1 = banks_with(mask1);
        let banks0 = if partial0 { active0 } else { whole0 };
        let banks1 = if partial1 { active1 } else { whole1 };
        let lanes0 = gate(grants0, mask0);
        let lanes1 = gate(grants1, mask1);
        self.lanes.next = 0.into();
        for i in 0..LANES {
            let lane = gate(
                lanes0.get_bit(i),
                self.head0_data.val().get_bits::<32>(32 * i),
            ) | gate(
                lanes1.get_bit(i),
                self.head1_data.val().get_bits::<32>(32 * i),
            );
            self.lanes.next = replace_bits(self.lanes.val(), 32 * i, lane);
        }
        let written0 = if partial0 { mask0 } else { Bits::<32>::mask() };
        let written1 = if partial1 { mask1 } else { Bits::<32>::mask() };
        let mut banks_in = gate(grants0, banks0) | gate(grants1, banks1);
        let mut entry_in =
            gate(grants0, self.head0_entry.val()) | gate(grants1, self.head1_entry.val());
        let mut mask_in = gate(grants0, written0) | gate(grants1, written1);
        let mut data_in = self.lanes.val();
        if self._compresses {
            registers!(self, clock, kept_range);
            if self._moves {
                registers!(self, clock, kept_mov);
                let grants_mov = self.grants_mov[0].val();
                banks_in |= replicate::<8>(grants_mov);
                entry_in |= gate(grants_mov, self.mov_entry[0].val());
                mask_in |= replicate::<32>(grants_mov);
                data_in |= gate(grants_mov, self.mov_data[0].val());
            }
            if self.enters.val() {
                self.kept_range[0].d.next = gate(grants0, self.head0_range[0].val())
                    | gate(grants1, self.head1_range[0].val());
                if self._moves {
                    self.kept_mov[0].d.next = self.grants_mov[0].val();
                }
            }
        }
        if room {
            self.kept_banks.d.next = banks_in;
        }
        if self.enters.val() {
            self.kept_entry.d.next = entry_in;
            self.kept_mask.d.next = mask_in;
            self.kept_data.d.next = data_in;
            self.kept_divergent.d.next = (grants0 && divergent0) || (grants1 && divergent1);
        }
    }
}
