//! How a transaction executes: Algorithms 1 and 2, corrected (`docs/rationale/avc.md`), as states.

use super::cache::{Answer, AvcCache};
use super::codec::{decode, encode, Affine};
use super::queue::{Kind, Queued};
use spec::avc::{CacheInputs, VECTORS_PER_LINE};
use spec::warp::WarpRegister;

/// Where the oldest transaction is. The page of the unit has the diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Lookups go on, and a transaction whose lookup is complete executes.
    Execute,
    /// A generic write waits for the L1.
    StoreWait,
    /// An affine write takes its lanes from the L1.
    Invalidate,
    /// A read that hit nowhere asks memory ...
    MissRequest,
    /// ... and waits for the vector,
    MissWait,
    /// which enters the encoder
    FillEncode,
    /// and stays in it for two more cycles,
    FillWait {
        /// Cycles left after this one.
        left: u8,
    },
    /// until it is known which cache takes it.
    FillPlace,
    /// The L1 takes it.
    L1Fill,
    /// Eviction of a vector: arrays and L1 are looked up;
    EvictRead,
    /// the entry arrives,
    EvictLook,
    /// is decoded and emptied,
    EvictDecode,
    /// meets what the L1 has of the vector,
    EvictMerge,
    /// and goes to memory while the L1 forgets its part.
    EvictPut,
    /// The entries of a line that was not valid are emptied, one a cycle.
    Clear {
        /// Cycles left after this one.
        left: u8,
    },
    /// An affine vector is placed, or a flush ends.
    Commit,
    /// A flush asks whether a line is valid
    FlushCheck,
    /// and reads its tag.
    FlushTag,
}

impl AvcCache {
    /// What happens at the end of a cycle, the acceptance of a transaction aside.
    pub(super) fn step(&mut self, inputs: &CacheInputs) {
        match self.state {
            State::Execute => self.execute(inputs),
            State::StoreWait => {
                if inputs.l1_command_ready {
                    self.store();
                    self.finish();
                }
            }
            State::Invalidate => {
                if inputs.l1_command_ready {
                    self.make_room();
                }
            }
            State::MissRequest => {
                if inputs.mem_ready {
                    self.state = State::MissWait;
                }
            }
            State::MissWait => {
                if inputs.mem_response_valid {
                    self.fill = inputs.mem_response_data;
                    let lanes = self.queue.head().map_or(0, |head| head.mask);
                    self.serve(lanes, 0, Some(self.fill), None);
                    self.state = State::FillEncode;
                }
            }
            State::FillEncode => self.state = State::FillWait { left: 1 },
            State::FillWait { left: 0 } => self.state = State::FillPlace,
            State::FillWait { left } => self.state = State::FillWait { left: left - 1 },
            State::FillPlace => self.place_fill(),
            State::L1Fill => {
                if inputs.l1_command_ready {
                    self.finish();
                }
            }
            State::Clear { left: 0 } => {
                self.arrays.empty(self.line);
                self.state = State::Commit;
            }
            State::Clear { left } => self.state = State::Clear { left: left - 1 },
            State::Commit => {
                self.commit();
                self.finish();
            }
            State::EvictRead
            | State::EvictLook
            | State::EvictDecode
            | State::EvictMerge
            | State::EvictPut
            | State::FlushCheck
            | State::FlushTag => self.evict(inputs),
        }
    }

    fn execute(&mut self, inputs: &CacheInputs) {
        let Some(head) = self.queue.in_x() else {
            self.queue.advance();
            return;
        };
        let &Queued {
            kind,
            address,
            mask,
            ..
        } = head;
        self.held = inputs.l1_held;
        let outcome = match kind {
            Kind::Flush => self.begin_flush(),
            Kind::Empty => {
                self.serve(0, 0, None, None);
                Outcome::Done
            }
            Kind::Read => self.read(address, mask, &inputs.l1_data),
            Kind::WriteGeneric if inputs.l1_command_ready => {
                self.store();
                Outcome::Changed
            }
            Kind::WriteGeneric => Outcome::Continues(State::StoreWait),
            Kind::WriteAffine(affine) => self.write_affine(address, mask, affine),
        };
        match outcome {
            Outcome::Changed if self.queue.head_is_followed() => self.queue.rewind(),
            Outcome::Done | Outcome::Changed => self.queue.advance(),
            Outcome::Continues(state) => {
                self.state = state;
                self.queue.rewind();
                return;
            }
        }
        self.queue.pop();
    }

