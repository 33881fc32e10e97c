//! The watcher of `osu`, and what is around it.

use super::*;

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
