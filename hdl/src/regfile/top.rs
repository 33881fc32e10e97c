//! `regfile`: the Warped-Compression register file (2.1, 5).
//!
//! | module | holds |
//! |---|---|
//! | [`RegfileAcceptance`] | pending registers; which instructions enter |
//! | [`RegfileCollectors`] | the ring of instructions, and what was read for them |
//! | [`RegfileArbiter`] | per cluster: the requests that wait |
//! | [`RegfileCluster`] | banks, gates, state table, reading pipeline, MOV, write stage |
//! | [`RegfileWritePort`] | per port: compressor and queue |
//! | [`RegfileCounters`] | the counters |
//!
//! Here they are connected. Register r lies in cluster r mod K at entry r / K, so the low bits of its
//! number name the cluster.

use super::{
    RegfileAcceptance, RegfileArbiter, RegfileCluster, RegfileCollectors, RegfileCounters,
    RegfileWritePort,
};
use crate::prelude::*;
use spec::bdi::BdiParameters;
use spec::regfile::{RegfileParameters, PORTS};
use spec::warp::BANKS_PER_REGISTER;
use spec::Unit;

/// The file: `B` banks of `E` entries, `2^A`; `R` registers, `2^I`; `N` collectors, `2^P`, counted
/// with `C` bits.
#[derive(LogicBlock)]
pub struct Regfile<
    const B: usize,
    const E: usize,
    const A: usize,
    const R: usize,
    const I: usize,
    const N: usize,
    const P: usize,
    const C: usize,
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
    collectors: RegfileCollectors<N, P, C, I>,
    arbiter: Vec<RegfileArbiter<N, P>>,
    cluster: Vec<RegfileCluster<E, A, P>>,
    write_port: [RegfileWritePort; PORTS],
    counters: RegfileCounters,

    enters: [Signal<Local, Bit>; PORTS],
    source_a: [Signal<Local, Bits<I>>; PORTS],
    source_b: [Signal<Local, Bits<I>>; PORTS],
    source_c: [Signal<Local, Bits<I>>; PORTS],
    destination: [Signal<Local, Bits<I>>; PORTS],
    sources: [Signal<Local, Bits<3>>; PORTS],
    moves: [Signal<Local, Bit>; PORTS],
    releases: Signal<Local, Bit>,
    _parameters: RegfileParameters,
    _clusters: usize,
    /// Bits of a register's number below its entry.
    _entry_at: usize,
    _compresses: bool,
    _gates: bool,
}

impl<
        const B: usize,
        const E: usize,
        const A: usize,
        const R: usize,
        const I: usize,
        const N: usize,
        const P: usize,
        const C: usize,
    > Regfile<B, E, A, R, I, N, P, C>
{
    /// An empty file; the widths must be those of the parameters.
    pub fn new(parameters: RegfileParameters) -> Self {
        assert!(
            B == parameters.banks() && E == parameters.entries() && N == parameters.collectors()
        );
        let clusters = parameters.clusters();
        let compresses = parameters.modes().is_some();
        let codec = |latency| {
            let codec = |modes| BdiParameters::new(modes, latency);
            parameters.modes().and_then(|modes| codec(modes).ok())
        };
        let compressor = codec(parameters.compression_latency());
        let decompressor = codec(parameters.decompression_latency());
        let port = |_| RegfileWritePort::new(compressor, parameters.queue_depth());
        Self {
            clock: Default::default(),
            in0_valid: Default::default(),
            in0_tag: Default::default(),
            in0_sources: Default::default(),
            in0_a: Default::default(),
            in0_b: Default::default(),
            in0_c: Default::default(),
            in0_writes: Default::default(),
            in0_destination: Default::default(),
            in0_mask: Default::default(),
            in1_valid: Default::default(),
            in1_tag: Default::default(),
            in1_sources: Default::default(),
            in1_a: Default::default(),
            in1_b: Default::default(),
            in1_c: Default::default(),
            in1_writes: Default::default(),
            in1_destination: Default::default(),
            in1_mask: Default::default(),
            out0_ready: Default::default(),
            out1_ready: Default::default(),
            wb0_valid: Default::default(),
            wb0_register: Default::default(),
            wb0_mask: Default::default(),
            wb0_data: Default::default(),
            wb1_valid: Default::default(),
            wb1_register: Default::default(),
            wb1_mask: Default::default(),
            wb1_data: Default::default(),
            release_valid: Default::default(),
            release_register: Default::default(),
            counter_select: Default::default(),
            in0_ready: Default::default(),
            in1_ready: Default::default(),
            out0_valid: Default::default(),
            out0_tag: Default::default(),
            out0_a_valid: Default::default(),
            out0_b_valid: Default::default(),
            out0_c_valid: Default::default(),
            out0_a: Default::default(),
            out0_b: Default::default(),
            out0_c: Default::default(),
            out0_writes: Default::default(),
            out0_destination: Default::default(),
            out0_mask: Default::default(),
            out1_valid: Default::default(),
            out1_tag: Default::default(),
            out1_a_valid: Default::default(),
            out1_b_valid: Default::default(),
            out1_c_valid: Default::default(),
            out1_a: Default::default(),
            out1_b: Default::default(),
            out1_c: Default::default(),
            out1_writes: Default::default(),
            out1_destination: Default::default(),
            out1_mask: Default::default(),
            wb0_ready: Default::default(),
            wb1_ready: Default::default(),
            release_ready: Default::default(),
            bank_read: Default::default(),
            bank_write: Default::default(),
            bank_gated: Default::default(),
            bank_isolate: Default::default(),
            counter_value: Default::default(),
            acceptance: RegfileAcceptance::new(clusters),
            collectors: RegfileCollectors::new(clusters, compresses),
            arbiter: (0..clusters)
                .map(|_| RegfileArbiter::new(compresses))
                .collect(),
            cluster: (0..clusters)
                .map(|_| RegfileCluster::new(&parameters, decompressor))
                .collect(),
            write_port: std::array::from_fn(port),
            counters: RegfileCounters::new(&parameters),
            enters: Default::default(),
            source_a: Default::default(),
            source_b: Default::default(),
            source_c: Default::default(),
            destination: Default::default(),
            sources: Default::default(),
            moves: Default::default(),
            releases: Default::default(),
            _parameters: parameters,
            _clusters: clusters,
            _entry_at: I - A,
            _compresses: compresses,
            _gates: parameters.gates(),
        }
    }
}

