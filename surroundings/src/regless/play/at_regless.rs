//! Four plays at the ports of `regless`.

use super::around::Around;
use super::at_shard::{marks, word};
use super::l1::L1;
use super::manner::Manner;
use super::shard::{Offered, Saw, ShardPlay, Violation, Wants, RESULTS};
use crate::random::Random;
use golden::regless::at_ports::issue;
use golden::regless::{shard_warp, whole_warp};
use spec::regless::{
    L1Kind, L1Request, ReglessInputs, ReglessOutputs, ReglessParameters, EXECUTION_UNITS, SHARDS,
    UNITS, WARPS,
};

/// The execution unit of each instruction and result of each shard's play.
#[derive(Clone, Debug, Default)]
struct Places {
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
    /// The next cycle is one of reset.
    resets: bool,
    planned: Option<(ReglessInputs, Places)>,
}

/// What the L1 is asked for; of a line as of a register.
pub(super) fn kind(request: &L1Request) -> L1Kind {
    match (request.read, request.write, request.invalidate) {
        (true, _, true) => L1Kind::InvalidatingRead,
        (true, _, false) => L1Kind::ReadRegister,
        (false, true, _) => L1Kind::WriteRegister,
        (false, false, _) => L1Kind::InvalidateRegister,
    }
}

/// What the read units of each shard offer, with warps of the shard.
pub(super) fn offers(o: &ReglessOutputs) -> [Vec<Offered>; SHARDS] {
    std::array::from_fn(|shard| {
        let mut offers = Offered::all(&o.out[UNITS * shard..][..UNITS]);
        for offer in &mut offers {
            offer.instruction.warp = shard_warp(offer.instruction.warp).1;
        }
        offers
    })
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
            resets: false,
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
            i.meta[shard] = wants.meta.map(word).unwrap_or_default();
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
            i.issue[unit] = issue(issued);
        }
        // A third of a shard: it waits, and may be another in the next cycle.
        let third = { issues.windows(2) }.find(|two| two[0].0 == two[1].0);
        let place = i.issue.get_mut(issues.len());
        if let (Some([(.., issued), _]), Some(place)) = (third, place) {
            if self.random.chance(30) {
                *place = issue(issued);
            }
        }
        let turn = self.random.below(EXECUTION_UNITS);
        for (k, (shard, port, landing)) in results.iter().take(EXECUTION_UNITS).enumerate() {
            let unit = (turn + k) % EXECUTION_UNITS;
            places.results[*shard][*port] = Some(unit);
            i.wb[unit] = landing.at_port();
        }
        (i, places)
    }

    /// The cycle has passed.
    pub fn observe(&mut self, i: &ReglessInputs, o: &ReglessOutputs) -> Result<(), Violation> {
        let Some((_, places)) = self.planned.take() else {
            return Ok(());
        };
        self.based = true;
        // Errors stay until reset, and which shard has one is seen while others have none.
        let all = self.plays.iter().all(ShardPlay::had_too_big);
        self.resets = all && self.random.below(500) == 0;
        let request =
            (o.l1.valid && i.l1_ready).then(|| (kind(&o.l1), o.l1.line, o.l1.id, &o.l1.data));
        let taken = i.response_valid && o.response_ready;
        self.l1
            .advance(request, taken, self.l1_latency, &mut self.random);
        let issued = o.issue.each_ref().map(|port| port.ready);
        let results = o.wb.each_ref().map(|port| port.ready);
        for (shard, offers) in offers(o).into_iter().enumerate() {
            let active = (0..WARPS as u8)
                .filter(|w| o.active >> whole_warp(shard, *w) & 1 == 1)
                .fold(0, |bits, w| bits | 1 << w);
            self.plays[shard].saw(&Saw {
                meta_ready: o.meta[shard].ready,
                uses: marks(&o.uses[shard]),
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
        self.resets = false;
        self.planned = None;
    }
}

impl Around<spec::regless::Regless> for ReglessAround {
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

    fn wants_reset(&self) -> bool {
        self.resets
    }

    fn change(&mut self) {
        let manner = Manner::random(&mut self.random);
        ReglessAround::change(self, manner);
    }
}
