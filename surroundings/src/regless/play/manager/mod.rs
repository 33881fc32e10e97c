//! Traffic for a capacity manager, and what it must hold to.

mod watch;

pub use watch::ManagerWatch;

use super::around::Around;
use super::shard::Violation;
use crate::random::Random;
use golden::regless::{CapacityManager, WarpState};
use spec::regless::{
    CapacityManagerInputs, CapacityManagerOutputs, Issued, Landed, OsuBankParameters, BANKS, WARPS,
};
use spec::UnitModel;

/// A region in a random store: usage, rows.
#[derive(Clone, Debug, Default)]
struct Stored {
    usage: u32,
    rows: Vec<(u16, u64)>,
}

/// Random schedulers, banks and a store. It keeps a manager of its own to know what is legal.
#[derive(Clone, Debug)]
pub struct ManagerAround {
    model: CapacityManager,
    random: Random,
    store: Vec<Stored>,
    eligible: u16,
    lines: usize,
    most: usize,
    issues: u8,
    ends: u8,
    landings: u8,
    dones: u8,
    queues: u8,
    busy: u8,
    /// How often a warp becomes eligible or is no longer.
    toggles: u8,
    /// Regions that may have been too big, since reset.
    too_big: usize,
    /// The next cycle is one of reset, while lines are given back.
    resets: bool,
    /// Warp and row that were read last.
    asked: (u8, u8),
    planned: Option<CapacityManagerInputs>,
}

impl ManagerAround {
    /// Surroundings after reset.
    pub fn new(parameters: OsuBankParameters, seed: u64) -> Self {
        let mut around = Self {
            model: CapacityManager::new(parameters),
            random: Random::new(seed),
            store: vec![Stored::default(); WARPS],
            eligible: u16::MAX,
            lines: parameters.lines(),
            most: 3,
            issues: 0,
            ends: 0,
            landings: 0,
            dones: 0,
            queues: 0,
            busy: 0,
            toggles: 0,
            too_big: 0,
            resets: false,
            asked: (0, 0),
            planned: None,
        };
        around.change();
        for warp in 0..WARPS {
            around.compile(warp);
        }
        around
    }

    fn compile(&mut self, warp: usize) {
        // A region that is too big takes its warp away for good: few of them, the second soon after
        // the first.
        let one_in = [300, 60, 60].get(self.too_big);
        let too_big = self.lines < 7 && one_in.is_some_and(|n| self.random.below(*n) == 0);
        self.too_big += usize::from(too_big);
        let mut usage = (0..BANKS).fold(0, |bits, bank| {
            bits | (self.random.below(self.most) as u32) << (3 * bank)
        });
        if too_big {
            // A line too many in one bank, or any number in it.
            let shift = 3 * self.random.below(BANKS);
            let need = [self.lines + 1, self.random.below(8)][self.random.below(2)];
            usage = usage & !(7 << shift) | (need as u32) << shift;
        }
        let rows = 1 + [0, 0, 0, 1, 4][self.random.below(5)];
        let rows = (0..rows).map(|_| {
            let count = self.random.below(7);
            // Words fill a row from below; the manager takes any.
            let holes = [0, 0, 0, 50][self.random.below(4)];
            let places: Vec<usize> = (0..count).filter(|_| !self.random.chance(holes)).collect();
            places.into_iter().fold((0, 0), |(kinds, registers), k| {
                let kind = 1 + self.random.below(3) as u16;
                let register = self.random.below(64) as u64;
                (kinds | kind << (2 * k), registers | register << (6 * k))
            })
        });
        let rows = rows.collect();
        self.store[warp] = Stored { usage, rows };
    }

    fn plan(&mut self) -> CapacityManagerInputs {
        let random = &mut self.random;
        if random.chance(self.toggles) {
            self.eligible ^= 1 << random.below(WARPS);
        }
        let stored = &self.store[usize::from(self.asked.0)];
        let row = stored.rows.get(usize::from(self.asked.1));
        let (kinds, registers) = row.copied().unwrap_or((0, 0));
        let busy = (0..WARPS).fold(0, |bits, w| bits | u16::from(random.chance(self.busy)) << w);
        let queues = (0..BANKS).fold(0, |bits, b| {
            bits | u8::from(random.chance(self.queues)) << b
        });
        let mut i = CapacityManagerInputs {
            eligible: self.eligible,
            region_usage: stored.usage,
            region_more: stored.rows.len() as u8 - 1,
            region_kinds: kinds,
            region_registers: registers,
            busy,
            queue_ready: queues,
            ..Default::default()
        };
        // What lands makes room for what is issued beside it.
        self.land(&mut i);
        self.issue(&mut i);
        self.finish(&mut i);
        i
    }

    /// Keeps what `change` makes of the inputs, if it is legal.
    fn offer(
        &self,
        inputs: &mut CapacityManagerInputs,
        change: impl FnOnce(&mut CapacityManagerInputs),
    ) {
        let mut changed = inputs.clone();
        change(&mut changed);
        if self.model.check(&changed).is_ok() {
            *inputs = changed;
        }
    }

