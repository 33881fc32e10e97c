//! RegLess: the operand staging unit and what stands around it (`docs/units/osu.md`).

mod access;
pub mod assertions;
mod bank;
mod bundles;
mod compressed;
mod compressor;
mod compressor_lines;
mod compressor_storage;
mod decoder;
mod direct;
mod l1_arbiter;
mod lines;
mod manager;
mod manager_bank;
mod manager_queue;
mod manager_stack;
mod manager_warp;
mod marks;
mod metadata_store;
mod patterns;
mod read_unit;
mod request;
mod shard;
mod staging;
mod top;
mod waiting;

pub use access::OsuAccess;
pub use bank::OsuBank;
pub use bundles::{OsuInstruction, OsuOffer, OsuOperation, ReglessInstruction, ReglessResult};
pub use compressed::CompressorBits;
pub use compressor::PatternCompressor;
pub use compressor_lines::CompressorLines;
pub use compressor_storage::CompressorStorage;
pub use decoder::MetadataDecoder;
pub use direct::{ReglessIssue, ReglessResults};
pub use l1_arbiter::ReglessL1Arbiter;
pub use lines::OsuLines;
pub use manager::CapacityManager;
pub use manager_bank::ManagerBank;
pub use manager_queue::ManagerQueue;
pub use manager_stack::ManagerStack;
pub use manager_warp::ManagerWarp;
pub use marks::MetadataMarks;
pub use metadata_store::MetadataStore;
pub use patterns::{CompressorExpand, CompressorMatch};
pub use read_unit::OsuReadUnit;
pub use request::OsuRequest;
pub use shard::ReglessShard;
pub use staging::Osu;
pub use top::Regless;
pub use waiting::OsuWaiting;

use crate::bdi::gate;
use crate::engine::AnyUnit;
use crate::hdl_unit;
use crate::prelude::*;
use rust_hdl::core::direction::Direction;
use spec::osu::{MetadataDecoderParameters, OsuBankParameters, ReglessParameters};

/// The hardware of `osu_bank`: the bits that name a line follow from the lines.
pub fn osu_bank(parameters: OsuBankParameters) -> Box<dyn AnyUnit> {
    match parameters.entry_bits() {
        1 => Box::new(OsuBank::<1>::new(parameters)),
        2 => Box::new(OsuBank::<2>::new(parameters)),
        3 => Box::new(OsuBank::<3>::new(parameters)),
        _ => Box::new(OsuBank::<4>::new(parameters)),
    }
}

/// The hardware of `pattern_compressor`.
pub fn pattern_compressor(parameters: ReglessParameters) -> Box<dyn AnyUnit> {
    match parameters.entry_bits() {
        1 => Box::new(PatternCompressor::<1>::new(parameters)),
        2 => Box::new(PatternCompressor::<2>::new(parameters)),
        3 => Box::new(PatternCompressor::<3>::new(parameters)),
        _ => Box::new(PatternCompressor::<4>::new(parameters)),
    }
}

/// The hardware of `metadata_decoder`.
pub fn metadata_decoder(_parameters: MetadataDecoderParameters) -> Box<dyn AnyUnit> {
    Box::new(MetadataDecoder::new())
}

/// The hardware of `capacity_manager`.
pub fn capacity_manager(parameters: OsuBankParameters) -> Box<dyn AnyUnit> {
    Box::new(CapacityManager::new(parameters))
}

/// The hardware of `osu`.
pub fn osu(parameters: OsuBankParameters) -> Box<dyn AnyUnit> {
    match parameters.entry_bits() {
        1 => Box::new(Osu::<1>::new(parameters)),
        2 => Box::new(Osu::<2>::new(parameters)),
        3 => Box::new(Osu::<3>::new(parameters)),
        _ => Box::new(Osu::<4>::new(parameters)),
    }
}

/// The hardware of `regless_l1_arbiter`.
pub fn regless_l1_arbiter(parameters: OsuBankParameters) -> Box<dyn AnyUnit> {
    match parameters.entry_bits() {
        1 => Box::new(ReglessL1Arbiter::<1, 7>::new(parameters)),
        2 => Box::new(ReglessL1Arbiter::<2, 8>::new(parameters)),
        3 => Box::new(ReglessL1Arbiter::<3, 9>::new(parameters)),
        _ => Box::new(ReglessL1Arbiter::<4, 10>::new(parameters)),
    }
}

/// The hardware of `regless_shard`.
pub fn regless_shard(parameters: ReglessParameters) -> Box<dyn AnyUnit> {
    match parameters.entry_bits() {
        1 => Box::new(ReglessShard::<1>::new(parameters)),
        2 => Box::new(ReglessShard::<2>::new(parameters)),
        3 => Box::new(ReglessShard::<3>::new(parameters)),
        _ => Box::new(ReglessShard::<4>::new(parameters)),
    }
}

