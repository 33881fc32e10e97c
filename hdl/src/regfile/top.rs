//! The whole register file of Warped-Compression.

use super::{
    signals, RegfileAcceptance, RegfileArbiter, RegfileCluster, RegfileCollectors, RegfileCounters,
    RegfileWritePort,
};
use crate::bdi::codes::{RANGE_FOUR_ONE, RANGE_FOUR_TWO, RANGE_FOUR_ZERO, RANGE_UNCOMPRESSED};
use crate::prelude::*;
use spec::bdi::{BdiParameters, Mode};
use spec::regfile::RegfileParameters;
use spec::Unit;

/// `regfile`: the Warped-Compression register file (2.1, 5).
///
/// | module | holds |
/// |---|---|
/// | [`RegfileAcceptance`] | pending registers; which instructions enter |
/// | [`RegfileCollectors`] | the ring of instructions, and what was read for them |
/// | [`RegfileArbiter`] | per cluster: the requests that wait |
/// | [`RegfileCluster`] | banks, gates, state table, reading pipeline, MOV, write stage |
/// | [`RegfileWritePort`] | per port: compressor and queue |
/// | [`RegfileCounters`] | the counters |
///
/// Here they are connected. Register r lies in cluster r mod K at entry r / K, so the low bits of its
/// number name the cluster.
// `K` clusters, `B` banks of `E` entries, `2^A`; `R` registers, `2^I`; `N` collectors, `2^P`, counted with
// `C` bits; four registers take `W` bits.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct Regfile<
    const K: usize,
    const B: usize,
    const E: usize,
    const A: usize,
    const R: usize,
    const I: usize,
    const N: usize,
    const P: usize,
    const C: usize,
    const W: usize,
