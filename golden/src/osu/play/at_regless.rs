//! Four plays at the ports of `regless`.

use super::around::Around;
use super::at_shard::sources;
use super::l1::L1;
use super::manner::Manner;
use super::shard::{Offered, Saw, ShardPlay, Violation, Wants, RESULTS};
use crate::avc::random::Random;
use crate::osu::top::{shard_warp, whole_warp};
use crate::osu::Instruction;
use spec::osu::{
    L1Kind, ReglessInputs, ReglessOutputs, ReglessParameters, EXECUTION_UNITS, SHARDS, UNITS, WARPS,
};

/// The execution unit of each instruction and result of each shard's play.
#[derive(Clone, Debug, Default)]
struct Places {
    meta: Option<usize>,
    issued: [[Option<usize>; UNITS]; SHARDS],
    results: [[Option<usize>; RESULTS]; SHARDS],
}

/// Surroundings of all shards.
#[derive(Clone, Debug)]
pub struct ReglessAround {
    /// The schedulers.
    pub plays: Vec<ShardPlay>,
    l1: L1<u16>,
    random: Random,
    l1_latency: usize,
    l1_ready: u8,
    based: bool,
    planned: Option<(ReglessInputs, Places)>,
}

fn issue_at(i: &mut ReglessInputs, unit: usize, issued: &(Instruction, bool)) {
    let issued = Some(*issued);
    match unit {
        0 => {
            if let Some((instruction, ends)) = &issued {
                i.issue0_valid = true;
                i.issue0_tag = instruction.tag;
                i.issue0_warp = instruction.warp;
                i.issue0_sources = instruction.sources;
                [i.issue0_a, i.issue0_b, i.issue0_c] = instruction.registers;
                i.issue0_last = instruction.last;
                i.issue0_erase = instruction.erase;
                i.issue0_writes = instruction.writes;
                i.issue0_destination = instruction.destination;
                i.issue0_mask = instruction.mask;
                i.issue0_write_last = instruction.write_last;
                i.issue0_ends = *ends;
            }
        }
        1 => {
            if let Some((instruction, ends)) = &issued {
                i.issue1_valid = true;
                i.issue1_tag = instruction.tag;
                i.issue1_warp = instruction.warp;
                i.issue1_sources = instruction.sources;
                [i.issue1_a, i.issue1_b, i.issue1_c] = instruction.registers;
                i.issue1_last = instruction.last;
                i.issue1_erase = instruction.erase;
                i.issue1_writes = instruction.writes;
                i.issue1_destination = instruction.destination;
                i.issue1_mask = instruction.mask;
                i.issue1_write_last = instruction.write_last;
                i.issue1_ends = *ends;
            }
        }
        2 => {
            if let Some((instruction, ends)) = &issued {
                i.issue2_valid = true;
                i.issue2_tag = instruction.tag;
                i.issue2_warp = instruction.warp;
                i.issue2_sources = instruction.sources;
                [i.issue2_a, i.issue2_b, i.issue2_c] = instruction.registers;
                i.issue2_last = instruction.last;
                i.issue2_erase = instruction.erase;
                i.issue2_writes = instruction.writes;
                i.issue2_destination = instruction.destination;
                i.issue2_mask = instruction.mask;
                i.issue2_write_last = instruction.write_last;
                i.issue2_ends = *ends;
            }
        }
        _ => {
            if let Some((instruction, ends)) = &issued {
                i.issue3_valid = true;
                i.issue3_tag = instruction.tag;
                i.issue3_warp = instruction.warp;
                i.issue3_sources = instruction.sources;
                [i.issue3_a, i.issue3_b, i.issue3_c] = instruction.registers;
                i.issue3_last = instruction.last;
                i.issue3_erase = instruction.erase;
                i.issue3_writes = instruction.writes;
                i.issue3_destination = instruction.destination;
                i.issue3_mask = instruction.mask;
                i.issue3_write_last = instruction.write_last;
                i.issue3_ends = *ends;
            }
        }
    }
}

fn result_at(i: &mut ReglessInputs, unit: usize, landing: &super::shard::Landing) {
    let result = Some(landing);
    match unit {
        0 => {
            if let Some(result) = &result {
                i.wb0_valid = true;
                (i.wb0_warp, i.wb0_register) = result.tag;
                i.wb0_entry = result.entry;
                i.wb0_mask = result.mask;
                i.wb0_data = result.data;
                i.wb0_last = result.last;
            }
        }
        1 => {
            if let Some(result) = &result {
                i.wb1_valid = true;
                (i.wb1_warp, i.wb1_register) = result.tag;
                i.wb1_entry = result.entry;
                i.wb1_mask = result.mask;
                i.wb1_data = result.data;
                i.wb1_last = result.last;
            }
        }
        2 => {
            if let Some(result) = &result {
                i.wb2_valid = true;
                (i.wb2_warp, i.wb2_register) = result.tag;
                i.wb2_entry = result.entry;
                i.wb2_mask = result.mask;
                i.wb2_data = result.data;
                i.wb2_last = result.last;
            }
        }
        _ => {
            if let Some(result) = &result {
                i.wb3_valid = true;
                (i.wb3_warp, i.wb3_register) = result.tag;
                i.wb3_entry = result.entry;
                i.wb3_mask = result.mask;
                i.wb3_data = result.data;
                i.wb3_last = result.last;
            }
        }
    }
}

