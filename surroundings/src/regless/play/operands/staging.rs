//! The watcher of `osu`, and what is around it.

use super::*;

/// The watcher of `osu`.
#[derive(Clone, Debug, Default)]
pub struct OsuWatch {
    operands: Operands,
    /// Registers that left, and the line of a bank that waits for one.
    told: Told<(u8, u8), (u8, u8)>,
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
        for offer in Offered::all(&o.out) {
            self.operands.offered(
                &offer,
                ("InstructionIsOfferedOnce", "OperandsAreLastWritten"),
            )?;
        }
        claim(
            !(i.answer_valid && o.answer_ready && i.response_valid && o.response_ready),
            "OneFillPerCycle",
            || "an answer of the compressor is taken beside one of the L1".to_owned(),
        )?;
        self.fills(i, o);
        for (port, _) in i.wb.iter().zip(&o.wb).filter(|(_, answer)| answer.ready) {
            self.operands
                .landed(port.warp, port.register, port.mask, &port.data);
        }
        for bank in (0..BANKS).filter(|b| o.queue_ready >> b & 1 == 1) {
            let kind = i.queue_kinds >> (2 * bank) & 3;
            let warp = (i.queue_warps >> (4 * bank) & 15) as u8;
            let register = (i.queue_registers >> (6 * bank) & 63) as u8;
            self.operands
                .operation(warp, register, kind == Operation::Invalidation as u16);
        }
        for (port, _) in i
            .issue
            .iter()
            .zip(&o.issue)
            .filter(|(_, answer)| answer.ready)
        {
            if let Some(issued) = instruction(port) {
                self.operands.issued(&issued);
            }
        }
        Ok(())
    }

    /// What comes in and goes out of memory.
    fn fills(&mut self, i: &OsuInputs, o: &OsuOutputs) {
        let of = |warp, register| bank_of(warp, register) as u8;
        if i.answer_valid && o.answer_ready {
            let waits = (of(i.answer_warp, i.answer_register), i.answer_entry);
            self.filled(waits, &i.answer_data);
        }
        if i.response_valid && o.response_ready {
            self.filled((i.response_bank, i.response_entry), &i.response_data);
        }
        if o.request_valid && i.request_ready {
            let register = (o.request_warp, o.request_register);
            if o.request_evict {
                self.told.write(register, &o.request_data);
            }
            let operation = Operation::from_code(o.request_kind);
            if operation.is_some_and(Operation::is_preload) {
                let waits = (of(register.0, register.1), o.request_entry);
                self.told.read(register, waits);
            }
            if !o.request_evict && operation != Some(Operation::Preload) {
                self.told.drop(register);
            }
        }
    }

    fn filled(&mut self, waits: (u8, u8), value: &WarpRegister) {
        if let Some((warp, register)) = self.told.answered(&waits, value) {
            self.operands.lost(warp, register);
        }
    }
}

/// The surroundings of a staging unit: a whole shard's model plays around it.
#[derive(Clone, Debug)]
pub struct OsuAround {
    lines: usize,
    shard: ReglessShard,
    around: ShardAround,
    random: Random,
    planned: Option<ReglessShardInputs>,
    /// The L1 answers when the compressor answers in a row.
    lurks: bool,
    /// Cycles until one of reset, while a fill comes or what was accepted is on its way; 0: none comes.
    reset_in: usize,
    /// One cycle in so many asks for one, if something comes then; 0: none does.
    resets: usize,
}

impl OsuAround {
    /// Surroundings after reset.
    pub fn new(parameters: OsuBankParameters, seed: u64) -> Self {
        let parameters = ReglessParameters::new(parameters.lines(), 4, 4)
            .expect("the lines of a bank are the lines of a shard's bank");
        let mut random = Random::new(seed);
        let manner = Manner::random(&mut random);
        Self {
            lines: parameters.lines(),
            shard: ReglessShard::new(parameters),
            around: ShardAround::new(parameters, random.bits(), manner),
            random,
            planned: None,
            lurks: false,
            reset_in: 0,
            resets: 0,
        }
    }
}

impl Around<spec::regless::Osu> for OsuAround {
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
        let outputs = match self.shard.cycle(&inputs) {
            Ok(outputs) => outputs,
            Err(refused) => {
                return Err(Violation {
                    property: "OperandsAreLastWritten",
                    detail: refused.to_string(),
                })
            }
        };
        let alone = !self.shard.compressor().answers_in_a_row();
        self.around.hold_l1(self.lurks && alone);
        self.around.observe(&inputs, &outputs)?;
        let next = self.inputs();
        let fills = next.response_valid || next.answer_valid;
        let issues = next.issue.iter().any(|port| port.valid);
        self.reset_in = match self.reset_in {
            0 if self.resets > 0 && self.random.below(self.resets) == 0 => match (fills, issues) {
                (true, _) => 1,
                (_, true) => 1 + self.random.below(8),
                _ => 0,
            },
            left => left.saturating_sub(1),
        };
        Ok(())
    }

    fn wants_reset(&self) -> bool {
        self.reset_in == 1
    }

    fn reset(&mut self) {
        self.shard.clear();
        self.around.reset();
        self.planned = None;
        self.reset_in = 0;
    }

    fn change(&mut self) {
        let manner = Manner::random(&mut self.random);
        self.lurks = self.random.chance(50);
        // Large banks take long to run full.
        let one_in = [0, 0, 100, 400][self.random.below(4)];
        self.resets = if self.lines > 4 { 10 * one_in } else { one_in };
        self.around.change(manner);
    }
}
