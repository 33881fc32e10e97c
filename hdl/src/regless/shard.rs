//! `regless_shard`.

use super::codes::FORMAT_LAST_USES;
use super::groups::{
    Issue, Issued, Landed, LastUses, MetadataWord, Offer, ShardRequest, Writeback,
};
use super::{
    one_of, CapacityManager, CompressorBypass, MetadataDecoder, MetadataStore, Osu,
    PatternCompressor,
};
use crate::prelude::*;
use spec::regless::{PatternCompressorParameters, ReglessParameters, UNITS};
use spec::Unit;

/// `regless_shard`: what replaces the registers of one warp scheduler (5, Figure 8).
///
/// | module | holds |
/// |---|---|
/// | [`MetadataDecoder`], [`MetadataStore`] | each warp's next region |
/// | [`CapacityManager`] | which warps may issue |
/// | [`Osu`] | the registers of the warps that may |
/// | [`PatternCompressor`], or [`CompressorBypass`] | what passes between them and the L1 |
///
/// Here they are connected.
// The shard; lines of a bank are named with `A` bits, a set of them has `L`; they are counted with `C`.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct ReglessShard<const A: usize, const L: usize, const C: usize> {
    pub clock: Signal<In, Clock>,
    pub meta: Signal<In, MetadataWord<4>>,
    pub hold: Signal<In, Bits<16>>,
    pub issue: Numbered<Signal<In, Issue<4>>, UNITS>,
    pub wb: Numbered<Signal<In, Writeback<4, A>>, UNITS>,
    pub l1_ready: Signal<In, Bit>,
    pub response_valid: Signal<In, Bit>,
    pub response_line: Signal<In, Bit>,
    pub response_bank: Signal<In, Bits<3>>,
    pub response_entry: Signal<In, Bits<A>>,
    pub response_data: Signal<In, Bits<1024>>,
    pub meta_ready: Signal<Out, Bit>,
    pub uses: Signal<Out, LastUses<4>>,
    pub active: Signal<Out, Bits<16>>,
    pub issue_ready: Numbered<Signal<Out, Bit>, UNITS>,
    pub out: Numbered<Signal<Out, Offer<4, A>>, UNITS>,
    pub wb_ready: Numbered<Signal<Out, Bit>, UNITS>,
    pub l1: Signal<Out, ShardRequest<A>>,
    pub response_ready: Signal<Out, Bit>,
    pub region_error: Signal<Out, Bit>,
    pub region_error_warp: Signal<Out, Bits<4>>,
    pub metadata_error: Signal<Out, Bit>,
    pub metadata_error_warp: Signal<Out, Bits<4>>,

    decoder: MetadataDecoder,
    store: MetadataStore,
    manager: CapacityManager<C>,
    osu: Osu<A, L>,
    /// Warps that were busy in the cycle before or of which an instruction was accepted, and results that were accepted:
    /// the manager has the whole cycle.
    busy: Register<Bits<16>>,
    landed: [Register<Bit>; UNITS],
    landed_warp: [Register<Bits<4>>; UNITS],
    landed_register: [Register<Bits<6>>; UNITS],
    // One of the two.
    compressor: Vec<PatternCompressor<A>>,
    bypass: Vec<CompressorBypass<A>>,
    _compresses: bool,
    _parameters: ReglessParameters,
}

