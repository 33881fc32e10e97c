//! A shard: manager, staging unit, compressor and metadata (RegLess 5, Figure 8).

use super::bank::Status;
use super::compressor::{CompressorCycle, PatternCompressor, ToCompress, ToL1};
use super::manager::{CapacityManager, WarpState};
use super::metadata::MetadataDecoder;
use super::osu_ports::osu_inputs;
use super::staging::{Decided, Instruction, Osu, OsuCycle, Result};
use super::store::MetadataStore;
use spec::regless::{
    bank_of, CapacityManagerInputs, Format, Issued, Landed, MetadataDecoderParameters, OsuInputs,
    ReglessParameters, BANKS, UNITS,
};
use spec::warp::WarpRegister;
use spec::OutOfContract;

/// An answer of the L1.
#[derive(Clone, Copy, Debug)]
pub struct Response<'a> {
    /// A compressed line.
    pub line: bool,
    /// The bank that waits; of a line the number of its fill.
    pub bank: u8,
    /// Its line that waits.
    pub entry: u8,
    /// The register or line.
    pub data: &'a WarpRegister,
}

/// What a shard takes in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShardCycle<'a> {
    /// A metadata word: warp, format, word.
    pub meta: Option<(u8, u8, u64)>,
    /// Warps that may not start.
    pub hold: u16,
    /// Instructions, and whether they end their regions.
    pub issued: [Option<(Instruction, bool)>; UNITS],
    /// Results.
    pub results: [Option<Result<'a>>; UNITS],
    /// The L1 request is taken.
    pub l1_ready: bool,
    /// An answer of the L1.
    pub response: Option<Response<'a>>,
}

/// What a cycle comes to before the clock rises.
#[derive(Clone, Debug, Default)]
pub struct Prepared {
    /// Nothing comes and nothing moves: the state stays.
    is_still: bool,
    /// The metadata word is accepted.
    pub meta_ready: bool,
    /// Results that are accepted.
    pub results: [bool; UNITS],
    manager: CapacityManagerInputs,
    osu: Decided,
}

impl Prepared {
    /// A register that the L1 answers with is accepted.
    pub fn response_ready(&self) -> bool {
        self.osu.readies.response
    }
}

/// The model of `regless_shard`.
#[derive(Clone, Debug)]
pub struct ReglessShard {
    manager: CapacityManager,
    osu: Osu,
    compressor: PatternCompressor,
    decoder: MetadataDecoder,
    store: MetadataStore,
    /// Results that were accepted in the cycle before.
    landed: [Landed; UNITS],
    /// Warps that were busy in the cycle before, or of which an instruction was accepted.
    busy: u16,
}

impl ReglessShard {
    /// A shard after reset.
    pub fn new(parameters: ReglessParameters) -> Self {
        Self {
            manager: CapacityManager::new(parameters.bank()),
            osu: Osu::new(parameters.bank()),
            compressor: PatternCompressor::of_shard(parameters),
            decoder: MetadataDecoder::new(MetadataDecoderParameters),
            store: MetadataStore::new(),
            landed: Default::default(),
            busy: 0,
        }
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        self.manager.clear();
        self.osu.clear();
        self.compressor.clear();
        self.decoder.advance(None);
        self.store.clear();
        self.landed = Default::default();
        self.busy = 0;
    }

    /// The capacity manager.
    pub fn manager(&self) -> &CapacityManager {
        &self.manager
    }

    /// The staging unit.
    pub fn osu(&self) -> &Osu {
        &self.osu
    }

    /// The compressor.
    pub fn compressor(&self) -> &PatternCompressor {
        &self.compressor
    }

    /// The first warp with bad metadata.
    pub fn metadata_error(&self) -> Option<u8> {
        self.store.error()
    }

    /// Marks that are shown in this cycle, and their warp.
    pub fn uses(&self) -> Option<(u8, u64)> {
        let word = self.decoder.shown();
        let warp = self.store.word_warp()?;
        (word.valid && word.marks).then_some((warp, word.uses))
    }

    /// Whether there is a request to the L1.
    pub fn asks_l1(&self) -> bool {
        self.compressor.asks_l1()
    }

