//! A cluster.

use super::codes::KIND_MOV;
use super::{signals, RegfileBanks, RegfileMov, RegfileReader, RegfileTable, RegfileWriteStage};
use crate::prelude::*;
use spec::regfile::RegfileParameters;

/// A cluster: eight banks and what stands around them. It reads one register and writes one register
/// a cycle; here its parts are connected.
// A cluster of `E` entries, `2^A`, for places of `P` bits.
#[derive(LogicBlock, Described, Parts)]
pub struct RegfileCluster<const E: usize, const A: usize, const P: usize> {
    pub clock: Signal<In, Clock>,
    /// What the arbiter grants.
    pub granted: Signal<In, Bit>,
    pub kind: Signal<In, Bits<2>>,
    pub place: Signal<In, Bits<P>>,
    pub entry: Signal<In, Bits<A>>,
    pub mov_free: Vec<Signal<Out, Bit>>,
    /// What has been read.
    pub answer_valid: Signal<Out, Bit>,
    pub answer_kind: Signal<Out, Bits<2>>,
    pub answer_place: Signal<Out, Bits<P>>,
    pub answer_data: Signal<Out, Bits<1024>>,
    /// A MOV's register is looked at: its instruction need not wait any more.
    pub mov_seen: Vec<Signal<Out, Bit>>,
    pub mov_seen_place: Vec<Signal<Out, Bits<P>>>,

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
    /// A result is written.
    pub written: Signal<Out, Bit>,
    pub written_entry: Signal<Out, Bits<A>>,

    pub release: Signal<In, Bit>,
    pub release_entry: Signal<In, Bits<A>>,

    /// With forwarding: the entry that is read, and whether a write-back port has it.
    pub seek: Vec<Signal<Out, Bits<A>>>,
    pub found: Vec<Signal<In, Bits<2>>>,
    pub found0_range: Vec<Signal<In, Bits<2>>>,
    pub found1_range: Vec<Signal<In, Bits<2>>>,
    pub found0_data: Vec<Signal<In, Bits<1024>>>,
    pub found1_data: Vec<Signal<In, Bits<1024>>>,
    pub bank_forward: Vec<Signal<Out, Bits<8>>>,

    pub bank_read: Signal<Out, Bits<8>>,
    pub bank_write: Signal<Out, Bits<8>>,
    pub bank_gated: Vec<Signal<Out, Bits<8>>>,
    pub bank_isolate: Vec<Signal<Out, Bits<8>>>,

    /// For the counters.
    pub reads_source: Signal<Out, Bit>,
    pub decompresses: Vec<Signal<Out, Bit>>,
    pub moves: Vec<Signal<Out, Bit>>,
    pub writes_full: Signal<Out, Bit>,
    pub writes_range: Vec<Signal<Out, Bits<2>>>,
    pub writes_divergent: Signal<Out, Bit>,

    table: RegfileTable<E, A>,
    reader: RegfileReader<P, A>,
    mov: Vec<RegfileMov<A>>,
    write_stage: RegfileWriteStage<A>,
    banks: RegfileBanks<E, A>,
    _parameters: RegfileParameters,
    _compresses: bool,
    _moves: bool,
    _gates: bool,
    _forwards: bool,
}

impl<const E: usize, const A: usize, const P: usize> RegfileCluster<E, A, P> {
    /// A cluster that holds nothing.
    pub fn new(parameters: &RegfileParameters) -> Self {
        let compresses = parameters.modes().is_some();
        let decompressor = super::codec(parameters, parameters.decompression_latency());
        let moves = parameters.moves_by_itself();
        let (codecs, movs) = (usize::from(compresses), usize::from(moves));
        let gates = usize::from(parameters.gates());
        let forwards = parameters.forwards();
        let ways = usize::from(forwards);
        RegfileClusterParts {
            seek: signals(ways),
            found: signals(ways),
            found0_range: signals(ways * codecs),
            found1_range: signals(ways * codecs),
            found0_data: signals(ways),
            found1_data: signals(ways),
            bank_forward: signals(ways),
            mov_free: signals(movs),
            mov_seen: signals(movs),
            mov_seen_place: signals(movs),
            head0_range: signals(codecs),
            head1_range: signals(codecs),
            bank_gated: signals(gates),
            bank_isolate: signals(gates),
            decompresses: signals(codecs),
            moves: signals(movs),
            writes_range: signals(codecs),
            table: RegfileTable::new(compresses),
            reader: RegfileReader::new(decompressor, forwards, moves),
            mov: (0..movs).map(|_| RegfileMov::new()).collect(),
            write_stage: RegfileWriteStage::new(parameters),
            banks: RegfileBanks::new(parameters),
            _parameters: *parameters,
            _compresses: compresses,
            _moves: moves,
            _gates: parameters.gates(),
            _forwards: forwards,
        }
        .into()
    }
}

