//! Who asks: presents transactions, replays what was not served, compares data with the oracle.

use super::checks::Violation;
use crate::random::Random;
use golden::avc::Transaction;
use golden::avc::{merge, FlatMemory};
use spec::avc::{CacheInputs, CacheOutputs, MISS_BITS};
use spec::warp::{WarpRegister, LANES};
use std::collections::VecDeque;

/// What may overtake a read that has lanes to replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ordering {
    /// Nothing that names its vector: every lane sees its accesses in the order they were asked,
    /// which is what threads rely on. A flat memory played in that order gives the same lanes.
    #[default]
    Program,
    /// Anything: lanes see their accesses in the order of acceptance. It brings more transactions
    /// to the same vector into the cache at once.
    Acceptance,
}

/// A transaction all of whose lanes were served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    /// Its number, in the order asked.
    pub number: usize,
    /// What it was.
    pub transaction: Transaction,
    /// The lanes read; lanes outside the mask are 0.
    pub data: WarpRegister,
    /// Answers that it took: one more than replays.
    pub answers: usize,
    /// The cycle in which the last part was answered.
    pub cycle: u64,
}

/// A transaction, or what of it is to be replayed.
#[derive(Clone, Debug)]
struct Job {
    asked: Completed,
    /// What is presented: the transaction under the mask of the lanes not yet served.
    part: Transaction,
}

#[derive(Clone, Debug)]
struct Accepted {
    job: Job,
    deadline: u64,
}

/// A read that waits in a miss register.
#[derive(Clone, Debug)]
struct Missed {
    job: Job,
    deadline: u64,
    /// What its vector held when it began to wait.
    expected: WarpRegister,
}

#[derive(Clone, Debug)]
pub(super) struct Requester {
    ordering: Ordering,
    asked: usize,
    backlog: VecDeque<Job>,
    replays: VecDeque<Job>,
    presented: Option<Job>,
    /// When what is presented and refused must be accepted.
    entry_deadline: Option<u64>,
    accepted: VecDeque<Accepted>,
    /// By miss register.
    missed: [Option<Missed>; 1 << MISS_BITS],
    completed: Vec<Completed>,
}

impl Requester {
    pub fn new(ordering: Ordering) -> Self {
        Self {
            ordering,
            asked: 0,
            backlog: VecDeque::new(),
            replays: VecDeque::new(),
            presented: None,
            entry_deadline: None,
            accepted: VecDeque::new(),
            missed: Default::default(),
            completed: Vec::new(),
        }
    }

    pub fn ask(&mut self, transaction: Transaction) -> usize {
        let number = self.asked;
        self.asked += 1;
        let asked = Completed {
            number,
            transaction,
            data: [0; LANES],
            answers: 0,
            cycle: 0,
        };
        let part = transaction;
        self.backlog.push_back(Job { asked, part });
        number
    }

    pub fn backlog(&self) -> usize {
        self.backlog.len()
    }

    pub fn is_idle(&self) -> bool {
        self.backlog.is_empty()
            && self.replays.is_empty()
            && self.presented.is_none()
            && self.accepted.is_empty()
            && self.missed.iter().all(Option::is_none)
    }

    pub fn take_completed(&mut self) -> Vec<Completed> {
        std::mem::take(&mut self.completed)
    }

    /// The request of this cycle: replays first. What is presented stays until it is accepted.
    pub fn present(&mut self, random: &mut Random, percent: u8) -> CacheInputs {
        if self.presented.is_none() && random.chance(percent) {
            self.presented = match self.replays.pop_front() {
                Some(replay) => Some(replay),
                None if self.must_wait() => None,
                None => self.backlog.pop_front(),
            };
        }
        match &self.presented {
            Some(job) => job.part.request(),
            None => CacheInputs {
                // What is not valid is ignored; noise shows that it is.
                req_write: true,
                req_flush: true,
                req_mask: random.word(),
                ..CacheInputs::default()
            },
        }
    }

    /// Whether the next transaction names the vector of a read that may have lanes to replay.
    fn must_wait(&self) -> bool {
        if self.ordering == Ordering::Acceptance {
            return false;
        }
        let next = self.backlog.front().and_then(|job| job.part.address());
        let accepted = self.accepted.iter().map(|accepted| &accepted.job);
        let missed = self.missed.iter().flatten().map(|missed| &missed.job);
        let mut unserved = accepted.chain(missed).chain(&self.replays);
        next.is_some()
            && unserved.any(
                |job| matches!(job.part, Transaction::Read { address, .. } if Some(address) == next),
            )
    }

    /// Flushes that are accepted and not answered, or presented.
    pub fn flushes_on_their_way(&self) -> usize {
        let accepted = self.accepted.iter().map(|accepted| &accepted.job);
        let all = accepted.chain(&self.presented);
        all.filter(|job| job.part == Transaction::Flush).count()
    }

    pub fn accepted(&mut self, cycle: u64, bound: usize) {
        let deadline = cycle + bound as u64;
        let job = self.presented.take();
        self.entry_deadline = None;
        self.accepted
            .extend(job.map(|job| Accepted { job, deadline }));
    }

