//! The oracle of `avc_cache`: a flat memory, and the promises that show at the ports.
//!
//! Data are checked as long as the neighbours keep their obligations, which is checked first:
//! stimulus that shrinking has cut may have an L1 that forgets, and proves nothing about data.

use super::held::{is_same_command, is_same_request};
use super::neighbours::{agree, first_difference, Neighbours};
use crate::oracle::{check, Oracle, Violation};
use golden::avc::{encode, FlatMemory};
use spec::avc::{AvcCacheParameters, CacheInputs, CacheOutputs, Waits, MISS_BITS};
use spec::warp::{WarpRegister, LANES};
use spec::Ports;
use std::collections::VecDeque;

/// A transaction that is accepted and not yet answered.
struct Accepted {
    /// The request as it was accepted.
    request: CacheInputs,
    cycle: u64,
    /// Flushes that it waits for, itself among them.
    flushes: usize,
}

/// A read that waits in a miss register.
struct Missed {
    address: u32,
    mask: u32,
    /// What its vector held when it began to wait, if that is known.
    truth: Option<WarpRegister>,
    cycle: u64,
}

/// Watches one cache.
pub struct CacheOracle {
    parameters: AvcCacheParameters,
    neighbours: Neighbours,
    /// What memory would hold if there were no caches.
    truth: FlatMemory,
    /// The neighbours have kept their obligations since reset.
    honest: bool,
    accepted: VecDeque<Accepted>,
    missed: [Option<Missed>; 1 << MISS_BITS],
    /// Nothing has been accepted since reset.
    untouched: bool,
    cycle: u64,
    /// The longest waits so far.
    waits: Waits,
    l1_refused: usize,
    memory_refused: usize,
    awaiting: usize,
    last: CacheOutputs,
}

impl CacheOracle {
    /// `None` when no replacement tree is stated for so many ways.
    pub fn new(parameters: AvcCacheParameters) -> Option<Self> {
        Some(Self {
            parameters,
            neighbours: Neighbours::new(parameters)?,
            truth: FlatMemory::new(),
            honest: true,
            accepted: VecDeque::new(),
            missed: Default::default(),
            untouched: true,
            cycle: 0,
            waits: Waits {
                refused: 0,
                response: 1,
            },
            l1_refused: 0,
            memory_refused: 0,
            awaiting: 0,
            last: CacheOutputs::default(),
        })
    }

    /// `RequestsAreHeld` and `ResetEmptiesCache`.
    fn requests(&self, outputs: &CacheOutputs) -> Result<(), Violation> {
        let last = &self.last;
        check(
            self.l1_refused == 0 || is_same_command(last, outputs),
            "RequestsAreHeld",
            || "a command that the L1 has not taken changes".to_owned(),
        )?;
        check(
            self.memory_refused == 0 || is_same_request(last, outputs),
            "RequestsAreHeld",
            || "a request that memory has not taken changes".to_owned(),
        )?;
        let busy = outputs.ans_valid
            || outputs.l1_lookup_valid
            || outputs.l1_use_valid
            || outputs.l1_command_valid
            || outputs.mem_valid;
        check(!(self.untouched && busy), "ResetEmptiesCache", || {
            "something stirs before anything is accepted".to_owned()
        })
    }

    /// How long the neighbours have kept the cache waiting.
    fn wait(&mut self, inputs: &CacheInputs, outputs: &CacheOutputs) {
        let count = |waiting: bool, cycles: usize| if waiting { cycles + 1 } else { 0 };
        let refused = outputs.l1_command_valid && !inputs.l1_command_ready;
        self.l1_refused = count(refused, self.l1_refused);
        let refused = outputs.mem_valid && !inputs.mem_ready;
        self.memory_refused = count(refused, self.memory_refused);
        let given = inputs.mem_response_valid && outputs.mem_response_ready;
        self.awaiting = count(!given && !self.neighbours.owed().is_empty(), self.awaiting);
        let longest = &mut self.waits;
        longest.refused = longest
            .refused
            .max(self.l1_refused)
            .max(self.memory_refused);
        longest.response = longest.response.max(self.awaiting);
    }

