//! Watchers of `osu`, `regless_shard` and `regless`: every operand is what was last written.

use super::around::{claim, Around};
use super::at_shard::{sources, ShardAround};
use super::manner::Manner;
use super::regions::Regions;
use super::shard::{Offered, Violation};
use crate::avc::random::Random;
use crate::osu::flat::{Expected, FlatRegisters};
use crate::osu::shard_ports::shard_cycle;
use crate::osu::top::shard_warp;
use crate::osu::{Instruction, ReglessShard};
use spec::osu::{
    Operation, OsuBankParameters, OsuInputs, OsuOutputs, ReglessInputs, ReglessOutputs,
    ReglessParameters, ReglessShardInputs, ReglessShardOutputs, BANKS, SHARDS, SOURCES, WARPS,
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

    /// A region's operation.
    pub(super) fn operation(&mut self, warp: u8, register: u8, is_invalidation: bool) {
        if is_invalidation {
            self.flat.erase(warp, register);
        } else {
            self.in_use.insert((warp, register));
        }
    }
}

/// The watcher of `osu`.
#[derive(Clone, Debug, Default)]
pub struct OsuWatch(Operands);

fn osu_offers(o: &OsuOutputs) -> Vec<Offered> {
    let mut offers = Vec::new();
    if o.out0_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out0_tag,
                warp: o.out0_warp,
                sources: sources([o.out0_a_valid, o.out0_b_valid, o.out0_c_valid]),
                writes: o.out0_writes,
                destination: o.out0_destination,
                mask: o.out0_mask,
                write_last: o.out0_write_last,
                ..Instruction::default()
            },
            operands: [o.out0_a, o.out0_b, o.out0_c],
            entry: o.out0_entry,
        });
    }
    if o.out1_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out1_tag,
                warp: o.out1_warp,
                sources: sources([o.out1_a_valid, o.out1_b_valid, o.out1_c_valid]),
                writes: o.out1_writes,
                destination: o.out1_destination,
                mask: o.out1_mask,
                write_last: o.out1_write_last,
                ..Instruction::default()
            },
            operands: [o.out1_a, o.out1_b, o.out1_c],
            entry: o.out1_entry,
        });
    }
    offers
}

impl OsuWatch {
    /// A watcher after reset.
    pub fn new(_parameters: OsuBankParameters) -> Self {
        Self::default()
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// A cycle out of reset.
    pub fn observe(&mut self, i: &OsuInputs, o: &OsuOutputs) -> Result<(), Violation> {
        for offer in osu_offers(o) {
            self.0.offered(
                &offer,
                ("InstructionIsOfferedOnce", "OperandsAreLastWritten"),
            )?;
        }
        claim(
            !(i.answer_valid && o.answer_ready && i.response_valid),
            "OneFillPerCycle",
            || "an answer of the compressor is taken beside one of the L1".to_owned(),
        )?;
        if o.wb0_ready {
            self.0
                .landed(i.wb0_warp, i.wb0_register, i.wb0_mask, &i.wb0_data);
        }
        if o.wb1_ready {
            self.0
                .landed(i.wb1_warp, i.wb1_register, i.wb1_mask, &i.wb1_data);
        }
        for bank in (0..BANKS).filter(|b| o.queue_ready >> b & 1 == 1) {
            let kind = i.queue_kinds >> (2 * bank) & 3;
            let warp = (i.queue_warps >> (4 * bank) & 15) as u8;
            let register = (i.queue_registers >> (6 * bank) & 63) as u8;
            self.0
                .operation(warp, register, kind == Operation::Invalidation as u16);
        }
        if i.in0_valid && o.in0_ready {
            self.0.issued(&Instruction {
                tag: i.in0_tag,
                warp: i.in0_warp,
                sources: i.in0_sources,
                registers: [i.in0_a, i.in0_b, i.in0_c],
                last: i.in0_last,
                erase: i.in0_erase,
                writes: i.in0_writes,
                destination: i.in0_destination,
                mask: i.in0_mask,
                write_last: i.in0_write_last,
            });
        }
        if i.in1_valid && o.in1_ready {
            self.0.issued(&Instruction {
                tag: i.in1_tag,
                warp: i.in1_warp,
                sources: i.in1_sources,
                registers: [i.in1_a, i.in1_b, i.in1_c],
                last: i.in1_last,
                erase: i.in1_erase,
                writes: i.in1_writes,
                destination: i.in1_destination,
                mask: i.in1_mask,
                write_last: i.in1_write_last,
            });
        }
        Ok(())
    }
}

/// The watcher of `regless_shard`.
#[derive(Clone, Debug, Default)]
pub struct ShardWatch {
    operands: Operands,
    regions: Regions,
    l1: Option<(u8, u8, u8)>,
}

fn shard_offers(o: &ReglessShardOutputs) -> Vec<Offered> {
    let mut offers = Vec::new();
    if o.out0_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out0_tag,
                warp: o.out0_warp,
                sources: sources([o.out0_a_valid, o.out0_b_valid, o.out0_c_valid]),
                writes: o.out0_writes,
                destination: o.out0_destination,
                mask: o.out0_mask,
                write_last: o.out0_write_last,
                ..Instruction::default()
            },
            operands: [o.out0_a, o.out0_b, o.out0_c],
            entry: o.out0_entry,
        });
    }
    if o.out1_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out1_tag,
                warp: o.out1_warp,
                sources: sources([o.out1_a_valid, o.out1_b_valid, o.out1_c_valid]),
                writes: o.out1_writes,
                destination: o.out1_destination,
                mask: o.out1_mask,
                write_last: o.out1_write_last,
                ..Instruction::default()
            },
            operands: [o.out1_a, o.out1_b, o.out1_c],
            entry: o.out1_entry,
        });
    }
    offers
}

