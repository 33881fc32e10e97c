//! How a transaction, or what memory gave, executes: Algorithms 1 and 2, corrected
//! (`docs/rationale/avc.md`), as states.

use super::arrays::Entry;
use super::cache::AvcCache;
use super::codec::{decode, Affine};
use super::queue::{Kind, Looked};
use super::state::{Answer, Executing, Outcome, State};
use spec::avc::{CacheInputs, VECTORS_PER_LINE};
use spec::warp::WarpRegister;

impl AvcCache {
    /// What is in X, if anything: the fill, or else the head.
    pub(super) fn executing(&self, looked: Looked) -> Option<Executing> {
        match looked {
            Looked::Transaction => self.queue.head().map(|head| Executing {
                kind: head.kind,
                address: head.address,
                mask: head.mask,
                store_mask: head.mask,
            }),
            Looked::Fill => self.misses.fill().map(|(fill, miss)| Executing {
                kind: match fill.placed {
                    true => Kind::Late,
                    false => Kind::Fill(fill.affine),
                },
                address: miss.address,
                mask: miss.mask,
                store_mask: miss.absent,
            }),
        }
    }

    /// What happens at the end of a cycle, the acceptance of a transaction aside.
    pub(super) fn step(&mut self, inputs: &CacheInputs) {
        let Some(executing) = self.executing(self.looked) else {
            // Only in Execute, when nothing is in X.
            self.execute(inputs);
            return;
        };
        match self.state {
            State::Execute => self.execute(inputs),
            State::StoreWait => {
                if inputs.l1_command_ready {
                    self.store(executing);
                    self.finish(executing);
                }
            }
            State::Invalidate => {
                if inputs.l1_command_ready {
                    self.state = self.make_room(executing);
                }
            }
            State::Spill => {
                if inputs.l1_command_ready {
                    *self.arrays.entry_mut(self.line, executing.address) = Entry::default();
                    self.state = State::Commit;
                }
            }
            State::Clear { left: 0 } => {
                self.arrays.empty(self.line);
                self.state = State::Commit;
            }
            State::Clear { left } => self.state = State::Clear { left: left - 1 },
            State::Commit => {
                self.commit(executing);
                self.finish(executing);
            }
            State::EvictRead
            | State::EvictLook
            | State::EvictDecode
            | State::EvictMerge
            | State::EvictPut
            | State::FlushCheck
            | State::FlushTag => self.evict(inputs, executing),
        }
    }

    /// What is looked up in this cycle: the fill first, and no transaction while one is blocked.
    pub(super) fn in_a(&self) -> Option<(Looked, u32)> {
        if let Some(address) = self.misses.to_look_up() {
            return Some((Looked::Fill, address));
        }
        let next = self.queue.next().filter(|_| !self.blocked)?;
        Some((Looked::Transaction, next.address))
    }

    fn execute(&mut self, inputs: &CacheInputs) {
        let in_a = self.in_a();
        let in_x = self.queue.in_x();
        let executing = in_x.and_then(|looked| Some((looked, self.executing(looked)?)));
        let Some((looked, executing)) = executing else {
            self.advance(in_a);
            return;
        };
        self.looked = looked;
        let outcome = match executing.kind {
            Kind::Flush if !self.misses.are_idle() => Outcome::Blocked,
            Kind::Flush => self.begin_flush(),
            Kind::Empty => {
                self.serve(0, 0, None);
                Outcome::Done
            }
            Kind::Read => self.read(executing, inputs),
            Kind::WriteGeneric | Kind::WriteAffine(_)
                if self.misses.of(executing.address).is_some() =>
            {
                Outcome::Blocked
            }
            Kind::WriteGeneric => self.store_generic(executing, inputs),
            Kind::WriteAffine(affine) => {
                self.write_affine(executing, affine, inputs.l1_held & executing.mask != 0)
            }
            Kind::Fill(code) => {
                self.answer_late(executing.mask);
                match code {
                    Some(affine) => self.write_affine(executing, affine, false),
                    None => self.store_generic(executing, inputs),
                }
            }
            Kind::Late => {
                self.answer_late(executing.mask);
                Outcome::Changed
            }
        };
        let is_followed = || {
            let fill = self.misses.fill().map_or(0, |(_, miss)| miss.address);
            let mut others = self.queue.behind_x(fill).chain(in_a.map(|a| a.1));
            others.any(|other| other == executing.address)
        };
        match outcome {
            Outcome::Changed if is_followed() => self.rewind(),
            Outcome::Done | Outcome::Changed => self.advance(in_a),
            Outcome::Blocked => {
                self.blocked = true;
                self.rewind();
                return;
            }
            Outcome::Continues(state) => {
                self.state = state;
                self.rewind();
                return;
            }
        }
        self.leave(executing);
    }

    fn advance(&mut self, in_a: Option<(Looked, u32)>) {
        if let Some((Looked::Fill, _)) = in_a {
            self.misses.look_up(true);
        }
        self.queue.advance(in_a.map(|a| a.0));
    }

    /// Lookups begin anew.
    fn rewind(&mut self) {
        self.queue.rewind();
        self.misses.look_up(false);
    }

    /// What executed is done.
    fn leave(&mut self, executing: Executing) {
        if let Kind::Fill(_) | Kind::Late = executing.kind {
            self.misses.filled();
            self.blocked = false;
        } else {
            self.queue.pop();
        }
    }

