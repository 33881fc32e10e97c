//! RegLess: the operand staging unit and what stands around it (`docs/units/regless.md`).

mod access;
pub mod assertions;
mod bank;
mod bundles;
mod codes;
mod compressor;
mod compressor_answer;
mod compressor_bypass;
mod compressor_copies;
mod compressor_lines;
mod compressor_storage;
mod compressor_waiters;
mod decoder;
mod direct;
pub mod groups;
mod l1_arbiter;
mod lines;
mod manager;
mod manager_bank;
mod manager_queue;
mod manager_row;
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
mod widths;

pub use access::OsuAccess;
pub use bank::OsuBank;
pub use bundles::{OsuAsked, OsuInstruction, OsuOffer, OsuOperation};
pub use compressor::PatternCompressor;
pub use compressor_answer::CompressorAnswer;
pub use compressor_bypass::CompressorBypass;
pub use compressor_copies::CompressorCopies;
pub use compressor_lines::CompressorLines;
pub use compressor_storage::CompressorStorage;
pub use compressor_waiters::CompressorWaiters;
pub use decoder::MetadataDecoder;
pub use direct::{ReglessIssue, ReglessResults};
pub use l1_arbiter::ReglessL1Arbiter;
pub use lines::OsuLines;
pub use manager::CapacityManager;
pub use manager_bank::ManagerBank;
pub use manager_queue::ManagerQueue;
pub use manager_row::ManagerRow;
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

use crate::engine::AnyUnit;
use crate::prelude::*;
use spec::regless::{
    MetadataDecoderParameters, OsuBankParameters, PatternCompressorParameters, ReglessParameters,
};

/// A block whose widths follow from the lines of a bank.
macro_rules! of_lines {
    ($parameters:expr, $Block:ident<$($width:ident),+>) => {
        of_lines!(@ $parameters, $Block, [$($width),+], 1 2 3 4 5, 6)
    };
    (@ $parameters:expr, $Block:ident, $widths:tt, $($line:literal)*, $last:literal) => {
        match $parameters.entry_bits() {
            $($line => of_lines!(@@ $parameters, $Block, $line, $widths),)*
            _ => of_lines!(@@ $parameters, $Block, $last, $widths),
        }
    };
    (@@ $parameters:expr, $Block:ident, $line:literal, [$($width:ident),+]) => {
        Box::new($Block::<$({ widths::$width($line) }),+>::new($parameters))
    };
}

/// The hardware of `osu_bank`: the bits that name a line follow from the lines.
pub fn osu_bank(parameters: OsuBankParameters) -> Box<dyn AnyUnit> {
    of_lines!(parameters, OsuBank<line, set>)
}

/// The hardware of `pattern_compressor`.
pub fn pattern_compressor(parameters: PatternCompressorParameters) -> Box<dyn AnyUnit> {
    of_lines!(parameters, PatternCompressor<line>)
}

/// The hardware of `metadata_decoder`.
pub fn metadata_decoder(_parameters: MetadataDecoderParameters) -> Box<dyn AnyUnit> {
    Box::new(MetadataDecoder::default())
}

/// The hardware of `capacity_manager`.
pub fn capacity_manager(parameters: OsuBankParameters) -> Box<dyn AnyUnit> {
    of_lines!(parameters, CapacityManager<count>)
}

/// The hardware of `osu`.
pub fn osu(parameters: OsuBankParameters) -> Box<dyn AnyUnit> {
    of_lines!(parameters, Osu<line, set>)
}

/// The hardware of `regless_l1_arbiter`.
pub fn regless_l1_arbiter(parameters: OsuBankParameters) -> Box<dyn AnyUnit> {
    of_lines!(parameters, ReglessL1Arbiter<line, request>)
}

/// The hardware of `regless_shard`.
pub fn regless_shard(parameters: ReglessParameters) -> Box<dyn AnyUnit> {
    of_lines!(parameters, ReglessShard<line, set, count>)
}

/// The hardware of `regless`.
pub fn regless(parameters: ReglessParameters) -> Box<dyn AnyUnit> {
    of_lines!(parameters, Regless<line, request, set, count>)
}

/// The bank of a register (5.2: the lower 3 bits of warp and register).
#[hardware]
fn bank_of(warp: Bits<4>, register: Bits<6>) -> Bits<3> {
    warp.get_bits::<3>(0) + register.get_bits::<3>(0)
}

/// The bit at a position, if there is one.
#[hardware]
fn one_of<const N: usize, const K: usize>(valid: bool, position: Bits<K>) -> Bits<N> {
    bit_cast::<N, 1>(valid.into()) << position
}

/// How many of three bits are 1.
#[hardware]
fn ones(bits: Bits<3>) -> Bits<2> {
    let two = bits.get_bits::<2>(0).all()
        || bits.get_bits::<2>(1).all()
        || (bits.get_bit(0) && bits.get_bit(2));
    concat::<2, _, _>(two, bits.xor())
}
