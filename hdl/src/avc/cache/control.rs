//! The state machine, state by state as `docs/units/avc.md` has it.

use crate::prelude::*;

/// Where the head is; the names are those of the contract.
#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum AvcState {
    Execute,
    StoreWait,
    Invalidate,
    MissRequest,
    MissWait,
    FillEncode,
    FillWait,
    FillWaitMore,
    FillPlace,
    L1Fill,
    EvictRead,
    EvictLook,
    EvictDecode,
    EvictMerge,
    EvictPut,
    Clear,
    Commit,
    FlushCheck,
    FlushTag,
}

/// The state machine, state by state as `docs/units/avc.md` has it.
///
/// In Execute lookups go on, and a transaction in X is done in one cycle or leads to another
/// state, in which it stays the head until it is done. What the neighbours see in a cycle depends
/// on the state and on registers of the head; their answers only choose what comes next.
///
/// A head is in its first cycle in Execute only, for all other states begin with a restart. States
/// that steer a thousand bits have a register of their own, set in the state before.
#[derive(LogicBlock, Described, Default)]
pub struct AvcControl {
    pub clock: Signal<In, Clock>,
    /// The head is in its first cycle in X, and what it is.
    pub head_valid: Signal<In, Bit>,
    pub head_write: Signal<In, Bit>,
    pub head_flush: Signal<In, Bit>,
    pub head_some: Signal<In, Bit>,
    pub head_affine: Signal<In, Bit>,
    /// A transaction in A, L or D has its address.
    pub head_followed: Signal<In, Bit>,
    /// Its line is there; its entry has a lane of the mask, or conflicts.
    pub line_there: Signal<In, Bit>,
    pub entry_hit: Signal<In, Bit>,
    pub entry_conflict: Signal<In, Bit>,
    pub fill_conflict: Signal<In, Bit>,
    /// The line to give up is valid.
    pub set_full: Signal<In, Bit>,
    /// The L1 has a lane of the mask.
    pub l1_hit: Signal<In, Bit>,
    /// In FillPlace: what memory gave is affine.
    pub fill_affine: Signal<In, Bit>,
    /// In FlushCheck: the line is valid.
    pub flush_valid: Signal<In, Bit>,
    pub last_vector: Signal<In, Bit>,
    pub last_line: Signal<In, Bit>,
    /// In EvictDecode: the vector has a lane.
    pub vector_some: Signal<In, Bit>,
    /// In EvictMerge: the L1 holds a word of the vector; memory is to have one.
    pub l1_holds: Signal<In, Bit>,
    pub write_back_some: Signal<In, Bit>,
    pub l1_ready: Signal<In, Bit>,
    pub memory_ready: Signal<In, Bit>,
    pub memory_response: Signal<In, Bit>,

    // The queue and its lookups.
    pub look: Signal<Out, Bit>,
    pub leave: Signal<Out, Bit>,
    pub restart: Signal<Out, Bit>,
    /// The encoder is taken by a fill; its result is that of a fill.
    pub fill_encode: Signal<Out, Bit>,
    pub fill_place: Signal<Out, Bit>,

    // The arrays.
    pub evict_read: Signal<Out, Bit>,
    /// The chosen way's entry is decoded in the next cycle.
    pub evict_look: Signal<Out, Bit>,
    pub flush_check: Signal<Out, Bit>,
    pub flush_tag: Signal<Out, Bit>,
    /// An entry is written in the way that was hit; in the one that the head has chosen.
    pub write_hit: Signal<Out, Bit>,
    pub write_chosen: Signal<Out, Bit>,
    /// It is one of an eviction or of Clear, and is emptied.
    pub clear: Signal<Out, Bit>,
    /// What is written, or dropped, is at the head's address.
    pub at_head: Signal<Out, Bit>,
    pub commit: Signal<Out, Bit>,
    pub drop_line: Signal<Out, Bit>,
    pub choose: Signal<Out, Bit>,
    pub step: Signal<Out, Bit>,
    pub step_line: Signal<Out, Bit>,