#[hardware(name = super::part("cluster", &self._parameters))]
impl<const E: usize, const A: usize, const P: usize> Logic for RegfileCluster<E, A, P> {
    fn update(&mut self) {
        clock!(self, clock, table, reader, write_stage, banks);

        comment!("Reading.");
        self.reader.granted.next = self.granted.val();
        self.reader.kind.next = self.kind.val();
        self.reader.place.next = self.place.val();
        self.reader.entry.next = self.entry.val();
        self.reader.stored.next = self.table.read_stored.val();
        self.reader.read_data.next = self.banks.read_data.val();
        self.table.read_entry.next = self.reader.access_entry.val();
        self.banks.read.next = self.reader.read.val();
        self.banks.read_entry.next = self.reader.access_entry.val();
        self.answer_kind.next = self.reader.answer_kind.val();
        self.answer_place.next = self.reader.answer_place.val();
        self.answer_data.next = self.reader.answer_data.val();
        self.answer_valid.next = self.reader.answer_valid.val();
        self.bank_read.next = self.reader.read.val();
        self.reads_source.next = self.reader.reads_source.val();

        if self._forwards {
            comment!("A register on its way is at one place: in a queue or in the write stage.");
            let found = self.found[0].val();
            self.seek[0].next = self.reader.access_entry.val();
            self.write_stage.seek[0].next = self.reader.access_entry.val();
            self.reader.found[0].next = found.any() || self.write_stage.found[0].val();
            self.reader.found_data[0].next = if found.get_bit(0) {
                self.found0_data[0].val()
            } else if found.get_bit(1) {
                self.found1_data[0].val()
            } else {
                self.write_stage.write_data.val()
            };
            if self._compresses {
                self.reader.found_range[0].next = if found.get_bit(0) {
                    self.found0_range[0].val()
                } else if found.get_bit(1) {
                    self.found1_range[0].val()
                } else {
                    self.write_stage.write_range[0].val()
                };
            }
            self.bank_forward[0].next = self.reader.forward[0].val();
        }

        comment!("Writing.");
        self.write_stage.head0_entry.next = self.head0_entry.val();
        self.write_stage.head0_mask.next = self.head0_mask.val();
        self.write_stage.head0_data.next = self.head0_data.val();
        self.head0_taken.next = self.write_stage.head0_taken.val();
        self.write_stage.head1_entry.next = self.head1_entry.val();
        self.write_stage.head1_mask.next = self.head1_mask.val();
        self.write_stage.head1_data.next = self.head1_data.val();
        self.head1_taken.next = self.write_stage.head1_taken.val();
        let entry = self.write_stage.write_entry.val();
        self.table.head0_entry.next = self.head0_entry.val();
        self.table.head1_entry.next = self.head1_entry.val();
        self.write_stage.head0_stored.next = self.table.head0_stored.val();
        self.write_stage.head1_stored.next = self.table.head1_stored.val();
        self.table.write_entry.next = entry;
        self.table.write.next = self.write_stage.writes.val();
        self.table.release.next = self.release.val();
        self.table.release_entry.next = self.release_entry.val();
        self.banks.write.next = self.write_stage.write.val();
        self.banks.write_entry.next = entry;
        self.banks.write_mask.next = self.write_stage.write_mask.val();
        self.banks.write_data.next = self.write_stage.write_data.val();
        self.bank_write.next = self.write_stage.write.val();
        self.written_entry.next = entry;
        self.writes_full.next = self.write_stage.writes_full.val();
        self.writes_divergent.next = self.write_stage.writes_divergent.val();
        if self._gates {
            self.write_stage.isolate[0].next = self.banks.isolate[0].val();
            self.banks.needed[0].next = self.write_stage.needed[0].val();
            self.banks.leave_others[0].next = self.write_stage.writes_full.val();
            self.banks.release[0].next = self.release.val();
            self.banks.release_entry[0].next = self.release_entry.val();
            self.bank_gated[0].next = self.banks.gated[0].val();
            self.bank_isolate[0].next = self.banks.isolate[0].val();
        }

        if self._moves {
            comment!("The MOV.");
            clock!(self, clock, mov);
            let is_mov = self.kind.val() == KIND_MOV;
            let answers_mov = self.reader.answer_kind.val() == KIND_MOV;
            let taken = self.write_stage.mov_taken[0].val();
            self.mov_free[0].next = self.mov[0].free.val();
            self.mov[0].take.next = self.granted.val() && is_mov;
            self.mov[0].take_entry.next = self.entry.val();
            self.mov[0].fill.next = self.reader.answer_valid.val() && answers_mov;
            self.mov[0].fill_data.next = self.reader.answer_data.val();
            self.mov[0].leave.next = taken;
            self.mov_seen[0].next = self.reader.moves[0].val();
            self.mov_seen_place[0].next = self.reader.access_at.val();
            comment!("A result waits until the MOV of its register has left for the write stage.");
            let moving = !self.mov[0].free.val();
            let mov_entry = self.mov[0].entry.val();
            self.write_stage.head0_valid.next =
                self.head0_valid.val() && !(moving && mov_entry == self.head0_entry.val());
            self.write_stage.head1_valid.next =
                self.head1_valid.val() && !(moving && mov_entry == self.head1_entry.val());
            self.write_stage.mov_valid[0].next = self.mov[0].full.val();
            self.write_stage.mov_entry[0].next = self.mov[0].entry.val();
            self.write_stage.mov_data[0].next = self.mov[0].data.val();
        }
        if self._compresses {
            self.reader.range[0].next = self.table.read_range[0].val();
            self.table.write_range[0].next = self.write_stage.write_range[0].val();
            self.decompresses[0].next = self.reader.decompresses[0].val();
            if self._moves {
                self.moves[0].next = self.reader.moves[0].val();
            }
            self.writes_range[0].next = self.write_stage.write_range[0].val();
            self.write_stage.head0_range[0].next = self.head0_range[0].val();
            self.write_stage.head1_range[0].next = self.head1_range[0].val();
        }
        if self._moves {
            self.written.next =
                self.write_stage.writes.val() && !self.write_stage.writes_mov[0].val();
        } else {
            self.write_stage.head0_valid.next = self.head0_valid.val();
            self.write_stage.head1_valid.next = self.head1_valid.val();
            self.written.next = self.write_stage.writes.val();
        }
    }
}
