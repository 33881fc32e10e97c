//! The whole register file of Warped-Compression: its ports and parts.

mod wires;

use super::groups::{Instruction, Offer, Writeback};
use super::{
    signals, RegfileAcceptance, RegfileArbiter, RegfileCluster, RegfileCollectors, RegfileCounters,
    RegfileWritePort,
};
use crate::prelude::*;
use spec::bdi::Mode;
use spec::regfile::{RegfileParameters, PORTS};

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
/// Here they are connected.
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
    pub r#in: Numbered<Signal<In, Instruction<I>>, PORTS>,
    pub out_ready: Numbered<Signal<In, Bit>, PORTS>,
    pub wb: Numbered<Signal<In, Writeback<I>>, PORTS>,
    pub release_valid: Signal<In, Bit>,
    pub release_register: Signal<In, Bits<I>>,
    pub counter_select: Signal<In, Bits<6>>,
    pub in_ready: Numbered<Signal<Out, Bit>, PORTS>,
    pub out: Numbered<Signal<Out, Offer<I>>, PORTS>,
    pub wb_ready: Numbered<Signal<Out, Bit>, PORTS>,
    pub release_ready: Signal<Out, Bit>,
    pub bank_read: Signal<Out, Bits<B>>,
    pub bank_forward: Signal<Out, Bits<B>>,
    pub bank_write: Signal<Out, Bits<B>>,
    pub bank_gated: Signal<Out, Bits<B>>,
    pub bank_isolate: Signal<Out, Bits<B>>,
    pub counter_value: Signal<Out, Bits<32>>,
    pub in0_mov: Vec<Signal<Out, Bit>>,
    pub in1_mov: Vec<Signal<Out, Bit>>,

    acceptance: RegfileAcceptance<R, I>,
    collectors: RegfileCollectors<N, P, C, I, W>,
    arbiter: Vec<RegfileArbiter<N, P>>,
    cluster: Vec<RegfileCluster<E, A, P>>,
    write_port_0: RegfileWritePort<I>,
    write_port_1: RegfileWritePort<I>,
    counters: RegfileCounters<B, K>,

    enters0: Signal<Local, Bit>,
    enters1: Signal<Local, Bit>,
    releases: Signal<Local, Bit>,
    read: Signal<Local, Bits<B>>,
    write: Signal<Local, Bits<B>>,
    gated: Vec<Signal<Local, Bits<B>>>,
    forward: Vec<Signal<Local, Bits<B>>>,
    _parameters: RegfileParameters,
    /// Bits of a register's number below its entry.
    _entry_at: usize,
    _compresses: bool,
    _moves: bool,
    _injects: bool,
    _four_zero: bool,
    _four_one: bool,
    _four_two: bool,
    _gates: bool,
    _forwards: bool,
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
        let (moves, injects) = (parameters.moves_by_itself(), parameters.injects_movs());
        let has = |mode| parameters.modes().is_some_and(|modes| modes.contains(mode));
        let compressor = super::codec(&parameters, parameters.compression_latency());
        let forwards = parameters.forwards();
        let port = || RegfileWritePort::new(compressor, &parameters);
        RegfileParts {
            acceptance: RegfileAcceptance::new(clusters, compresses, forwards),
            collectors: RegfileCollectors::new(clusters, moves, forwards),
            arbiter: (0..clusters).map(|_| RegfileArbiter::new(moves)).collect(),
            cluster: (0..clusters)
                .map(|_| RegfileCluster::new(&parameters))
                .collect(),
            write_port_0: port(),
            write_port_1: port(),
            counters: RegfileCounters::new(&parameters),
            in0_mov: signals(usize::from(injects)),
            in1_mov: signals(usize::from(injects)),
            gated: signals(usize::from(parameters.gates())),
            forward: signals(usize::from(forwards)),
            _parameters: parameters,
            _entry_at: I - A,
            _compresses: compresses,
            _moves: moves,
            _injects: injects,
            _four_zero: has(Mode::FourZero),
            _four_one: has(Mode::FourOne),
            _four_two: has(Mode::FourTwo),
            _gates: parameters.gates(),
            _forwards: forwards,
        }
        .into()
    }
}
