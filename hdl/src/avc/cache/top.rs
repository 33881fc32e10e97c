//! The cache as a whole.

use super::super::AvcEncoder;
use super::{
    AvcAnswer, AvcCommand, AvcControl, AvcFill, AvcIntake, AvcLines, AvcMisses, AvcPlacement,
    AvcQueue, AvcReplacement, AvcStages, AvcVictim, AvcWords,
};
use crate::prelude::*;
use spec::avc::{AvcCacheParameters, AvcEncoderParameters, CACHE_ENCODER_LATENCY, MISS_BITS};
use spec::Unit;

/// `avc_cache`: the Affine Vector Cache beside the L1 (section 4).
///
/// | module | holds |
/// |---|---|
/// | [`AvcIntake`] | whose words the encoder takes |
/// | [`AvcQueue`], `avc_place` | accepted transactions, and which is looked up next |
/// | [`AvcMisses`], `avc_miss` | reads that wait for memory |
/// | [`AvcFill`] | what memory gave for one of them |
/// | [`AvcStages`] | what is in L, D and X: transactions, or the fill |
/// | [`AvcLines`], `avc_way` | tag and entry memories, line valid bits, what they say in L, D and X |
/// | [`AvcReplacement`] | the pseudo-LRU trees |
/// | [`AvcPlacement`] | conflict, and the next word of an entry |
/// | [`AvcVictim`] | the line that is evicted, emptied, flushed or placed in |
/// | [`AvcWords`] | decoder, merge, and the one vector that is kept |
/// | [`AvcAnswer`], [`AvcCommand`] | the answer, registered; what the L1 stores or forgets |
/// | [`AvcControl`] | the state machine |
///
/// Here they are connected. The encoder is the unit `avc_encoder`; what
/// decodes is the inside of the unit `avc_decoder`, behind a register that has the stride ready.
// `N` sets, `2^S`; the other parameters are those of `AvcWay`.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct AvcCache<const S: usize, const N: usize, const T: usize, const K: usize> {
    pub clock: Signal<In, Clock>,
    pub req_valid: Signal<In, Bit>,
    pub req_write: Signal<In, Bit>,
    pub req_flush: Signal<In, Bit>,
    pub req_address: Signal<In, Bits<25>>,
    pub req_mask: Signal<In, Bits<32>>,
    pub req_data: Signal<In, Bits<1024>>,
    pub l1_command_ready: Signal<In, Bit>,
    pub l1_held: Signal<In, Bits<32>>,
    pub l1_modified: Signal<In, Bits<32>>,
    pub l1_data: Signal<In, Bits<1024>>,
    pub mem_ready: Signal<In, Bit>,
    pub mem_response_valid: Signal<In, Bit>,
    pub mem_response_miss: Signal<In, Bits<MISS_BITS>>,
    pub mem_response_data: Signal<In, Bits<1024>>,
    pub req_ready: Signal<Out, Bit>,
    pub ans_valid: Signal<Out, Bit>,
    pub ans_lanes: Signal<Out, Bits<32>>,
    pub ans_replay: Signal<Out, Bits<32>>,
    pub ans_missed: Signal<Out, Bit>,
    pub ans_miss: Signal<Out, Bits<MISS_BITS>>,
    pub ans_data_valid: Signal<Out, Bit>,
    pub ans_data: Signal<Out, Bits<1024>>,
    pub l1_lookup_valid: Signal<Out, Bit>,
    pub l1_lookup_address: Signal<Out, Bits<25>>,
    pub l1_use_valid: Signal<Out, Bit>,
    pub l1_use_address: Signal<Out, Bits<25>>,
    pub l1_command_valid: Signal<Out, Bit>,
    pub l1_command_store: Signal<Out, Bit>,
    pub l1_command_modified: Signal<Out, Bit>,
    pub l1_command_address: Signal<Out, Bits<25>>,
    pub l1_command_mask: Signal<Out, Bits<32>>,
    pub l1_command_data: Signal<Out, Bits<1024>>,
    pub mem_valid: Signal<Out, Bit>,
    pub mem_write: Signal<Out, Bit>,
    pub mem_address: Signal<Out, Bits<25>>,
    pub mem_miss: Signal<Out, Bits<MISS_BITS>>,
    pub mem_mask: Signal<Out, Bits<32>>,
    pub mem_data: Signal<Out, Bits<1024>>,
    pub mem_response_ready: Signal<Out, Bit>,

    intake: AvcIntake,
    encoder: AvcEncoder,
    queue: AvcQueue,
    misses: AvcMisses,
    fill: AvcFill,
    stages: AvcStages,
    lines: AvcLines<S, N, T, K>,
    /// None for a single way.
    replacement: Vec<AvcReplacement<S, N>>,
    placement: AvcPlacement,
    victim: AvcVictim<S, T, K>,
    words: AvcWords,
    answer: AvcAnswer,
    command: AvcCommand,
    control: AvcControl,
    write_back_mask: Register<Bits<32>>,
    _parameters: AvcCacheParameters,
    _ways: usize,
}