    /// The data of a read that has waited.
    fn answered_late(&mut self, outputs: &CacheOutputs) -> Result<(), Violation> {
        let Some(missed) = self.missed[outputs.ans_miss as usize].take() else {
            let detail = "an answer of a register that nothing waits in";
            return Err(Violation::new("EveryTransactionIsAnsweredInTime", detail));
        };
        let (lanes, mask) = (outputs.ans_lanes, missed.mask);
        check(
            lanes == mask && outputs.ans_replay == 0,
            "ServedAndReplayedMakeTheMask",
            || format!("lanes 0x{mask:08x} have waited, 0x{lanes:08x} are served"),
        )?;
        match missed.truth.filter(|_| self.honest) {
            Some(truth) => self.lanes(outputs, missed.address, &truth),
            None => Ok(()),
        }
    }

    fn lanes(
        &self,
        outputs: &CacheOutputs,
        address: u32,
        truth: &WarpRegister,
    ) -> Result<(), Violation> {
        let wrong = first_difference(&outputs.ans_data, truth, outputs.ans_lanes);
        check(wrong.is_none(), "LanesAreThoseOfFlatMemory", || {
            let lane = wrong.unwrap_or(0);
            let (given, held) = (outputs.ans_data[lane], truth[lane]);
            format!("lane {lane} of vector 0x{address:07x} is 0x{given:08x}, not 0x{held:08x}")
        })
    }

    /// A read begins to wait.
    fn waits(&mut self, request: &CacheInputs, outputs: &CacheOutputs) -> Result<(), Violation> {
        let register = outputs.ans_miss as usize;
        let is_read = !request.req_write && !request.req_flush && request.req_mask != 0;
        check(
            is_read && outputs.ans_lanes | outputs.ans_replay == 0,
            "NonEmptyMaskIsServed",
            || "what waits is no read with a lane, or has lanes served".to_owned(),
        )?;
        let exists = register < self.parameters.misses();
        check(
            exists && self.missed[register].is_none(),
            "OneReadForAVector",
            || format!("register {register} is not free"),
        )?;
        self.missed[register] = Some(Missed {
            address: request.req_address,
            mask: request.req_mask,
            truth: self.honest.then(|| self.truth.read(request.req_address)),
            cycle: self.cycle,
        });
        Ok(())
    }

    fn answered(&mut self, outputs: &CacheOutputs) -> Result<(), Violation> {
        if outputs.ans_missed && outputs.ans_data_valid {
            return self.answered_late(outputs);
        }
        let Some(Accepted { request, .. }) = self.accepted.pop_front() else {
            let detail = "an answer that nothing accepted waits for";
            return Err(Violation::new("EveryTransactionIsAnsweredInTime", detail));
        };
        if outputs.ans_missed {
            return self.waits(&request, outputs);
        }
        let (lanes, replay) = (outputs.ans_lanes, outputs.ans_replay);
        let mask = if request.req_flush {
            0
        } else {
            request.req_mask
        };
        let is_read = !request.req_write && !request.req_flush;
        let said = || {
            format!("of lanes 0x{mask:08x} 0x{lanes:08x} are served, 0x{replay:08x} to be replayed")
        };
        let is_partition = lanes & replay == 0 && lanes | replay == mask;
        check(
            mask != 0 || (lanes | replay) == 0,
            "EmptyMaskAnswersEmpty",
            said,
        )?;
        check(
            is_partition && (is_read || replay == 0),
            "ServedAndReplayedMakeTheMask",
            said,
        )?;
        check(mask == 0 || lanes != 0, "NonEmptyMaskIsServed", said)?;
        check(
            outputs.ans_data_valid == (is_read && lanes != 0),
            "ServedAndReplayedMakeTheMask",
            || format!("ans_data_valid is {}", outputs.ans_data_valid),
        )?;
        if request.req_flush {
            return self.flushed();
        }
        let address = request.req_address;
        if is_read {
            if !self.honest || lanes == 0 {
                return Ok(());
            }
            let truth = self.truth.read(address);
            return self.lanes(outputs, address, &truth);
        }
        if mask == 0 {
            return Ok(());
        }
        self.truth.write(address, mask, &request.req_data);
        if !self.honest {
            return Ok(());
        }
        let held = self.neighbours.l1.lookup(address).held & mask;
        if encode(&request.req_data, mask).is_some() {
            check(held == 0, "AffineWriteInvalidatesL1", || {
                format!("the L1 holds lanes 0x{held:08x} of an affine write")
            })
        } else {
            check(held == mask, "NoWriteIsLost", || {
                format!("the L1 holds lanes 0x{held:08x} of a generic write of 0x{mask:08x}")
            })
        }
    }