    /// A refusal: the queue is full or a fill enters the encoder, and neither lasts longer than a
    /// transaction does.
    pub fn refused(&mut self, cycle: u64, bound: usize) -> Result<(), Violation> {
        let deadline = *self.entry_deadline.get_or_insert(cycle + bound as u64);
        match &self.presented {
            Some(job) if deadline < cycle => Err(Violation::Late {
                cycle,
                number: job.asked.number,
                deadline,
            }),
            _ => Ok(()),
        }
    }

    pub fn check_time(&self, cycle: u64) -> Result<(), Violation> {
        let first = self
            .accepted
            .front()
            .map(|first| (&first.job, first.deadline));
        let missed = self.missed.iter().flatten();
        let mut all = missed.map(|one| (&one.job, one.deadline)).chain(first);
        match all.find(|(_, deadline)| *deadline < cycle) {
            Some((job, deadline)) => Err(Violation::Late {
                cycle,
                number: job.asked.number,
                deadline,
            }),
            None => Ok(()),
        }
    }

    /// An answer. Answers come in the order of acceptance, so playing the transactions on the oracle
    /// as they are answered plays them in that order; a read that waits reads what it waits for now.
    pub fn answered(
        &mut self,
        outputs: &CacheOutputs,
        oracle: &mut FlatMemory,
        cycle: u64,
        late_bound: usize,
    ) -> Result<(), Violation> {
        let register = outputs.ans_miss;
        let mut waited = None;
        let job = if outputs.ans_missed && outputs.ans_data_valid {
            let missed = self.missed[register as usize].take();
            missed.map(|Missed { job, expected, .. }| {
                waited = Some(expected);
                job
            })
        } else {
            self.accepted.pop_front().map(|accepted| accepted.job)
        };
        let Some(job) = job else {
            return Err(Violation::UnaskedAnswer { cycle });
        };
        if outputs.ans_missed && !outputs.ans_data_valid {
            let slot = &mut self.missed[register as usize];
            let address = match job.part {
                Transaction::Read { address, mask } if mask != 0 && slot.is_none() => address,
                _ => return Err(Violation::BadMiss { cycle, register }),
            };
            if outputs.ans_lanes | outputs.ans_replay != 0 {
                return Err(Violation::BadMiss { cycle, register });
            }
            *slot = Some(Missed {
                job,
                deadline: cycle + late_bound as u64,
                expected: oracle.read(address),
            });
            return Ok(());
        }
        let Job { mut asked, part } = job;
        let (lanes, replay) = (outputs.ans_lanes, outputs.ans_replay);
        let is_read = matches!(part, Transaction::Read { .. });
        let is_partition = lanes & replay == 0 && lanes | replay == part.mask();
        let is_whole = is_partition && (replay == 0 || (is_read && waited.is_none()));
        if !is_whole || (lanes == 0 && replay != 0) {
            return Err(Violation::BadLanes {
                cycle,
                number: asked.number,
                asked: part.mask(),
                lanes,
                replay,
            });
        }
        if outputs.ans_data_valid != (is_read && lanes != 0) {
            return Err(Violation::BadDataValid {
                cycle,
                number: asked.number,
            });
        }
        match part {
            Transaction::Read { address, .. } => {
                let expected = waited.unwrap_or_else(|| oracle.read(address));
                let is_wrong = |&lane: &usize| {
                    lanes >> lane & 1 == 1 && outputs.ans_data[lane] != expected[lane]
                };
                if let Some(lane) = (0..LANES).find(is_wrong) {
                    return Err(Violation::WrongData {
                        cycle,
                        number: asked.number,
                        address,
                        lane,
                        expected: expected[lane],
                        given: outputs.ans_data[lane],
                    });
                }
                merge(&mut asked.data, lanes, &outputs.ans_data);
            }
            Transaction::Write {
                address,
                mask,
                data,
            } => oracle.write(address, mask, &data),
            Transaction::Flush => {}
        }
        asked.answers += 1;
        asked.cycle = cycle;
        match part {
            Transaction::Read { address, .. } if replay != 0 => {
                let mask = replay;
                let part = Transaction::Read { address, mask };
                self.replays.push_back(Job { asked, part });
            }
            _ => self.completed.push(asked),
        }
        Ok(())
    }

    /// Forgets everything that was presented; gives it back in the order asked.
    pub fn reset(&mut self) -> Vec<Transaction> {
        let accepted = self.accepted.drain(..).map(|accepted| accepted.job);
        let mut lost: Vec<Job> = accepted
            .chain(
                self.missed
                    .iter_mut()
                    .filter_map(|missed| missed.take().map(|one| one.job)),
            )
            .chain(self.replays.drain(..))
            .chain(self.presented.take())
            .collect();
        self.entry_deadline = None;
        lost.sort_by_key(|job| job.asked.number);
        lost.iter().map(|job| job.asked.transaction).collect()
    }
}
