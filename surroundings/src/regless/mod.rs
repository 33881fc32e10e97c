//! Kits of RegLess's units.

mod around;
pub mod play;

use crate::closed::ClosedKit;
use crate::kit::Kit;
use crate::regless::play::{
    ArbiterAround, ArbiterWatch, BankAround, BankWatch, CompressorAround, CompressorWatch,
    DecoderAround, DecoderWatch, ManagerAround, ManagerWatch, Manner, OsuAround, OsuWatch,
    ReglessAround, ReglessWatch, ShardAround, ShardWatch,
};
use around::{Played, Watching};
use spec::regless::{
    MetadataDecoderParameters, OsuBankParameters, PatternCompressorParameters, ReglessParameters,
};

/// Verifies `osu_bank`.
pub fn osu_bank(parameters: OsuBankParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::regless::OsuBank, _, _, _> {
        parameters,
        model: golden::regless::OsuBank::new,
        around: |p| Played::new(move |seed| BankAround::new(p, seed)),
        watcher: |p| Watching(BankWatch::new(p)),
    })
}

/// Verifies `pattern_compressor`.
pub fn pattern_compressor(parameters: PatternCompressorParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::regless::PatternCompressor, _, _, _> {
        parameters,
        model: golden::regless::PatternCompressor::new,
        around: |p| Played::new(move |seed| CompressorAround::new(p, seed)),
        watcher: |p| Watching(CompressorWatch::new(p)),
    })
}

/// Verifies `metadata_decoder`.
pub fn metadata_decoder(parameters: MetadataDecoderParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::regless::MetadataDecoder, _, _, _> {
        parameters,
        model: golden::regless::MetadataDecoder::new,
        around: |p| Played::new(move |seed| DecoderAround::new(p, seed)),
        watcher: |p| Watching(DecoderWatch::new(p)),
    })
}

/// Verifies `capacity_manager`.
pub fn capacity_manager(parameters: OsuBankParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::regless::CapacityManager, _, _, _> {
        parameters,
        model: golden::regless::CapacityManager::new,
        around: |p| Played::new(move |seed| ManagerAround::new(p, seed)),
        watcher: |p| Watching(ManagerWatch::new(p)),
    })
}

/// Verifies `osu`.
pub fn osu(parameters: OsuBankParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::regless::Osu, _, _, _> {
        parameters,
        model: golden::regless::Osu::new,
        around: |p| Played::new(move |seed| OsuAround::new(p, seed)),
        watcher: |p| Watching(OsuWatch::new(p)),
    })
}

/// Verifies `regless_l1_arbiter`.
pub fn regless_l1_arbiter(parameters: OsuBankParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::regless::ReglessL1Arbiter, _, _, _> {
        parameters,
        model: golden::regless::ReglessL1Arbiter::new,
        around: |p| Played::new(move |seed| ArbiterAround::new(p, seed)),
        watcher: |p| Watching(ArbiterWatch::new(p)),
    })
}

/// Verifies `regless_shard`.
pub fn regless_shard(parameters: ReglessParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::regless::ReglessShard, _, _, _> {
        parameters,
        model: golden::regless::ReglessShard::new,
        around: |p| Played::new(move |seed| ShardAround::new(p, seed, Manner::BUSY)),
        watcher: |p| Watching(ShardWatch::new(p)),
    })
}

/// Verifies `regless`.
pub fn regless(parameters: ReglessParameters) -> Box<dyn Kit> {
    Box::new(ClosedKit::<spec::regless::Regless, _, _, _> {
        parameters,
        model: golden::regless::Regless::new,
        around: |p| Played::new(move |seed| ReglessAround::new(p, seed, Manner::BUSY)),
        watcher: |p| Watching(ReglessWatch::new(p)),
    })
}