/// Whether a register lies in cluster `k`.
#[hardware]
fn lies_in<const I: usize>(register: Bits<I>, k: usize, clusters: usize) -> bool {
    if clusters == 1 {
        true
    } else {
        register.get_bits::<2>(0) == k.to_bits::<2>()
    }
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
        const B: usize,
        const E: usize,
        const A: usize,
        const R: usize,
        const I: usize,
        const N: usize,
        const P: usize,
        const C: usize,
    > Logic for Regfile<B, E, A, R, I, N, P, C>
{
    fn update(&mut self) {
        clock!(self, clock, acceptance, collectors, arbiter, cluster, write_port, counters);

        comment!("Acceptance.");
        self.sources[0].next = self.in0_sources.val();
        self.sources[1].next = self.in1_sources.val();
        self.source_a[0].next = self.in0_a.val().get_bits::<I>(0);
        self.source_a[1].next = self.in1_a.val().get_bits::<I>(0);
        self.source_b[0].next = self.in0_b.val().get_bits::<I>(0);
        self.source_b[1].next = self.in1_b.val().get_bits::<I>(0);
        self.source_c[0].next = self.in0_c.val().get_bits::<I>(0);
        self.source_c[1].next = self.in1_c.val().get_bits::<I>(0);
        self.destination[0].next = self.in0_destination.val().get_bits::<I>(0);
        self.destination[1].next = self.in1_destination.val().get_bits::<I>(0);
        self.acceptance.valid[0].next = self.in0_valid.val();
        self.acceptance.valid[1].next = self.in1_valid.val();
        self.acceptance.writes[0].next = self.in0_writes.val();
        self.acceptance.writes[1].next = self.in1_writes.val();
        self.acceptance.some_free.next = self.collectors.some_free.val();
        self.acceptance.one_free.next = self.collectors.one_free.val();
        self.collectors.tag[0].next = self.in0_tag.val();
        self.collectors.tag[1].next = self.in1_tag.val();
        self.collectors.writes[0].next = self.in0_writes.val();
        self.collectors.writes[1].next = self.in1_writes.val();
        self.collectors.destination[0].next = self.in0_destination.val();
        self.collectors.destination[1].next = self.in1_destination.val();
        self.collectors.mask[0].next = self.in0_mask.val();
        self.collectors.mask[1].next = self.in1_mask.val();
        for p in 0..PORTS {
            self.acceptance.sources[p].next = self.sources[p].val();
            self.acceptance.a[p].next = self.source_a[p].val();
            self.acceptance.b[p].next = self.source_b[p].val();
            self.acceptance.c[p].next = self.source_c[p].val();
            self.acceptance.destination[p].next = self.destination[p].val();
            self.enters[p].next = self.acceptance.ready[p].val();
            self.collectors.enter[p].next = self.enters[p].val();
            self.collectors.sources[p].next = self.sources[p].val();
            self.collectors.a[p].next = self.source_a[p].val();
            self.collectors.b[p].next = self.source_b[p].val();
            self.collectors.c[p].next = self.source_c[p].val();
        }
        self.in0_ready.next = self.enters[0].val();
        self.in1_ready.next = self.enters[1].val();
        if self._compresses {
            self.moves[0].next = self.in0_writes.val() && !self.in0_mask.val().all();
            self.moves[1].next = self.in1_writes.val() && !self.in1_mask.val().all();
            for p in 0..PORTS {
                self.collectors.moves[p].next = self.moves[p].val();
            }
        }

        comment!("Releases.");
        let released = self.release_register.val().get_bits::<I>(0);
        self.acceptance.release_register.next = released;
        self.collectors.release_register.next = released;
        let busy = self.acceptance.release_pending.val() || self.collectors.release_open.val();
        self.releases.next = self.release_valid.val() && !busy;
        self.release_ready.next = self.releases.val();

        comment!("Requests go to the arbiter of their cluster, and what it grants to the cluster.");
        for k in 0..self._clusters {
            self.arbiter[k].head.next = self.collectors.head.val();
            for p in 0..PORTS {
                let enters = self.enters[p].val();
                let sources = self.sources[p].val();
                let a = self.source_a[p].val();
                let b = self.source_b[p].val();
                let c = self.source_c[p].val();
                self.arbiter[k].enter_place[p].next = self.collectors.place[p].val();
                self.arbiter[k].enter_a[p].next =
                    enters && sources.get_bit(0) && lies_in(a, k, self._clusters);
                self.arbiter[k].enter_b[p].next =
                    enters && sources.get_bit(1) && lies_in(b, k, self._clusters);
                self.arbiter[k].enter_c[p].next =
                    enters && sources.get_bit(2) && lies_in(c, k, self._clusters);
            }
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
            self.cluster[k].release.next =
                self.releases.val() && lies_in(released, k, self._clusters);
            self.cluster[k].release_entry.next = released.get_bits::<A>(self._entry_at);
            if self._compresses {
                for p in 0..PORTS {
                    let destination = self.destination[p].val();
                    self.arbiter[k].enter_mov[p].next = self.enters[p].val()
                        && self.moves[p].val()
                        && lies_in(destination, k, self._clusters);
                }
                self.arbiter[k].mov_free[0].next = self.cluster[k].mov_free[0].val();
                self.collectors.mov_ends[k].next = self.cluster[k].mov_ends[0].val();
                self.collectors.mov_ends_place[k].next = self.cluster[k].mov_ends_place[0].val();
                self.collectors.mov_written[k].next = self.cluster[k].mov_written[0].val();
                self.collectors.mov_written_place[k].next =
                    self.cluster[k].mov_written_place[0].val();
            }
        }

        comment!("Results go through their port to the write stage of their cluster.");
        self.write_port[0].valid.next = self.wb0_valid.val();
        self.write_port[1].valid.next = self.wb1_valid.val();
        self.write_port[0].register.next = self.wb0_register.val();
        self.write_port[1].register.next = self.wb1_register.val();
        self.write_port[0].mask.next = self.wb0_mask.val();
        self.write_port[1].mask.next = self.wb1_mask.val();
        self.write_port[0].data.next = self.wb0_data.val();
        self.write_port[1].data.next = self.wb1_data.val();
        self.wb0_ready.next = self.write_port[0].ready.val();
        self.wb1_ready.next = self.write_port[1].ready.val();
        for p in 0..PORTS {
            let register = self.write_port[p].head_register.val().get_bits::<I>(0);
            let mut leave = false;
            for k in 0..self._clusters {
                self.cluster[k].head_valid[p].next =
                    self.write_port[p].head_valid.val() && lies_in(register, k, self._clusters);
                self.cluster[k].head_entry[p].next = register.get_bits::<A>(self._entry_at);
                self.cluster[k].head_mask[p].next = self.write_port[p].head_mask.val();
                self.cluster[k].head_data[p].next = self.write_port[p].head_data.val();
                if self._compresses {
                    self.cluster[k].head_range[p].next = self.write_port[p].head_range[0].val();
                }
                leave = leave || self.cluster[k].head_taken[p].val();
            }
            self.write_port[p].leave.next = leave;
        }
        for k in 0..self._clusters {
            let entry = self.cluster[k].written_entry.val();
            self.acceptance.written[k].next = self.cluster[k].written.val();
            self.acceptance.written_register[k].next =
                register_of::<I, A>(entry, k, self._clusters);
        }

        comment!("The two oldest.");
        self.collectors.out_ready[0].next = self.out0_ready.val();
        self.collectors.out_ready[1].next = self.out1_ready.val();
        let valid_0 = self.collectors.out_valid[0].val();
        let valid_1 = self.collectors.out_valid[1].val();
        self.out0_valid.next = valid_0;
        self.out1_valid.next = valid_1;
        self.out0_tag.next = self.collectors.out_tag[0].val();
        self.out1_tag.next = self.collectors.out_tag[1].val();
        let sources_0 = self.collectors.out_sources[0].val();
        let sources_1 = self.collectors.out_sources[1].val();
        self.out0_a_valid.next = valid_0 && sources_0.get_bit(0);
        self.out0_b_valid.next = valid_0 && sources_0.get_bit(1);
        self.out0_c_valid.next = valid_0 && sources_0.get_bit(2);
        self.out1_a_valid.next = valid_1 && sources_1.get_bit(0);
        self.out1_b_valid.next = valid_1 && sources_1.get_bit(1);
        self.out1_c_valid.next = valid_1 && sources_1.get_bit(2);
        self.out0_a.next = self.collectors.out_a[0].val();
        self.out0_b.next = self.collectors.out_b[0].val();
        self.out0_c.next = self.collectors.out_c[0].val();
        self.out1_a.next = self.collectors.out_a[1].val();
        self.out1_b.next = self.collectors.out_b[1].val();
        self.out1_c.next = self.collectors.out_c[1].val();
        self.out0_writes.next = valid_0 && self.collectors.out_writes[0].val();
        self.out1_writes.next = valid_1 && self.collectors.out_writes[1].val();
        self.out0_destination.next = self.collectors.out_destination[0].val();
        self.out1_destination.next = self.collectors.out_destination[1].val();
        self.out0_mask.next = self.collectors.out_mask[0].val();
        self.out1_mask.next = self.collectors.out_mask[1].val();

        comment!("The banks, and what is counted.");
        let mut read = bits::<B>(0);
        let mut write = bits::<B>(0);
        for k in 0..self._clusters {
            read = replace_bits(read, 8 * k, self.cluster[k].bank_read.val());
            write = replace_bits(write, 8 * k, self.cluster[k].bank_write.val());
            for i in 0..BANKS_PER_REGISTER {
                self.counters.bank_read[8 * k + i].next =
                    self.cluster[k].bank_read.val().get_bit(i);
                self.counters.bank_write[8 * k + i].next =
                    self.cluster[k].bank_write.val().get_bit(i);
            }
            self.counters.full[k].next = self.cluster[k].writes_full.val();
            self.counters.divergent[k].next = self.cluster[k].writes_divergent.val();
            self.counters.conflict[k].next = self.arbiter[k].conflict.val();
            self.counters.source_read[k].next = self.cluster[k].reads_source.val();
            if self._compresses {
                self.counters.full_range[k].next = self.cluster[k].writes_range[0].val();
                self.counters.decompression[k].next = self.cluster[k].decompresses[0].val();
                self.counters.mov[k].next = self.cluster[k].moves[0].val();
            }
        }
        self.bank_read.next = read;
        self.bank_write.next = write;
        if self._gates {
            let mut gated = bits::<B>(0);
            let mut isolate = bits::<B>(0);
            for k in 0..self._clusters {
                gated = replace_bits(gated, 8 * k, self.cluster[k].bank_gated[0].val());
                isolate = replace_bits(isolate, 8 * k, self.cluster[k].bank_isolate[0].val());
                for i in 0..BANKS_PER_REGISTER {
                    self.counters.bank_gated[8 * k + i].next =
                        self.cluster[k].bank_gated[0].val().get_bit(i);
                }
            }
            self.bank_gated.next = gated;
            self.bank_isolate.next = isolate;
        } else {
            self.bank_gated.next = 0.into();
            self.bank_isolate.next = 0.into();
        }
        self.counters.select.next = self.counter_select.val();
        self.counter_value.next = self.counters.value.val();
    }
}
