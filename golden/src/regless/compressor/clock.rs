//! The rising of the clock.

use super::{
    compress, decompress, pattern_of, CompressorCycle, Copy, Fetched, PatternCompressor, Step,
    Waiter, Work,
};
use spec::regless::{Operation, REGISTERS, WARPS};
use spec::warp::{WarpRegister, LANES};

impl PatternCompressor {
    /// The clock rises after a cycle that [`PatternCompressor::check`] allows.
    pub fn advance(&mut self, cycle: &CompressorCycle) {
        if cycle.request.is_none() && cycle.response.is_none() && self.is_still() {
            return;
        }
        let accepts = self.request_ready();
        let sent = cycle.l1_ready && self.asks_l1();
        let spills = matches!(self.work, Some((Step::Spill, _)));
        let empty = self.work.is_none();
        let can_read = self.can_read();
        if cycle.answer_ready {
            self.answer = None;
        }
        if self.answer.is_none() {
            self.answer = self.read.take();
        }
        // The storage: a line that comes, else a waiter, else Act.
        if let Some((fill, words)) = cycle.response {
            self.arrive(usize::from(fill), words);
        }
        let served = cycle.response.is_none() && can_read && !spills && self.serve();
        if let Some((step, work)) = self.work.take() {
            self.work = if sent {
                self.after_send(step, work)
            } else if cycle.response.is_none() && !served {
                self.act(step, work, can_read)
            } else {
                Some((step, work))
            };
        }
        if empty {
            self.work = self.matched().map(|work| (Step::Look, work));
        }
        if let Some(request) = cycle.request.as_ref().filter(|_| accepts) {
            self.entering = Some(request.clone());
            if request.kind == 0 {
                self.data = request.data;
            }
        }
    }

    /// Whether nothing moves while nothing comes.
    pub fn is_still(&self) -> bool {
        let waits = |waiter: &Waiter| !waiter.ready;
        self.is_idle()
            && self.read.is_none()
            && self.answer.is_none()
            && self.waiters.iter().flatten().all(waits)
    }

    /// A line comes: all who wait for it can be answered.
    fn arrive(&mut self, fill: usize, words: &WarpRegister) {
        let Some(line) = self.waiters[fill].as_ref().map(|w| w.line) else {
            return;
        };
        self.cache.fill(line, words);
        for waiter in &mut self.waiters {
            let of_line = waiter.as_mut().filter(|w| w.line == line);
            let Some(of_line) = of_line else { continue };
            of_line.ready = true;
            if of_line.fetch.is_none() {
                *waiter = None;
            }
        }
    }

    /// The first waiter whose line has come is answered, if there is one.
    fn serve(&mut self) -> bool {
        let is_ready = |w: &Option<Waiter>| w.as_ref().is_some_and(|w| w.ready);
        let Some(index) = self.waiters.iter().position(is_ready) else {
            return false;
        };
        if let Some(waiter) = self.waiters[index].take() {
            if let Some((warp, register, entry, pattern)) = waiter.fetch {
                let slot = self.cache.lines[waiter.line].slots[usize::from(warp)];
                self.read = Some(Fetched {
                    warp,
                    register,
                    entry,
                    data: decompress(slot, pattern),
                });
            }
        }
        true
    }

    /// Match: what was behind the register, and what will be.
    fn matched(&mut self) -> Option<Work> {
        let request = self.entering.take()?;
        let (warp, register) = (request.warp, request.register);
        let operation = Operation::from_code(request.kind);
        let compresses = operation.is_none() && !self.cache.lines.is_empty();
        let pattern = pattern_of(&self.data).filter(|_| compresses);
        let copy = self.copy(warp, register);
        let others = self.compressed(register) & !(1 << warp);
        let new = match operation {
            None => pattern.map_or(Copy::Memory, Copy::Compressed),
            Some(Operation::Preload) => copy,
            Some(Operation::InvalidatingRead | Operation::Invalidation) => Copy::Nothing,
        };
        self.copies[usize::from(warp)][usize::from(register)] = new;
        let fetches = operation.is_some_and(Operation::is_preload);
        self.counts.operations += 1;
        self.counts.evicted += u64::from(operation.is_none());
        self.counts.fetched += u64::from(fetches);
        self.counts.answered += u64::from(fetches && copy != Copy::Memory);
        Some(Work {
            operation,
            warp,
            register,
            entry: request.entry,
            copy,
            pattern,
            others,
            line: 0,
        })
    }

