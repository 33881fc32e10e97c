//! Watchers of `osu`, `regless_shard` and `regless`: every operand is what was last written.

mod regless;
mod shard;
mod staging;

pub use regless::ReglessWatch;
pub use shard::ShardWatch;
pub use staging::{OsuAround, OsuWatch};

use super::around::{claim, Around};
use super::at_shard::ShardAround;
use super::manner::Manner;
use super::regions::Regions;
use super::shard::{Offered, Violation};
use super::told::Told;
use crate::random::Random;
use golden::regless::at_ports::{instruction, issued};
use golden::regless::shard_cycle;
use golden::regless::shard_warp;
use golden::regless::{Expected, FlatRegisters};
use golden::regless::{Instruction, ReglessShard};
use spec::regless::{
    bank_of, L1Kind, Operation, OsuBankParameters, OsuInputs, OsuOutputs, ReglessInputs,
    ReglessOutputs, ReglessParameters, ReglessShardInputs, ReglessShardOutputs, BANKS, SHARDS,
    SOURCES, WARPS,
};
use spec::warp::WarpRegister;
use spec::UnitModel;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The registers of a shard and the instructions that were accepted and not offered.
#[derive(Clone, Debug, Default)]
pub(super) struct Operands {
    flat: FlatRegisters,
    /// Registers that an active region uses.
    in_use: BTreeSet<(u8, u8)>,
    in_flight: BTreeMap<u8, VecDeque<(Instruction, [Expected; SOURCES])>>,
}

impl Operands {
    fn issued(&mut self, instruction: &Instruction) {
        let warp = instruction.warp;
        let expected = instruction.registers.map(|r| self.flat.expect(warp, r));
        for source in 0..SOURCES {
            let register = instruction.registers[source];
            let last = instruction.last & instruction.sources;
            if last >> source & 1 == 1 {
                self.in_use.remove(&(warp, register));
            }
            if (last & instruction.erase) >> source & 1 == 1 {
                self.flat.erase(warp, register);
            }
        }
        if instruction.writes {
            // What a register held that the region does not have yet, a write makes anew.
            let register = instruction.destination;
            if self.in_use.insert((warp, register)) {
                self.flat.erase(warp, register);
            }
            if instruction.write_last {
                self.in_use.remove(&(warp, register));
            }
        }
        let same_tag = self.in_flight.entry(instruction.tag).or_default();
        same_tag.push_back((*instruction, expected));
    }

    fn offered(
        &mut self,
        offer: &Offered,
        names: (&'static str, &'static str),
    ) -> Result<(), Violation> {
        let got = &offer.instruction;
        let as_issued = |i: &Instruction| {
            (got.warp, got.sources, got.writes) == (i.warp, i.sources, i.writes)
                && (!i.writes
                    || (got.destination, got.mask, got.write_last)
                        == (i.destination, i.mask, i.write_last))
        };
        let same_tag = self.in_flight.entry(got.tag).or_default();
        let place = same_tag.iter().position(|(i, _)| as_issued(i));
        let issued = place.and_then(|place| same_tag.remove(place));
        let Some((instruction, expected)) = issued else {
            return Err(Violation {
                property: names.0,
                detail: format!("tag {} is offered as it was not issued", got.tag),
            });
        };
        for source in (0..SOURCES).filter(|s| instruction.sources >> s & 1 == 1) {
            let wrong = expected[source].differs(&offer.operands[source]);
            claim(wrong.is_none(), names.1, || {
                let register = instruction.registers[source];
                format!(
                    "R{register} of warp {}: lane and value should be {wrong:x?}",
                    got.warp
                )
            })?;
        }
        Ok(())
    }

    fn landed(&mut self, warp: u8, register: u8, mask: u32, data: &WarpRegister) {
        self.flat.write(warp, register, mask, data);
    }

    /// Memory answers with another value than it was given.
    fn lost(&mut self, warp: u8, register: u8) {
        self.flat.erase(warp, register);
    }

    /// Of nothing it is known any more what it holds.
    fn lost_all(&mut self) {
        self.flat.clear();
    }

    /// A region's operation.
    pub(super) fn operation(&mut self, warp: u8, register: u8, is_invalidation: bool) {
        if is_invalidation {
            self.flat.erase(warp, register);
        } else {
            self.in_use.insert((warp, register));
        }
    }
}
