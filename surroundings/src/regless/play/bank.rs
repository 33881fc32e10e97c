//! Traffic for a bank, and what it must hold to.

use super::around::{claim, Around};
use super::shard::Violation;
use super::values::value;
use crate::random::Random;
use golden::regless::{Access, BankCycle, OsuBank, Status, Write};
use golden::regless::{Expected, FlatRegisters};
use spec::regless::{OsuBankInputs, OsuBankOutputs, OsuBankParameters};
use spec::UnitModel;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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
        };
        around.change();
        around
    }

    fn tag(&mut self) -> (u8, u8) {
        // Tags that differ from a first one in a bit, or in two: each bit decides somewhere.
        let tag = self.random.below(self.tags);
        let bit = |n: usize| 1usize << ((n + self.first_bit) % 10);
        let flips = match tag {
            0 => 0,
            1..=10 => bit(tag),
            _ => bit(tag) | bit(3 * tag),
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
        if self.random.chance(self.preloads) {
            let kind = 1 + self.random.below(3) as u8;
            let tag = self.tag();
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
                i.fill_data = value(&mut self.random);
            }
        }
        if self.random.chance(self.writes) {
            if let Some(entry) = self.owed(true) {
                i.write_valid = true;
                i.write_entry = entry;
                i.write_mask = [u32::MAX, self.random.word(), 0][self.random.below(3)];
                i.write_data = value(&mut self.random);
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

    fn observe(&mut self, inputs: &OsuBankInputs, _: &OsuBankOutputs) -> Result<(), Violation> {
        self.planned = None;
        // What the closed loop lets pass is legal for this bank too.
        let _same = self.model.cycle(inputs);
        Ok(())
    }

    fn reset(&mut self) {
        self.model.clear();
        self.planned = None;
    }

    fn change(&mut self) {
        self.first_tag = self.random.below(1024);
        self.first_bit = self.random.below(10);
        let mut pick = |from: &[usize]| from[self.random.below(from.len())];
        let lines = self.model.lines().len();
        self.tags = pick(&[3, lines, 2 * lines, 4 * lines]).clamp(3, 48);
        self.accesses = pick(&[100, 80, 40, 5]) as u8;
        self.preloads = pick(&[100, 60, 20, 0]) as u8;
        self.fills = pick(&[100, 50, 10]) as u8;
        self.writes = pick(&[100, 60, 15]) as u8;
        self.requests = pick(&[100, 50, 10]) as u8;
        self.planned = None;
    }
}

/// What a bank must hold to, seen from its ports.
#[derive(Clone, Debug, Default)]
pub struct BankWatch {
    flat: FlatRegisters,
    /// Reads accepted one and two cycles ago, and their tags.
    reads: [Option<((u8, u8), Expected)>; 2],
    /// Reserves accepted one and two cycles ago.
    reserves: [Option<(u8, u8)>; 2],
    /// The register of each line that is owed a result or a fill.
    owed: BTreeMap<u8, (u8, u8)>,
    /// Operations without an answer: hits and invalidations of the last cycle, and fetches.
    pending: VecDeque<(u8, u8)>,
    fetched: BTreeSet<(u8, u8)>,
    filled: Option<u8>,
    /// Registers that a region uses, and those written since they were fetched.
    in_use: BTreeSet<(u8, u8)>,
    modified: BTreeSet<(u8, u8)>,
    request: Option<OsuBankOutputs>,
    refused: [u32; 3],
}

impl BankWatch {
    /// A watcher after reset.
    pub fn new(_parameters: OsuBankParameters) -> Self {
        Self::default()
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// A cycle out of reset.
    pub fn observe(&mut self, i: &OsuBankInputs, o: &OsuBankOutputs) -> Result<(), Violation> {
        self.see_answers(o)?;
        self.see_done(o)?;
        self.see_request(i, o)?;
        let access = i.access_valid && o.access_ready;
        let preload = i.preload_valid && o.preload_ready;
        let fill = i.fill_valid && o.fill_ready;
        let write = i.write_valid && o.write_ready;
        claim(!(preload && i.access_valid), "OneLookupPerCycle", || {
            "an operation is accepted beside an access".to_owned()
        })?;
        let read_now = self.reads[0].is_some();
        let accesses = usize::from(fill) + usize::from(write) + usize::from(read_now);
        claim(accesses <= 1, "OneDataAccessPerCycle", || {
            format!("fill {fill}, result {write}, read {read_now} in one cycle")
        })?;
        self.see_waits(i, o)?;
        let tag = (i.access_warp, i.access_register);
        let read = access && !i.access_reserve;
        let expected = self.flat.expect(tag.0, tag.1);
        self.reads = [read.then_some((tag, expected)), self.reads[0]];
        self.reserves = [
            (access && i.access_reserve).then_some(tag),
            self.reserves[0],
        ];
        if read && i.access_last {
            self.in_use.remove(&tag);
            if i.access_erase {
                self.forget(tag);
            }
        }
        // Whether a register that no region uses is still in the bank cannot be seen.
        if access && i.access_reserve && self.in_use.insert(tag) {
            self.flat.erase(tag.0, tag.1);
        }
        if write {
            let Some((warp, register)) = self.owed.remove(&i.write_entry) else {
                return Err(Violation {
                    property: "ReadIsLastWrite",
                    detail: format!("line {} was never answered", i.write_entry),
                });
            };
            self.flat.write(warp, register, i.write_mask, &i.write_data);
            self.modified.insert((warp, register));
            if i.write_last {
                self.in_use.remove(&(warp, register));
            }
        }
        self.filled = None;
        if fill {
            if let Some((warp, register)) = self.owed.remove(&i.fill_entry) {
                self.forget((warp, register));
                self.flat.write(warp, register, u32::MAX, &i.fill_data);
                self.fetched.remove(&(warp, register));
                self.filled = Some(warp);
            }
        }
        if preload {
            let tag = (i.preload_warp, i.preload_register);
            if i.preload_kind == 3 {
                self.forget(tag);
            } else {
                self.in_use.insert(tag);
            }
            self.pending.push_back(tag);
        }
        Ok(())
    }

    fn forget(&mut self, tag: (u8, u8)) {
        self.flat.erase(tag.0, tag.1);
        self.modified.remove(&tag);
    }

    fn see_answers(&mut self, o: &OsuBankOutputs) -> Result<(), Violation> {
        let [_, read] = self.reads;
        claim(o.answer_read == read.is_some(), "ReadIsLastWrite", || {
            "a read is answered two cycles later, and nothing else".to_owned()
        })?;
        if let Some(((warp, register), expected)) = read {
            let wrong = expected.differs(&o.answer_data);
            claim(wrong.is_none(), "ReadIsLastWrite", || {
                format!("R{register} of warp {warp}: lane and value should be {wrong:x?}")
            })?;
        }
        let [_, reserve] = self.reserves;
        claim(
            o.answer_reserve == reserve.is_some(),
            "ReadIsLastWrite",
            || "a reserve is answered two cycles later, and nothing else".to_owned(),
        )?;
        if let Some(tag) = reserve {
            self.owed.insert(o.answer_entry, tag);
        }
        Ok(())
    }

    /// An operation of the cycle before is done now, or its fetch is at the port now.
    fn see_done(&mut self, o: &OsuBankOutputs) -> Result<(), Violation> {
        let property = "PreloadIsAnsweredOnce";
        let fill_done = o.fill_done.then_some(o.fill_done_warp);
        claim(fill_done == self.filled, property, || {
            format!("fill of {:?} but done {fill_done:?}", self.filled)
        })?;
        match self.pending.pop_front() {
            Some((warp, _)) if o.preload_done => {
                claim(o.preload_done_warp == warp, property, || {
                    format!("done for warp {} instead of {warp}", o.preload_done_warp)
                })
            }
            Some(tag) => {
                let fetch = o.request_valid && matches!(o.request_kind, 1 | 2);
                let same = fetch && (o.request_warp, o.request_register) == tag;
                claim(same && self.fetched.insert(tag), property, || {
                    format!("R{} of warp {} is neither done nor fetched", tag.1, tag.0)
                })?;
                self.owed.insert(o.request_entry, tag);
                Ok(())
            }
            None => claim(!o.preload_done, property, || {
                "an operation is done that was not accepted".to_owned()
            }),
        }
    }

    fn see_request(&mut self, i: &OsuBankInputs, o: &OsuBankOutputs) -> Result<(), Violation> {
        let shown = o.request_valid.then(|| OsuBankOutputs {
            request_valid: true,
            request_evict: o.request_evict,
            request_kind: o.request_kind,
            request_warp: o.request_warp,
            request_register: o.request_register,
            request_entry: o.request_entry,
            request_data: if o.request_evict {
                o.request_data
            } else {
                [0; 32]
            },
            ..Default::default()
        });
        if self.request.is_some() {
            claim(shown == self.request, "RequestsAreHeld", || {
                format!(
                    "a request changes before it is taken, at R{}",
                    o.request_register
                )
            })?;
        } else if o.request_evict {
            let expected = self.flat.expect(o.request_warp, o.request_register);
            let wrong = expected.differs(&o.request_data);
            claim(wrong.is_none(), "LiveIsNotDropped", || {
                format!(
                    "R{} of warp {} is evicted with another value",
                    o.request_register, o.request_warp
                )
            })?;
            let tag = (o.request_warp, o.request_register);
            claim(self.modified.contains(&tag), "DeadIsNotEvicted", || {
                format!("R{} of warp {} is dead", o.request_register, o.request_warp)
            })?;
        }
        self.request = shown.filter(|_| !i.request_ready);
        Ok(())
    }

    fn see_waits(&mut self, i: &OsuBankInputs, o: &OsuBankOutputs) -> Result<(), Violation> {
        let refused = [
            i.fill_valid && !o.fill_ready,
            i.write_valid && !o.write_ready && !i.fill_valid,
            i.access_valid
                && !i.access_reserve
                && !o.access_ready
                && !i.fill_valid
                && !i.write_valid,
        ];
        for (count, refused) in self.refused.iter_mut().zip(refused) {
            *count = if refused { *count + 1 } else { 0 };
        }
        let [fill, result, read] = self.refused;
        claim(
            fill <= 1 && result <= 1 && read == 0,
            "WaitsAreBounded",
            || format!("refused for {:?} cycles: fill, result, read", self.refused),
        )
    }
}
