//! RegLess: the operand staging unit and what stands around it (`docs/units/osu.md`).

pub mod assertions;
mod bank;
mod compressed;
mod compressor;
mod compressor_lines;
mod decoder;
mod lines;
mod marks;
mod patterns;
mod request;

pub use bank::OsuBank;
pub use compressed::CompressorBits;
pub use compressor::PatternCompressor;
pub use compressor_lines::CompressorLines;
pub use decoder::MetadataDecoder;
pub use lines::OsuLines;
pub use marks::MetadataMarks;
pub use patterns::{CompressorExpand, CompressorMatch};
pub use request::OsuRequest;

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
