//! Four shards, the L1's arbiter, and what directs operands to the shards (RegLess 5).

use super::arbiter::{id_fields, ReglessL1Arbiter};
use super::shard::{Prepared, ReglessShard, Response, ShardCycle};
use super::staging::{Instruction, Result};
use spec::regless::{ReglessParameters, EXECUTION_UNITS, SHARDS, UNITS};
use spec::warp::WarpRegister;
use spec::OutOfContract;

/// The warp of 64 that is a warp of a shard.
pub fn whole_warp(shard: usize, warp: u8) -> u8 {
    warp << 2 | shard as u8
}

/// Shard and warp of a warp of 64.
pub fn shard_warp(warp: u8) -> (usize, u8) {
    (usize::from(warp & 3), warp >> 2)
}

/// Of a bit for each warp of 64, those of a shard's warps.
fn of_shard(warps: u64, shard: usize) -> u16 {
    let mut bits = warps >> shard & 0x1111_1111_1111_1111;
    for (by, kept) in [
        (3, 0x0303_0303_0303_0303),
        (6, 0x000f_000f_000f_000f),
        (12, 0x0000_00ff_0000_00ff),
        (24, 0xffff),
    ] {
        bits = (bits | bits >> by) & kept;
    }
    bits as u16
}

/// Of a bit for each warp of a shard, those of the warps of 64.
pub(super) fn of_all(warps: u16, shard: usize) -> u64 {
    let mut bits = u64::from(warps);
    for (by, kept) in [
        (24, 0x0000_00ff_0000_00ff),
        (12, 0x000f_000f_000f_000f),
        (6, 0x0303_0303_0303_0303),
        (3, 0x1111_1111_1111_1111),
    ] {
        bits = (bits | bits << by) & kept;
    }
    bits << shard
}

/// What all of it takes in a cycle; warps are of 64 but where it says so.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReglessCycle<'a> {
    /// The base pointer is set.
    pub base: Option<u32>,
    /// For each shard, a metadata word: warp of the shard, format, word.
    pub meta: [Option<(u8, u8, u64)>; SHARDS],
    /// Warps that may not start.
    pub hold: u64,
    /// Instructions of the execution units, and whether they end their regions.
    pub issued: [Option<(Instruction, bool)>; EXECUTION_UNITS],
    /// Their results.
    pub results: [Option<Result<'a>>; EXECUTION_UNITS],
    /// The L1 takes the request.
    pub l1_ready: bool,
    /// An answer of the L1: id and data.
    pub response: Option<(u16, &'a WarpRegister)>,
}

/// What was accepted in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Accepted {
    /// Metadata words.
    pub meta: [bool; SHARDS],
    /// Instructions.
    pub issued: [bool; EXECUTION_UNITS],
    /// Results.
    pub results: [bool; EXECUTION_UNITS],
    /// The answer of the L1.
    pub response: bool,
}

/// Which execution unit each port of each shard serves.
type Directed = [[Option<usize>; UNITS]; SHARDS];

/// The model of `regless`.
#[derive(Clone, Debug)]
pub struct Regless {
    shards: Vec<ReglessShard>,
    arbiter: ReglessL1Arbiter,
    entry_bits: usize,
    /// Per shard, the execution unit whose result is first.
    first: [usize; SHARDS],
}

impl Regless {
    /// All shards after reset.
    pub fn new(parameters: ReglessParameters) -> Self {
        Self {
            shards: vec![ReglessShard::new(parameters); SHARDS],
            arbiter: ReglessL1Arbiter::new(parameters.bank()),
            entry_bits: parameters.entry_bits(),
            first: [0; SHARDS],
        }
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        self.shards.iter_mut().for_each(ReglessShard::clear);
        self.arbiter.clear();
        self.first = [0; SHARDS];
    }

    /// The shards.
    pub fn shards(&self) -> &[ReglessShard] {
        &self.shards
    }

    /// The arbiter.
    pub fn arbiter(&self) -> &ReglessL1Arbiter {
        &self.arbiter
    }