> {
    pub clock: Signal<In, Clock>,
    pub in0_valid: Signal<In, Bit>,
    pub in0_tag: Signal<In, Bits<8>>,
    pub in0_sources: Signal<In, Bits<3>>,
    pub in0_a: Signal<In, Bits<10>>,
    pub in0_b: Signal<In, Bits<10>>,
    pub in0_c: Signal<In, Bits<10>>,
    pub in0_writes: Signal<In, Bit>,
    pub in0_destination: Signal<In, Bits<10>>,
    pub in0_mask: Signal<In, Bits<32>>,
    pub in1_valid: Signal<In, Bit>,
    pub in1_tag: Signal<In, Bits<8>>,
    pub in1_sources: Signal<In, Bits<3>>,
    pub in1_a: Signal<In, Bits<10>>,
    pub in1_b: Signal<In, Bits<10>>,
    pub in1_c: Signal<In, Bits<10>>,
    pub in1_writes: Signal<In, Bit>,
    pub in1_destination: Signal<In, Bits<10>>,
    pub in1_mask: Signal<In, Bits<32>>,
    pub out0_ready: Signal<In, Bit>,
    pub out1_ready: Signal<In, Bit>,
    pub wb0_valid: Signal<In, Bit>,
    pub wb0_register: Signal<In, Bits<10>>,
    pub wb0_mask: Signal<In, Bits<32>>,
    pub wb0_data: Signal<In, Bits<1024>>,
    pub wb1_valid: Signal<In, Bit>,
    pub wb1_register: Signal<In, Bits<10>>,
    pub wb1_mask: Signal<In, Bits<32>>,
    pub wb1_data: Signal<In, Bits<1024>>,
    pub release_valid: Signal<In, Bit>,
    pub release_register: Signal<In, Bits<10>>,
    pub counter_select: Signal<In, Bits<6>>,
    pub in0_ready: Signal<Out, Bit>,
    pub in1_ready: Signal<Out, Bit>,
    pub out0_valid: Signal<Out, Bit>,
    pub out0_tag: Signal<Out, Bits<8>>,
    pub out0_a_valid: Signal<Out, Bit>,
    pub out0_b_valid: Signal<Out, Bit>,
    pub out0_c_valid: Signal<Out, Bit>,
    pub out0_a: Signal<Out, Bits<1024>>,
    pub out0_b: Signal<Out, Bits<1024>>,
    pub out0_c: Signal<Out, Bits<1024>>,
    pub out0_writes: Signal<Out, Bit>,
    pub out0_destination: Signal<Out, Bits<10>>,
    pub out0_mask: Signal<Out, Bits<32>>,
    pub out1_valid: Signal<Out, Bit>,
    pub out1_tag: Signal<Out, Bits<8>>,
    pub out1_a_valid: Signal<Out, Bit>,
    pub out1_b_valid: Signal<Out, Bit>,
    pub out1_c_valid: Signal<Out, Bit>,
    pub out1_a: Signal<Out, Bits<1024>>,
    pub out1_b: Signal<Out, Bits<1024>>,
    pub out1_c: Signal<Out, Bits<1024>>,
    pub out1_writes: Signal<Out, Bit>,
    pub out1_destination: Signal<Out, Bits<10>>,
    pub out1_mask: Signal<Out, Bits<32>>,
    pub wb0_ready: Signal<Out, Bit>,
    pub wb1_ready: Signal<Out, Bit>,
    pub release_ready: Signal<Out, Bit>,
    pub bank_read: Signal<Out, Bits<B>>,
    pub bank_write: Signal<Out, Bits<B>>,
    pub bank_gated: Signal<Out, Bits<B>>,
    pub bank_isolate: Signal<Out, Bits<B>>,
    pub counter_value: Signal<Out, Bits<32>>,

    acceptance: RegfileAcceptance<R, I>,
    collectors: RegfileCollectors<N, P, C, I, W>,
    arbiter: Vec<RegfileArbiter<N, P>>,
    cluster: Vec<RegfileCluster<E, A, P>>,
    write_port_0: RegfileWritePort,
    write_port_1: RegfileWritePort,
    counters: RegfileCounters<B, K>,

    enters0: Signal<Local, Bit>,
    enters1: Signal<Local, Bit>,
    releases: Signal<Local, Bit>,
    read: Signal<Local, Bits<B>>,
    write: Signal<Local, Bits<B>>,
    gated: Vec<Signal<Local, Bits<B>>>,
    _parameters: RegfileParameters,
    /// Bits of a register's number below its entry.
    _entry_at: usize,
    _compresses: bool,
    _four_zero: bool,
    _four_one: bool,
    _four_two: bool,
    _gates: bool,
}

impl<
        const K: usize,
        const B: usize,
        const E: usize,
        const A: usize,
        const R: usize,
        const I: usize,
        const N: usize,
        const P: usize,
        const C: usize,
        const W: usize,
    > Regfile<K, B, E, A, R, I, N, P, C, W>
{
    /// An empty file; the widths must be those of the parameters.
    pub fn new(parameters: RegfileParameters) -> Self {
        assert!(
            B == parameters.banks() && E == parameters.entries() && N == parameters.collectors()
        );
        let clusters = parameters.clusters();
        let compresses = parameters.modes().is_some();
        let has = |mode| parameters.modes().is_some_and(|modes| modes.contains(mode));
        let codec = |latency| {
            let codec = |modes| BdiParameters::new(modes, latency);
            parameters.modes().and_then(|modes| codec(modes).ok())
        };
        let compressor = codec(parameters.compression_latency());
        let decompressor = codec(parameters.decompression_latency());
        let port = || RegfileWritePort::new(compressor, parameters.queue_depth());
        RegfileParts {
            acceptance: RegfileAcceptance::new(clusters),
            collectors: RegfileCollectors::new(clusters, compresses),
            arbiter: (0..clusters)
                .map(|_| RegfileArbiter::new(compresses))
                .collect(),
            cluster: (0..clusters)
                .map(|_| RegfileCluster::new(&parameters, decompressor))
                .collect(),
            write_port_0: port(),
            write_port_1: port(),
            counters: RegfileCounters::new(&parameters),
            gated: signals(usize::from(parameters.gates())),
            _parameters: parameters,
            _entry_at: I - A,
            _compresses: compresses,
            _four_zero: has(Mode::FourZero),
            _four_one: has(Mode::FourOne),
            _four_two: has(Mode::FourTwo),
            _gates: parameters.gates(),
        }
        .into()
    }
}

