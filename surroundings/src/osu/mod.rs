//! Kits of RegLess's units.

mod around;
pub mod play;

use crate::closed::ClosedKit;
use crate::kit::Kit;
use crate::osu::play::{
    ArbiterAround, ArbiterWatch, BankAround, BankWatch, CompressorAround, CompressorWatch,
    DecoderAround, DecoderWatch, ManagerAround, ManagerWatch, Manner, OsuAround, OsuWatch,
    ReglessAround, ReglessWatch, ShardAround, ShardWatch,
};
use around::{Played, Watching};
use spec::osu::{
    MetadataDecoderParameters, OsuBankParameters, PatternCompressorParameters, ReglessParameters,
};

/// Verifies `osu_bank`.
pub fn osu_bank(parameters: OsuBankParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::osu::OsuBank, _, _, _> {
        parameters,
        model: golden::osu::OsuBank::new,
        around: |p| Played::new(move |seed| BankAround::new(p, seed)),
        watcher: |p| Watching(BankWatch::new(p)),
    })
}

/// Verifies `pattern_compressor`.
pub fn pattern_compressor(parameters: PatternCompressorParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::osu::PatternCompressor, _, _, _> {
        parameters,
        model: golden::osu::PatternCompressor::new,
        around: |p| Played::new(move |seed| CompressorAround::new(p, seed)),
        watcher: |p| Watching(CompressorWatch::new(p)),
    })
}

/// Verifies `metadata_decoder`.
pub fn metadata_decoder(parameters: MetadataDecoderParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::osu::MetadataDecoder, _, _, _> {
        parameters,
        model: golden::osu::MetadataDecoder::new,
        around: |p| Played::new(move |seed| DecoderAround::new(p, seed)),
        watcher: |p| Watching(DecoderWatch::new(p)),
    })
}

/// Verifies `capacity_manager`.
pub fn capacity_manager(parameters: OsuBankParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::osu::CapacityManager, _, _, _> {
        parameters,
        model: golden::osu::CapacityManager::new,
        around: |p| Played::new(move |seed| ManagerAround::new(p, seed)),
        watcher: |p| Watching(ManagerWatch::new(p)),
    })
}

/// Verifies `osu`.
pub fn osu(parameters: OsuBankParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::osu::Osu, _, _, _> {
        parameters,
        model: golden::osu::Osu::new,
        around: |p| Played::new(move |seed| OsuAround::new(p, seed)),
        watcher: |p| Watching(OsuWatch::new(p)),
    })
}

/// Verifies `regless_l1_arbiter`.
pub fn regless_l1_arbiter(parameters: OsuBankParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::osu::ReglessL1Arbiter, _, _, _> {
        parameters,
        model: golden::osu::ReglessL1Arbiter::new,
        around: |p| Played::new(move |seed| ArbiterAround::new(p, seed)),
        watcher: |p| Watching(ArbiterWatch::new(p)),
    })
}

/// Verifies `regless_shard`.
pub fn regless_shard(parameters: ReglessParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::osu::ReglessShard, _, _, _> {
        parameters,
        model: golden::osu::ReglessShard::new,
        around: |p| Played::new(move |seed| ShardAround::new(p, seed, Manner::BUSY)),
        watcher: |p| Watching(ShardWatch::new(p)),
    })
}

/// Verifies `regless`.
pub fn regless(parameters: ReglessParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::osu::Regless, _, _, _> {
        parameters,
        model: golden::osu::Regless::new,
        around: |p| Played::new(move |seed| ReglessAround::new(p, seed, Manner::BUSY)),
        watcher: |p| Watching(ReglessWatch::new(p)),
    })
}