impl<const S: usize, const N: usize, const T: usize, const K: usize> AvcCache<S, N, T, K> {
    /// Builds the unit; the widths must be those of the parameters.
    pub fn new(parameters: AvcCacheParameters) -> Self {
        let Ok(encoder) = AvcEncoderParameters::new(CACHE_ENCODER_LATENCY) else {
            unreachable!("the encoder can be built with its default latency");
        };
        assert!(N == parameters.sets(), "{N} sets for {parameters:?}");
        let ways = parameters.ways();
        AvcCacheParts {
            intake: AvcIntake::default(),
            encoder: AvcEncoder::new(encoder),
            queue: AvcQueue::default(),
            misses: AvcMisses::new(parameters.misses()),
            fill: AvcFill::default(),
            stages: AvcStages::new(),
            lines: AvcLines::new(ways),
            replacement: (1..ways.min(2))
                .map(|_| AvcReplacement::new(ways))
                .collect(),
            placement: AvcPlacement::default(),
            victim: AvcVictim::new(ways),
            words: AvcWords::default(),
            answer: AvcAnswer::new(),
            command: AvcCommand::default(),
            control: AvcControl::new(),
            write_back_mask: Register::no_reset(),
            _parameters: parameters,
            _ways: ways,
        }
        .into()
    }
}