/// Whether a register lies in cluster `k`.
#[hardware]
fn lies_in<const I: usize>(register: Bits<I>, k: usize, clusters: usize) -> bool {
    clusters == 1 || register.get_bits::<2>(0) == k.to_bits::<2>()
}

/// The register at an entry of cluster `k`.
#[hardware]
fn register_of<const I: usize, const A: usize>(
    entry: Bits<A>,
    k: usize,
    clusters: usize,
) -> Bits<I> {
    if clusters == 1 {
        bit_cast::<I, A>(entry)
    } else {
        concat::<I, _, _>(entry, k.to_bits::<2>())
    }
}

#[hardware(name = spec::regfile::Regfile::module_name(&self._parameters))]
impl<
        const K: usize,
        const B: usize,
        const E: usize,
        const A: usize,
        const R: usize,
        const I: usize,
        const N: usize,
        const P: usize,
        const C: usize,
        const W: usize,
    > Logic for Regfile<K, B, E, A, R, I, N, P, C, W>
{
    fn update(&mut self) {
        clock!(self, clock, acceptance, collectors, arbiter, cluster, counters);
        clock!(self, clock, write_port_0, write_port_1);

        comment!("Acceptance.");
        let destination0 = self.in0_destination.val().get_bits::<I>(0);
        let a0 = self.in0_a.val().get_bits::<I>(0);
        let b0 = self.in0_b.val().get_bits::<I>(0);
        let c0 = self.in0_c.val().get_bits::<I>(0);
        self.acceptance.in0_valid.next = self.in0_valid.val();
        self.acceptance.in0_sources.next = self.in0_sources.val();
        self.acceptance.in0_a.next = a0;
        self.acceptance.in0_b.next = b0;
        self.acceptance.in0_c.next = c0;
        self.acceptance.in0_writes.next = self.in0_writes.val();
        self.acceptance.in0_destination.next = destination0;
        self.enters0.next = self.acceptance.in0_ready.val();
        self.in0_ready.next = self.enters0.val();
        self.collectors.in0_enter.next = self.enters0.val();
        self.collectors.in0_tag.next = self.in0_tag.val();
        self.collectors.in0_sources.next = self.in0_sources.val();
        self.collectors.in0_a.next = a0;
        self.collectors.in0_b.next = b0;
        self.collectors.in0_c.next = c0;
        self.collectors.in0_writes.next = self.in0_writes.val();
        self.collectors.in0_destination.next = destination0;
        self.collectors.in0_mask.next = self.in0_mask.val();
        let destination1 = self.in1_destination.val().get_bits::<I>(0);
        let a1 = self.in1_a.val().get_bits::<I>(0);
        let b1 = self.in1_b.val().get_bits::<I>(0);
        let c1 = self.in1_c.val().get_bits::<I>(0);
        self.acceptance.in1_valid.next = self.in1_valid.val();
        self.acceptance.in1_sources.next = self.in1_sources.val();
        self.acceptance.in1_a.next = a1;
        self.acceptance.in1_b.next = b1;
        self.acceptance.in1_c.next = c1;
        self.acceptance.in1_writes.next = self.in1_writes.val();
        self.acceptance.in1_destination.next = destination1;
        self.enters1.next = self.acceptance.in1_ready.val();
        self.in1_ready.next = self.enters1.val();
        self.collectors.in1_enter.next = self.enters1.val();
        self.collectors.in1_tag.next = self.in1_tag.val();
        self.collectors.in1_sources.next = self.in1_sources.val();
        self.collectors.in1_a.next = a1;
        self.collectors.in1_b.next = b1;
        self.collectors.in1_c.next = c1;
        self.collectors.in1_writes.next = self.in1_writes.val();
        self.collectors.in1_destination.next = destination1;
        self.collectors.in1_mask.next = self.in1_mask.val();
        self.acceptance.some_free.next = self.collectors.some_free.val();
        self.acceptance.one_free.next = self.collectors.one_free.val();

        comment!("Releases.");
        let released = self.release_register.val().get_bits::<I>(0);
        self.acceptance.release_register.next = released;
        self.collectors.release_register.next = released;
        let busy = self.acceptance.release_pending.val() || self.collectors.release_open.val();
        self.releases.next = self.release_valid.val() && !busy;
        self.release_ready.next = self.releases.val();

        comment!("Requests go to the arbiter of their cluster, and what it grants to the cluster.");
        for k in 0..K {
            self.arbiter[k].head.next = self.collectors.head.val();
            self.arbiter[k].enter0_place.next = self.collectors.in0_place.val();
            self.arbiter[k].enter0_a.next =
                self.enters0.val() && self.in0_sources.val().get_bit(0) && lies_in(a0, k, K);
            self.arbiter[k].enter0_b.next =
                self.enters0.val() && self.in0_sources.val().get_bit(1) && lies_in(b0, k, K);
            self.arbiter[k].enter0_c.next =
                self.enters0.val() && self.in0_sources.val().get_bit(2) && lies_in(c0, k, K);
            self.arbiter[k].enter1_place.next = self.collectors.in1_place.val();
            self.arbiter[k].enter1_a.next =
                self.enters1.val() && self.in1_sources.val().get_bit(0) && lies_in(a1, k, K);
            self.arbiter[k].enter1_b.next =
                self.enters1.val() && self.in1_sources.val().get_bit(1) && lies_in(b1, k, K);
            self.arbiter[k].enter1_c.next =
                self.enters1.val() && self.in1_sources.val().get_bit(2) && lies_in(c1, k, K);
            self.collectors.grant_place[k].next = self.arbiter[k].place.val();
            self.collectors.grant_kind[k].next = self.arbiter[k].kind.val();
            let register = self.collectors.grant_register[k].val();
            self.cluster[k].granted.next = self.arbiter[k].granted.val();
            self.cluster[k].kind.next = self.arbiter[k].kind.val();
            self.cluster[k].place.next = self.arbiter[k].place.val();
            self.cluster[k].entry.next = register.get_bits::<A>(self._entry_at);
            self.collectors.answer_valid[k].next = self.cluster[k].answer_valid.val();
            self.collectors.answer_kind[k].next = self.cluster[k].answer_kind.val();
            self.collectors.answer_place[k].next = self.cluster[k].answer_place.val();
            self.collectors.answer_data[k].next = self.cluster[k].answer_data.val();
            self.cluster[k].release.next = self.releases.val() && lies_in(released, k, K);
            self.cluster[k].release_entry.next = released.get_bits::<A>(self._entry_at);
        }
        if self._compresses {
            comment!("A divergent write asks for a MOV.");
            let moves0 = self.in0_writes.val() && !self.in0_mask.val().all();
            let moves1 = self.in1_writes.val() && !self.in1_mask.val().all();
            self.collectors.in0_moves[0].next = moves0;
            self.collectors.in1_moves[0].next = moves1;
            for k in 0..K {
                self.arbiter[k].enter0_mov[0].next =
                    self.enters0.val() && moves0 && lies_in(destination0, k, K);
                self.arbiter[k].enter1_mov[0].next =
                    self.enters1.val() && moves1 && lies_in(destination1, k, K);
                self.arbiter[k].mov_free[0].next = self.cluster[k].mov_free[0].val();
                self.collectors.mov_ends[k].next = self.cluster[k].mov_ends[0].val();
                self.collectors.mov_ends_place[k].next = self.cluster[k].mov_ends_place[0].val();
                self.collectors.mov_written[k].next = self.cluster[k].mov_written[0].val();
                self.collectors.mov_written_place[k].next =
                    self.cluster[k].mov_written_place[0].val();
            }
        }

        comment!("Results go through their port to the write stage of their cluster.");
        self.write_port_0.valid.next = self.wb0_valid.val();
        self.write_port_0.register.next = self.wb0_register.val();
        self.write_port_0.mask.next = self.wb0_mask.val();
        self.write_port_0.data.next = self.wb0_data.val();
        self.wb0_ready.next = self.write_port_0.ready.val();
        let result0 = self.write_port_0.head_register.val().get_bits::<I>(0);
        let mut leaves0 = false;
        self.write_port_1.valid.next = self.wb1_valid.val();
        self.write_port_1.register.next = self.wb1_register.val();
        self.write_port_1.mask.next = self.wb1_mask.val();
        self.write_port_1.data.next = self.wb1_data.val();
        self.wb1_ready.next = self.write_port_1.ready.val();
        let result1 = self.write_port_1.head_register.val().get_bits::<I>(0);
        let mut leaves1 = false;
        for k in 0..K {
            self.cluster[k].head0_valid.next =
                self.write_port_0.head_valid.val() && lies_in(result0, k, K);
            self.cluster[k].head0_entry.next = result0.get_bits::<A>(self._entry_at);
            self.cluster[k].head0_mask.next = self.write_port_0.head_mask.val();
            self.cluster[k].head0_data.next = self.write_port_0.head_data.val();
            leaves0 = leaves0 || self.cluster[k].head0_taken.val();
            self.cluster[k].head1_valid.next =
                self.write_port_1.head_valid.val() && lies_in(result1, k, K);
            self.cluster[k].head1_entry.next = result1.get_bits::<A>(self._entry_at);
            self.cluster[k].head1_mask.next = self.write_port_1.head_mask.val();
            self.cluster[k].head1_data.next = self.write_port_1.head_data.val();
            leaves1 = leaves1 || self.cluster[k].head1_taken.val();
            if self._compresses {
                self.cluster[k].head0_range[0].next = self.write_port_0.head_range[0].val();
                self.cluster[k].head1_range[0].next = self.write_port_1.head_range[0].val();
            }
            let entry = self.cluster[k].written_entry.val();
            self.acceptance.written[k].next = self.cluster[k].written.val();
            self.acceptance.written_register[k].next = register_of::<I, A>(entry, k, K);
        }
        self.write_port_0.leave.next = leaves0;
        self.write_port_1.leave.next = leaves1;

        comment!("The two oldest.");
        self.collectors.out0_ready.next = self.out0_ready.val();
        self.out0_valid.next = self.collectors.out0_valid.val();
        self.out0_tag.next = self.collectors.out0_tag.val();
        self.out0_a_valid.next = self.collectors.out0_a_valid.val();
        self.out0_b_valid.next = self.collectors.out0_b_valid.val();
        self.out0_c_valid.next = self.collectors.out0_c_valid.val();
        self.out0_a.next = self.collectors.out0_a.val();
        self.out0_b.next = self.collectors.out0_b.val();
        self.out0_c.next = self.collectors.out0_c.val();
        self.out0_writes.next = self.collectors.out0_writes.val();
        self.out0_destination.next = bit_cast::<10, I>(self.collectors.out0_destination.val());
        self.out0_mask.next = self.collectors.out0_mask.val();
        self.collectors.out1_ready.next = self.out1_ready.val();
        self.out1_valid.next = self.collectors.out1_valid.val();
        self.out1_tag.next = self.collectors.out1_tag.val();
        self.out1_a_valid.next = self.collectors.out1_a_valid.val();
        self.out1_b_valid.next = self.collectors.out1_b_valid.val();
        self.out1_c_valid.next = self.collectors.out1_c_valid.val();
        self.out1_a.next = self.collectors.out1_a.val();
        self.out1_b.next = self.collectors.out1_b.val();
        self.out1_c.next = self.collectors.out1_c.val();
        self.out1_writes.next = self.collectors.out1_writes.val();
        self.out1_destination.next = bit_cast::<10, I>(self.collectors.out1_destination.val());
        self.out1_mask.next = self.collectors.out1_mask.val();

        comment!("The banks, and what is counted.");
        for k in 0..K {
            let reads = self.cluster[k].bank_read.val();
            let writes = self.cluster[k].bank_write.val();
            self.read.next = replace_bits(self.read.val(), 8 * k, reads);
            self.write.next = replace_bits(self.write.val(), 8 * k, writes);
        }
        self.bank_read.next = self.read.val();
        self.bank_write.next = self.write.val();
        self.counters.bank_read.next = self.read.val();
        self.counters.bank_write.next = self.write.val();
        let mut divergent = bits::<K>(0);
        let mut conflict = bits::<K>(0);
        let mut source_read = bits::<K>(0);
        for k in 0..K {
            divergent = divergent.replace_bit(k, self.cluster[k].writes_divergent.val());
            conflict = conflict.replace_bit(k, self.arbiter[k].conflict.val());
            source_read = source_read.replace_bit(k, self.cluster[k].reads_source.val());
        }
        self.counters.divergent_write.next = divergent;
        self.counters.conflict.next = conflict;
        self.counters.source_read.next = source_read;
        let mut uncompressed = bits::<K>(0);
        if self._compresses {
            let mut decompression = bits::<K>(0);
            let mut mov = bits::<K>(0);
            let mut four_zero = bits::<K>(0);
            let mut four_one = bits::<K>(0);
            let mut four_two = bits::<K>(0);
            for k in 0..K {
                let full = self.cluster[k].writes_full.val();
                let range = self.cluster[k].writes_range[0].val();
                uncompressed = uncompressed.replace_bit(k, full && range == RANGE_UNCOMPRESSED);
                four_zero = four_zero.replace_bit(k, full && range == RANGE_FOUR_ZERO);
                four_one = four_one.replace_bit(k, full && range == RANGE_FOUR_ONE);
                four_two = four_two.replace_bit(k, full && range == RANGE_FOUR_TWO);
                decompression = decompression.replace_bit(k, self.cluster[k].decompresses[0].val());
                mov = mov.replace_bit(k, self.cluster[k].moves[0].val());
            }
            self.counters.decompression[0].next = decompression;
            self.counters.mov[0].next = mov;
            if self._four_zero {
                self.counters.stored_four_zero[0].next = four_zero;
            }
            if self._four_one {
                self.counters.stored_four_one[0].next = four_one;
            }
            if self._four_two {
                self.counters.stored_four_two[0].next = four_two;
            }
        } else {
            for k in 0..K {
                uncompressed = uncompressed.replace_bit(k, self.cluster[k].writes_full.val());
            }
        }
        self.counters.stored_uncompressed.next = uncompressed;
        if self._gates {
            let mut isolate = bits::<B>(0);
            for k in 0..K {
                let gated = self.cluster[k].bank_gated[0].val();
                self.gated[0].next = replace_bits(self.gated[0].val(), 8 * k, gated);
                isolate = replace_bits(isolate, 8 * k, self.cluster[k].bank_isolate[0].val());
            }
            self.bank_gated.next = self.gated[0].val();
            self.bank_isolate.next = isolate;
            self.counters.bank_gated[0].next = self.gated[0].val();
        } else {
            self.bank_gated.next = 0.into();
            self.bank_isolate.next = 0.into();
        }
        self.counters.select.next = self.counter_select.val();
        self.counter_value.next = self.counters.value.val();
    }
}
