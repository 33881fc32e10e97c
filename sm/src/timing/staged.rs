//! How the pipeline meets staged registers.

use super::error::{Disagreement, TimingError};
use super::grid::Grid;
use super::issue::Presented;
use super::parameters::Metadata;
use super::scheduler::bits;
use super::staging::{Asked, Issued, Landing, Staging};
use super::stalls::Cause;
use crate::exec::Standing;
use spec::regless::SHARDS;
use spec::warp::WarpRegister;

impl Grid<'_> {
    /// A cycle of issue, operands and write-back of all shards.
    pub fn issue_staged(&mut self) -> Result<(), TimingError> {
        let Some(mut staging) = self.m.staging.take() else {
            return Ok(());
        };
        let done = self.with_staging(&mut staging);
        self.m.staging = Some(staging);
        done
    }

    fn with_staging(&mut self, staging: &mut Staging) -> Result<(), TimingError> {
        let now = self.m.now;
        staging.at_door(now, &mut self.m.memory);
        let mut asked = Asked {
            hold: !self.warps.masks.resident | self.warps.masks.halted,
            l1_ready: staging.door_is_free(&self.m.units, now),
            ..Asked::default()
        };
        let changed = std::mem::take(&mut self.warps.masks.changed);
        for warp in bits(changed & self.warps.masks.resident) {
            let slot = &self.warps.slots[warp];
            let Standing::At(pc) = slot.standing else {
                continue;
            };
            let is_buffered = slot.buffered > 0 && slot.buffer == pc;
            let fetched = match (is_buffered, slot.words_of(pc)) {
                (true, _) => usize::MAX,
                (false, 0) => continue,
                (false, words) => words as usize,
            };
            let arrived = staging.arrive(warp, pc, fetched);
            arrived.map_err(|d| self.disagreement(d))?;
        }
        let standing = bits(self.warps.masks.ready & self.warps.masks.resident);
        let standing = standing.filter_map(|warp| match self.warps.slots[warp].standing {
            Standing::At(pc) => Some((warp, pc)),
            _ => None,
        });
        self.warps.masks.staged = staging.may_issue(standing);
        let collectors = self.m.settings.parameters.collectors as usize;
        // A word that was decoded had its scheduler's turn.
        let charged = self.m.settings.parameters.metadata == Metadata::FetchAndIssue;
        let decoded = std::mem::take(&mut staging.decoded_for);
        let mut presented = [None; SHARDS];
        for (shard, slot) in presented.iter_mut().enumerate() {
            if charged && decoded[shard] {
                if let Some(stalls) = &mut self.m.stalls {
                    stalls.took(shard, Cause::Metadata);
                }
                continue;
            }
            *slot = self.present(shard, shard, 0, collectors)?;
            asked.issued[shard] = slot.as_ref().map(|slot| self.operation_at(staging, slot));
        }
        let places = self.results_at(staging, &mut asked);
        let came = staging.cycle(&asked, now, &mut self.m.memory);
        let came = came.map_err(|d| self.staged_disagreement(d, &asked))?;
        if came.l1 && staging.shares_l1() {
            self.m.units.take_l1(now + 1);
            if let Some(watch) = &mut self.m.profile {
                watch.requested(now, 1);
            }
        }
        staging.favoured = came.l1;
        // From the back, so that places stay.
        for (place, taken) in places.into_iter().zip(came.results).rev() {
            let Some((shard, index)) = place else {
                continue;
            };
            match taken {
                true => {
                    let (number, register) = self.shards[shard].results[index];
                    let reserved = &mut staging.reserved[usize::from(number)];
                    reserved.retain(|line| line.0 != register);
                    self.landed(shard, index, 1);
                }
                false => self.m.counts.result_conflicts += 1,
            }
        }
        for (shard, slot) in presented.into_iter().enumerate() {
            let Some(slot) = slot else { continue };
            if came.issued[shard] {
                self.accepted(shard, 0, slot)?;
            } else {
                self.refused(shard, slot, false, Cause::Collectors);
            }
        }
        for (shard, tag) in came.offered {
            self.offered(shard, tag);
        }
        Ok(())
    }

    /// A part of an instruction as the unit takes it, and what its sources hold.
    fn operation_at(&self, staging: &Staging, slot: &Presented) -> (Issued, [WarpRegister; 3]) {
        let operation = &self.operations[slot.operation];
        let (pc, warp) = (operation.pc, &self.warps.slots[slot.warp]);
        let part = self.code[pc].parts - operation.untaken;
        let compiled = staging.compiled.as_ref();
        let step = compiled.map(|compiled| compiled.steps(pc)[usize::from(part)]);
        let ends = compiled.is_some_and(|compiled| compiled.ends(pc)) && operation.untaken == 1;
        let issued = Issued {
            operation: slot.operation,
            warp: slot.warp as u8,
            step: step.unwrap_or_default(),
            mask: operation.mask,
            ends,
        };
        let resident = &self.blocks.residents[warp.block];
        let value = |source: Option<u8>| {
            source.map_or([0; 32], |register| {
                *resident.word(warp.number, register.into())
            })
        };
        (issued, issued.step.sources.map(value))
    }

    /// Puts results at the ports: of each shard the first, and where there is room the second. Says
    /// which they are.
    fn results_at(
        &mut self,
        staging: &Staging,
        asked: &mut Asked,
    ) -> [Option<(usize, usize)>; SHARDS] {
        let mut places = [None; SHARDS];
        let waiting: [usize; SHARDS] =
            std::array::from_fn(|shard| self.shards[shard].results.len());
        for shard in (0..SHARDS).filter(|&shard| waiting[shard] > 0) {
            places[shard] = Some((shard, 0));
        }
        for shard in (0..SHARDS).filter(|&shard| waiting[shard] > 1) {
            if let Some(free) = places.iter_mut().find(|place| place.is_none()) {
                *free = Some((shard, 1));
            }
        }
        let shown = places.iter().flatten().count();
        self.m.counts.result_conflicts += (waiting.iter().sum::<usize>() - shown) as u64;
        // The first results of a shard must go in order: the second one is taken out first.
        places.sort_by_key(|place| place.map_or((1, 0), |(_, index)| (0, index)));
        for (unit, place) in places.iter().enumerate() {
            let Some((shard, index)) = *place else {
                continue;
            };
            let (number, register) = self.shards[shard].results[index];
            let operation = &self.operations[number];
            let warp = &self.warps.slots[operation.warp];
            let reserved = &staging.reserved[usize::from(number)];
            let line = reserved.iter().find(|line| line.0 == register);
            let (_, entry, last) = line.copied().unwrap_or_default();
            asked.results[unit] = Some(Landing {
                warp: operation.warp as u8,
                register,
                entry,
                mask: operation.mask,
                data: *self.blocks.residents[warp.block].word(warp.number, register.into()),
                last,
            });
        }
        places
    }

    /// Puts a place to what staging said.
    fn staged_disagreement(&self, disagreement: Disagreement, asked: &Asked) -> TimingError {
        let based = |register: u16, warp: usize| register + self.warps.slots[warp].base;
        let of_tag = |tag: u8| self.operations[tag].warp;
        let disagreement = match disagreement {
            Disagreement::Source {
                tag,
                register,
                expected,
                got,
            } => Disagreement::Source {
                tag,
                register: based(register, of_tag(tag)),
                expected,
                got,
            },
            Disagreement::Port {
                port,
                tag,
                register,
                reason,
            } => {
                // Of a result, whose register it is.
                let landing = { asked.results.iter().flatten() }
                    .find(|landing| Some(u16::from(landing.register)) == register);
                let warp = tag.map(of_tag).or(landing.map(|l| usize::from(l.warp)));
                let register = register
                    .zip(warp)
                    .map(|(register, warp)| based(register, warp));
                Disagreement::Port {
                    port,
                    tag,
                    register,
                    reason,
                }
            }
            other => other,
        };
        self.disagreement(disagreement)
    }
}