/// What the read units of each shard offer, with warps of the shard.
pub(super) fn offers(o: &ReglessOutputs) -> [Vec<Offered>; SHARDS] {
    let mut all: [Vec<Offered>; SHARDS] = Default::default();
    let offers = &mut all[0];
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
    let offers = &mut all[1];
    if o.out2_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out2_tag,
                warp: o.out2_warp,
                sources: sources([o.out2_a_valid, o.out2_b_valid, o.out2_c_valid]),
                writes: o.out2_writes,
                destination: o.out2_destination,
                mask: o.out2_mask,
                write_last: o.out2_write_last,
                ..Instruction::default()
            },
            operands: [o.out2_a, o.out2_b, o.out2_c],
            entry: o.out2_entry,
        });
    }
    if o.out3_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out3_tag,
                warp: o.out3_warp,
                sources: sources([o.out3_a_valid, o.out3_b_valid, o.out3_c_valid]),
                writes: o.out3_writes,
                destination: o.out3_destination,
                mask: o.out3_mask,
                write_last: o.out3_write_last,
                ..Instruction::default()
            },
            operands: [o.out3_a, o.out3_b, o.out3_c],
            entry: o.out3_entry,
        });
    }
    let offers = &mut all[2];
    if o.out4_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out4_tag,
                warp: o.out4_warp,
                sources: sources([o.out4_a_valid, o.out4_b_valid, o.out4_c_valid]),
                writes: o.out4_writes,
                destination: o.out4_destination,
                mask: o.out4_mask,
                write_last: o.out4_write_last,
                ..Instruction::default()
            },
            operands: [o.out4_a, o.out4_b, o.out4_c],
            entry: o.out4_entry,
        });
    }
    if o.out5_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out5_tag,
                warp: o.out5_warp,
                sources: sources([o.out5_a_valid, o.out5_b_valid, o.out5_c_valid]),
                writes: o.out5_writes,
                destination: o.out5_destination,
                mask: o.out5_mask,
                write_last: o.out5_write_last,
                ..Instruction::default()
            },
            operands: [o.out5_a, o.out5_b, o.out5_c],
            entry: o.out5_entry,
        });
    }
    let offers = &mut all[3];
    if o.out6_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out6_tag,
                warp: o.out6_warp,
                sources: sources([o.out6_a_valid, o.out6_b_valid, o.out6_c_valid]),
                writes: o.out6_writes,
                destination: o.out6_destination,
                mask: o.out6_mask,
                write_last: o.out6_write_last,
                ..Instruction::default()
            },
            operands: [o.out6_a, o.out6_b, o.out6_c],
            entry: o.out6_entry,
        });
    }
    if o.out7_valid {
        offers.push(Offered {
            instruction: Instruction {
                tag: o.out7_tag,
                warp: o.out7_warp,
                sources: sources([o.out7_a_valid, o.out7_b_valid, o.out7_c_valid]),
                writes: o.out7_writes,
                destination: o.out7_destination,
                mask: o.out7_mask,
                write_last: o.out7_write_last,
                ..Instruction::default()
            },
            operands: [o.out7_a, o.out7_b, o.out7_c],
            entry: o.out7_entry,
        });
    }
    for offer in all.iter_mut().flatten() {
        offer.instruction.warp = shard_warp(offer.instruction.warp).1;
    }
    all
}

impl ReglessAround {
    /// Surroundings after reset.
    pub fn new(parameters: ReglessParameters, seed: u64, manner: Manner) -> Self {
        let mut random = Random::new(seed);
        let plays = (0..SHARDS).map(|_| ShardPlay::new(parameters.lines(), random.bits(), manner));
        Self {
            plays: plays.collect(),
            l1: L1::new(),
            l1_latency: [1, 1, 20, 100][random.below(4)],
            l1_ready: [100, 100, 50, 25][random.below(4)],
            based: false,
            random,
            planned: None,
        }
    }

    /// Another manner, and another L1.
    pub fn change(&mut self, manner: Manner) {
        self.plays.iter_mut().for_each(|play| play.change(manner));
        self.l1_latency = [1, 1, 20, 100][self.random.below(4)];
        self.l1_ready = [100, 100, 50, 25][self.random.below(4)];
        self.planned = None;
    }

    /// What is applied in this cycle.
    pub fn inputs(&mut self) -> ReglessInputs {
        if self.planned.is_none() {
            self.planned = Some(self.plan());
        }
        self.planned
            .as_ref()
            .map(|(inputs, _)| inputs.clone())
            .unwrap_or_default()
    }