impl ShardWatch {
    /// A watcher after reset.
    pub fn new(_parameters: ReglessParameters) -> Self {
        Self::default()
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// A cycle out of reset.
    pub fn observe(
        &mut self,
        i: &ReglessShardInputs,
        o: &ReglessShardOutputs,
    ) -> Result<(), Violation> {
        for offer in shard_offers(o) {
            self.operands
                .offered(&offer, ("ShardReadIsLastWrite", "ShardReadIsLastWrite"))?;
        }
        let l1 = o.l1_valid.then_some((o.l1_kind, o.l1_warp, o.l1_index));
        claim(
            self.l1.is_none() || l1 == self.l1,
            "NothingDeadIsWritten",
            || format!("a request to the L1 changes from {:?} to {l1:?}", self.l1),
        )?;
        self.l1 = l1.filter(|_| !i.l1_ready);
        if o.wb0_ready {
            self.operands
                .landed(i.wb0_warp, i.wb0_register, i.wb0_mask, &i.wb0_data);
        }
        if o.wb1_ready {
            self.operands
                .landed(i.wb1_warp, i.wb1_register, i.wb1_mask, &i.wb1_data);
        }
        self.regions.active(o.active, &mut self.operands);
        self.regions
            .see_error(o.metadata_error.then_some(o.metadata_error_warp))?;
        if i.meta_valid && o.meta_ready {
            self.regions.word(i.meta_warp, i.meta_format, i.meta_word);
        }
        if i.issue0_valid && o.issue0_ready {
            self.operands.issued(&Instruction {
                tag: i.issue0_tag,
                warp: i.issue0_warp,
                sources: i.issue0_sources,
                registers: [i.issue0_a, i.issue0_b, i.issue0_c],
                last: i.issue0_last,
                erase: i.issue0_erase,
                writes: i.issue0_writes,
                destination: i.issue0_destination,
                mask: i.issue0_mask,
                write_last: i.issue0_write_last,
            });
        }
        if i.issue1_valid && o.issue1_ready {
            self.operands.issued(&Instruction {
                tag: i.issue1_tag,
                warp: i.issue1_warp,
                sources: i.issue1_sources,
                registers: [i.issue1_a, i.issue1_b, i.issue1_c],
                last: i.issue1_last,
                erase: i.issue1_erase,
                writes: i.issue1_writes,
                destination: i.issue1_destination,
                mask: i.issue1_mask,
                write_last: i.issue1_write_last,
            });
        }
        Ok(())
    }
}

/// The watcher of `regless`.
#[derive(Clone, Debug)]
pub struct ReglessWatch(Vec<(Operands, Regions)>);

impl ReglessWatch {
    /// A watcher after reset.
    pub fn new(_parameters: ReglessParameters) -> Self {
        Self(vec![Default::default(); SHARDS])
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        self.0.fill(Default::default());
    }

    fn landed(&mut self, warp: u8, register: u8, mask: u32, data: &WarpRegister) {
        let (shard, warp) = shard_warp(warp);
        self.0[shard].0.landed(warp, register, mask, data);
    }

    fn issued(&mut self, mut instruction: Instruction) {
        let (shard, warp) = shard_warp(instruction.warp);
        instruction.warp = warp;
        self.0[shard].0.issued(&instruction);
    }