/// The hardware of `regless`.
pub fn regless(parameters: ReglessParameters) -> Box<dyn AnyUnit> {
    match parameters.entry_bits() {
        1 => Box::new(Regless::<1, 7>::new(parameters)),
        2 => Box::new(Regless::<2, 8>::new(parameters)),
        3 => Box::new(Regless::<3, 9>::new(parameters)),
        _ => Box::new(Regless::<4, 10>::new(parameters)),
    }
}

/// The lowest set bit alone: a number and its negative share no other.
#[hardware]
fn lowest<const N: usize>(requests: Bits<N>) -> Bits<N> {
    requests & (!requests + 1)
}

/// The bit at a position, if there is one.
#[hardware]
fn one_of<const N: usize, const K: usize>(valid: bool, position: Bits<K>) -> Bits<N> {
    bit_cast::<N, 1>(valid.into()) << position
}

/// The place behind `place` in a ring of `places`.
#[hardware]
fn after(place: Bits<4>, places: usize) -> Bits<4> {
    if places == 16 {
        place + 1
    } else if place == (places - 1).to_bits::<4>() {
        0.into()
    } else {
        place + 1
    }
}

/// As many signals.
fn signals<D: Direction, T: Synth>(count: usize) -> Vec<Signal<D, T>> {
    (0..count).map(|_| Signal::default()).collect()
}