    fn plan(&mut self) -> (ReglessInputs, Places) {
        let wants: Vec<Wants> = self.plays.iter_mut().map(ShardPlay::wants).collect();
        let mut places = Places::default();
        let mut i = ReglessInputs {
            base_valid: !self.based,
            base_line: self.random.word() & 0x1ff_ffff,
            l1_ready: self.based && self.random.chance(self.l1_ready),
            ..Default::default()
        };
        if let Some((id, data)) = self.l1.answer() {
            i.response_valid = true;
            i.response_id = id;
            i.response_data = *data;
        }
        let first = self.random.below(SHARDS);
        let order = (0..SHARDS).map(|k| (first + k) % SHARDS);
        let mut issues = Vec::new();
        let mut results = Vec::new();
        for shard in order {
            let wants = &wants[shard];
            for warp in (0..WARPS as u8).filter(|w| wants.hold >> w & 1 == 1) {
                i.hold |= 1 << whole_warp(shard, warp);
            }
            if let Some((warp, format, word)) = wants.meta.filter(|_| places.meta.is_none()) {
                places.meta = Some(shard);
                i.meta_valid = true;
                i.meta_warp = whole_warp(shard, warp);
                i.meta_format = format;
                i.meta_word = word;
            }
            for port in 0..UNITS {
                if let Some((mut instruction, ends)) = wants.issued[port] {
                    instruction.warp = whole_warp(shard, instruction.warp);
                    issues.push((shard, port, (instruction, ends)));
                }
            }
            for (port, landing) in wants.results.iter().enumerate() {
                if let Some(mut landing) = landing.clone() {
                    landing.tag.0 = whole_warp(shard, landing.tag.0);
                    results.push((shard, port, landing));
                }
            }
        }
        // An instruction goes before a younger one of its shard: units are given in order.
        for (unit, (shard, port, issued)) in issues.iter().take(EXECUTION_UNITS).enumerate() {
            places.issued[*shard][*port] = Some(unit);
            issue_at(&mut i, unit, issued);
        }
        let turn = self.random.below(EXECUTION_UNITS);
        for (k, (shard, port, landing)) in results.iter().take(EXECUTION_UNITS).enumerate() {
            let unit = (turn + k) % EXECUTION_UNITS;
            places.results[*shard][*port] = Some(unit);
            result_at(&mut i, unit, landing);
        }
        (i, places)
    }

    /// The cycle has passed.
    pub fn observe(&mut self, i: &ReglessInputs, o: &ReglessOutputs) -> Result<(), Violation> {
        let Some((_, places)) = self.planned.take() else {
            return Ok(());
        };
        self.based = true;
        let request = (o.l1_valid && i.l1_ready).then(|| {
            let kind = match (o.l1_read, o.l1_write, o.l1_invalidate) {
                (true, _, true) => L1Kind::InvalidatingRead,
                (true, _, false) => L1Kind::ReadRegister,
                (false, true, _) => L1Kind::WriteRegister,
                (false, false, _) => L1Kind::InvalidateRegister,
            };
            (kind, o.l1_line, o.l1_id, &o.l1_data)
        });
        let taken = i.response_valid && o.response_ready;
        self.l1
            .advance(request, taken, self.l1_latency, &mut self.random);
        let issued = [
            o.issue0_ready,
            o.issue1_ready,
            o.issue2_ready,
            o.issue3_ready,
        ];
        let results = [o.wb0_ready, o.wb1_ready, o.wb2_ready, o.wb3_ready];
        for (shard, offers) in offers(o).into_iter().enumerate() {
            let active = (0..WARPS as u8)
                .filter(|w| o.active >> whole_warp(shard, *w) & 1 == 1)
                .fold(0, |bits, w| bits | 1 << w);
            let uses = (o.uses_valid && shard_warp(o.uses_warp).0 == shard)
                .then_some((shard_warp(o.uses_warp).1, o.uses));
            self.plays[shard].saw(&Saw {
                meta_ready: places.meta == Some(shard) && o.meta_ready,
                uses,
                active,
                issued: places.issued[shard].map(|unit| unit.is_some_and(|u| issued[u])),
                results: places.results[shard].map(|unit| unit.is_some_and(|u| results[u])),
                offers,
            })?;
        }
        if self.l1.unknown() > 0 {
            return Err(Violation {
                property: "AllReadsAreLastWrites",
                detail: "a register or line is read that the L1 does not have".to_owned(),
            });
        }
        Ok(())
    }

    /// A cycle of reset has passed.
    pub fn reset(&mut self) {
        self.plays.iter_mut().for_each(ShardPlay::reset);
        self.l1.reset();
        self.based = false;
        self.planned = None;
    }
}

impl Around<spec::osu::Regless> for ReglessAround {
    fn inputs(&mut self) -> ReglessInputs {
        ReglessAround::inputs(self)
    }

    fn observe(
        &mut self,
        inputs: &ReglessInputs,
        outputs: &ReglessOutputs,
    ) -> Result<(), Violation> {
        ReglessAround::observe(self, inputs, outputs)
    }

    fn reset(&mut self) {
        ReglessAround::reset(self);
    }

    fn change(&mut self) {
        let manner = Manner::random(&mut self.random);
        ReglessAround::change(self, manner);
    }
}
