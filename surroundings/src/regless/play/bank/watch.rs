//! What a bank must hold to, seen from its ports.

use super::super::around::claim;
use super::super::shard::Violation;
use golden::regless::{Expected, FlatRegisters};
use spec::regless::{OsuBankInputs, OsuBankOutputs, OsuBankParameters};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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
    /// Cycles for which a fill and a result were refused.
    refused: [u32; 2],
    /// One of them was refused in the cycle before.
    writes_waited: bool,
    /// A read was refused in the cycle before, and only an eviction whose value is being read explains it.
    read_refused: bool,
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
                self.flat.write(warp, register, u32::MAX, &i.write_data);
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
            claim(wrong.is_none(), "EvictionIsLastWrite", || {
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
        ];
        for (count, refused) in self.refused.iter_mut().zip(refused) {
            *count = if refused { *count + 1 } else { 0 };
        }
        let [fill, result] = self.refused;
        claim(fill <= 2 && result <= 2, "WaitsAreBounded", || {
            format!("refused for {:?} cycles: fill, result", self.refused)
        })?;
        claim(
            !self.read_refused || o.request_evict,
            "WaitsAreBounded",
            || "a read was refused, and no evicted value comes".to_owned(),
        )?;
        let explained = self.writes_waited || o.request_evict;
        self.read_refused = i.access_valid && !i.access_reserve && !o.access_ready && !explained;
        self.writes_waited = i.fill_valid && !o.fill_ready || i.write_valid && !o.write_ready;
        let promised = if i.access_reserve {
            !o.reserve_ready || o.access_ready
        } else {
            o.read_ready == o.access_ready
        };
        claim(!i.access_valid || promised, "ReadyIsAsAllowed", || {
            "an access is not accepted as its readies say".to_owned()
        })
    }
}
