//! How the parts of the register file are connected.

use super::super::clusters::{lies_in, register_of};
use super::super::groups::{entering, operands};
use super::Regfile;
use crate::bdi::codes::{RANGE_FOUR_ONE, RANGE_FOUR_TWO, RANGE_FOUR_ZERO, RANGE_UNCOMPRESSED};
use crate::prelude::*;
use spec::regfile::PORTS;
use spec::Unit;

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
        let mut operands0 = operands::<I>(self.r#in[0].val());
        let mut operands1 = operands::<I>(self.r#in[1].val());
        self.acceptance.in_operands[0].next = operands0;
        self.acceptance.in_operands[1].next = operands1;
        if self._injects {
            comment!(
                "In the place of a divergent write of a compressed register enters a MOV (5.2)."
            );
            let moves = self.acceptance.in_moves[0].val();
            operands0 = entering::<I>(operands0, moves.get_bit(0));
            operands1 = entering::<I>(operands1, moves.get_bit(1));
            let enter = concat::<2, _, _>(self.enters1.val(), self.enters0.val());
            self.counters.injected[0].next = enter & moves;
            self.in0_mov[0].next = self.enters0.val() && moves.get_bit(0);
            self.in1_mov[0].next = self.enters1.val() && moves.get_bit(1);
        }
        self.collectors.in_operands[0].next = operands0;
        self.collectors.in_operands[1].next = operands1;
        self.enters0.next = self.acceptance.in_ready[0].val();
        self.enters1.next = self.acceptance.in_ready[1].val();
        self.collectors.in_enter[0].next = self.enters0.val();
        self.collectors.in_enter[1].next = self.enters1.val();
        self.in_ready[0].next = self.enters0.val();
        self.in_ready[1].next = self.enters1.val();
        for p in 0..PORTS {
            let instruction = self.r#in[p].val();
            self.acceptance.in_valid[p].next = instruction.valid;
            self.collectors.in_tag[p].next = instruction.tag;
            self.collectors.in_mask[p].next = instruction.mask;
            if self._injects {
                if self.acceptance.in_moves[0].val().get_bit(p) {
                    self.collectors.in_mask[p].next = Bits::<32>::mask();
                }
            }
        }
        self.acceptance.some_free.next = self.collectors.some_free.val();
        self.acceptance.one_free.next = self.collectors.one_free.val();

        comment!("Releases.");
        let released = self.release_register.val();
        self.acceptance.release_register.next = released;
        self.collectors.release_register.next = released;
        let busy = self.acceptance.release_pending.val() || self.collectors.release_open.val();
        self.releases.next = self.release_valid.val() && !busy;
        self.release_ready.next = self.releases.val();

        comment!("Requests go to the arbiter of their cluster, and what it grants to the cluster.");
        for k in 0..K {
            self.arbiter[k].head.next = self.collectors.head.val();
            self.arbiter[k].enter0_place.next = self.collectors.in_place[0].val();
            self.arbiter[k].enter0_a.next =
                self.enters0.val() && operands0.sources.get_bit(0) && lies_in(operands0.a, k, K);
            self.arbiter[k].enter0_b.next =
                self.enters0.val() && operands0.sources.get_bit(1) && lies_in(operands0.b, k, K);
            self.arbiter[k].enter0_c.next =
                self.enters0.val() && operands0.sources.get_bit(2) && lies_in(operands0.c, k, K);
            self.arbiter[k].enter1_place.next = self.collectors.in_place[1].val();
            self.arbiter[k].enter1_a.next =
                self.enters1.val() && operands1.sources.get_bit(0) && lies_in(operands1.a, k, K);
            self.arbiter[k].enter1_b.next =
                self.enters1.val() && operands1.sources.get_bit(1) && lies_in(operands1.b, k, K);
            self.arbiter[k].enter1_c.next =
                self.enters1.val() && operands1.sources.get_bit(2) && lies_in(operands1.c, k, K);
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
            comment!("A divergent write of a compressed register asks for a MOV.");
            let divergent0 =
                operands0.writes && self.r#in[0].val().mask != self.r#in[0].val().launched;
            let divergent1 =
                operands1.writes && self.r#in[1].val().mask != self.r#in[1].val().launched;
            self.acceptance.in_divergent[0].next = concat::<2, _, _>(divergent1, divergent0);
            self.acceptance.release[0].next = self.releases.val();
            let moves0 = self.acceptance.in_moves[0].val().get_bit(0);
            let moves1 = self.acceptance.in_moves[0].val().get_bit(1);
            if self._moves {
                self.collectors.moves[0].next = self.acceptance.in_moves[0].val();
            }
            for k in 0..K {
                if self._moves {
                    self.arbiter[k].enter0_mov[0].next =
                        self.enters0.val() && moves0 && lies_in(operands0.destination, k, K);
                    self.arbiter[k].enter1_mov[0].next =
                        self.enters1.val() && moves1 && lies_in(operands1.destination, k, K);
                }
                let compressed = self.cluster[k].writes_range[0].val().any();
                self.acceptance.written_compressed[k].next =
                    self.cluster[k].writes_full.val() && compressed;
                if self._moves {
                    self.arbiter[k].mov_free[0].next = self.cluster[k].mov_free[0].val();
                    self.collectors.mov_seen[k].next = self.cluster[k].mov_seen[0].val();
                    self.collectors.mov_seen_place[k].next =
                        self.cluster[k].mov_seen_place[0].val();
                }
            }
        }

        comment!("Results go through their port to the write stage of their cluster.");
        self.write_port_0.result.next = self.wb[0].val();
        self.wb_ready[0].next = self.write_port_0.ready.val();
        let result0 = self.write_port_0.head_register.val();
        let mut leaves0 = false;
        self.write_port_1.result.next = self.wb[1].val();
        self.wb_ready[1].next = self.write_port_1.ready.val();
        let result1 = self.write_port_1.head_register.val();
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

        if self._forwards {
            comment!("Results that can be read on their way, and who seeks them.");
            self.collectors.waits[0].next = self.acceptance.in_waits[0].val();
            self.acceptance.comes[0].next = self.write_port_0.comes[0].val();
            self.acceptance.comes[1].next = self.write_port_1.comes[0].val();
            self.acceptance.comes_register[0].next = self.write_port_0.comes_register[0].val();
            self.acceptance.comes_register[1].next = self.write_port_1.comes_register[0].val();
            for k in 0..K {
                let written = self.cluster[k].written_entry.val();
                self.collectors.written[k].next = self.cluster[k].written.val();
                self.collectors.written_register[k].next = register_of::<I, A>(written, k, K);
                let sought = register_of::<I, A>(self.cluster[k].seek[0].val(), k, K);
                self.write_port_0.seek[k].next = sought;
                self.write_port_1.seek[k].next = sought;
                let found0 = self.write_port_0.found[k].val();
                let found1 = self.write_port_1.found[k].val();
                self.cluster[k].found[0].next = concat::<2, _, _>(found1, found0);
                self.cluster[k].found0_data[0].next = self.write_port_0.found_data[k].val();
                self.cluster[k].found1_data[0].next = self.write_port_1.found_data[k].val();
                if self._compresses {
                    self.cluster[k].found0_range[0].next = self.write_port_0.found_range[k].val();
                    self.cluster[k].found1_range[0].next = self.write_port_1.found_range[k].val();
                }
            }
        }

        comment!("The two oldest.");
        for p in 0..PORTS {
            self.collectors.out_ready[p].next = self.out_ready[p].val();
            self.out[p].next = self.collectors.out[p].val();
        }

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
        if self._forwards {
            for k in 0..K {
                let forwards = self.cluster[k].bank_forward[0].val();
                self.forward[0].next = replace_bits(self.forward[0].val(), 8 * k, forwards);
            }
            self.bank_forward.next = self.forward[0].val();
            self.counters.bank_forward[0].next = self.forward[0].val();
        } else {
            self.bank_forward.next = 0.into();
        }
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
                if self._moves {
                    mov = mov.replace_bit(k, self.cluster[k].moves[0].val());
                }
            }
            self.counters.decompression[0].next = decompression;
            if self._moves {
                self.counters.mov[0].next = mov;
            }
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
