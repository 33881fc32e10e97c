//! The state machine, state by state as `docs/units/avc.md` has it.

use crate::prelude::*;

/// Where the head or the fill is; the names are those of the contract.
#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum AvcState {
    Execute,
    StoreWait,
    Invalidate,
    Spill,
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
/// In Execute lookups go on, and what is in X, the head or the fill, is done in one cycle, or leads to
/// another state, in which it stays in X until it is done, or is blocked: a head that has to wait for
/// a fill is looked up again when one is done. What the neighbours see in a cycle depends on the state
/// and on registers of what is in X; their answers only choose what comes next.
///
/// A head is in its first cycle in Execute only, for all other states begin with a restart.
#[derive(LogicBlock, Described, Default)]
pub struct AvcControl {
    pub clock: Signal<In, Clock>,
    /// The head or the fill is in its first cycle in X, and what it is.
    pub head_valid: Signal<In, Bit>,
    pub head_fill: Signal<In, Bit>,
    pub head_write: Signal<In, Bit>,
    pub head_flush: Signal<In, Bit>,
    pub head_some: Signal<In, Bit>,
    pub head_affine: Signal<In, Bit>,
    /// A fill that has been placed answers one more read.
    pub head_late: Signal<In, Bit>,
    /// What is in A, L or D has its address.
    pub head_followed: Signal<In, Bit>,
    /// Its line is there; its entry has a lane of the mask, or conflicts.
    pub line_there: Signal<In, Bit>,
    pub entry_hit: Signal<In, Bit>,
    pub entry_conflict: Signal<In, Bit>,
    /// Reads wait for its vector, and it could wait with them; for any vector; a register is free.
    pub waits: Signal<In, Bit>,
    pub joins: Signal<In, Bit>,
    pub any_miss: Signal<In, Bit>,
    pub miss_free: Signal<In, Bit>,
    /// The line to give up is valid.
    pub set_full: Signal<In, Bit>,
    /// The L1 has a lane of the mask.
    pub l1_hit: Signal<In, Bit>,
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
    /// Memory takes a request, and no read is before a write-back.
    pub memory_ready: Signal<In, Bit>,

    // The queue, the fill, and their lookups; those of the queue stop while the head is blocked.
    pub executes: Signal<Out, Bit>,
    pub look: Signal<Out, Bit>,
    pub leave: Signal<Out, Bit>,
    pub fill_leave: Signal<Out, Bit>,
    pub restart: Signal<Out, Bit>,
    pub restart_head: Signal<Out, Bit>,
    /// The read in X begins to wait.
    pub begins: Signal<Out, Bit>,

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
    pub evict_merge: Signal<Out, Bit>,
    pub from_entry: Signal<Out, Bit>,
    pub from_l1: Signal<Out, Bit>,
    pub from_fill: Signal<Out, Bit>,

    // Who asks, the L1, and memory.
    pub answer: Signal<Out, Bit>,
    pub evict_put: Signal<Out, Bit>,
    /// The L1 is to store what the head takes the place of.
    pub spill: Signal<Out, Bit>,
    pub l1_command: Signal<Out, Bit>,
    pub l1_store: Signal<Out, Bit>,
    pub memory_write: Signal<Out, Bit>,

    state: Register<AvcState>,
    blocked: Register<Bit>,
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
        registers!(self, clock, state, l1_left, memory_left, blocked);
        let state = self.state.q.val();
        let fill = self.head_fill.val();
        let late = self.head_late.val();
        let write = self.head_write.val();
        let read = self.head_some.val() && !write && !fill;
        let generic_write = self.head_some.val() && write && !self.head_affine.val();
        let generic_fill = fill && !late && !self.head_affine.val();
        let first = self.head_valid.val();