hdl_unit!([const A: usize] OsuBank<A> {
    inputs: [
        access_valid, access_reserve, access_warp, access_register, access_last, access_erase,
        preload_valid, preload_kind, preload_warp, preload_register, fill_valid, fill_entry, fill_data,
        write_valid, write_entry, write_mask, write_data, write_last, request_ready,
    ],
    outputs: [
        access_ready, preload_ready, fill_ready, write_ready, answer_read, answer_data, answer_reserve,
        answer_entry, preload_done, preload_done_warp, fill_done, fill_done_warp, request_valid,
        request_evict, request_kind, request_warp, request_register, request_entry, request_data,
    ],
});
hdl_unit!([const E: usize] PatternCompressor<E> {
    inputs: [
        request_valid, request_evict, request_kind, request_warp, request_register, request_entry,
        request_data, answer_ready, l1_ready, response_valid, response_data,
    ],
    outputs: [
        request_ready, answer_valid, answer_warp, answer_register, answer_entry, answer_data, l1_valid,
        l1_write, l1_kind, l1_warp, l1_index, l1_entry, l1_data,
    ],
});
hdl_unit!(MetadataDecoder {
    inputs: [in_valid, in_format, in_word],
    outputs: [
        out_valid,
        out_bad,
        out_format,
        out_region,
        out_usage,
        out_more,
        out_operations,
        out_kinds,
        out_registers,
        out_marks,
        out_uses,
    ],
});
hdl_unit!(CapacityManager {
    inputs: [
        eligible,
        region_usage,
        region_more,
        region_kinds,
        region_registers,
        busy,
        issue0_valid,
        issue0_warp,
        issue0_writes,
        issue0_destination,
        issue0_ends,
        issue1_valid,
        issue1_warp,
        issue1_writes,
        issue1_destination,
        issue1_ends,
        landed0_valid,
        landed0_warp,
        landed0_register,
        landed1_valid,
        landed1_warp,
        landed1_register,
        done_banks,
        done_warps,
        fill_done,
        fill_done_warp,
        queue_ready,
    ],
    outputs: [
        active,
        region_warp,
        region_row,
        region_taken,
        queue_valid,
        queue_kinds,
        queue_warps,
        queue_registers,
        error,
        error_warp,
    ],
});
hdl_unit!([const A: usize] Osu<A> {
    inputs: [
        in0_valid,
        in0_tag,
        in0_warp,
        in0_sources,
        in0_a,
        in0_b,
        in0_c,
        in0_last,
        in0_erase,
        in0_writes,
        in0_destination,
        in0_mask,
        in0_write_last,
        in1_valid,
        in1_tag,
        in1_warp,
        in1_sources,
        in1_a,
        in1_b,
        in1_c,
        in1_last,
        in1_erase,
        in1_writes,
        in1_destination,
        in1_mask,
        in1_write_last,
        wb0_valid,
        wb0_warp,
        wb0_register,
        wb0_entry,
        wb0_mask,
        wb0_data,
        wb0_last,
        wb1_valid,
        wb1_warp,
        wb1_register,
        wb1_entry,
        wb1_mask,
        wb1_data,
        wb1_last,
        queue_valid,
        queue_kinds,
        queue_warps,
        queue_registers,
        answer_valid,
        answer_warp,
        answer_register,
        answer_entry,
        answer_data,
        response_valid,
        response_bank,
        response_entry,
        response_data,
        request_ready,
    ],
    outputs: [
        in0_ready,
        in1_ready,
        out0_valid,
        out0_tag,
        out0_warp,
        out0_a_valid,
        out0_b_valid,
        out0_c_valid,
        out0_a,
        out0_b,
        out0_c,
        out0_writes,
        out0_destination,
        out0_entry,
        out0_mask,
        out0_write_last,
        out1_valid,
        out1_tag,
        out1_warp,
        out1_a_valid,
        out1_b_valid,
        out1_c_valid,
        out1_a,
        out1_b,
        out1_c,
        out1_writes,
        out1_destination,
        out1_entry,
        out1_mask,
        out1_write_last,
        wb0_ready,
        wb1_ready,
        queue_ready,
        busy,
        done_banks,
        done_warps,
        fill_done,
        fill_done_warp,
        answer_ready,
        response_ready,
        request_valid,
        request_evict,
        request_kind,
        request_warp,
        request_register,
        request_entry,
        request_data,
    ],
});
hdl_unit!([const A: usize, const I: usize] ReglessL1Arbiter<A, I> {
    inputs: [
        base_valid,
        base_line,
        shard0_valid,
        shard0_kind,
        shard0_warp,
        shard0_index,
        shard0_entry,
        shard0_data,
        shard1_valid,
        shard1_kind,
        shard1_warp,
        shard1_index,
        shard1_entry,
        shard1_data,
        shard2_valid,
        shard2_kind,
        shard2_warp,
        shard2_index,
        shard2_entry,
        shard2_data,
        shard3_valid,
        shard3_kind,
        shard3_warp,
        shard3_index,
        shard3_entry,
        shard3_data,
        l1_ready,
        response_valid,
        response_id,
        shards_ready,
    ],
    outputs: [
        shard0_ready,
        shard1_ready,
        shard2_ready,
        shard3_ready,
        l1_valid,
        l1_read,
        l1_write,
        l1_invalidate,
        l1_line,
        l1_id,
        l1_data,
        response_ready,
        shards_response,
    ],
});
hdl_unit!([const A: usize] ReglessShard<A> {
    inputs: [
        meta_valid,
        meta_warp,
        meta_format,
        meta_word,
        hold,
        issue0_valid,
        issue0_tag,
        issue0_warp,
        issue0_sources,
        issue0_a,
        issue0_b,
        issue0_c,
        issue0_last,
        issue0_erase,
        issue0_writes,
        issue0_destination,
        issue0_mask,
        issue0_write_last,
        issue0_ends,
        issue1_valid,
        issue1_tag,
        issue1_warp,
        issue1_sources,
        issue1_a,
        issue1_b,
        issue1_c,
        issue1_last,
        issue1_erase,
        issue1_writes,
        issue1_destination,
        issue1_mask,
        issue1_write_last,
        issue1_ends,
        wb0_valid,
        wb0_warp,
        wb0_register,
        wb0_entry,
        wb0_mask,
        wb0_data,
        wb0_last,
        wb1_valid,
        wb1_warp,
        wb1_register,
        wb1_entry,
        wb1_mask,
        wb1_data,
        wb1_last,
        l1_ready,
        response_valid,
        response_line,
        response_bank,
        response_entry,
        response_data,
    ],
    outputs: [
        meta_ready,
        uses_valid,
        uses_warp,
        uses,
        active,
        issue0_ready,
        issue1_ready,
        out0_valid,
        out0_tag,
        out0_warp,
        out0_a_valid,
        out0_b_valid,
        out0_c_valid,
        out0_a,
        out0_b,
        out0_c,
        out0_writes,
        out0_destination,
        out0_entry,
        out0_mask,
        out0_write_last,
        out1_valid,
        out1_tag,
        out1_warp,
        out1_a_valid,
        out1_b_valid,
        out1_c_valid,
        out1_a,
        out1_b,
        out1_c,
        out1_writes,
        out1_destination,
        out1_entry,
        out1_mask,
        out1_write_last,
        wb0_ready,
        wb1_ready,
        l1_valid,
        l1_write,
        l1_kind,
        l1_warp,
        l1_index,
        l1_entry,
        l1_data,
        response_ready,
        region_error,
        region_error_warp,
        metadata_error,
        metadata_error_warp,
    ],
});
hdl_unit!([const A: usize, const I: usize] Regless<A, I> {
    inputs: [
        base_valid,
        base_line,
        meta_valid,
        meta_warp,
        meta_format,
        meta_word,
        hold,
        issue0_valid,
        issue0_tag,
        issue0_warp,
        issue0_sources,
        issue0_a,
        issue0_b,
        issue0_c,
        issue0_last,
        issue0_erase,
        issue0_writes,
        issue0_destination,
        issue0_mask,
        issue0_write_last,
        issue0_ends,
        issue1_valid,
        issue1_tag,
        issue1_warp,
        issue1_sources,
        issue1_a,
        issue1_b,
        issue1_c,
        issue1_last,
        issue1_erase,
        issue1_writes,
        issue1_destination,
        issue1_mask,
        issue1_write_last,
        issue1_ends,
        issue2_valid,
        issue2_tag,
        issue2_warp,
        issue2_sources,
        issue2_a,
        issue2_b,
        issue2_c,
        issue2_last,
        issue2_erase,
        issue2_writes,
        issue2_destination,
        issue2_mask,
        issue2_write_last,
        issue2_ends,
        issue3_valid,
        issue3_tag,
        issue3_warp,
        issue3_sources,
        issue3_a,
        issue3_b,
        issue3_c,
        issue3_last,
        issue3_erase,
        issue3_writes,
        issue3_destination,
        issue3_mask,
        issue3_write_last,
        issue3_ends,
        wb0_valid,
        wb0_warp,
        wb0_register,
        wb0_entry,
        wb0_mask,
        wb0_data,
        wb0_last,
        wb1_valid,
        wb1_warp,
        wb1_register,
        wb1_entry,
        wb1_mask,
        wb1_data,
        wb1_last,
        wb2_valid,
        wb2_warp,
        wb2_register,
        wb2_entry,
        wb2_mask,
        wb2_data,
        wb2_last,
        wb3_valid,
        wb3_warp,
        wb3_register,
        wb3_entry,
        wb3_mask,
        wb3_data,
        wb3_last,
        l1_ready,
        response_valid,
        response_id,
        response_data,
    ],
    outputs: [
        meta_ready,
        uses_valid,
        uses_warp,
        uses,
        active,
        issue0_ready,
        issue1_ready,
        issue2_ready,
        issue3_ready,
        out0_valid,
        out0_tag,
        out0_warp,
        out0_a_valid,
        out0_b_valid,
        out0_c_valid,
        out0_a,
        out0_b,
        out0_c,
        out0_writes,
        out0_destination,
        out0_entry,
        out0_mask,
        out0_write_last,
        out1_valid,
        out1_tag,
        out1_warp,
        out1_a_valid,
        out1_b_valid,
        out1_c_valid,
        out1_a,
        out1_b,
        out1_c,
        out1_writes,
        out1_destination,
        out1_entry,
        out1_mask,
        out1_write_last,
        out2_valid,
        out2_tag,
        out2_warp,
        out2_a_valid,
        out2_b_valid,
        out2_c_valid,
        out2_a,
        out2_b,
        out2_c,
        out2_writes,
        out2_destination,
        out2_entry,
        out2_mask,
        out2_write_last,
        out3_valid,
        out3_tag,
        out3_warp,
        out3_a_valid,
        out3_b_valid,
        out3_c_valid,
        out3_a,
        out3_b,
        out3_c,
        out3_writes,
        out3_destination,
        out3_entry,
        out3_mask,
        out3_write_last,
        out4_valid,
        out4_tag,
        out4_warp,
        out4_a_valid,
        out4_b_valid,
        out4_c_valid,
        out4_a,
        out4_b,
        out4_c,
        out4_writes,
        out4_destination,
        out4_entry,
        out4_mask,
        out4_write_last,
        out5_valid,
        out5_tag,
        out5_warp,
        out5_a_valid,
        out5_b_valid,
        out5_c_valid,
        out5_a,
        out5_b,
        out5_c,
        out5_writes,
        out5_destination,
        out5_entry,
        out5_mask,
        out5_write_last,
        out6_valid,
        out6_tag,
        out6_warp,
        out6_a_valid,
        out6_b_valid,
        out6_c_valid,
        out6_a,
        out6_b,
        out6_c,
        out6_writes,
        out6_destination,
        out6_entry,
        out6_mask,
        out6_write_last,
        out7_valid,
        out7_tag,
        out7_warp,
        out7_a_valid,
        out7_b_valid,
        out7_c_valid,
        out7_a,
        out7_b,
        out7_c,
        out7_writes,
        out7_destination,
        out7_entry,
        out7_mask,
        out7_write_last,
        wb0_ready,
        wb1_ready,
        wb2_ready,
        wb3_ready,
        l1_valid,
        l1_read,
        l1_write,
        l1_invalidate,
        l1_line,
        l1_id,
        l1_data,
        response_ready,
        region_errors,
        region_error_warps,
        metadata_errors,
        metadata_error_warps,
    ],
});