    /// Algorithm 1 without its miss. Hits are lanes, not lines: a lane of a line that the AVC or
    /// the L1 holds may itself be held elsewhere or nowhere.
    fn read(&mut self, address: u32, mask: u32, l1_data: &WarpRegister) -> Outcome {
        let entry = self.arrays.lookup(address);
        let (affine_hits, generic_hits) = (entry.valid & mask, self.held & mask);
        if affine_hits != 0 {
            let data = decode(entry.affine);
            self.serve(affine_hits, mask & !affine_hits, Some(data), None);
            if let Some(line) = self.arrays.find(address) {
                self.arrays.touch(line);
            }
            Outcome::Done
        } else if generic_hits != 0 {
            let replay = mask & !generic_hits;
            self.serve(generic_hits, replay, Some(*l1_data), Some(address));
            Outcome::Done
        } else {
            Outcome::Continues(State::MissRequest)
        }
    }

    /// Algorithm 2, affine: the L1's copy goes on every write, not only on a conflict.
    fn write_affine(&mut self, address: u32, mask: u32, affine: Affine) -> Outcome {
        self.placing = affine;
        let is_in_l1 = self.held & mask != 0;
        match self.arrays.find(address) {
            Some(line) if self.arrays.entry(line, address).conflicts(affine, mask) => {
                self.line = line;
                Outcome::Continues(self.begin_vector_eviction(line, address))
            }
            _ if is_in_l1 => Outcome::Continues(State::Invalidate),
            Some(line) => {
                self.line = line;
                self.commit();
                Outcome::Changed
            }
            None => Outcome::Continues(self.begin_line(address)),
        }
    }

    /// A generic write, in the cycle in which the L1 takes it: the AVC gives up the lanes.
    fn store(&mut self) {
        let Some(&Queued { address, mask, .. }) = self.queue.head() else {
            return;
        };
        if let Some(line) = self.arrays.find(address) {
            self.arrays.entry_mut(line, address).valid &= !mask;
        }
        self.serve(mask, 0, None, None);
    }

    /// A vector that memory gave: the AVC takes the lanes that asked for it, if they are affine;
    /// otherwise the L1 takes all lanes that neither holds.
    fn place_fill(&mut self) {
        let Some(&Queued { address, mask, .. }) = self.queue.head() else {
            return;
        };
        match encode(&self.fill, mask) {
            Some(affine) => {
                self.placing = affine;
                self.make_room();
            }
            None => {
                self.fill_mask = !self.arrays.lookup(address).valid & !self.held;
                self.state = State::L1Fill;
            }
        }
    }

    /// Goes to wherever `placing` becomes possible.
    fn make_room(&mut self) {
        let Some(&Queued { address, mask, .. }) = self.queue.head() else {
            return;
        };
        self.state = match self.arrays.find(address) {
            Some(line) => {
                self.line = line;
                let entry = self.arrays.entry(line, address);
                if entry.conflicts(self.placing, mask) {
                    self.begin_vector_eviction(line, address)
                } else {
                    State::Commit
                }
            }
            None => self.begin_line(address),
        };
    }

    /// Chooses a line for the head's address and starts to empty it.
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

    /// Places the head's lanes in `line`. A write is answered now; a read was answered when memory
    /// gave its data.
    fn commit(&mut self) {
        let Some(&Queued {
            kind,
            address,
            mask,
            ..
        }) = self.queue.head()
        else {
            return;
        };
        if kind == Kind::Flush {
            self.serve(0, 0, None, None);
            return;
        }
        let is_write = kind != Kind::Read;
        self.arrays.claim(self.line, address);
        let entry = self.arrays.entry_mut(self.line, address);
        entry.place(self.placing, mask, is_write);
        self.arrays.touch(self.line);
        if is_write {
            self.serve(mask, 0, None, None);
        }
    }

    fn serve(&mut self, lanes: u32, replay: u32, data: Option<WarpRegister>, used: Option<u32>) {
        self.answer = Some(Answer {
            lanes,
            replay,
            data,
            used,
        });
    }

    /// The head has executed in more than one cycle; the lookups behind it begin anew.
    fn finish(&mut self) {
        self.queue.pop();
        self.queue.rewind();
        self.state = State::Execute;
    }
}

/// What a cycle of execution came to.
pub(super) enum Outcome {
    /// Done, and nothing that a lookup finds has changed.
    Done,
    /// Done, and the vector's entry or the L1's copy has changed.
    Changed,
    /// More cycles are needed.
    Continues(State),
}