    // The words.
    pub evict_decode: Signal<Out, Bit>,
    pub evict_merge: Signal<Out, Bit>,
    pub from_entry: Signal<Out, Bit>,
    pub from_l1: Signal<Out, Bit>,
    pub from_memory: Signal<Out, Bit>,

    // Who asks, the L1, and memory.
    pub answer: Signal<Out, Bit>,
    pub evict_put: Signal<Out, Bit>,
    pub l1_command: Signal<Out, Bit>,
    pub l1_store: Signal<Out, Bit>,
    pub memory_request: Signal<Out, Bit>,
    pub memory_write: Signal<Out, Bit>,

    state: Register<AvcState>,
    fill_encodes: Register<Bit>,
    fill_places: Register<Bit>,
    /// In EvictPut: not yet taken by the L1; by memory.
    l1_left: Register<Bit>,
    memory_left: Register<Bit>,
}

impl AvcControl {
    /// In Execute.
    pub fn new() -> Self {
        Self {
            state: Register::new(AvcState::Execute),
            l1_left: Register::no_reset(),
            memory_left: Register::no_reset(),
            ..Self::default()
        }
    }
}

#[hardware]
impl Logic for AvcControl {
    fn update(&mut self) {
        registers!(self, clock, state, l1_left, memory_left);
        clock!(self, clock, fill_encodes, fill_places);
        let state = self.state.q.val();
        let write = self.head_write.val();
        let read = self.head_some.val() && !write;
        let generic_write = self.head_some.val() && write && !self.head_affine.val();
        let first = self.head_valid.val();

        // The states that a line to give up, and the end of a vector's eviction, lead to.
        let new_line = if self.set_full.val() {
            AvcState::EvictRead
        } else {
            AvcState::Clear
        };
        let in_line = if self.line_there.val() {
            AvcState::Commit
        } else {
            new_line
        };
        let next_line = if self.last_line.val() {
            AvcState::Commit
        } else {
            AvcState::FlushCheck
        };
        let next_vector = if !self.last_vector.val() {
            AvcState::EvictRead
        } else if self.head_flush.val() {
            next_line
        } else {
            AvcState::Commit
        };

        let l1_waits = self.l1_left.q.val() && !self.l1_ready.val();
        let memory_waits = self.memory_left.q.val() && !self.memory_ready.val();
        let mut next_state = state;
        let mut done = false;
        let mut place = false;
        let mut vector_done = false;
        match state {
            AvcState::Execute => {
                if first {
                    if self.head_flush.val() {
                        next_state = AvcState::FlushCheck;
                    } else if generic_write && !self.l1_ready.val() {
                        next_state = AvcState::StoreWait;
                    } else if read && !self.entry_hit.val() && !self.l1_hit.val() {
                        next_state = AvcState::MissRequest;
                    } else if !self.head_some.val() || generic_write || read {
                        done = true;
                    } else if self.entry_conflict.val() {
                        next_state = AvcState::EvictRead;
                    } else if self.l1_hit.val() {
                        next_state = AvcState::Invalidate;
                    } else if !self.line_there.val() {
                        next_state = new_line;
                    } else {
                        done = true;
                        place = true;
                    }
                }
            }
            AvcState::StoreWait | AvcState::L1Fill => {
                if self.l1_ready.val() {
                    next_state = AvcState::Execute;
                    done = true;
                }
            }
            AvcState::Invalidate => {
                if self.l1_ready.val() {
                    next_state = in_line;
                }
            }
            AvcState::MissRequest => {
                if self.memory_ready.val() {
                    next_state = AvcState::MissWait;
                }
            }
            AvcState::MissWait => {
                if self.memory_response.val() {
                    next_state = AvcState::FillEncode;
                }
            }
            AvcState::FillEncode => next_state = AvcState::FillWait,
            AvcState::FillWait => next_state = AvcState::FillWaitMore,
            AvcState::FillWaitMore => next_state = AvcState::FillPlace,
            AvcState::FillPlace => {
                if !self.fill_affine.val() {
                    next_state = AvcState::L1Fill;
                } else if self.fill_conflict.val() {
                    next_state = AvcState::EvictRead;
                } else {
                    next_state = in_line;
                }
            }
            AvcState::EvictRead => next_state = AvcState::EvictLook,
            AvcState::EvictLook => next_state = AvcState::EvictDecode,
            AvcState::EvictDecode => {
                vector_done = !self.vector_some.val();
                next_state = if self.vector_some.val() {
                    AvcState::EvictMerge
                } else {
                    next_vector
                };
            }
            AvcState::EvictMerge => next_state = AvcState::EvictPut,
            AvcState::EvictPut => {
                if !l1_waits && !memory_waits {
                    vector_done = true;
                    next_state = next_vector;
                }
            }
            AvcState::Clear => {
                if self.last_vector.val() {
                    next_state = AvcState::Commit;
                }
            }
            AvcState::Commit => {
                next_state = AvcState::Execute;
                done = true;
            }
            AvcState::FlushCheck => {
                next_state = if self.flush_valid.val() {
                    AvcState::FlushTag
                } else {
                    next_line
                };
            }
            AvcState::FlushTag => next_state = AvcState::EvictRead,
        }
        self.state.d.next = next_state;
        let evict_merge = state == AvcState::EvictMerge;
        self.l1_left.d.next = if evict_merge {
            self.l1_holds.val()
        } else {
            l1_waits
        };
        self.memory_left.d.next = if evict_merge {
            self.write_back_some.val()
        } else {
            memory_waits
        };

        let stale = write && self.head_some.val() && self.head_followed.val();
        self.look.next = state == AvcState::Execute;
        self.leave.next = done;
        self.restart.next = first && (!done || stale);
        let from_memory = state == AvcState::MissWait && self.memory_response.val();
        self.fill_encodes.d.next = from_memory;
        self.fill_places.d.next = state == AvcState::FillWaitMore;
        self.fill_encode.next = self.fill_encodes.q.val();
        self.fill_place.next = self.fill_places.q.val();

        let flush_check = state == AvcState::FlushCheck;
        let evict_decode = state == AvcState::EvictDecode;
        let clearing = state == AvcState::Clear;
        let commit = state == AvcState::Commit && !self.head_flush.val();
        let line_done = vector_done && self.last_vector.val() && self.head_flush.val();
        self.evict_read.next = state == AvcState::EvictRead;
        self.evict_look.next = state == AvcState::EvictLook;
        self.flush_check.next = flush_check;
        self.flush_tag.next = state == AvcState::FlushTag;
        self.write_hit.next = done && (place || generic_write);
        self.write_chosen.next = evict_decode || clearing || commit;
        self.clear.next = evict_decode || clearing;
        // A store that waits has chosen its own vector, if the line is there: either address will do.
        self.at_head.next = state == AvcState::Execute || state == AvcState::Commit;
        self.commit.next = commit;
        self.drop_line.next = line_done;
        self.choose.next = first;
        self.step.next = vector_done || clearing;
        self.step_line.next = line_done || (flush_check && !self.flush_valid.val());

        let from_entry = first && read && self.entry_hit.val();
        let from_l1 = first && read && !self.entry_hit.val() && self.l1_hit.val();
        self.evict_decode.next = evict_decode;
        self.evict_merge.next = evict_merge;
        self.from_entry.next = from_entry;
        self.from_l1.next = from_l1;
        self.from_memory.next = from_memory;

        // A read that missed is answered before its fill is placed.
        self.answer.next = from_memory || (done && (first || !read));
        let put = state == AvcState::EvictPut;
        let store =
            (first && generic_write) || state == AvcState::StoreWait || state == AvcState::L1Fill;
        self.evict_put.next = put;
        self.l1_store.next = store;
        self.l1_command.next =
            store || state == AvcState::Invalidate || (put && self.l1_left.q.val());
        self.memory_write.next = put && self.memory_left.q.val();
        self.memory_request.next =
            state == AvcState::MissRequest || (put && self.memory_left.q.val());
    }
}