    /// The L1 took what was at its port.
    fn after_send(&mut self, step: Step, mut work: Work) -> Option<(Step, Work)> {
        match step {
            Step::Look if work.operation.is_none() && work.pattern.is_some() => {
                // The copy in memory is gone; the register is still to be stored.
                work.copy = Copy::Nothing;
                return Some((Step::Look, work));
            }
            Step::Look => {
                self.cache.forget(work.register, work.warp);
                return None;
            }
            Step::Spill => return self.take_room(work),
            Step::Merge => {
                self.wait(self.cache.hand, true, None);
                self.cache.step();
                return Some((Step::Room, work));
            }
            Step::Ask | Step::Room | Step::Keep => {}
        }
        let own = 1 << work.warp;
        let ends = work.operation == Some(Operation::InvalidatingRead);
        if self.cache.lines[work.line].valid {
            if ends {
                self.cache.forget(work.register, work.warp);
            }
        } else {
            let own = if ends { 0 } else { own };
            self.cache.enter(work.register, work.others | own);
        }
        self.wait(work.line, true, Some(&work));
        None
    }

    /// Takes the next waiter.
    fn wait(&mut self, line: usize, asked: bool, work: Option<&Work>) {
        let fetch = work.and_then(|w| match w.copy {
            Copy::Compressed(pattern) => Some((w.warp, w.register, w.entry, pattern)),
            Copy::Nothing | Copy::Memory => None,
        });
        self.counts.waited += u64::from(fetch.is_some());
        self.waiters[self.next] = Some(Waiter {
            line,
            asked,
            ready: false,
            fetch,
        });
        self.next = (self.next + 1) % self.waiters.len();
    }

    /// What Act does with the storage's port.
    fn act(&mut self, step: Step, mut work: Work, can_read: bool) -> Option<(Step, Work)> {
        match step {
            Step::Look => self.look(work, can_read),
            Step::Room => {
                let hand = self.cache.hand;
                if self.waiters.iter().flatten().any(|w| w.line == hand) {
                    self.cache.step();
                    return Some((Step::Room, work));
                }
                let victim = &self.cache.lines[hand];
                if !victim.valid || !victim.changed || victim.have == 0 {
                    self.take_room(work)
                } else if victim.rest != 0 {
                    Some((Step::Merge, work))
                } else if can_read {
                    Some((Step::Spill, work))
                } else {
                    Some((Step::Room, work))
                }
            }
            Step::Keep => {
                work.line = self.cache.hand;
                self.cache.enter(work.register, work.others);
                self.store(&work);
                None
            }
            Step::Spill | Step::Merge | Step::Ask => Some((step, work)),
        }
    }

    /// The line at the hand is given up.
    fn take_room(&mut self, mut work: Work) -> Option<(Step, Work)> {
        work.line = self.cache.hand;
        self.cache.lines[work.line].valid = false;
        let step = match work.operation {
            None => Step::Keep,
            Some(_) => Step::Ask,
        };
        Some((step, work))
    }

    fn look(&mut self, mut work: Work, can_read: bool) -> Option<(Step, Work)> {
        if Self::asks_in_look(&work).is_some() {
            return Some((Step::Look, work));
        }
        let hit = self.cache.find(work.register);
        let bit = |bits: u16| bits >> work.warp & 1 == 1;
        match (work.operation, work.copy, hit) {
            (None, _, Some(line)) => {
                work.line = line;
                self.store(&work);
                None
            }
            (None, ..) => Some((Step::Room, work)),
            (Some(Operation::Invalidation), ..) => {
                self.cache.forget(work.register, work.warp);
                None
            }
            (Some(_), Copy::Compressed(pattern), Some(line)) => {
                let held = &self.cache.lines[line];
                let ends = work.operation == Some(Operation::InvalidatingRead);
                if bit(held.have) {
                    if !can_read {
                        return Some((Step::Look, work));
                    }
                    let data = decompress(held.slots[usize::from(work.warp)], pattern);
                    self.read_for(&work, data);
                } else if !self.waiters.iter().flatten().any(|w| w.line == line) {
                    work.line = line;
                    return Some((Step::Ask, work));
                } else if self.waiters[self.next].is_some() {
                    return Some((Step::Look, work));
                } else {
                    self.wait(line, false, Some(&work));
                }
                if ends {
                    self.cache.forget(work.register, work.warp);
                }
                None
            }
            (Some(_), Copy::Compressed(_), None) => Some((Step::Room, work)),
            // Nobody ever evicted it: nothing was written to it either.
            (Some(_), ..) => {
                if !can_read {
                    return Some((Step::Look, work));
                }
                self.read_for(&work, [0; LANES]);
                None
            }
        }
    }

    fn read_for(&mut self, work: &Work, data: WarpRegister) {
        self.read = Some(Fetched {
            warp: work.warp,
            register: work.register,
            entry: work.entry,
            data,
        });
    }

    fn store(&mut self, work: &Work) {
        // Only what follows a pattern is stored.
        if let Some(pattern) = work.pattern {
            let slot = compress(&self.data, pattern);
            self.cache.store(work.line, work.warp, slot);
        }
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        self.copies = [[Copy::Nothing; REGISTERS]; WARPS];
        for line in &mut self.cache.lines {
            line.valid = false;
        }
        self.cache.hand = 0;
        self.entering = None;
        self.work = None;
        self.waiters.fill(None);
        self.next = 0;
        (self.read, self.answer) = (None, None);
    }
}