impl<const A: usize, const L: usize, const C: usize> ReglessShard<A, L, C> {
    /// No region is known, all warps are inactive.
    pub fn new(parameters: ReglessParameters) -> Self {
        let compressor = PatternCompressorParameters::of_shard(parameters);
        let bypasses = usize::from(compressor.is_none());
        ReglessShardParts {
            decoder: MetadataDecoder::default(),
            store: MetadataStore::default(),
            manager: CapacityManager::new(parameters.bank()),
            osu: Osu::new(parameters.bank()),
            busy: Register::no_reset(),
            landed: Register::array(false),
            landed_warp: Register::array_no_reset(),
            landed_register: Register::array_no_reset(),
            compressor: { compressor.into_iter() }
                .map(PatternCompressor::new)
                .collect(),
            bypass: (0..bypasses).map(|_| CompressorBypass::new()).collect(),
            _compresses: compressor.is_some(),
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::regless::ReglessShard::module_name(&self._parameters))]
impl<const A: usize, const L: usize, const C: usize> Logic for ReglessShard<A, L, C> {
    fn update(&mut self) {
        clock!(self, clock, decoder, store, manager, osu);
        clock!(self, clock, busy, landed, landed_warp, landed_register);
        comment!("Metadata: decoder, store, and what the manager looks at.");
        let meta = self.meta.val();
        let word_ready = self.store.word_ready.val();
        self.meta_ready.next = word_ready;
        self.decoder.in_valid.next = word_ready;
        self.decoder.in_format.next = meta.format;
        self.decoder.in_word.next = meta.word;
        self.store.word_valid.next = meta.valid;
        self.store.word_warp.next = meta.warp;
        self.store.word_last_uses.next = meta.format == FORMAT_LAST_USES;
        self.store.decoded_bad.next = self.decoder.out_bad.val();
        self.store.decoded_region.next = self.decoder.out_region.val();
        self.store.decoded_usage.next = self.decoder.out_usage.val();
        self.store.decoded_more.next = self.decoder.out_more.val();
        self.store.decoded_operations.next = self.decoder.out_operations.val();
        self.store.decoded_kinds.next = self.decoder.out_kinds.val();
        self.store.decoded_registers.next = self.decoder.out_registers.val();
        self.uses.next = LastUses {
            valid: self.decoder.out_marks.val(),
            warp: self.store.decoded_warp.val(),
            marks: self.decoder.out_uses.val(),
        };
        self.metadata_error.next = self.store.error.val();
        self.metadata_error_warp.next = self.store.error_warp.val();
        self.manager.eligible.next = self.store.full.val() & !self.hold.val();
        self.store.warp.next = self.manager.region_warp.val();
        self.store.row.next = self.manager.region_row.val();
        self.store.read.next = self.manager.region_read.val();
        self.store.taken.next = self.manager.region_taken.val();
        self.store.taken_warp.next = self.manager.taken_warp.val();
        self.manager.region_usage.next = self.store.usage.val();
        self.manager.region_more.next = self.store.more.val();
        self.manager.region_kinds.next = self.store.kinds.val();
        self.manager.region_registers.next = self.store.registers.val();
        self.active.next = self.manager.active.val();
        self.region_error.next = self.manager.error.val();
        self.region_error_warp.next = self.manager.error_warp.val();

        comment!(
            "Instructions and results: the manager learns of those that the staging unit accepts."
        );
        let mut busy = self.osu.busy.val();
        for u in 0..UNITS {
            let issue = self.issue[u].val();
            let accepted = self.osu.in_ready[u].val();
            busy |= one_of::<16, 4>(issue.instruction.valid && accepted, issue.instruction.warp);
            self.issue_ready[u].next = accepted;
            self.osu.r#in[u].next = issue.instruction;
            self.manager.issue[u].next = Issued {
                valid: issue.instruction.valid && accepted,
                warp: issue.instruction.warp,
                writes: issue.instruction.writes,
                destination: issue.instruction.destination,
                ends: issue.ends,
            };
            self.out[u].next = self.osu.out[u].val();

            let result = self.wb[u].val();
            let landed = self.osu.wb_ready[u].val();
            self.wb_ready[u].next = landed;
            self.osu.wb[u].next = result;
            self.landed[u].d.next = landed;
            self.landed_warp[u].d.next = result.warp;
            self.landed_register[u].d.next = result.register;
            self.manager.landed[u].next = Landed {
                valid: self.landed[u].q.val(),
                warp: self.landed_warp[u].q.val(),
                register: self.landed_register[u].q.val(),
            };
        }
        self.busy.d.next = busy;

        comment!("Operations of regions that start.");
        self.osu.queue_valid.next = self.manager.queue_valid.val();
        self.osu.queue_kinds.next = self.manager.queue_kinds.val();
        self.osu.queue_warps.next = self.manager.queue_warps.val();
        self.osu.queue_registers.next = self.manager.queue_registers.val();
        self.manager.queue_ready.next = self.osu.queue_ready.val();
        self.manager.busy.next = self.busy.q.val();
        self.manager.done_banks.next = self.osu.done_banks.val();
        self.manager.done_warps.next = self.osu.done_warps.val();
        self.manager.fill_done.next = self.osu.fill_done.val();
        self.manager.fill_done_warp.next = self.osu.fill_done_warp.val();

        comment!("Requests and answers; a response is a line for the compressor, or a register.");
        if self._compresses {
            clock!(self, clock, compressor);
            self.compressor[0].request_valid.next = self.osu.request_valid.val();
            self.compressor[0].request_evict.next = self.osu.request_evict.val();
            self.compressor[0].request_kind.next = self.osu.request_kind.val();
            self.compressor[0].request_warp.next = self.osu.request_warp.val();
            self.compressor[0].request_register.next = self.osu.request_register.val();
            self.compressor[0].request_entry.next = self.osu.request_entry.val();
            self.compressor[0].request_data.next = self.osu.request_data.val();
            self.osu.request_ready.next = self.compressor[0].request_ready.val();
            self.osu.answer_valid.next = self.compressor[0].answer_valid.val();
            self.osu.answer_warp.next = self.compressor[0].answer_warp.val();
            self.osu.answer_register.next = self.compressor[0].answer_register.val();
            self.osu.answer_entry.next = self.compressor[0].answer_entry.val();
            self.osu.answer_data.next = self.compressor[0].answer_data.val();
            self.compressor[0].answer_ready.next = self.osu.answer_ready.val();
            self.l1.next = ShardRequest {
                valid: self.compressor[0].l1_valid.val(),
                write: self.compressor[0].l1_write.val(),
                kind: self.compressor[0].l1_kind.val(),
                warp: self.compressor[0].l1_warp.val(),
                index: self.compressor[0].l1_index.val(),
                entry: self.compressor[0].l1_entry.val(),
                data: self.compressor[0].l1_data.val(),
            };
            self.compressor[0].l1_ready.next = self.l1_ready.val();
            self.compressor[0].response_valid.next =
                self.response_valid.val() && self.response_line.val();
            self.compressor[0].response_fill.next = self.response_bank.val();
            self.compressor[0].response_data.next = self.response_data.val();
        } else {
            clock!(self, clock, bypass);
            self.bypass[0].request_valid.next = self.osu.request_valid.val();
            self.bypass[0].request_evict.next = self.osu.request_evict.val();
            self.bypass[0].request_kind.next = self.osu.request_kind.val();
            self.bypass[0].request_warp.next = self.osu.request_warp.val();
            self.bypass[0].request_register.next = self.osu.request_register.val();
            self.bypass[0].request_entry.next = self.osu.request_entry.val();
            self.bypass[0].request_data.next = self.osu.request_data.val();
            self.osu.request_ready.next = self.bypass[0].request_ready.val();
            self.osu.answer_valid.next = self.bypass[0].answer_valid.val();
            self.osu.answer_warp.next = self.bypass[0].answer_warp.val();
            self.osu.answer_register.next = self.bypass[0].answer_register.val();
            self.osu.answer_entry.next = self.bypass[0].answer_entry.val();
            self.osu.answer_data.next = 0.into();
            self.bypass[0].answer_ready.next = self.osu.answer_ready.val();
            self.l1.next = ShardRequest {
                valid: self.bypass[0].l1_valid.val(),
                write: self.bypass[0].l1_write.val(),
                kind: self.bypass[0].l1_kind.val(),
                warp: self.bypass[0].l1_warp.val(),
                index: self.bypass[0].l1_register.val(),
                entry: self.bypass[0].l1_entry.val(),
                data: self.bypass[0].l1_data.val(),
            };
            self.bypass[0].l1_ready.next = self.l1_ready.val();
        }
        self.osu.response_valid.next = self.response_valid.val() && !self.response_line.val();
        self.osu.response_bank.next = self.response_bank.val();
        self.osu.response_entry.next = self.response_entry.val();
        self.osu.response_data.next = self.response_data.val();
        self.response_ready.next = self.response_line.val() || self.osu.response_ready.val();
    }
}