    /// The request to the L1.
    pub fn l1(&self) -> Option<ToL1> {
        self.compressor.l1()
    }

    /// What is at the ports of the staging unit in a cycle.
    pub fn osu_inputs(&self, cycle: &ShardCycle) -> OsuInputs {
        let mut of_osu = self.osu_cycle(cycle);
        of_osu.issued = cycle.issued.map(|i| i.map(|(i, _)| i));
        osu_inputs(&of_osu)
    }

    fn osu_cycle<'a>(&'a self, cycle: &ShardCycle<'a>) -> OsuCycle<'a> {
        osu_cycle(&self.osu, &self.manager, &self.compressor, cycle)
    }

    fn compressor_cycle<'a>(
        &self,
        cycle: &ShardCycle<'a>,
        answer_ready: bool,
    ) -> CompressorCycle<'a> {
        let ready = self.compressor.request_ready();
        let request = self.osu.request().filter(|_| ready);
        let line = cycle.response.filter(|r| r.line);
        CompressorCycle {
            request: request.map(|(_, request)| ToCompress {
                kind: request.kind,
                warp: request.tag.0,
                register: request.tag.1,
                entry: request.entry,
                data: request.data,
            }),
            answer_ready,
            l1_ready: cycle.l1_ready,
            response: line.map(|r| (r.bank, r.data)),
        }
    }

    fn manager_inputs(&self, cycle: &ShardCycle, queue_ready: u8) -> CapacityManagerInputs {
        let region = self.store.region();
        let ready = self.osu.in_ready();
        let mut inputs = CapacityManagerInputs {
            eligible: self.store.full() & !cycle.hold,
            region_usage: region.usage,
            region_more: region.more,
            region_kinds: region.kinds,
            region_registers: region.registers,
            busy: self.busy,
            fill_done: self.osu.fill_done().is_some(),
            fill_done_warp: self.osu.fill_done().unwrap_or(0),
            queue_ready,
            landed: self.landed.clone(),
            ..Default::default()
        };
        for (port, issued) in inputs.issue.iter_mut().zip(&cycle.issued) {
            if let Some((i, ends)) = issued.filter(|_| ready) {
                *port = Issued {
                    valid: true,
                    warp: i.warp,
                    writes: i.writes,
                    destination: i.destination,
                    ends,
                };
            }
        }
        inputs.done_banks = self.osu.done_banks();
        if inputs.done_banks != 0 {
            for bank in 0..BANKS {
                let warp = self.osu.done(bank).unwrap_or(0);
                inputs.done_warps |= u32::from(warp) << (4 * bank);
            }
        }
        inputs
    }

    /// Whether a region that has issued its last instruction kept lines that nobody will free.
    fn check_ends(
        &self,
        cycle: &ShardCycle,
        inputs: &CapacityManagerInputs,
    ) -> std::result::Result<(), OutOfContract> {
        let warps = self.manager.warps();
        let ending = self.manager.ending(inputs.busy);
        if ending == 0 && cycle.results.iter().all(Option::is_none) {
            return Ok(());
        }
        for result in cycle.results.iter().flatten().filter(|r| !r.write.last) {
            let w = usize::from(result.tag.0);
            if warps[w].state == WarpState::Draining || ending >> w & 1 == 1 {
                return Err(OutOfContract::new(format!(
                    "the region of warp {w} ends without a last use of R{}",
                    result.tag.1
                )));
            }
        }
        let are_ending = warps.iter().enumerate();
        for (w, warp) in are_ending.filter(|(w, _)| ending >> w & 1 == 1) {
            for (bank, model) in self.osu.banks().iter().enumerate() {
                let held = model
                    .lines()
                    .iter()
                    .filter(|l| l.status == Status::InUse && usize::from(l.tag.0) == w);
                let landed = self.landed.iter().filter(|l| {
                    let is_its = usize::from(l.warp) == w && bank_of(l.warp, l.register) == bank;
                    l.valid && is_its
                });
                if held.count() + landed.count() != usize::from(warp.pending[bank]) {
                    return Err(OutOfContract::new(format!(
                        "the region of warp {w} ends with lines in use in bank {bank}"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Whether nothing comes in a cycle and nothing moves by itself.
    fn is_still(&self, cycle: &ShardCycle) -> bool {
        let comes = cycle.meta.is_some()
            || cycle.response.is_some()
            || cycle.issued.iter().any(Option::is_some)
            || cycle.results.iter().any(Option::is_some);
        !comes
            && self.store.word_warp().is_none()
            && self.landed.iter().all(|landed| !landed.valid)
            && self.busy == 0
            && self.osu.is_still()
            && self.compressor.is_still()
            && self.manager.is_still(self.store.full() & !cycle.hold)
    }

    /// What the cycle comes to, if the contract defines it.
    pub fn prepare(&self, cycle: &ShardCycle) -> std::result::Result<Prepared, OutOfContract> {
        if self.is_still(cycle) {
            return Ok(Prepared {
                is_still: true,
                ..Prepared::default()
            });
        }
        for result in cycle.results.iter().flatten() {
            let (warp, register) = result.tag;
            let bank = &self.osu.banks()[bank_of(warp, register)];
            let line = bank.lines().get(usize::from(result.write.entry));
            if line.is_none_or(|l| l.status != Status::InUse || l.tag != result.tag) {
                return Err(OutOfContract::new(format!(
                    "a result for R{register} of warp {warp} names a line of another register"
                )));
            }
        }
        let osu = self.osu.decide(&self.osu_cycle(cycle))?;
        let readies = osu.readies;
        self.compressor
            .check(&self.compressor_cycle(cycle, readies.answer))?;
        let manager = self.manager_inputs(cycle, readies.operations);
        self.manager.check(&manager)?;
        self.check_ends(cycle, &manager)?;
        let meta_ready = cycle.meta.is_some_and(|(warp, format, _)| {
            format == Format::LastUses as u8 || self.store.takes(warp)
        });
        Ok(Prepared {
            is_still: false,
            meta_ready,
            results: readies.results,
            manager,
            osu,
        })
    }

    /// The clock rises after a cycle that was prepared.
    pub fn advance(&mut self, cycle: &ShardCycle, prepared: &Prepared) {
        if prepared.is_still {
            return;
        }
        let taken = self.manager.region_taken(&prepared.manager);
        let read = self.manager.region();
        let to_compressor = self.compressor_cycle(cycle, prepared.osu.readies.answer);
        let word = cycle.meta.filter(|_| prepared.meta_ready);
        self.store.advance(
            self.decoder.shown(),
            word.map(|(warp, ..)| warp),
            read,
            taken,
        );
        self.decoder
            .advance(word.map(|(_, format, word)| (format, word)));
        let accepted = prepared.manager.issue.iter().filter(|issue| issue.valid);
        self.busy = accepted.fold(self.osu.busy(), |busy, issue| busy | 1 << issue.warp);
        let of_osu = osu_cycle(&self.osu, &self.manager, &self.compressor, cycle);
        self.osu.advance(&of_osu, &prepared.osu);
        self.compressor.advance(&to_compressor);
        self.manager.advance(&prepared.manager);
        self.landed = std::array::from_fn(|port| {
            let result = cycle.results[port].filter(|_| prepared.results[port]);
            result.map_or_else(Landed::default, |result| Landed {
                valid: true,
                warp: result.tag.0,
                register: result.tag.1,
            })
        });
    }
}

/// What the staging unit takes in a cycle.
fn osu_cycle<'a>(
    osu: &Osu,
    manager: &CapacityManager,
    compressor: &'a PatternCompressor,
    cycle: &ShardCycle<'a>,
) -> OsuCycle<'a> {
    let ready = osu.in_ready();
    let answer = compressor.answer();
    let response = cycle.response.filter(|r| !r.line);
    OsuCycle {
        issued: cycle.issued.map(|i| i.filter(|_| ready).map(|(i, _)| i)),
        results: cycle.results,
        operations: manager.heads(),
        answer: answer.map(|a| ((a.warp, a.register), a.entry, &a.data)),
        response: response.map(|r| (r.bank, r.entry, r.data)),
        request_ready: compressor.request_ready(),
    }
}