    /// Memory's words go to the read that waited.
    fn answer_late(&mut self, mask: u32) {
        if let Some((fill, _)) = self.misses.fill() {
            self.answer = Some(Answer {
                lanes: mask,
                replay: 0,
                data: Some(fill.words),
                used: None,
                miss: Some(fill.register),
            });
        }
    }

    /// A generic write, or a fill of the L1: its command is at the ports in this cycle.
    fn store_generic(&mut self, executing: Executing, inputs: &CacheInputs) -> Outcome {
        if !inputs.l1_command_ready {
            return Outcome::Continues(State::StoreWait);
        }
        self.store(executing);
        Outcome::Changed
    }

    /// Algorithm 1. Hits are lanes, not lines: a lane of a line that the AVC or the L1 holds may itself
    /// be held elsewhere or nowhere. What hits nowhere waits in a miss register, and what waits there
    /// already is joined if memory has the newest of all its lanes.
    fn read(&mut self, executing: Executing, inputs: &CacheInputs) -> Outcome {
        let Executing { address, mask, .. } = executing;
        let entry = self.arrays.lookup(address);
        let (affine_hits, generic_hits) = (entry.valid & mask, inputs.l1_held & mask);
        if affine_hits != 0 {
            let data = decode(entry.affine);
            self.serve(affine_hits, mask & !affine_hits, Some(data));
            if let Some(line) = self.arrays.find(address) {
                self.arrays.touch(line);
            }
            return Outcome::Done;
        }
        if generic_hits != 0 {
            self.answer = Some(Answer {
                lanes: generic_hits,
                replay: mask & !generic_hits,
                data: Some(inputs.l1_data),
                used: Some(address),
                miss: None,
            });
            return Outcome::Done;
        }
        let absent = match self.misses.of(address) {
            Some(waiting) => waiting.absent,
            None => !entry.valid & !inputs.l1_held,
        };
        match self.misses.free() {
            Some(register) if mask & !absent == 0 => {
                self.misses.wait(register, address, mask, absent);
                self.answer = Some(Answer {
                    lanes: 0,
                    replay: 0,
                    data: None,
                    used: None,
                    miss: Some(register),
                });
                Outcome::Changed
            }
            _ => Outcome::Blocked,
        }
    }

    /// Algorithm 2, affine: the L1's copy goes on every write, not only on a conflict, and the older
    /// lanes that stay go to the L1. A fill is placed in the same way, and the L1 holds none of its lanes.
    fn write_affine(&mut self, executing: Executing, affine: Affine, is_in_l1: bool) -> Outcome {
        let Executing { address, .. } = executing;
        self.placing = affine;
        match self.arrays.find(address) {
            _ if is_in_l1 => Outcome::Continues(State::Invalidate),
            Some(line) if self.conflicts(line, executing) => {
                self.line = line;
                Outcome::Continues(State::Spill)
            }
            Some(line) => {
                self.line = line;
                self.commit(executing);
                Outcome::Changed
            }
            None => Outcome::Continues(self.begin_line(address)),
        }
    }

    /// Whether what is to be placed finds another vector, of which it leaves lanes.
    fn conflicts(&self, line: usize, executing: Executing) -> bool {
        let entry = self.arrays.entry(line, executing.address);
        entry.conflicts(self.placing, executing.mask)
    }

    /// A store, in the cycle in which the L1 takes it: the AVC gives up a write's lanes. It has none of
    /// a fill's.
    fn store(&mut self, executing: Executing) {
        if executing.kind != Kind::WriteGeneric {
            return;
        }
        if let Some(line) = self.arrays.find(executing.address) {
            self.arrays.entry_mut(line, executing.address).valid &= !executing.mask;
        }
        self.serve(executing.mask, 0, None);
    }

    /// Where an affine write goes once the L1 has given up its lanes.
    fn make_room(&mut self, executing: Executing) -> State {
        match self.arrays.find(executing.address) {
            Some(line) => {
                self.line = line;
                match self.conflicts(line, executing) {
                    true => State::Spill,
                    false => State::Commit,
                }
            }
            None => self.begin_line(executing.address),
        }
    }

    /// Chooses a line for the address and starts to empty it.
    fn begin_line(&mut self, address: u32) -> State {
        self.line = self.arrays.victim(address);
        if self.arrays.is_valid(self.line) {
            self.begin_line_eviction(self.line)
        } else {
            State::Clear {
                left: VECTORS_PER_LINE as u8 - 1,
            }
        }
    }

    /// Places lanes in `line`. A write is answered now; a read was answered when its fill came to X.
    fn commit(&mut self, executing: Executing) {
        let Executing {
            kind,
            address,
            mask,
            ..
        } = executing;
        if kind == Kind::Flush {
            self.serve(0, 0, None);
            return;
        }
        let is_write = matches!(kind, Kind::WriteAffine(_));
        self.arrays.claim(self.line, address);
        let entry = self.arrays.entry_mut(self.line, address);
        entry.place(self.placing, mask, is_write);
        self.arrays.touch(self.line);
        if is_write {
            self.serve(mask, 0, None);
        }
    }

    fn serve(&mut self, lanes: u32, replay: u32, data: Option<WarpRegister>) {
        self.answer = Some(Answer {
            lanes,
            replay,
            data,
            used: None,
            miss: None,
        });
    }

    /// What executed in more than one cycle is done; lookups begin anew.
    fn finish(&mut self, executing: Executing) {
        self.rewind();
        self.leave(executing);
        self.state = State::Execute;
    }
}