    /// The execution units at a shard's ports: those of the shard, in the given order.
    fn directed(warps: &[Option<u8>; EXECUTION_UNITS], first: [usize; SHARDS]) -> Directed {
        std::array::from_fn(|shard| {
            let mut of_shard = (0..EXECUTION_UNITS)
                .map(|i| (first[shard] + i) % EXECUTION_UNITS)
                .filter(|e| warps[*e].is_some_and(|w| shard_warp(w).0 == shard));
            [of_shard.next(), of_shard.next()]
        })
    }

    fn shard_cycle<'a>(
        &self,
        cycle: &ReglessCycle<'a>,
        shard: usize,
        (issued, results): (&Directed, &Directed),
        l1_ready: bool,
    ) -> ShardCycle<'a> {
        let response = cycle.response.and_then(|(id, data)| {
            let (to, line, bank, entry) = id_fields(id, self.entry_bits);
            (to == shard).then_some(Response {
                line,
                bank,
                entry,
                data,
            })
        });
        ShardCycle {
            meta: cycle.meta[shard],
            hold: of_shard(cycle.hold, shard),
            issued: issued[shard].map(|e| {
                let (mut instruction, ends) = cycle.issued[e?]?;
                instruction.warp = shard_warp(instruction.warp).1;
                Some((instruction, ends))
            }),
            results: results[shard].map(|e| {
                let mut result = cycle.results[e?]?;
                result.tag.0 = shard_warp(result.tag.0).1;
                Some(result)
            }),
            l1_ready,
            response,
        }
    }

    /// One cycle, if the contract defines it.
    pub fn step(&mut self, cycle: &ReglessCycle) -> std::result::Result<Accepted, OutOfContract> {
        let issued = Self::directed(&cycle.issued.map(|i| i.map(|(i, _)| i.warp)), [0; SHARDS]);
        let results = Self::directed(&cycle.results.map(|r| r.map(|r| r.tag.0)), self.first);
        let valid = std::array::from_fn(|s| self.shards[s].asks_l1());
        let granted = self.arbiter.granted(valid, cycle.l1_ready);
        let taken = granted.and_then(|s| Some((s, self.shards[s].l1()?)));
        let mut accepted = Accepted::default();
        let mut steps: [Option<(ShardCycle, Prepared)>; SHARDS] = Default::default();
        for (shard, step) in steps.iter_mut().enumerate() {
            let of_shard =
                self.shard_cycle(cycle, shard, (&issued, &results), granted == Some(shard));
            let prepared = self.shards[shard].prepare(&of_shard)?;
            *step = Some((of_shard, prepared));
        }
        for (shard, step) in steps.iter().enumerate() {
            let Some((of_shard, prepared)) = step else {
                continue;
            };
            let model = &mut self.shards[shard];
            accepted.meta[shard] = prepared.meta_ready;
            for port in 0..UNITS {
                if let Some(unit) = issued[shard][port] {
                    accepted.issued[unit] = model.osu().in_ready();
                }
                if let Some(unit) = results[shard][port] {
                    accepted.results[unit] = prepared.results[port];
                    if port == 0 && prepared.results[port] {
                        self.first[shard] = (unit + 1) % EXECUTION_UNITS;
                    }
                }
            }
            if let Some(response) = of_shard.response {
                accepted.response = response.line || prepared.response_ready();
            }
            model.advance(of_shard, prepared);
        }
        self.arbiter.advance(taken, cycle.l1_ready, cycle.base);
        Ok(accepted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warps_of_a_shard_are_every_fourth() {
        for shard in 0..SHARDS {
            for warp in 0..16 {
                let bit = 1u64 << whole_warp(shard, warp);
                assert_eq!(of_all(1 << warp, shard), bit);
                assert_eq!(of_shard(bit, shard), 1 << warp);
                assert_eq!(of_shard(!bit, shard), !(1 << warp));
            }
        }
    }
}