    /// What an answer to a flush says: memory has everything but what the L1 has.
    fn flushed(&self) -> Result<(), Violation> {
        if !self.honest {
            return Ok(());
        }
        for address in self.truth.addresses() {
            let l1 = self.neighbours.l1.lookup(address);
            let (memory, truth) = (
                self.neighbours.memory.read(address),
                self.truth.read(address),
            );
            let holds = agree(&memory, &truth, !l1.modified) && agree(&l1.data, &truth, l1.held);
            check(holds, "NoWriteIsLost", || {
                format!("after a flush memory lacks words of vector 0x{address:07x}")
            })?;
        }
        Ok(())
    }

    fn traffic(&self, inputs: &CacheInputs, outputs: &CacheOutputs) -> Result<(), Violation> {
        if outputs.l1_command_store && !outputs.l1_command_modified && inputs.l1_command_ready {
            let l1 = &self.neighbours.l1;
            let lanes = l1.lookup(outputs.l1_command_address).held & outputs.l1_command_mask;
            check(lanes == 0, "FillLeavesOutHeldLanes", || {
                format!("a fill overwrites lanes 0x{lanes:08x} that the L1 holds")
            })?;
        }
        if outputs.mem_valid && !outputs.mem_write && inputs.mem_ready {
            let mut owed = self.neighbours.owed().iter();
            let (address, miss) = (outputs.mem_address, outputs.mem_miss);
            let twice = owed.any(|one| one.address == address || one.miss == miss);
            check(!twice, "OneReadForAVector", || {
                format!("memory owes vector 0x{address:07x}, or what register {miss} waits for")
            })?;
        }
        if outputs.mem_write {
            let truth = self.truth.read(outputs.mem_address);
            let wrong = first_difference(&outputs.mem_data, &truth, outputs.mem_mask);
            check(wrong.is_none(), "NoWriteIsLost", || {
                let address = outputs.mem_address;
                format!("lane {wrong:?} of vector 0x{address:07x} is written back wrong")
            })?;
        }
        Ok(())
    }

    fn in_time(&self) -> Result<(), Violation> {
        let bound = self.parameters.late_answer_bound(self.waits) as u64;
        let mut missed = self.missed.iter().flatten();
        check(
            missed.all(|one| self.cycle - one.cycle <= bound),
            "EveryTransactionIsAnsweredInTime",
            || format!("a read waits for more than {bound} cycles"),
        )?;
        let Some(Accepted { cycle, flushes, .. }) = self.accepted.front() else {
            return Ok(());
        };
        let bound = self.parameters.answer_bound(self.waits, *flushes);
        check(
            self.cycle - cycle <= bound as u64,
            "EveryTransactionIsAnsweredInTime",
            || format!("no answer within {bound} cycles"),
        )
    }
}

impl Oracle for CacheOracle {
    fn reset(&mut self) {
        self.neighbours.reset();
        // What the caches held is gone: from now on the truth is what memory holds.
        self.truth = self.neighbours.memory.clone();
        self.honest = true;
        self.accepted.clear();
        self.missed = Default::default();
        self.untouched = true;
        self.l1_refused = 0;
        self.memory_refused = 0;
        self.awaiting = 0;
        self.cycle += 1;
    }

    fn observe(&mut self, inputs: &[u32], outputs: &[u32]) -> Result<(), Violation> {
        let (inputs, outputs) = (CacheInputs::unpack(inputs), CacheOutputs::unpack(outputs));
        self.honest &= self.neighbours.are_honest(&inputs);
        self.requests(&outputs)?;
        if outputs.ans_valid {
            self.answered(&outputs)?;
        }
        if self.honest {
            self.traffic(&inputs, &outputs)?;
        }
        self.wait(&inputs, &outputs);
        self.in_time()?;
        self.neighbours.observe(&inputs, &outputs);
        if inputs.req_valid && outputs.req_ready {
            let waiting = self.accepted.iter().filter(|a| a.request.req_flush).count();
            self.accepted.push_back(Accepted {
                flushes: waiting + usize::from(inputs.req_flush),
                request: inputs,
                cycle: self.cycle,
            });
            self.untouched = false;
        }
        self.last = outputs;
        self.cycle += 1;
        Ok(())
    }
}

// Masks of lanes are as wide as the words that hold them.
const _: () = assert!(LANES == u32::BITS as usize);
