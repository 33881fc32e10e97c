//! How the parts of `regless` are connected: execution units with shards by the low two bits of the
//! warp, and shards with the L1.

use super::Regless;
use crate::osu::{gate, ReglessInstruction, ReglessResult};
use crate::prelude::*;
use spec::osu::{EXECUTION_UNITS, SHARDS, WARPS};
use spec::Unit;

/// Whether a warp is one of shard `s`.
#[hardware]
fn of_shard(warp: Bits<6>, s: usize) -> bool {
    warp.get_bits::<2>(0) == s.to_bits::<2>()
}

/// Four bits, the first at the bottom.
#[hardware]
fn four(a: bool, b: bool, c: bool, d: bool) -> Bits<4> {
    concat::<4, _, _>(concat::<2, _, _>(d, c), concat::<2, _, _>(b, a))
}

#[hardware(name = spec::osu::Regless::module_name(&self._parameters))]
impl<const A: usize, const I: usize> Logic for Regless<A, I> {
    fn update(&mut self) {
        clock!(self, clock, shard, results, arbiter);
        comment!("What the execution units have, and for which shard.");
        self.instruction[0].next = ReglessInstruction {
            tag: self.issue0_tag.val(),
            warp: self.issue0_warp.val().get_bits::<4>(2),
            sources: self.issue0_sources.val(),
            a: self.issue0_a.val(),
            b: self.issue0_b.val(),
            c: self.issue0_c.val(),
            last: self.issue0_last.val(),
            erase: self.issue0_erase.val(),
            writes: self.issue0_writes.val(),
            destination: self.issue0_destination.val(),
            mask: self.issue0_mask.val(),
            write_last: self.issue0_write_last.val(),
            ends: self.issue0_ends.val(),
        };
        self.result[0].next = ReglessResult {
            warp: self.wb0_warp.val().get_bits::<4>(2),
            register: self.wb0_register.val(),
            mask: self.wb0_mask.val(),
            data: self.wb0_data.val(),
            last: self.wb0_last.val(),
        };
        self.entry[0].next = self.wb0_entry.val();
        self.instruction[1].next = ReglessInstruction {
            tag: self.issue1_tag.val(),
            warp: self.issue1_warp.val().get_bits::<4>(2),
            sources: self.issue1_sources.val(),
            a: self.issue1_a.val(),
            b: self.issue1_b.val(),
            c: self.issue1_c.val(),
            last: self.issue1_last.val(),
            erase: self.issue1_erase.val(),
            writes: self.issue1_writes.val(),
            destination: self.issue1_destination.val(),
            mask: self.issue1_mask.val(),
            write_last: self.issue1_write_last.val(),
            ends: self.issue1_ends.val(),
        };
        self.result[1].next = ReglessResult {
            warp: self.wb1_warp.val().get_bits::<4>(2),
            register: self.wb1_register.val(),
            mask: self.wb1_mask.val(),
            data: self.wb1_data.val(),
            last: self.wb1_last.val(),
        };
        self.entry[1].next = self.wb1_entry.val();
        self.instruction[2].next = ReglessInstruction {
            tag: self.issue2_tag.val(),
            warp: self.issue2_warp.val().get_bits::<4>(2),
            sources: self.issue2_sources.val(),
            a: self.issue2_a.val(),
            b: self.issue2_b.val(),
            c: self.issue2_c.val(),
            last: self.issue2_last.val(),
            erase: self.issue2_erase.val(),
            writes: self.issue2_writes.val(),
            destination: self.issue2_destination.val(),
            mask: self.issue2_mask.val(),
            write_last: self.issue2_write_last.val(),
            ends: self.issue2_ends.val(),
        };
        self.result[2].next = ReglessResult {
            warp: self.wb2_warp.val().get_bits::<4>(2),
            register: self.wb2_register.val(),
            mask: self.wb2_mask.val(),
            data: self.wb2_data.val(),
            last: self.wb2_last.val(),
        };
        self.entry[2].next = self.wb2_entry.val();
        self.instruction[3].next = ReglessInstruction {
            tag: self.issue3_tag.val(),
            warp: self.issue3_warp.val().get_bits::<4>(2),
            sources: self.issue3_sources.val(),
            a: self.issue3_a.val(),
            b: self.issue3_b.val(),
            c: self.issue3_c.val(),
            last: self.issue3_last.val(),
            erase: self.issue3_erase.val(),
            writes: self.issue3_writes.val(),
            destination: self.issue3_destination.val(),
            mask: self.issue3_mask.val(),
            write_last: self.issue3_write_last.val(),
            ends: self.issue3_ends.val(),
        };
        self.result[3].next = ReglessResult {
            warp: self.wb3_warp.val().get_bits::<4>(2),
            register: self.wb3_register.val(),
            mask: self.wb3_mask.val(),
            data: self.wb3_data.val(),
            last: self.wb3_last.val(),
        };
        self.entry[3].next = self.wb3_entry.val();
        let mut issue_accepted = bits::<4>(0);
        let mut wb_accepted = bits::<4>(0);
        for s in 0..SHARDS {
            let issued0 = self.issue0_valid.val() && of_shard(self.issue0_warp.val(), s);
            let written0 = self.wb0_valid.val() && of_shard(self.wb0_warp.val(), s);
            let issued1 = self.issue1_valid.val() && of_shard(self.issue1_warp.val(), s);
            let written1 = self.wb1_valid.val() && of_shard(self.wb1_warp.val(), s);
            let issued2 = self.issue2_valid.val() && of_shard(self.issue2_warp.val(), s);
            let written2 = self.wb2_valid.val() && of_shard(self.wb2_warp.val(), s);
            let issued3 = self.issue3_valid.val() && of_shard(self.issue3_warp.val(), s);
            let written3 = self.wb3_valid.val() && of_shard(self.wb3_warp.val(), s);
            self.issue[s].valid.next = four(issued0, issued1, issued2, issued3);
            self.results[s].valid.next = four(written0, written1, written2, written3);
            for e in 0..EXECUTION_UNITS {
                self.issue[s].instruction[e].next = self.instruction[e].val();
                self.results[s].result[e].next = self.result[e].val();
                self.results[s].entry[e].next = self.entry[e].val();
            }
            let first = self.issue[s].first.val();
            let second = self.issue[s].second.val();
            self.shard[s].issue0_valid.next = self.issue[s].first_valid.val();
            self.shard[s].issue1_valid.next = self.issue[s].second_valid.val();
            self.shard[s].issue0_tag.next = first.tag;
            self.shard[s].issue1_tag.next = second.tag;
            self.shard[s].issue0_warp.next = first.warp;
            self.shard[s].issue1_warp.next = second.warp;
            self.shard[s].issue0_sources.next = first.sources;
            self.shard[s].issue1_sources.next = second.sources;
            self.shard[s].issue0_a.next = first.a;
            self.shard[s].issue1_a.next = second.a;
            self.shard[s].issue0_b.next = first.b;
            self.shard[s].issue1_b.next = second.b;
            self.shard[s].issue0_c.next = first.c;
            self.shard[s].issue1_c.next = second.c;
            self.shard[s].issue0_last.next = first.last;
            self.shard[s].issue1_last.next = second.last;
            self.shard[s].issue0_erase.next = first.erase;
            self.shard[s].issue1_erase.next = second.erase;
            self.shard[s].issue0_writes.next = first.writes;
            self.shard[s].issue1_writes.next = second.writes;
            self.shard[s].issue0_destination.next = first.destination;
            self.shard[s].issue1_destination.next = second.destination;
            self.shard[s].issue0_mask.next = first.mask;
            self.shard[s].issue1_mask.next = second.mask;
            self.shard[s].issue0_write_last.next = first.write_last;
            self.shard[s].issue1_write_last.next = second.write_last;
            self.shard[s].issue0_ends.next = first.ends;
            self.shard[s].issue1_ends.next = second.ends;
            self.issue[s].first_ready.next = self.shard[s].issue0_ready.val();
            self.issue[s].second_ready.next = self.shard[s].issue1_ready.val();
            issue_accepted |= self.issue[s].accepted.val();

            let result0 = self.results[s].first.val();
            let result1 = self.results[s].second.val();
            self.shard[s].wb0_valid.next = self.results[s].first_valid.val();
            self.shard[s].wb1_valid.next = self.results[s].second_valid.val();
            self.shard[s].wb0_entry.next = self.results[s].first_entry.val();
            self.shard[s].wb1_entry.next = self.results[s].second_entry.val();
            self.shard[s].wb0_warp.next = result0.warp;
            self.shard[s].wb1_warp.next = result1.warp;
            self.shard[s].wb0_register.next = result0.register;
            self.shard[s].wb1_register.next = result1.register;
            self.shard[s].wb0_mask.next = result0.mask;
            self.shard[s].wb1_mask.next = result1.mask;
            self.shard[s].wb0_data.next = result0.data;
            self.shard[s].wb1_data.next = result1.data;
            self.shard[s].wb0_last.next = result0.last;
            self.shard[s].wb1_last.next = result1.last;
            self.results[s].first_ready.next = self.shard[s].wb0_ready.val();
            self.results[s].second_ready.next = self.shard[s].wb1_ready.val();
            wb_accepted |= self.results[s].accepted.val();
        }
        self.issue0_ready.next = issue_accepted.get_bit(0);
        self.wb0_ready.next = wb_accepted.get_bit(0);
        self.issue1_ready.next = issue_accepted.get_bit(1);
        self.wb1_ready.next = wb_accepted.get_bit(1);
        self.issue2_ready.next = issue_accepted.get_bit(2);
        self.wb2_ready.next = wb_accepted.get_bit(2);
        self.issue3_ready.next = issue_accepted.get_bit(3);
        self.wb3_ready.next = wb_accepted.get_bit(3);

        comment!(
            "Metadata, and which warps are held and active: warp W is warp W / 4 of shard W mod 4."
        );
        let mut meta_ready = false;
        let mut uses_valid = false;
        let mut uses_warp = bits::<6>(0);
        let mut uses = bits::<63>(0);
        let mut active = bits::<64>(0);
        let mut region_errors = bits::<4>(0);
        let mut region_error_warps = bits::<16>(0);
        let mut metadata_errors = bits::<4>(0);
        let mut metadata_error_warps = bits::<16>(0);
        for s in 0..SHARDS {
            self.shard[s].meta_valid.next =
                self.meta_valid.val() && of_shard(self.meta_warp.val(), s);
            self.shard[s].meta_warp.next = self.meta_warp.val().get_bits::<4>(2);
            self.shard[s].meta_format.next = self.meta_format.val();
            self.shard[s].meta_word.next = self.meta_word.val();
            meta_ready = meta_ready || self.shard[s].meta_ready.val();
            let shows = self.shard[s].uses_valid.val();
            uses_valid = uses_valid || shows;
            uses_warp |= gate(
                shows,
                concat::<6, _, _>(self.shard[s].uses_warp.val(), s.to_bits::<2>()),
            );
            uses |= gate(shows, self.shard[s].uses.val());
            let mut hold = bits::<16>(0);
            for w in 0..WARPS {
                hold = hold.replace_bit(w, self.hold.val().get_bit(4 * w + s));
                active = active.replace_bit(4 * w + s, self.shard[s].active.val().get_bit(w));
            }
            self.shard[s].hold.next = hold;
            let region_error = self.shard[s].region_error.val();
            let metadata_error = self.shard[s].metadata_error.val();
            region_errors = region_errors.replace_bit(s, region_error);
            region_error_warps = replace_bits(
                region_error_warps,
                4 * s,
                gate(region_error, self.shard[s].region_error_warp.val()),
            );
            metadata_errors = metadata_errors.replace_bit(s, metadata_error);
            metadata_error_warps = replace_bits(
                metadata_error_warps,
                4 * s,
                gate(metadata_error, self.shard[s].metadata_error_warp.val()),
            );
        }
        self.meta_ready.next = meta_ready;
        self.uses_valid.next = uses_valid;
        self.uses_warp.next = uses_warp;
        self.uses.next = uses;
        self.active.next = active;
        self.region_errors.next = region_errors;
        self.region_error_warps.next = region_error_warps;
        self.metadata_errors.next = metadata_errors;
        self.metadata_error_warps.next = metadata_error_warps;

        comment!("Offers.");
        self.out0_valid.next = self.shard[0].out0_valid.val();
        self.out0_tag.next = self.shard[0].out0_tag.val();
        self.out0_warp.next = concat::<6, _, _>(self.shard[0].out0_warp.val(), bits::<2>(0));
        self.out0_a_valid.next = self.shard[0].out0_a_valid.val();
        self.out0_b_valid.next = self.shard[0].out0_b_valid.val();
        self.out0_c_valid.next = self.shard[0].out0_c_valid.val();
        self.out0_a.next = self.shard[0].out0_a.val();
        self.out0_b.next = self.shard[0].out0_b.val();
        self.out0_c.next = self.shard[0].out0_c.val();
        self.out0_writes.next = self.shard[0].out0_writes.val();
        self.out0_destination.next = self.shard[0].out0_destination.val();
        self.out0_entry.next = self.shard[0].out0_entry.val();
        self.out0_mask.next = self.shard[0].out0_mask.val();
        self.out0_write_last.next = self.shard[0].out0_write_last.val();
        self.out1_valid.next = self.shard[0].out1_valid.val();
        self.out1_tag.next = self.shard[0].out1_tag.val();
        self.out1_warp.next = concat::<6, _, _>(self.shard[0].out1_warp.val(), bits::<2>(0));
        self.out1_a_valid.next = self.shard[0].out1_a_valid.val();
        self.out1_b_valid.next = self.shard[0].out1_b_valid.val();
        self.out1_c_valid.next = self.shard[0].out1_c_valid.val();
        self.out1_a.next = self.shard[0].out1_a.val();
        self.out1_b.next = self.shard[0].out1_b.val();
        self.out1_c.next = self.shard[0].out1_c.val();
        self.out1_writes.next = self.shard[0].out1_writes.val();
        self.out1_destination.next = self.shard[0].out1_destination.val();
        self.out1_entry.next = self.shard[0].out1_entry.val();
        self.out1_mask.next = self.shard[0].out1_mask.val();
        self.out1_write_last.next = self.shard[0].out1_write_last.val();
        self.out2_valid.next = self.shard[1].out0_valid.val();
        self.out2_tag.next = self.shard[1].out0_tag.val();
        self.out2_warp.next = concat::<6, _, _>(self.shard[1].out0_warp.val(), bits::<2>(1));
        self.out2_a_valid.next = self.shard[1].out0_a_valid.val();
        self.out2_b_valid.next = self.shard[1].out0_b_valid.val();
        self.out2_c_valid.next = self.shard[1].out0_c_valid.val();
        self.out2_a.next = self.shard[1].out0_a.val();
        self.out2_b.next = self.shard[1].out0_b.val();
        self.out2_c.next = self.shard[1].out0_c.val();
        self.out2_writes.next = self.shard[1].out0_writes.val();
        self.out2_destination.next = self.shard[1].out0_destination.val();
        self.out2_entry.next = self.shard[1].out0_entry.val();
        self.out2_mask.next = self.shard[1].out0_mask.val();
        self.out2_write_last.next = self.shard[1].out0_write_last.val();
        self.out3_valid.next = self.shard[1].out1_valid.val();
        self.out3_tag.next = self.shard[1].out1_tag.val();
        self.out3_warp.next = concat::<6, _, _>(self.shard[1].out1_warp.val(), bits::<2>(1));
        self.out3_a_valid.next = self.shard[1].out1_a_valid.val();
        self.out3_b_valid.next = self.shard[1].out1_b_valid.val();
        self.out3_c_valid.next = self.shard[1].out1_c_valid.val();
        self.out3_a.next = self.shard[1].out1_a.val();
        self.out3_b.next = self.shard[1].out1_b.val();
        self.out3_c.next = self.shard[1].out1_c.val();
        self.out3_writes.next = self.shard[1].out1_writes.val();
        self.out3_destination.next = self.shard[1].out1_destination.val();
        self.out3_entry.next = self.shard[1].out1_entry.val();
        self.out3_mask.next = self.shard[1].out1_mask.val();
        self.out3_write_last.next = self.shard[1].out1_write_last.val();
        self.out4_valid.next = self.shard[2].out0_valid.val();
        self.out4_tag.next = self.shard[2].out0_tag.val();
        self.out4_warp.next = concat::<6, _, _>(self.shard[2].out0_warp.val(), bits::<2>(2));
        self.out4_a_valid.next = self.shard[2].out0_a_valid.val();
        self.out4_b_valid.next = self.shard[2].out0_b_valid.val();
        self.out4_c_valid.next = self.shard[2].out0_c_valid.val();
        self.out4_a.next = self.shard[2].out0_a.val();
        self.out4_b.next = self.shard[2].out0_b.val();
        self.out4_c.next = self.shard[2].out0_c.val();
        self.out4_writes.next = self.shard[2].out0_writes.val();
        self.out4_destination.next = self.shard[2].out0_destination.val();
        self.out4_entry.next = self.shard[2].out0_entry.val();
        self.out4_mask.next = self.shard[2].out0_mask.val();
        self.out4_write_last.next = self.shard[2].out0_write_last.val();
        self.out5_valid.next = self.shard[2].out1_valid.val();
        self.out5_tag.next = self.shard[2].out1_tag.val();
        self.out5_warp.next = concat::<6, _, _>(self.shard[2].out1_warp.val(), bits::<2>(2));
        self.out5_a_valid.next = self.shard[2].out1_a_valid.val();
        self.out5_b_valid.next = self.shard[2].out1_b_valid.val();
        self.out5_c_valid.next = self.shard[2].out1_c_valid.val();
        self.out5_a.next = self.shard[2].out1_a.val();
        self.out5_b.next = self.shard[2].out1_b.val();
        self.out5_c.next = self.shard[2].out1_c.val();
        self.out5_writes.next = self.shard[2].out1_writes.val();
        self.out5_destination.next = self.shard[2].out1_destination.val();
        self.out5_entry.next = self.shard[2].out1_entry.val();
        self.out5_mask.next = self.shard[2].out1_mask.val();
        self.out5_write_last.next = self.shard[2].out1_write_last.val();
        self.out6_valid.next = self.shard[3].out0_valid.val();
        self.out6_tag.next = self.shard[3].out0_tag.val();
        self.out6_warp.next = concat::<6, _, _>(self.shard[3].out0_warp.val(), bits::<2>(3));
        self.out6_a_valid.next = self.shard[3].out0_a_valid.val();
        self.out6_b_valid.next = self.shard[3].out0_b_valid.val();
        self.out6_c_valid.next = self.shard[3].out0_c_valid.val();
        self.out6_a.next = self.shard[3].out0_a.val();
        self.out6_b.next = self.shard[3].out0_b.val();
        self.out6_c.next = self.shard[3].out0_c.val();
        self.out6_writes.next = self.shard[3].out0_writes.val();
        self.out6_destination.next = self.shard[3].out0_destination.val();
        self.out6_entry.next = self.shard[3].out0_entry.val();
        self.out6_mask.next = self.shard[3].out0_mask.val();
        self.out6_write_last.next = self.shard[3].out0_write_last.val();
        self.out7_valid.next = self.shard[3].out1_valid.val();
        self.out7_tag.next = self.shard[3].out1_tag.val();
        self.out7_warp.next = concat::<6, _, _>(self.shard[3].out1_warp.val(), bits::<2>(3));
        self.out7_a_valid.next = self.shard[3].out1_a_valid.val();
        self.out7_b_valid.next = self.shard[3].out1_b_valid.val();
        self.out7_c_valid.next = self.shard[3].out1_c_valid.val();
        self.out7_a.next = self.shard[3].out1_a.val();
        self.out7_b.next = self.shard[3].out1_b.val();
        self.out7_c.next = self.shard[3].out1_c.val();
        self.out7_writes.next = self.shard[3].out1_writes.val();
        self.out7_destination.next = self.shard[3].out1_destination.val();
        self.out7_entry.next = self.shard[3].out1_entry.val();
        self.out7_mask.next = self.shard[3].out1_mask.val();
        self.out7_write_last.next = self.shard[3].out1_write_last.val();

        comment!("The L1.");
        self.arbiter.base_valid.next = self.base_valid.val();
        self.arbiter.base_line.next = self.base_line.val();
        self.arbiter.l1_ready.next = self.l1_ready.val();
        self.arbiter.shard0_valid.next = self.shard[0].l1_valid.val();
        self.arbiter.shard0_kind.next = self.shard[0].l1_kind.val();
        self.arbiter.shard0_warp.next = self.shard[0].l1_warp.val();
        self.arbiter.shard0_index.next = self.shard[0].l1_index.val();
        self.arbiter.shard0_entry.next = self.shard[0].l1_entry.val();
        self.arbiter.shard0_data.next = self.shard[0].l1_data.val();
        self.shard[0].l1_ready.next = self.arbiter.shard0_ready.val();
        self.arbiter.shard1_valid.next = self.shard[1].l1_valid.val();
        self.arbiter.shard1_kind.next = self.shard[1].l1_kind.val();
        self.arbiter.shard1_warp.next = self.shard[1].l1_warp.val();
        self.arbiter.shard1_index.next = self.shard[1].l1_index.val();
        self.arbiter.shard1_entry.next = self.shard[1].l1_entry.val();
        self.arbiter.shard1_data.next = self.shard[1].l1_data.val();
        self.shard[1].l1_ready.next = self.arbiter.shard1_ready.val();
        self.arbiter.shard2_valid.next = self.shard[2].l1_valid.val();
        self.arbiter.shard2_kind.next = self.shard[2].l1_kind.val();
        self.arbiter.shard2_warp.next = self.shard[2].l1_warp.val();
        self.arbiter.shard2_index.next = self.shard[2].l1_index.val();
        self.arbiter.shard2_entry.next = self.shard[2].l1_entry.val();
        self.arbiter.shard2_data.next = self.shard[2].l1_data.val();
        self.shard[2].l1_ready.next = self.arbiter.shard2_ready.val();
        self.arbiter.shard3_valid.next = self.shard[3].l1_valid.val();
        self.arbiter.shard3_kind.next = self.shard[3].l1_kind.val();
        self.arbiter.shard3_warp.next = self.shard[3].l1_warp.val();
        self.arbiter.shard3_index.next = self.shard[3].l1_index.val();
        self.arbiter.shard3_entry.next = self.shard[3].l1_entry.val();
        self.arbiter.shard3_data.next = self.shard[3].l1_data.val();
        self.shard[3].l1_ready.next = self.arbiter.shard3_ready.val();
        self.l1_valid.next = self.arbiter.l1_valid.val();
        self.l1_read.next = self.arbiter.l1_read.val();
        self.l1_write.next = self.arbiter.l1_write.val();
        self.l1_invalidate.next = self.arbiter.l1_invalidate.val();
        self.l1_line.next = self.arbiter.l1_line.val();
        self.l1_id.next = self.arbiter.l1_id.val();
        self.l1_data.next = self.arbiter.l1_data.val();
        let id = self.response_id.val();
        self.arbiter.response_valid.next = self.response_valid.val();
        self.arbiter.response_id.next = id;
        let mut shards_ready = bits::<4>(0);
        for s in 0..SHARDS {
            self.shard[s].response_valid.next = self.arbiter.shards_response.val().get_bit(s);
            self.shard[s].response_line.next = id.get_bit(A + 3);
            self.shard[s].response_bank.next = id.get_bits::<3>(A);
            self.shard[s].response_entry.next = id.get_bits::<A>(0);
            self.shard[s].response_data.next = self.response_data.val();
            shards_ready = shards_ready.replace_bit(s, self.shard[s].response_ready.val());
        }
        self.arbiter.shards_ready.next = shards_ready;
        self.response_ready.next = self.arbiter.response_ready.val();
    }
}