    fn issue(&mut self, i: &mut CapacityManagerInputs) {
        let active = self.model.shown().active;
        let warps: Vec<u8> = (0..WARPS as u8).filter(|w| active >> w & 1 == 1).collect();
        if warps.is_empty() {
            return;
        }
        for port in 0..2 {
            let warp = warps[self.random.below(warps.len())];
            let issues = self.random.chance(self.issues);
            let (writes, ends) = (self.random.chance(70), self.random.chance(self.ends));
            let destination = self.random.below(64) as u8;
            // What lands is often written anew at once.
            let landed = i.landed[self.random.below(2)].clone();
            let again = landed.valid && active >> landed.warp & 1 == 1 && self.random.chance(50);
            let (warp, destination) = match again {
                true => (landed.warp, landed.register),
                false => (warp, destination),
            };
            if !issues {
                continue;
            }
            self.offer(i, |i| {
                i.issue[port] = Issued {
                    valid: true,
                    warp,
                    writes,
                    destination,
                    ends,
                };
            });
        }
    }

    fn land(&mut self, i: &mut CapacityManagerInputs) {
        for port in 0..2 {
            if !self.random.chance(self.landings) {
                continue;
            }
            let owed: Vec<(usize, usize)> = self
                .model
                .warps()
                .iter()
                .enumerate()
                .flat_map(|(w, warp)| {
                    let banks = (0..BANKS).filter(|b| warp.pending[*b] > 0);
                    banks.map(move |b| (w, b)).collect::<Vec<_>>()
                })
                .collect();
            if owed.is_empty() {
                return;
            }
            let (w, bank) = owed[self.random.below(owed.len())];
            let register = (bank + 16 - w) % BANKS + 8 * self.random.below(8);
            // Two of one bank land together as often.
            let beside = i.landed[0].clone();
            let (warp, register) = match port == 1 && beside.valid && self.random.chance(50) {
                true => (beside.warp, beside.register),
                false => (w as u8, register as u8),
            };
            self.offer(i, |i| {
                i.landed[port] = Landed {
                    valid: true,
                    warp,
                    register,
                };
            });
        }
    }

    fn finish(&mut self, i: &mut CapacityManagerInputs) {
        for bank in 0..=BANKS {
            if !self.random.chance(self.dones) {
                continue;
            }
            let start = self.random.below(WARPS);
            let warps = (0..WARPS).map(|k| ((start + k) % WARPS) as u8);
            let owed = |w: &u8| self.model.warps()[usize::from(*w)].operations > 0;
            let Some(warp) = warps.into_iter().find(owed) else {
                return;
            };
            self.offer(i, |i| {
                if bank == BANKS {
                    (i.fill_done, i.fill_done_warp) = (true, warp);
                } else {
                    i.done_banks |= 1 << bank;
                    i.done_warps |= u32::from(warp) << (4 * bank);
                }
            });
        }
    }
}

impl Around<spec::regless::CapacityManager> for ManagerAround {
    fn inputs(&mut self) -> CapacityManagerInputs {
        if self.planned.is_none() {
            self.planned = Some(self.plan());
        }
        self.planned.clone().unwrap_or_default()
    }

    fn observe(
        &mut self,
        inputs: &CapacityManagerInputs,
        _: &CapacityManagerOutputs,
    ) -> Result<(), Violation> {
        self.planned = None;
        self.asked = self.model.region().unwrap_or(self.asked);
        let taken = self.model.region_taken(inputs);
        // What the closed loop lets pass is legal for this manager too.
        let _same = self.model.cycle(inputs);
        let gives_back = self
            .model
            .warps()
            .iter()
            .any(|warp| warp.state == WarpState::Draining)
            || self.model.ending(0) != 0;
        self.resets = gives_back && self.random.below(300) == 0;
        if let Some(warp) = taken {
            self.compile(usize::from(warp));
        }
        Ok(())
    }

    fn reset(&mut self) {
        self.model.clear();
        self.planned = None;
        self.too_big = 0;
        self.resets = false;
        for warp in 0..WARPS {
            self.compile(warp);
        }
    }

    fn wants_reset(&self) -> bool {
        self.resets
    }

    fn change(&mut self) {
        let lines = self.lines;
        let mut pick = |from: &[u8]| from[self.random.below(from.len())];
        self.most = usize::from(pick(&[2, 3, 4, 8])).min(lines + 1);
        self.issues = pick(&[100, 60, 20]);
        self.ends = pick(&[50, 15, 5]);
        self.landings = pick(&[100, 50, 10]);
        self.dones = pick(&[100, 60, 10]);
        self.queues = pick(&[100, 60, 10]);
        self.busy = pick(&[0, 20, 80]);
        self.toggles = pick(&[0, 3, 20]);
        self.eligible =
            [u16::MAX, 0x0f0f, 0x8001, 0xfffe, 1][usize::from(pick(&[0, 0, 1, 2, 3, 4]))];
        self.planned = None;
    }
}
