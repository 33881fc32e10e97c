//! A warp: its registers and its reconvergence stack.

use super::program::{Program, END};
use super::{FULL, LANES};
use crate::ir::Instruction;

/// Lanes that wait to run from `pc`, until they reach `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub pc: u32,
    pub mask: u32,
    pub until: u32,
}

/// What a warp waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Ready,
    /// At a barrier, since the instruction of this index.
    Waiting {
        barrier: u8,
        pc: u32,
    },
    Done,
}

/// A warp.
#[derive(Clone, Debug)]
pub struct Warp {
    /// 32-bit registers, all lanes of each together.
    pub words: Vec<[u32; LANES]>,
    /// Predicates, a bit for each lane.
    pub predicates: Vec<u32>,
    /// Local memory in the interleaved layout: word w of lane i at `local[w][i]`, so that a warp
    /// that accesses one private address touches one 128-byte line (AVC, section 2).
    pub local: Vec<[u32; LANES]>,
    /// `tid` of each lane.
    pub(super) tid: [[u32; LANES]; 3],
    /// Lanes that the block fills.
    pub(super) launched: u32,
    /// Lanes that have left the kernel.
    pub(super) exited: u32,
    pub(super) current: Frame,
    pub(super) stack: Vec<Frame>,
    pub(super) state: State,
    /// `warpid`.
    pub(super) index: u32,
    /// Instructions executed: the warp's clock.
    pub(super) clock: u64,
}

impl Warp {
    /// The warp of this index in a block of the given size.
    pub(super) fn new(program: &Program, index: u32, block: [u32; 3]) -> Self {
        let mut warp = Self {
            words: vec![[0; LANES]; program.words as usize],
            predicates: vec![0; program.predicates as usize],
            local: vec![[0; LANES]; program.kernel.local_bytes.div_ceil(4) as usize],
            tid: [[0; LANES]; 3],
            launched: 0,
            exited: 0,
            current: Frame {
                pc: 0,
                mask: 0,
                until: END,
            },
            stack: Vec::new(),
            state: State::Ready,
            index,
            clock: 0,
        };
        let threads = block.iter().product::<u32>();
        for lane in 0..LANES {
            let thread = index * LANES as u32 + lane as u32;
            let plane = block[0] * block[1];
            warp.tid[0][lane] = thread % block[0];
            warp.tid[1][lane] = thread % plane / block[0];
            warp.tid[2][lane] = thread / plane;
        }
        let lanes = threads - index * LANES as u32;
        warp.launched = FULL >> (32 - lanes.min(32));
        warp.restart();
        warp
    }

    /// Back to the first instruction, with zeros in all registers.
    pub(super) fn restart(&mut self) {
        self.words.fill([0; LANES]);
        self.predicates.fill(0);
        self.local.fill([0; LANES]);
        self.exited = 0;
        self.stack.clear();
        self.state = State::Ready;
        self.clock = 0;
        self.current = Frame {
            pc: 0,
            mask: self.launched,
            until: END,
        };
    }

    /// The lanes that execute an instruction, if the warp stands at it.
    #[inline(always)]
    pub(super) fn mask(&self, instruction: &Instruction) -> u32 {
        match instruction.guard {
            None => self.current.mask,
            Some(guard) => {
                let set = self.predicates[guard.predicate.index as usize];
                self.current.mask & if guard.negated { !set } else { set }
            }
        }
    }

    /// Lanes of the current path leave the kernel.
    pub(super) fn exit(&mut self, lanes: u32) {
        self.exited |= lanes;
        self.current.mask &= !lanes;
        if self.current.mask == 0 {
            self.pop();
        }
    }

    /// Goes on with the lanes that waited last and have not left.
    pub(super) fn pop(&mut self) {
        while let Some(frame) = self.stack.pop() {
            let mask = frame.mask & !self.exited;
            if mask != 0 {
                self.current = Frame { mask, ..frame };
                return;
            }
        }
        self.state = State::Done;
    }

    /// Splits the current lanes: `taken` go to `target`, the others to the next instruction;
    /// both meet again at `meet`.
    pub(super) fn diverge(&mut self, taken: u32, target: u32, meet: u32) {
        let Frame { pc, mask, until } = self.current;
        if meet != until {
            self.stack.push(Frame {
                pc: meet,
                mask,
                until,
            });
        }
        if target != meet {
            self.stack.push(Frame {
                pc: target,
                mask: taken,
                until: meet,
            });
        }
        self.current = Frame {
            pc: pc + 1,
            mask: mask & !taken,
            until: meet,
        };
    }

    /// Sends groups of lanes to their targets, one after the other; all meet again at `meet`.
    pub(super) fn scatter(&mut self, groups: &[(u32, u32)], meet: u32) {
        let Frame { mask, until, .. } = self.current;
        if let [(target, _)] = groups {
            self.current.pc = *target;
            return;
        }
        if meet != until {
            self.stack.push(Frame {
                pc: meet,
                mask,
                until,
            });
        }
        for &(pc, mask) in groups.iter().filter(|group| group.0 != meet) {
            self.stack.push(Frame {
                pc,
                mask,
                until: meet,
            });
        }
        self.pop();
    }
}