#[hardware(name = spec::avc::AvcCache::module_name(&self._parameters))]
impl<const S: usize, const N: usize, const T: usize, const K: usize> Logic
    for AvcCache<S, N, T, K>
{
    fn update(&mut self) {
        clock!(self, clock, intake, encoder, queue, misses, fill, stages, lines);
        clock!(self, clock, placement, victim, words, answer, control);

        // Acceptance. A fill takes the encoder for a cycle.
        let fill_encode = self.fill.encode.val();
        let ready = self.queue.room.val() && !fill_encode;
        let accepted = self.req_valid.val() && ready;
        self.req_ready.next = ready;
        self.encoder.in_valid.next = accepted || fill_encode;
        self.intake.fill.next = fill_encode;
        self.intake.fill_mask.next = self.misses.given_mask.val();
        self.intake.fill_data.next = self.fill.words.val();
        self.intake.request_mask.next = self.req_mask.val();
        self.intake.request_data.next = self.req_data.val();
        self.encoder.in_mask.next = self.intake.mask.val();
        self.encoder.in_data.next = self.intake.data.val();
        self.queue.enter.next = accepted;
        self.queue.write.next = self.req_write.val();
        self.queue.flush.next = self.req_flush.val();
        self.queue.address.next = self.req_address.val();
        self.queue.mask.next = self.req_mask.val();
        self.queue.data.next = self.req_data.val();
        self.queue.code_valid.next = self.encoder.out_valid.val() && !self.fill.coded.val();
        self.queue.code_affine.next = self.encoder.out_affine.val();
        self.queue.code_base.next = self.encoder.out_base.val();
        self.queue.code_stride.next = self.encoder.out_stride.val();
        let look_fill = self.fill.looks.val();
        self.queue.look.next = self.control.look.val() && !look_fill;
        self.queue.d_address.next = self.stages.d_address.val();
        self.queue.leave.next = self.control.leave.val();
        self.queue.restart.next = self.control.restart.val();
        self.queue.restart_head.next = self.control.restart_head.val();

        // Reads that wait, and what memory gives.
        let entry_valid = self.lines.entry.val().get_bits::<32>(35);
        let mask = self.stages.mask.val();
        let response_ready = self.fill.ready.val();
        self.misses.enter.next = self.control.begins.val();
        self.misses.address.next = self.stages.address.val();
        self.misses.mask.next = mask;
        self.misses.absent.next = !(entry_valid | self.l1_held.val());
        self.misses.looked_address.next = self.stages.d_address.val();
        self.misses.looked_mask.next = self.queue.next_mask.val();
        self.misses.advance.next = self.stages.advance.val();
        self.misses.may_ask.next = !self.control.evict_put.val();
        self.misses.memory_ready.next = self.mem_ready.val();
        self.misses.response.next = self.mem_response_valid.val() && response_ready;
        self.misses.response_miss.next = self.mem_response_miss.val();
        self.misses.fill_leaves.next = self.control.fill_leave.val();
        self.mem_response_ready.next = response_ready;
        self.fill.given.next = self.misses.given.val();
        self.fill.memory_data.next = self.mem_response_data.val();
        self.fill.code_affine.next = self.encoder.out_affine.val();
        self.fill.code_base.next = self.encoder.out_base.val();
        self.fill.code_stride.next = self.encoder.out_stride.val();
        self.fill.look.next = self.control.executes.val();
        self.fill.inside.next = self.stages.fill_inside.val();
        self.fill.restart.next = self.control.restart.val();
        self.fill.leaves.next = self.control.fill_leave.val();
        self.fill.more.next = self.misses.fill_more.val();

        // What is in A, L, D and X.
        self.stages.look_valid.next = self.queue.look_valid.val();
        self.stages.look_address.next = self.queue.look_address.val();
        self.stages.look_is_d.next = self.queue.look_is_d.val();
        self.stages.look_is_x.next = self.queue.look_is_x.val();
        self.stages.restart.next = self.control.restart.val();
        self.stages.next_write.next = self.queue.next_write.val();
        self.stages.next_flush.next = self.queue.next_flush.val();
        self.stages.next_mask.next = self.queue.next_mask.val();
        self.stages.next_affine.next = self.queue.next_affine.val();
        self.stages.next_base.next = self.queue.next_base.val();
        self.stages.next_stride.next = self.queue.next_stride.val();
        let fill_address = self.misses.fill_address.val();
        self.stages.look_fill.next = look_fill;
        self.stages.fill_address.next = fill_address;
        self.stages.fill_mask.next = self.misses.fill_mask.val();
        self.stages.fill_affine.next = self.fill.affine.val();
        self.stages.fill_base.next = self.fill.base.val();
        self.stages.fill_stride.next = self.fill.stride.val();

        // The arrays, for lookups, and for evictions and flushes.
        let executes = self.control.executes.val();
        let vector = self.victim.address.val();
        let lookup_valid =
            self.queue.look_valid.val() || look_fill || self.control.evict_read.val();
        let lookup_address = if look_fill {
            fill_address
        } else if executes {
            self.queue.look_address.val()
        } else {
            vector
        };
        self.l1_lookup_valid.next = lookup_valid;
        self.l1_lookup_address.next = lookup_address;
        self.lines.read.next = lookup_valid || self.control.flush_check.val();
        self.lines.read_row.next = lookup_address.get_bits::<K>(0);
        self.lines.l_valid.next = self.stages.l_valid.val();
        self.lines.l_line.next = self.stages.l_line.val();
        self.lines.evict_look.next = self.control.evict_look.val();
        self.lines.advance.next = self.stages.advance.val();
        self.lines.write_hit.next = self.control.write_hit.val();
        self.lines.write_chosen.next = self.control.write_chosen.val();
        self.lines.write_address.next = if self.control.at_head.val() {
            self.stages.address.val()
        } else {
            vector
        };
        self.lines.write_word.next = self.placement.word.val();
        self.lines.next_set.next = self.victim.next_set.val();
        self.lines.line_set.next = vector.get_bits::<S>(4);
        self.lines.commit.next = self.control.commit.val();
        self.lines.drop_line.next = self.control.drop_line.val();
        let found_valid = self.lines.found.val().get_bits::<32>(35);
        let found_dirty = self.lines.found.val().get_bit(67);

        // The line that the head works on. A way is used when the AVC serves a read, or places a code.
        let withdraws = self.stages.write.val() && !self.stages.affine.val();
        let places = self.control.write_hit.val() && !withdraws;
        for w in 0..self._ways {
            self.lines.chosen[w].next = self.victim.way[w].val();
            self.victim.hit[w].next = self.lines.hit[w].val();
            if self._ways > 1 {
                self.replacement[0].valid[w].next = self.lines.valid[w].val();
                self.replacement[0].hit[w].next = self.lines.hit[w].val();
                self.replacement[0].chosen[w].next = self.victim.way[w].val();
                self.lines.give_up[w].next = self.replacement[0].way[w].val();
                self.victim.give_up[w].next = self.replacement[0].way[w].val();
            } else {
                self.lines.give_up[w].next = true;
                self.victim.give_up[w].next = true;
            }
        }
        if self._ways > 1 {
            clock!(self, clock, replacement);
            self.replacement[0].next_set.next = self.stages.d_address.val().get_bits::<S>(4);
            self.replacement[0].set.next = self.stages.address.val().get_bits::<S>(4);
            self.replacement[0].use_hit.next = self.control.from_entry.val() || places;
            self.replacement[0].use_chosen.next = self.control.commit.val();
            self.control.set_full.next = self.replacement[0].full.val();
        } else {
            self.control.set_full.next = self.lines.valid[0].val();
        }
        self.victim.choose.next = self.control.choose.val();
        self.victim.flush.next = self.stages.flush.val();
        self.victim.head_address.next = self.stages.address.val();
        self.victim.there.next = self.lines.there.val();
        self.victim.give_up_tag.next = self.lines.give_up_tag.val();
        self.victim.tag_valid.next = self.control.flush_tag.val();
        self.victim.tag.next = self.lines.chosen_tag.val();
        self.victim.step.next = self.control.step.val();
        self.victim.step_line.next = self.control.step_line.val();

        self.placement.advance.next = self.stages.advance.val();
        self.placement.found.next = self.lines.found.val();
        self.placement.next_mask.next = self.stages.d_mask.val();
        self.placement.next_base.next = self.stages.d_base.val();
        self.placement.next_stride.next = self.stages.d_stride.val();
        self.placement.entry.next = self.lines.entry.val();
        self.placement.mask.next = mask;
        self.placement.write.next = self.stages.write.val();
        self.placement.base.next = self.stages.base.val();
        self.placement.stride.next = self.stages.stride.val();
        self.placement.withdraw.next = withdraws;
        self.placement.clear.next = self.control.clear.val();

        // The words.
        let evict_merge = self.control.evict_merge.val();
        let from_entry = self.control.from_entry.val();
        let from_l1 = self.control.from_l1.val();
        let from_fill = self.control.from_fill.val();
        self.words.decode.next = from_entry;
        self.words.base.next = self.lines.base.val();
        self.words.stride.next = self.lines.stride.val();
        self.words.l1_data.next = self.l1_data.val();
        self.words.fill_data.next = self.fill.words.val();
        self.words.keep.next = from_l1 || from_fill || evict_merge;
        self.words.from_fill.next = from_fill;
        self.words.merge.next = gate(evict_merge, found_valid);
        registers!(self, clock, write_back_mask);
        let write_back = self.l1_modified.val() | gate(found_dirty, found_valid);
        if evict_merge {
            self.write_back_mask.d.next = write_back;
        }

        self.control.head_valid.next = self.stages.valid.val();
        self.control.head_fill.next = self.stages.fill.val();
        self.control.head_late.next = self.fill.placed.val();
        self.control.head_write.next = self.stages.write.val();
        self.control.head_flush.next = self.stages.flush.val();
        self.control.head_some.next = self.stages.some.val();
        self.control.head_affine.next = self.stages.affine.val();
        self.control.head_followed.next = self.stages.followed.val();
        self.control.line_there.next = self.lines.there.val();
        self.control.entry_hit.next = self.placement.hit.val();
        self.control.entry_conflict.next = self.placement.conflict.val();
        self.control.waits.next = self.misses.waits.val();
        self.control.joins.next = self.misses.joins.val();
        self.control.any_miss.next = self.misses.any.val();
        self.control.miss_free.next = self.misses.free.val();
        self.control.l1_hit.next = (self.l1_held.val() & mask).any();
        self.control.flush_valid.next = self.lines.chosen_valid.val();
        self.control.last_vector.next = self.victim.last_vector.val();
        self.control.last_line.next = self.victim.last_line.val();
        self.control.vector_some.next = self.lines.found_some.val();
        self.control.l1_holds.next = self.l1_held.val().any();
        self.control.write_back_some.next = write_back.any();
        self.control.l1_ready.next = self.l1_command_ready.val();
        let asks = self.misses.asks.val();
        self.control.memory_ready.next = self.mem_ready.val() && !asks;

        // The answer.
        self.answer.given.next = self.control.answer.val();
        self.answer.begins.next = self.control.begins.val();
        self.answer.from_entry.next = from_entry;
        self.answer.from_l1.next = from_l1;
        self.answer.from_fill.next = from_fill;
        self.answer.mask.next = mask;
        self.answer.address.next = self.stages.address.val();
        self.answer.entry_valid.next = entry_valid;
        self.answer.l1_held.next = self.l1_held.val();
        self.answer.fill_index.next = self.misses.fill_index.val();
        self.answer.free_index.next = self.misses.free_index.val();
        self.ans_valid.next = self.answer.valid.val();
        self.ans_lanes.next = self.answer.lanes.val();
        self.ans_replay.next = self.answer.replay.val();
        self.ans_missed.next = self.answer.missed.val();
        self.ans_miss.next = self.answer.miss.val();
        self.ans_data_valid.next = self.answer.data_valid.val();
        self.ans_data.next = self.words.answer.val();
        self.l1_use_valid.next = self.answer.use_valid.val();
        self.l1_use_address.next = self.answer.use_address.val();

        // The commands and requests.
        self.l1_command_valid.next = self.control.l1_command.val();
        self.l1_command_store.next = self.control.l1_store.val();
        self.command.store.next = self.control.l1_store.val();
        self.command.spill.next = self.control.spill.val();
        self.command.put.next = self.control.evict_put.val();
        self.command.vector.next = vector;
        self.command.address.next = self.stages.address.val();
        self.command.write.next = self.stages.write.val();
        self.command.mask.next = mask;
        self.command.data.next = self.queue.head_data.val();
        self.command.old_dirty.next = self.placement.old_dirty.val();
        self.command.others.next = self.placement.others.val();
        self.command.expanded.next = self.words.expanded.val();
        self.command.fill_absent.next = self.misses.fill_absent.val();
        self.command.fill_data.next = self.fill.words.val();
        self.l1_command_address.next = self.command.words_address.val();
        self.l1_command_modified.next = self.command.modified.val();
        self.l1_command_mask.next = self.command.words.val();
        self.l1_command_data.next = self.command.words_data.val();
        let writes_back = self.control.memory_write.val();
        self.mem_valid.next = asks || writes_back;
        self.mem_write.next = writes_back && !asks;
        self.mem_address.next = if asks {
            self.misses.asks_address.val()
        } else {
            vector
        };
        self.mem_miss.next = self.misses.asks_index.val();
        self.mem_mask.next = self.write_back_mask.q.val();
        self.mem_data.next = self.words.kept.val();
    }
}
