//! Traffic for a bank.

mod watch;

pub use watch::BankWatch;

use super::around::Around;
use super::shard::Violation;
use super::values::value;
use crate::random::Random;
use golden::regless::{Access, BankCycle, OsuBank, Status, Write};
use spec::regless::{OsuBankInputs, OsuBankOutputs, OsuBankParameters};
use spec::UnitModel;

/// Tags that banks of at most 16 lines are asked for.
const FEW: usize = 48;

/// Random users of a bank. It keeps a bank of its own to know what is legal.
#[derive(Clone, Debug)]
pub struct BankAround {
    model: OsuBank,
    random: Random,
    tags: usize,
    first_tag: usize,
    first_bit: usize,
    accesses: u8,
    preloads: u8,
    fills: u8,
    writes: u8,
    requests: u8,
    planned: Option<OsuBankInputs>,
    /// An operation that was refused: it stays, if it may.
    refused: Option<(u8, (u8, u8))>,
}

impl BankAround {
    /// Users of a bank after reset.
    pub fn new(parameters: OsuBankParameters, seed: u64) -> Self {
        let mut around = Self {
            model: OsuBank::new(parameters),
            random: Random::new(seed),
            tags: 8,
            first_tag: 0,
            first_bit: 0,
            accesses: 0,
            preloads: 0,
            fills: 0,
            writes: 0,
            requests: 0,
            planned: None,
            refused: None,
        };
        around.change();
        around
    }

    fn tag(&mut self) -> (u8, u8) {
        // Tags that differ from a first one in a bit, or in two: each bit decides somewhere. These are
        // twenty, so that the many which large banks need are numbers, their bits turned like the others.
        let tag = self.random.below(self.tags);
        let bit = |n: usize| 1usize << ((n + self.first_bit) % 10);
        let flips = match tag {
            0 => 0,
            1..=10 => bit(tag),
            11..FEW => bit(tag) | bit(3 * tag),
            _ => (0..10).filter(|n| tag >> n & 1 == 1).map(bit).sum(),
        };
        let tag = self.first_tag ^ flips;
        ((tag >> 6) as u8, (tag & 63) as u8)
    }

    fn access(&mut self) -> Option<Access> {
        let reserve = self.random.chance(45);
        let in_use: Vec<_> = self
            .model
            .lines()
            .iter()
            .filter(|l| l.status == Status::InUse)
            .map(|l| l.tag)
            .collect();
        let tag = if reserve && !self.random.chance(20) || in_use.is_empty() {
            self.tag()
        } else {
            in_use[self.random.below(in_use.len())]
        };
        let access = Access {
            reserve,
            tag,
            last: self.random.chance(50),
            erase: self.random.chance(30),
        };
        let alone = BankCycle {
            access: Some(access),
            ..Default::default()
        };
        self.model.check(&alone).is_ok().then_some(access)
    }

    fn owed(&mut self, result: bool) -> Option<u8> {
        let n = self.model.lines().len();
        let start = self.random.below(n);
        let data = [0; 32];
        (0..n).map(|i| ((start + i) % n) as u8).find(|&entry| {
            let mut alone = BankCycle::default();
            if result {
                alone.write = Some(Write {
                    entry,
                    mask: 0,
                    data: &data,
                    last: false,
                });
            } else {
                alone.fill = Some((entry, &data));
            }
            self.model.check(&alone).is_ok()
        })
    }

    fn plan(&mut self) -> OsuBankInputs {
        let mut i = OsuBankInputs {
            request_ready: self.random.chance(self.requests),
            ..Default::default()
        };
        if self.random.chance(self.accesses) {
            if let Some(access) = self.access() {
                i.access_valid = true;
                i.access_reserve = access.reserve;
                (i.access_warp, i.access_register) = access.tag;
                i.access_last = access.last;
                i.access_erase = access.erase;
            }
        }
        let refused = self.refused.take();
        if refused.is_some() || self.random.chance(self.preloads) {
            let (kind, tag) =
                refused.unwrap_or_else(|| (1 + self.random.below(3) as u8, self.tag()));
            let alone = BankCycle {
                preload: Some((kind, tag)),
                ..Default::default()
            };
            if self.model.check(&alone).is_ok() {
                i.preload_valid = true;
                i.preload_kind = kind;
                (i.preload_warp, i.preload_register) = tag;
            }
        }
        if self.random.chance(self.fills) {
            if let Some(entry) = self.owed(false) {
                i.fill_valid = true;
                i.fill_entry = entry;
                i.write_data = value(&mut self.random);
            }
        }
        if self.random.chance(self.writes) {
            if let Some(entry) = self.owed(true) {
                i.write_valid = true;
                i.write_entry = entry;
                i.write_mask = [u32::MAX, self.random.word(), 0][self.random.below(3)];
                if !i.fill_valid {
                    i.write_data = value(&mut self.random);
                }
                i.write_last = self.random.chance(40);
            }
        }
        i
    }
}

impl Around<spec::regless::OsuBank> for BankAround {
    fn inputs(&mut self) -> OsuBankInputs {
        if self.planned.is_none() {
            self.planned = Some(self.plan());
        }
        self.planned.clone().unwrap_or_default()
    }

    fn observe(&mut self, inputs: &OsuBankInputs, o: &OsuBankOutputs) -> Result<(), Violation> {
        self.planned = None;
        let operation = (
            inputs.preload_kind,
            (inputs.preload_warp, inputs.preload_register),
        );
        self.refused = (inputs.preload_valid && !o.preload_ready).then_some(operation);
        // What the closed loop lets pass is legal for this bank too.
        let _same = self.model.cycle(inputs);
        Ok(())
    }

    fn reset(&mut self) {
        self.model.clear();
        self.planned = None;
        self.refused = None;
    }

    fn change(&mut self) {
        self.first_tag = self.random.below(1024);
        self.first_bit = self.random.below(10);
        let mut pick = |from: &[usize]| from[self.random.below(from.len())];
        let lines = self.model.lines().len();
        let most = if lines > 16 { 4 * lines } else { FEW };
        self.tags = pick(&[3, lines, 2 * lines, 4 * lines]).clamp(3, most);
        self.accesses = pick(&[100, 80, 40, 5]) as u8;
        self.preloads = pick(&[100, 60, 20, 0]) as u8;
        self.fills = pick(&[100, 50, 10]) as u8;
        self.writes = pick(&[100, 60, 15]) as u8;
        self.requests = pick(&[100, 50, 10]) as u8;
        self.planned = None;
    }
}
