//! `regless_shard`.

use super::codes::FORMAT_LAST_USES;
use super::{CapacityManager, MetadataDecoder, MetadataStore, Osu, PatternCompressor};
use crate::prelude::*;
use spec::osu::ReglessParameters;
use spec::Unit;

/// `regless_shard`: what replaces the registers of one warp scheduler (5, Figure 8).
///
/// | module | holds |
/// |---|---|
/// | [`MetadataDecoder`], [`MetadataStore`] | each warp's next region |
/// | [`CapacityManager`] | which warps may issue |
/// | [`Osu`] | the registers of the warps that may |
/// | [`PatternCompressor`] | what passes between them and the L1 |
///
/// Here they are connected.
// The shard; lines of a bank are named with `A` bits.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct ReglessShard<const A: usize> {
    pub clock: Signal<In, Clock>,
    pub meta_valid: Signal<In, Bit>,
    pub meta_warp: Signal<In, Bits<4>>,
    pub meta_format: Signal<In, Bits<2>>,
    pub meta_word: Signal<In, Bits<54>>,
    pub hold: Signal<In, Bits<16>>,
    pub issue0_valid: Signal<In, Bit>,
    pub issue0_tag: Signal<In, Bits<8>>,
    pub issue0_warp: Signal<In, Bits<4>>,
    pub issue0_sources: Signal<In, Bits<3>>,
    pub issue0_a: Signal<In, Bits<6>>,
    pub issue0_b: Signal<In, Bits<6>>,
    pub issue0_c: Signal<In, Bits<6>>,
    pub issue0_last: Signal<In, Bits<3>>,
    pub issue0_erase: Signal<In, Bits<3>>,
    pub issue0_writes: Signal<In, Bit>,
    pub issue0_destination: Signal<In, Bits<6>>,
    pub issue0_mask: Signal<In, Bits<32>>,
    pub issue0_write_last: Signal<In, Bit>,
    pub issue0_ends: Signal<In, Bit>,
    pub issue1_valid: Signal<In, Bit>,
    pub issue1_tag: Signal<In, Bits<8>>,
    pub issue1_warp: Signal<In, Bits<4>>,
    pub issue1_sources: Signal<In, Bits<3>>,
    pub issue1_a: Signal<In, Bits<6>>,
    pub issue1_b: Signal<In, Bits<6>>,
    pub issue1_c: Signal<In, Bits<6>>,
    pub issue1_last: Signal<In, Bits<3>>,
    pub issue1_erase: Signal<In, Bits<3>>,
    pub issue1_writes: Signal<In, Bit>,
    pub issue1_destination: Signal<In, Bits<6>>,
    pub issue1_mask: Signal<In, Bits<32>>,
    pub issue1_write_last: Signal<In, Bit>,
    pub issue1_ends: Signal<In, Bit>,
    pub wb0_valid: Signal<In, Bit>,
    pub wb0_warp: Signal<In, Bits<4>>,
    pub wb0_register: Signal<In, Bits<6>>,
    pub wb0_entry: Signal<In, Bits<A>>,
    pub wb0_mask: Signal<In, Bits<32>>,
    pub wb0_data: Signal<In, Bits<1024>>,
    pub wb0_last: Signal<In, Bit>,
    pub wb1_valid: Signal<In, Bit>,
    pub wb1_warp: Signal<In, Bits<4>>,
    pub wb1_register: Signal<In, Bits<6>>,
    pub wb1_entry: Signal<In, Bits<A>>,
    pub wb1_mask: Signal<In, Bits<32>>,
    pub wb1_data: Signal<In, Bits<1024>>,
    pub wb1_last: Signal<In, Bit>,
    pub l1_ready: Signal<In, Bit>,
    pub response_valid: Signal<In, Bit>,
    pub response_line: Signal<In, Bit>,
    pub response_bank: Signal<In, Bits<3>>,
    pub response_entry: Signal<In, Bits<A>>,
    pub response_data: Signal<In, Bits<1024>>,
    pub meta_ready: Signal<Out, Bit>,
    pub uses_valid: Signal<Out, Bit>,
    pub uses_warp: Signal<Out, Bits<4>>,
    pub uses: Signal<Out, Bits<63>>,
    pub active: Signal<Out, Bits<16>>,
    pub issue0_ready: Signal<Out, Bit>,
    pub issue1_ready: Signal<Out, Bit>,
    pub out0_valid: Signal<Out, Bit>,
    pub out0_tag: Signal<Out, Bits<8>>,
    pub out0_warp: Signal<Out, Bits<4>>,
    pub out0_a_valid: Signal<Out, Bit>,
    pub out0_b_valid: Signal<Out, Bit>,
    pub out0_c_valid: Signal<Out, Bit>,
    pub out0_a: Signal<Out, Bits<1024>>,
    pub out0_b: Signal<Out, Bits<1024>>,
    pub out0_c: Signal<Out, Bits<1024>>,
    pub out0_writes: Signal<Out, Bit>,
    pub out0_destination: Signal<Out, Bits<6>>,
    pub out0_entry: Signal<Out, Bits<A>>,
    pub out0_mask: Signal<Out, Bits<32>>,
    pub out0_write_last: Signal<Out, Bit>,
    pub out1_valid: Signal<Out, Bit>,
    pub out1_tag: Signal<Out, Bits<8>>,
    pub out1_warp: Signal<Out, Bits<4>>,
    pub out1_a_valid: Signal<Out, Bit>,
    pub out1_b_valid: Signal<Out, Bit>,
    pub out1_c_valid: Signal<Out, Bit>,
    pub out1_a: Signal<Out, Bits<1024>>,
    pub out1_b: Signal<Out, Bits<1024>>,
    pub out1_c: Signal<Out, Bits<1024>>,
    pub out1_writes: Signal<Out, Bit>,
    pub out1_destination: Signal<Out, Bits<6>>,
    pub out1_entry: Signal<Out, Bits<A>>,
    pub out1_mask: Signal<Out, Bits<32>>,
    pub out1_write_last: Signal<Out, Bit>,
    pub wb0_ready: Signal<Out, Bit>,
    pub wb1_ready: Signal<Out, Bit>,
    pub l1_valid: Signal<Out, Bit>,
    pub l1_write: Signal<Out, Bit>,
    pub l1_kind: Signal<Out, Bits<3>>,
    pub l1_warp: Signal<Out, Bits<4>>,
    pub l1_index: Signal<Out, Bits<6>>,
    pub l1_entry: Signal<Out, Bits<A>>,
    pub l1_data: Signal<Out, Bits<1024>>,
    pub response_ready: Signal<Out, Bit>,
    pub region_error: Signal<Out, Bit>,
    pub region_error_warp: Signal<Out, Bits<4>>,
    pub metadata_error: Signal<Out, Bit>,
    pub metadata_error_warp: Signal<Out, Bits<4>>,

    decoder: MetadataDecoder,
    store: MetadataStore,
    manager: CapacityManager,
    osu: Osu<A>,
    compressor: PatternCompressor<A>,
    _parameters: ReglessParameters,
}