        // The states that a placing, a line to give up, and the end of a vector's eviction lead to.
        let new_line = if self.set_full.val() {
            AvcState::EvictRead
        } else {
            AvcState::Clear
        };
        let in_line = if self.entry_conflict.val() {
            AvcState::Spill
        } else if self.line_there.val() {
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

        // Who has to wait for a fill: a write to a vector that reads wait for, a read that finds no
        // register, or may not join those that wait for its vector, and a flush if any read waits.
        let hits = self.entry_hit.val() || self.l1_hit.val();
        let may_wait = self.miss_free.val() && (!self.waits.val() || self.joins.val());
        let begins = read && !hits && may_wait;
        let write_blocks = write && self.head_some.val() && self.waits.val();
        let blocks = write_blocks
            || (read && !hits && !may_wait)
            || (self.head_flush.val() && self.any_miss.val());

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
                        if !self.any_miss.val() {
                            next_state = AvcState::FlushCheck;
                        }
                    } else if !self.head_some.val() || (fill && late) {
                        done = true;
                    } else if read {
                        done = hits || may_wait;
                    } else if write_blocks {
                        done = false;
                    } else if generic_write || generic_fill {
                        if self.l1_ready.val() {
                            done = true;
                        } else {
                            next_state = AvcState::StoreWait;
                        }
                    } else if self.l1_hit.val() && write {
                        next_state = AvcState::Invalidate;
                    } else if self.entry_conflict.val() {
                        next_state = AvcState::Spill;
                    } else if !self.line_there.val() {
                        next_state = new_line;
                    } else {
                        done = true;
                        place = true;
                    }
                }
            }
            AvcState::StoreWait => {
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
            AvcState::Spill => {
                if self.l1_ready.val() {
                    next_state = AvcState::Commit;
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

        let executes = state == AvcState::Execute;
        // What is in X stays there, or has changed what those behind it look up. The L1 says late what it
        // has, so only the last choice waits for it.
        let places = self.head_affine.val()
            && ((write && self.head_some.val() && !self.waits.val()) || (fill && !late));
        let stores_wait = (generic_write || generic_fill) && !self.l1_ready.val();
        let needs_room = places && (self.entry_conflict.val() || !self.line_there.val());
        let followed = self.head_followed.val();
        let is_stale = followed && (fill || (write && self.head_some.val()));
        let restarts = if self.l1_hit.val() {
            places && write
        } else {
            read && !self.entry_hit.val() && (!may_wait || followed)
        };
        let always = self.head_flush.val() || write_blocks || stores_wait || needs_room || is_stale;
        if first && blocks {
            self.blocked.d.next = true;
        } else if done && fill {
            self.blocked.d.next = false;
        }
        self.executes.next = executes;
        self.look.next = executes && !self.blocked.q.val();
        self.leave.next = done && !fill;
        self.fill_leave.next = done && fill;
        self.restart.next = first && (always || restarts);
        self.restart_head.next = blocks || fill;
        self.begins.next = first && begins;

        let flush_check = state == AvcState::FlushCheck;
        let evict_decode = state == AvcState::EvictDecode;
        let clearing = state == AvcState::Clear;
        let spill = state == AvcState::Spill;
        let commit = state == AvcState::Commit && !self.head_flush.val();
        let line_done = vector_done && self.last_vector.val() && self.head_flush.val();
        self.evict_read.next = state == AvcState::EvictRead;
        self.evict_look.next = state == AvcState::EvictLook;
        self.flush_check.next = flush_check;
        self.flush_tag.next = state == AvcState::FlushTag;
        self.write_hit.next = done && (place || generic_write);
        self.write_chosen.next = evict_decode || clearing || commit;
        self.clear.next = evict_decode || clearing;
        let waits = state == AvcState::StoreWait;
        self.at_head.next = executes || waits || state == AvcState::Commit;
        self.commit.next = commit;
        self.drop_line.next = line_done;
        self.choose.next = first;
        self.step.next = vector_done || clearing;
        self.step_line.next = line_done || (flush_check && !self.flush_valid.val());

        let from_entry = first && read && self.entry_hit.val();
        let from_l1 = first && read && !self.entry_hit.val() && self.l1_hit.val();
        self.evict_merge.next = evict_merge;
        self.from_entry.next = from_entry;
        self.from_l1.next = from_l1;
        let from_fill = first && fill;
        self.from_fill.next = from_fill;

        // A read that waited is answered before its fill is placed.
        self.answer.next = from_fill || (done && !fill);
        let put = state == AvcState::EvictPut;
        let stores = (generic_write && !write_blocks) || generic_fill;
        let store = (first && stores) || waits || spill;
        self.evict_put.next = put;
        self.spill.next = spill;
        self.l1_store.next = store;
        self.l1_command.next =
            store || state == AvcState::Invalidate || (put && self.l1_left.q.val());
        self.memory_write.next = put && self.memory_left.q.val();
    }
}
