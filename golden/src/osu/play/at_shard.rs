//! A play at the ports of `regless_shard`.

use super::around::Around;
use super::l1::L1;
use super::manner::Manner;
use super::shard::{Offered, Saw, ShardPlay, Violation, Wants};
use crate::avc::random::Random;
use crate::osu::Instruction;
use spec::osu::{
    bank_of, memory_line, L1Kind, ReglessParameters, ReglessShardInputs, ReglessShardOutputs,
};

/// For whom an answer of the L1 is: compressed line, bank, entry.
type To = (bool, u8, u8);

/// A shard's surroundings.
#[derive(Clone, Debug)]
pub struct ShardAround {
    /// The scheduler and what is behind it.
    pub play: ShardPlay,
    l1: L1<To>,
    random: Random,
    l1_latency: usize,
    l1_ready: u8,
    planned: Option<ReglessShardInputs>,
}

pub(super) fn sources(has: [bool; 3]) -> u8 {
    has.iter()
        .enumerate()
        .fold(0, |bits, (s, has)| bits | u8::from(*has) << s)
}

/// What the play wants at the ports; the L1's are left alone.
fn at_ports(wants: &Wants) -> ReglessShardInputs {
    let mut i = ReglessShardInputs {
        hold: wants.hold,
        ..Default::default()
    };
    if let Some((warp, format, word)) = wants.meta {
        i.meta_valid = true;
        i.meta_warp = warp;
        i.meta_format = format;
        i.meta_word = word;
    }
    if let Some((instruction, ends)) = &wants.issued[0] {
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
    if let Some((instruction, ends)) = &wants.issued[1] {
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
    if let Some(result) = &wants.results[0] {
        i.wb0_valid = true;
        (i.wb0_warp, i.wb0_register) = result.tag;
        i.wb0_entry = result.entry;
        i.wb0_mask = result.mask;
        i.wb0_data = result.data;
        i.wb0_last = result.last;
    }
    if let Some(result) = &wants.results[1] {
        i.wb1_valid = true;
        (i.wb1_warp, i.wb1_register) = result.tag;
        i.wb1_entry = result.entry;
        i.wb1_mask = result.mask;
        i.wb1_data = result.data;
        i.wb1_last = result.last;
    }
    i
}

/// What the play sees of the ports.
fn seen(inputs: &ReglessShardInputs, o: &ReglessShardOutputs) -> Saw {
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
    Saw {
        meta_ready: o.meta_ready,
        uses: o.uses_valid.then_some((o.uses_warp, o.uses)),
        active: o.active,
        issued: [
            inputs.issue0_valid && o.issue0_ready,
            inputs.issue1_valid && o.issue1_ready,
        ],
        results: [o.wb0_ready, o.wb1_ready, false, false],
        offers,
    }
}

impl ShardAround {
    /// Surroundings of a shard after reset.
    pub fn new(parameters: ReglessParameters, seed: u64, manner: Manner) -> Self {
        let mut random = Random::new(seed);
        Self {
            play: ShardPlay::new(parameters.lines(), random.bits(), manner),
            l1: L1::new(),
            l1_latency: [1, 1, 20, 100][random.below(4)],
            l1_ready: [100, 100, 50, 25][random.below(4)],
            random,
            planned: None,
        }
    }

    /// Another manner, and another L1.
    pub fn change(&mut self, manner: Manner) {
        self.play.change(manner);
        self.l1_latency = [1, 1, 20, 100][self.random.below(4)];
        self.l1_ready = [100, 100, 50, 25][self.random.below(4)];
        self.planned = None;
    }

    /// What is applied in this cycle.
    pub fn inputs(&mut self) -> ReglessShardInputs {
        if let Some(planned) = &self.planned {
            return planned.clone();
        }
        let mut inputs = at_ports(&self.play.wants());
        inputs.l1_ready = self.random.chance(self.l1_ready);
        if let Some(((line, bank, entry), data)) = self.l1.answer() {
            inputs.response_valid = true;
            inputs.response_line = line;
            inputs.response_bank = bank;
            inputs.response_entry = entry;
            inputs.response_data = *data;
        }
        self.planned = Some(inputs.clone());
        inputs
    }

    /// The cycle has passed.
    pub fn observe(
        &mut self,
        inputs: &ReglessShardInputs,
        outputs: &ReglessShardOutputs,
    ) -> Result<(), Violation> {
        self.planned = None;
        let request = (outputs.l1_valid && inputs.l1_ready)
            .then(|| L1Kind::from_code(outputs.l1_kind))
            .flatten()
            .map(|kind| {
                let place = memory_line(kind, 0, outputs.l1_warp, outputs.l1_index) as u32;
                let is_line = matches!(kind, L1Kind::ReadLine | L1Kind::WriteLine);
                let bank = bank_of(outputs.l1_warp, outputs.l1_index) as u8;
                (
                    kind,
                    place,
                    (is_line, bank, outputs.l1_entry),
                    &outputs.l1_data,
                )
            });
        let taken = inputs.response_valid && outputs.response_ready;
        self.l1
            .advance(request, taken, self.l1_latency, &mut self.random);
        self.play.saw(&seen(inputs, outputs))?;
        if self.l1.unknown() > 0 {
            return Err(Violation {
                property: "NothingDeadIsWritten",
                detail: "a register or line is read that the L1 does not have".to_owned(),
            });
        }
        Ok(())
    }

    /// A cycle of reset has passed.
    pub fn reset(&mut self) {
        self.play.reset();
        self.l1.reset();
        self.planned = None;
    }
}

impl Around<spec::osu::ReglessShard> for ShardAround {
    fn inputs(&mut self) -> ReglessShardInputs {
        ShardAround::inputs(self)
    }

    fn observe(
        &mut self,
        inputs: &ReglessShardInputs,
        outputs: &ReglessShardOutputs,
    ) -> Result<(), Violation> {
        ShardAround::observe(self, inputs, outputs)
    }

    fn reset(&mut self) {
        ShardAround::reset(self);
    }

    fn change(&mut self) {
        let manner = Manner::random(&mut self.random);
        ShardAround::change(self, manner);
    }
}