impl<const A: usize> ReglessShard<A> {
    /// No region is known, all warps are inactive.
    pub fn new(parameters: ReglessParameters) -> Self {
        ReglessShardParts {
            decoder: MetadataDecoder::default(),
            store: MetadataStore::default(),
            manager: CapacityManager::new(parameters.bank()),
            osu: Osu::new(parameters.bank()),
            compressor: PatternCompressor::new(parameters),
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::osu::ReglessShard::module_name(&self._parameters))]
impl<const A: usize> Logic for ReglessShard<A> {
    fn update(&mut self) {
        clock!(self, clock, decoder, store, manager, osu, compressor);
        comment!("Metadata: decoder, store, and what the manager looks at.");
        let word_ready = self.store.word_ready.val();
        self.meta_ready.next = word_ready;
        self.decoder.in_valid.next = word_ready;
        self.decoder.in_format.next = self.meta_format.val();
        self.decoder.in_word.next = self.meta_word.val();
        self.store.word_valid.next = self.meta_valid.val();
        self.store.word_warp.next = self.meta_warp.val();
        self.store.word_last_uses.next = self.meta_format.val() == FORMAT_LAST_USES;
        self.store.decoded_bad.next = self.decoder.out_bad.val();
        self.store.decoded_region.next = self.decoder.out_region.val();
        self.store.decoded_usage.next = self.decoder.out_usage.val();
        self.store.decoded_more.next = self.decoder.out_more.val();
        self.store.decoded_operations.next = self.decoder.out_operations.val();
        self.store.decoded_kinds.next = self.decoder.out_kinds.val();
        self.store.decoded_registers.next = self.decoder.out_registers.val();
        self.uses_valid.next = self.decoder.out_marks.val();
        self.uses_warp.next = self.store.decoded_warp.val();
        self.uses.next = self.decoder.out_uses.val();
        self.metadata_error.next = self.store.error.val();
        self.metadata_error_warp.next = self.store.error_warp.val();
        self.manager.eligible.next = self.store.full.val() & !self.hold.val();
        self.store.warp.next = self.manager.region_warp.val();
        self.store.row.next = self.manager.region_row.val();
        self.store.taken.next = self.manager.region_taken.val();
        self.manager.region_usage.next = self.store.usage.val();
        self.manager.region_more.next = self.store.more.val();
        self.manager.region_kinds.next = self.store.kinds.val();
        self.manager.region_registers.next = self.store.registers.val();
        self.active.next = self.manager.active.val();
        self.region_error.next = self.manager.error.val();
        self.region_error_warp.next = self.manager.error_warp.val();

        comment!("Instructions.");
        let accepted0 = self.osu.in0_ready.val();
        let accepted1 = self.osu.in1_ready.val();
        self.issue0_ready.next = accepted0;
        self.osu.in0_valid.next = self.issue0_valid.val();
        self.osu.in0_tag.next = self.issue0_tag.val();
        self.osu.in0_warp.next = self.issue0_warp.val();
        self.osu.in0_sources.next = self.issue0_sources.val();
        self.osu.in0_a.next = self.issue0_a.val();
        self.osu.in0_b.next = self.issue0_b.val();
        self.osu.in0_c.next = self.issue0_c.val();
        self.osu.in0_last.next = self.issue0_last.val();
        self.osu.in0_erase.next = self.issue0_erase.val();
        self.osu.in0_writes.next = self.issue0_writes.val();
        self.osu.in0_destination.next = self.issue0_destination.val();
        self.osu.in0_mask.next = self.issue0_mask.val();
        self.osu.in0_write_last.next = self.issue0_write_last.val();
        self.manager.issue0_valid.next = self.issue0_valid.val() && accepted0;
        self.manager.issue0_warp.next = self.issue0_warp.val();
        self.manager.issue0_writes.next = self.issue0_writes.val();
        self.manager.issue0_destination.next = self.issue0_destination.val();
        self.manager.issue0_ends.next = self.issue0_ends.val();
        self.issue1_ready.next = accepted1;
        self.osu.in1_valid.next = self.issue1_valid.val();
        self.osu.in1_tag.next = self.issue1_tag.val();
        self.osu.in1_warp.next = self.issue1_warp.val();
        self.osu.in1_sources.next = self.issue1_sources.val();
        self.osu.in1_a.next = self.issue1_a.val();
        self.osu.in1_b.next = self.issue1_b.val();
        self.osu.in1_c.next = self.issue1_c.val();
        self.osu.in1_last.next = self.issue1_last.val();
        self.osu.in1_erase.next = self.issue1_erase.val();
        self.osu.in1_writes.next = self.issue1_writes.val();
        self.osu.in1_destination.next = self.issue1_destination.val();
        self.osu.in1_mask.next = self.issue1_mask.val();
        self.osu.in1_write_last.next = self.issue1_write_last.val();
        self.manager.issue1_valid.next = self.issue1_valid.val() && accepted1;
        self.manager.issue1_warp.next = self.issue1_warp.val();
        self.manager.issue1_writes.next = self.issue1_writes.val();
        self.manager.issue1_destination.next = self.issue1_destination.val();
        self.manager.issue1_ends.next = self.issue1_ends.val();
        self.out0_valid.next = self.osu.out0_valid.val();
        self.out0_tag.next = self.osu.out0_tag.val();
        self.out0_warp.next = self.osu.out0_warp.val();
        self.out0_a_valid.next = self.osu.out0_a_valid.val();
        self.out0_b_valid.next = self.osu.out0_b_valid.val();
        self.out0_c_valid.next = self.osu.out0_c_valid.val();
        self.out0_a.next = self.osu.out0_a.val();
        self.out0_b.next = self.osu.out0_b.val();
        self.out0_c.next = self.osu.out0_c.val();
        self.out0_writes.next = self.osu.out0_writes.val();
        self.out0_destination.next = self.osu.out0_destination.val();
        self.out0_entry.next = self.osu.out0_entry.val();
        self.out0_mask.next = self.osu.out0_mask.val();
        self.out0_write_last.next = self.osu.out0_write_last.val();
        self.out1_valid.next = self.osu.out1_valid.val();
        self.out1_tag.next = self.osu.out1_tag.val();
        self.out1_warp.next = self.osu.out1_warp.val();
        self.out1_a_valid.next = self.osu.out1_a_valid.val();
        self.out1_b_valid.next = self.osu.out1_b_valid.val();
        self.out1_c_valid.next = self.osu.out1_c_valid.val();
        self.out1_a.next = self.osu.out1_a.val();
        self.out1_b.next = self.osu.out1_b.val();
        self.out1_c.next = self.osu.out1_c.val();
        self.out1_writes.next = self.osu.out1_writes.val();
        self.out1_destination.next = self.osu.out1_destination.val();
        self.out1_entry.next = self.osu.out1_entry.val();
        self.out1_mask.next = self.osu.out1_mask.val();
        self.out1_write_last.next = self.osu.out1_write_last.val();

        comment!("Results.");
        let landed0 = self.osu.wb0_ready.val();
        self.wb0_ready.next = landed0;
        self.osu.wb0_valid.next = self.wb0_valid.val();
        self.osu.wb0_warp.next = self.wb0_warp.val();
        self.osu.wb0_register.next = self.wb0_register.val();
        self.osu.wb0_entry.next = self.wb0_entry.val();
        self.osu.wb0_mask.next = self.wb0_mask.val();
        self.osu.wb0_data.next = self.wb0_data.val();
        self.osu.wb0_last.next = self.wb0_last.val();
        self.manager.landed0_valid.next = landed0;
        self.manager.landed0_warp.next = self.wb0_warp.val();
        self.manager.landed0_register.next = self.wb0_register.val();
        let landed1 = self.osu.wb1_ready.val();
        self.wb1_ready.next = landed1;
        self.osu.wb1_valid.next = self.wb1_valid.val();
        self.osu.wb1_warp.next = self.wb1_warp.val();
        self.osu.wb1_register.next = self.wb1_register.val();
        self.osu.wb1_entry.next = self.wb1_entry.val();
        self.osu.wb1_mask.next = self.wb1_mask.val();
        self.osu.wb1_data.next = self.wb1_data.val();
        self.osu.wb1_last.next = self.wb1_last.val();
        self.manager.landed1_valid.next = landed1;
        self.manager.landed1_warp.next = self.wb1_warp.val();
        self.manager.landed1_register.next = self.wb1_register.val();

        comment!("Operations of regions that start.");
        self.osu.queue_valid.next = self.manager.queue_valid.val();
        self.osu.queue_kinds.next = self.manager.queue_kinds.val();
        self.osu.queue_warps.next = self.manager.queue_warps.val();
        self.osu.queue_registers.next = self.manager.queue_registers.val();
        self.manager.queue_ready.next = self.osu.queue_ready.val();
        self.manager.busy.next = self.osu.busy.val();
        self.manager.done_banks.next = self.osu.done_banks.val();
        self.manager.done_warps.next = self.osu.done_warps.val();
        self.manager.fill_done.next = self.osu.fill_done.val();
        self.manager.fill_done_warp.next = self.osu.fill_done_warp.val();

        comment!("Requests and answers; a response is a line for the compressor, or a register.");
        self.compressor.request_valid.next = self.osu.request_valid.val();
        self.compressor.request_evict.next = self.osu.request_evict.val();
        self.compressor.request_kind.next = self.osu.request_kind.val();
        self.compressor.request_warp.next = self.osu.request_warp.val();
        self.compressor.request_register.next = self.osu.request_register.val();
        self.compressor.request_entry.next = self.osu.request_entry.val();
        self.compressor.request_data.next = self.osu.request_data.val();
        self.osu.request_ready.next = self.compressor.request_ready.val();
        self.osu.answer_valid.next = self.compressor.answer_valid.val();
        self.osu.answer_warp.next = self.compressor.answer_warp.val();
        self.osu.answer_register.next = self.compressor.answer_register.val();
        self.osu.answer_entry.next = self.compressor.answer_entry.val();
        self.osu.answer_data.next = self.compressor.answer_data.val();
        self.compressor.answer_ready.next = self.osu.answer_ready.val();
        self.l1_valid.next = self.compressor.l1_valid.val();
        self.l1_write.next = self.compressor.l1_write.val();
        self.l1_kind.next = self.compressor.l1_kind.val();
        self.l1_warp.next = self.compressor.l1_warp.val();
        self.l1_index.next = self.compressor.l1_index.val();
        self.l1_entry.next = self.compressor.l1_entry.val();
        self.l1_data.next = self.compressor.l1_data.val();
        self.compressor.l1_ready.next = self.l1_ready.val();
        self.compressor.response_valid.next = self.response_valid.val() && self.response_line.val();
        self.compressor.response_data.next = self.response_data.val();
        self.osu.response_valid.next = self.response_valid.val() && !self.response_line.val();
        self.osu.response_bank.next = self.response_bank.val();
        self.osu.response_entry.next = self.response_entry.val();
        self.osu.response_data.next = self.response_data.val();
        self.response_ready.next = self.response_line.val() || self.osu.response_ready.val();
    }
}
