//! A play at the ports of `regless_shard`.

use super::around::Around;
use super::l1::L1;
use super::manner::Manner;
use super::shard::{Landing, Offered, Saw, ShardPlay, Violation, Wants};
use crate::random::Random;
use golden::regless::at_ports::issue;
use spec::regless::{
    bank_of, memory_line, L1Kind, LastUses, MetadataWord, ReglessParameters, ReglessShardInputs,
    ReglessShardOutputs, ShardRequest,
};

/// For whom an answer of the L1 is: compressed line, bank or fill, entry.
pub(super) type To = (bool, u8, u8);

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
    /// The next cycle is one of reset.
    resets_now: bool,
}

/// What the play wants at the ports; the L1's are left alone.
fn at_ports(wants: &Wants) -> ReglessShardInputs {
    let mut i = ReglessShardInputs {
        hold: wants.hold,
        ..Default::default()
    };
    i.meta = wants.meta.map(word).unwrap_or_default();
    for (port, issued) in i.issue.iter_mut().zip(&wants.issued) {
        *port = issued.as_ref().map(issue).unwrap_or_default();
    }
    for (port, landing) in i.wb.iter_mut().zip(&wants.results) {
        *port = landing.as_ref().map(Landing::at_port).unwrap_or_default();
    }
    i
}

/// A word of metadata at its port.
pub(super) fn word((warp, format, word): (u8, u8, u64)) -> MetadataWord {
    MetadataWord {
        valid: true,
        warp,
        format,
        word,
    }
}

/// The last uses at a port, with their warp.
pub(super) fn marks(port: &LastUses) -> Option<(u8, u64)> {
    port.valid.then_some((port.warp, port.marks))
}

/// Of so many cycles in which two results come, one is of reset.
const RESETS: usize = 400;

/// Who waits for the answer to a request: whether it is a line, the bank or the number of the fill, the bank's line.
pub(super) fn waiter(kind: L1Kind, request: &ShardRequest) -> To {
    match kind.is_line() {
        true => (true, request.warp, 0),
        false => {
            let bank = bank_of(request.warp, request.index) as u8;
            (false, bank, request.entry)
        }
    }
}

/// What the play sees of the ports.
fn seen(inputs: &ReglessShardInputs, o: &ReglessShardOutputs) -> Saw {
    Saw {
        meta_ready: o.meta_ready,
        uses: marks(&o.uses),
        active: o.active,
        issued: std::array::from_fn(|unit| {
            inputs.issue[unit].instruction.valid && o.issue[unit].ready
        }),
        results: [o.wb[0].ready, o.wb[1].ready, false, false],
        offers: Offered::all(&o.out),
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
            resets_now: false,
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

    /// Whether the L1 holds answers from the next cycle on.
    pub fn hold_l1(&mut self, holds: bool) {
        self.l1.hold(holds);
    }

    /// The cycle has passed.
    pub fn observe(
        &mut self,
        inputs: &ReglessShardInputs,
        outputs: &ReglessShardOutputs,
    ) -> Result<(), Violation> {
        self.planned = None;
        let request = (outputs.l1.valid && inputs.l1_ready)
            .then(|| L1Kind::from_code(outputs.l1.kind))
            .flatten()
            .map(|kind| {
                let place = memory_line(kind, 0, outputs.l1.warp, outputs.l1.index) as u32;
                (kind, place, waiter(kind, &outputs.l1), &outputs.l1.data)
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
        self.resets_now = false;
    }
}

impl Around<spec::regless::ReglessShard> for ShardAround {
    fn inputs(&mut self) -> ReglessShardInputs {
        ShardAround::inputs(self)
    }

    fn observe(
        &mut self,
        inputs: &ReglessShardInputs,
        outputs: &ReglessShardOutputs,
    ) -> Result<(), Violation> {
        ShardAround::observe(self, inputs, outputs)?;
        let lands = self.inputs().wb.iter().all(|port| port.valid);
        self.resets_now = lands && self.random.below(RESETS) == 0;
        Ok(())
    }

    fn wants_reset(&self) -> bool {
        self.resets_now
    }

    fn reset(&mut self) {
        ShardAround::reset(self);
    }

    fn change(&mut self) {
        let manner = Manner::random(&mut self.random);
        ShardAround::change(self, manner);
    }
}