    /// A cycle out of reset.
    pub fn observe(&mut self, i: &ReglessInputs, o: &ReglessOutputs) -> Result<(), Violation> {
        for (shard, offers) in super::at_regless::offers(o).iter().enumerate() {
            for offer in offers {
                self.0[shard].0.offered(
                    offer,
                    ("InstructionGoesToItsShard", "AllReadsAreLastWrites"),
                )?;
            }
        }
        if o.wb0_ready {
            self.landed(i.wb0_warp, i.wb0_register, i.wb0_mask, &i.wb0_data);
        }
        if o.wb1_ready {
            self.landed(i.wb1_warp, i.wb1_register, i.wb1_mask, &i.wb1_data);
        }
        if o.wb2_ready {
            self.landed(i.wb2_warp, i.wb2_register, i.wb2_mask, &i.wb2_data);
        }
        if o.wb3_ready {
            self.landed(i.wb3_warp, i.wb3_register, i.wb3_mask, &i.wb3_data);
        }
        for (shard, (operands, regions)) in self.0.iter_mut().enumerate() {
            let of_shard = (0..WARPS).filter(|w| o.active >> (4 * w + shard) & 1 == 1);
            let active = of_shard.fold(0, |bits, w| bits | 1 << w);
            regions.active(active, operands);
        }
        if i.meta_valid && o.meta_ready {
            let (shard, warp) = shard_warp(i.meta_warp);
            self.0[shard].1.word(warp, i.meta_format, i.meta_word);
        }
        if i.issue0_valid && o.issue0_ready {
            self.issued(Instruction {
                tag: i.issue0_tag,
                warp: i.issue0_warp,
                sources: i.issue0_sources,
                registers: [i.issue0_a, i.issue0_b, i.issue0_c],
                last: i.issue0_last,
                erase: i.issue0_erase,
                writes: i.issue0_writes,
                destination: i.issue0_destination,
                mask: i.issue0_mask,
                write_last: i.issue0_write_last,
            });
        }
        if i.issue1_valid && o.issue1_ready {
            self.issued(Instruction {
                tag: i.issue1_tag,
                warp: i.issue1_warp,
                sources: i.issue1_sources,
                registers: [i.issue1_a, i.issue1_b, i.issue1_c],
                last: i.issue1_last,
                erase: i.issue1_erase,
                writes: i.issue1_writes,
                destination: i.issue1_destination,
                mask: i.issue1_mask,
                write_last: i.issue1_write_last,
            });
        }
        if i.issue2_valid && o.issue2_ready {
            self.issued(Instruction {
                tag: i.issue2_tag,
                warp: i.issue2_warp,
                sources: i.issue2_sources,
                registers: [i.issue2_a, i.issue2_b, i.issue2_c],
                last: i.issue2_last,
                erase: i.issue2_erase,
                writes: i.issue2_writes,
                destination: i.issue2_destination,
                mask: i.issue2_mask,
                write_last: i.issue2_write_last,
            });
        }
        if i.issue3_valid && o.issue3_ready {
            self.issued(Instruction {
                tag: i.issue3_tag,
                warp: i.issue3_warp,
                sources: i.issue3_sources,
                registers: [i.issue3_a, i.issue3_b, i.issue3_c],
                last: i.issue3_last,
                erase: i.issue3_erase,
                writes: i.issue3_writes,
                destination: i.issue3_destination,
                mask: i.issue3_mask,
                write_last: i.issue3_write_last,
            });
        }
        Ok(())
    }
}

/// The surroundings of a staging unit: a whole shard's model plays around it.
#[derive(Clone, Debug)]
pub struct OsuAround {
    shard: ReglessShard,
    around: ShardAround,
    random: Random,
    planned: Option<ReglessShardInputs>,
}

impl OsuAround {
    /// Surroundings after reset.
    pub fn new(parameters: OsuBankParameters, seed: u64) -> Self {
        let parameters = ReglessParameters::new(parameters.lines(), 4)
            .expect("the lines of a bank are the lines of a shard's bank");
        let mut random = Random::new(seed);
        let manner = Manner::random(&mut random);
        Self {
            shard: ReglessShard::new(parameters),
            around: ShardAround::new(parameters, random.bits(), manner),
            random,
            planned: None,
        }
    }
}

impl Around<spec::osu::Osu> for OsuAround {
    fn inputs(&mut self) -> OsuInputs {
        let inputs = self.around.inputs();
        let at_osu = self.shard.osu_inputs(&shard_cycle(&inputs));
        self.planned = Some(inputs);
        at_osu
    }

    fn observe(&mut self, _: &OsuInputs, _: &OsuOutputs) -> Result<(), Violation> {
        let Some(inputs) = self.planned.take() else {
            return Ok(());
        };
        match self.shard.cycle(&inputs) {
            Ok(outputs) => self.around.observe(&inputs, &outputs),
            Err(refused) => Err(Violation {
                property: "OperandsAreLastWritten",
                detail: refused.reason,
            }),
        }
    }

    fn reset(&mut self) {
        self.shard.clear();
        self.around.reset();
        self.planned = None;
    }

    fn change(&mut self) {
        let manner = Manner::random(&mut self.random);
        self.around.change(manner);
    }
}
