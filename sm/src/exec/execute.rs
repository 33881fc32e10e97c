//! One warp, instruction by instruction.

use super::fault::{Fault, FaultKind};
use super::lanes::lanes_of;
use super::launch::Meter;
use super::observe::Observer;
use super::step::Step;
use super::warp::State;
use super::{FULL, LANES};
use crate::ir::{Bool, Comparand, Instruction, Op, Operand};
use crate::layout;
use crate::ptx::types::Width;
use crate::ptx::Space;

impl<O: Observer> Step<'_, O> {
    /// Runs until the warp waits, is done, or has had its turn.
    pub(super) fn run(&mut self, turn: u32, meter: &mut Meter) -> Result<(), Box<Fault>> {
        for _ in 0..turn {
            let frame = self.warp.current;
            if frame.pc == frame.until {
                self.warp.pop();
            } else {
                self.one(meter)?;
            }
            if self.warp.state != State::Ready {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Executes the instruction that the warp stands at.
    #[inline(always)]
    fn one(&mut self, meter: &mut Meter) -> Result<(), Box<Fault>> {
        let program = self.program;
        let frame = self.warp.current;
        let instruction = &program.kernel.code[frame.pc as usize];
        let mask = self.warp.mask(instruction);
        if meter.left == 0 {
            let limit = meter.limit;
            return Err(self.fault(FaultKind::InstructionLimit { limit }, frame.mask));
        }
        meter.left -= 1;
        self.warp.clock += 1;
        match instruction.op {
            Op::Bra(target) => {
                self.observer
                    .issued(instruction, frame.mask, self.warp.launched);
                if mask == frame.mask {
                    self.warp.current.pc = target;
                } else if mask == 0 {
                    self.warp.current.pc += 1;
                } else {
                    let meet = program.reconverge[frame.pc as usize];
                    self.warp.diverge(mask, target, meet);
                }
            }
            Op::Exit => {
                self.observer.issued(instruction, mask, self.warp.launched);
                self.warp.current.pc += 1;
                if mask != 0 {
                    self.warp.exit(mask);
                }
            }
            op => {
                self.observer.issued(instruction, mask, self.warp.launched);
                if mask == 0 {
                    self.warp.current.pc += 1;
                    return Ok(());
                }
                let done = self.execute(op, instruction, mask);
                if let Err((kind, lanes)) = done {
                    return Err(self.fault(kind, lanes));
                }
            }
        }
        Ok(())
    }

    /// A fault of the current instruction, blamed on the first lane of a mask.
    fn fault(&self, kind: FaultKind, lanes: u32) -> Box<Fault> {
        let lane = lanes.trailing_zeros() as usize % LANES;
        let pc = self.warp.current.pc as usize;
        Box::new(Fault {
            kind,
            kernel: self.program.kernel.name.clone(),
            line: self.program.kernel.code[pc].line,
            source: self.program.source(pc),
            block: self.block.index,
            thread: self.warp.tid.map(|axis| axis[lane]),
        })
    }

    /// Executes anything but branches and exits, and goes on to the next instruction.
    #[inline(always)]
    fn execute(&mut self, op: Op, i: &Instruction, mask: u32) -> Result<(), (FaultKind, u32)> {
        match op {
            Op::Int2(f, int) => self.int2(f, int, i, mask),
            Op::Int3(f, int) => self.int3(f, int, i, mask),
            Op::Float2(f, float, mode) => self.float2(f, float, mode, i, mask),
            Op::Fma(float, mode) => self.fma(float, mode, i, mask),
            Op::Mov(width) => self.mov(width, i, mask),
            Op::Setp(compare, comparand, combine) => {
                let bits = self.compare(compare, comparand, i);
                let (p, q) = self.combine(bits, combine, i.operand(2));
                self.write_predicate(i.result(0), p, mask);
                self.write_predicate(i.result(1), q, mask);
            }
            Op::Ld(access) => {
                let done = self.load(access, i, mask);
                done.map_err(|(fault, lane)| (fault, 1 << lane))?;
            }
            Op::St(access) => {
                let done = self.store(access, i, mask);
                done.map_err(|(fault, lane)| (fault, 1 << lane))?;
            }
            Op::Shl(width) => self.shl(width, i, mask),
            Op::Shr(int) => self.shr(int, i, mask),
            _ => return self.execute_rare(op, i, mask),
        }
        self.warp.current.pc += 1;
        Ok(())
    }

    /// What is not worth room in the loop.
    #[inline(never)]
    fn execute_rare(&mut self, op: Op, i: &Instruction, mask: u32) -> Result<(), (FaultKind, u32)> {
        match op {
            Op::Int1(f, int) => self.int1(f, int, i, mask),
            Op::Count(f, int) => self.count(f, int, i, mask),
            Op::MulWide(int) => self.mul_wide(int, i, mask),
            Op::MadWide(int) => self.mad_wide(int, i, mask),
            Op::Carry {
                carry,
                int,
                cin,
                cout,
            } => self.carry((carry, int, cin, cout), i, mask),
            Op::Bfe(int) => self.bfe(int, i, mask),
            Op::Bfi(width) => self.bfi(width, i, mask),
            Op::Prmt(mode) => self.prmt(mode, i, mask),
            Op::Shf { left, wrap } => self.shf(left, wrap, i, mask),
            Op::Lop3(table) => self.lop3(table, i, mask),
            Op::Dp4a { a_signed, b_signed } => self.dp4a((a_signed, b_signed), i, mask),
            Op::Dp2a {
                a_signed,
                b_signed,
                high,
            } => self.dp2a((a_signed, b_signed), high, i, mask),
            Op::Float1(f, float, mode) => self.float1(f, float, mode, i, mask),
            Op::Half(op, mode) => self.half(op, mode, i, mask),
            Op::HalfCompare(compare, mode, combine, result) => {
                self.half_compare(compare, mode, combine, result, i, mask);
            }
            Op::Approximate(f, float, mode) => self.approximate(f, float, mode, i, mask),
            Op::Testp(test, float) => {
                let bits = self.testp(test, float, i);
                self.write_predicate(i.result(0), bits, mask);
            }
            Op::Set(compare, comparand, combine, ty) => {
                let bits = self.compare(compare, comparand, i);
                let (p, _) = self.combine(bits, combine, i.operand(2));
                let yes = if ty.is_float() { 1f32.to_bits() } else { FULL };
                let values = std::array::from_fn(|lane| if p >> lane & 1 == 1 { yes } else { 0 });
                self.write::<u32>(i.result(0), values, mask);
            }
            Op::Selp(width) => {
                let p = self.predicate(i.operand(2));
                self.select(width, p, i, mask);
            }
            Op::Slct(width, comparand) => {
                let p = match comparand {
                    Comparand::Int(_) => self.sign_clear(i),
                    Comparand::Float(_, ftz) => {
                        let c = self.operand::<f32>(i, 2);
                        let holds = |lane: usize| super::real::flush(c[lane], ftz) >= 0.0;
                        (0..LANES).map(|lane| u32::from(holds(lane)) << lane).sum()
                    }
                };
                self.select(width, p, i, mask);
            }
            Op::PredicateNot => {
                let p = !self.predicate(i.operand(0));
                self.write_predicate(i.result(0), p, mask);
            }
            Op::PredicateMov => {
                let p = self.predicate(i.operand(0));
                self.write_predicate(i.result(0), p, mask);
            }
            Op::Predicate(f) => {
                let (a, b) = (self.predicate(i.operand(0)), self.predicate(i.operand(1)));
                let p = match f {
                    Bool::And => a & b,
                    Bool::Or => a | b,
                    Bool::Xor => a ^ b,
                };
                self.write_predicate(i.result(0), p, mask);
            }
            Op::Pack(width) => self.pack(width, i, mask),
            Op::Unpack(width) => self.unpack(width, i, mask),
            Op::Cvt(convert) => self.cvt(convert, i, mask),
            Op::Cvta {
                space,
                to_generic,
                width,
            } => self.cvta(space, to_generic, width, i, mask),
            Op::Isspacep(space) => self.isspacep(space, i, mask),
            Op::Atom(atomic, access) => {
                let done = self.atom(atomic, access, i, mask);
                done.map_err(|(fault, lane)| (fault, 1 << lane))?;
            }
            Op::Tex(fetch) => {
                let done = self.tex(fetch, i, mask);
                done.map_err(|(fault, lane)| (fault, 1 << lane))?;
            }
            Op::Surface(access) => {
                let done = self.surface(access, i, mask);
                done.map_err(|(fault, lane)| (fault, 1 << lane))?;
            }
            Op::Printf => {
                let done = self.printf(i, mask);
                done.map_err(|(fault, lane)| (fault, 1 << lane))?;
            }
            Op::Assert => return Err(self.assertion(i, mask)),
            Op::NoFunction => {
                let address =
                    self.address_operand(i.operand(0))[mask.trailing_zeros() as usize % LANES];
                return Err((FaultKind::NoFunction { address }, mask));
            }
            Op::Shfl(mode) => self.shfl(mode, i, mask).map_err(|fault| (fault, mask))?,
            Op::Vote(vote) => self.vote(vote, i, mask).map_err(|fault| (fault, mask))?,
            Op::Match { all, width } => {
                self.match_(all, width, i, mask)
                    .map_err(|fault| (fault, mask))?;
            }
            Op::Redux(f, int) => self.redux(f, int, i, mask).map_err(|fault| (fault, mask))?,
            Op::Activemask => self.write::<u32>(i.result(0), [mask; LANES], mask),
            Op::Bar(_) => return self.wait(i, mask),
            Op::Brx(table) => return self.branch_indexed(table, i, mask),
            Op::Trap => return Err((FaultKind::Trap, mask)),
            // Those of `execute` and `run`, and those without effect.
            _ => {}
        }
        self.warp.current.pc += 1;
        Ok(())
    }

    #[inline(always)]
    fn compare(&self, compare: crate::ir::Compare, comparand: Comparand, i: &Instruction) -> u32 {
        match comparand {
            Comparand::Int(int) => self.compare_int(compare, int, i),
            Comparand::Float(float, ftz) => self.compare_float(compare, float, ftz, i),
        }
    }

    /// A bit for each lane whose third operand, an `.s32`, is not negative.
    fn sign_clear(&self, i: &Instruction) -> u32 {
        let c = self.operand::<i32>(i, 2);
        (0..LANES).map(|lane| u32::from(c[lane] >= 0) << lane).sum()
    }

    fn select(&mut self, width: Width, p: u32, i: &Instruction, mask: u32) {
        if width == Width::W64 {
            let (a, b) = (self.operand::<u64>(i, 0), self.operand::<u64>(i, 1));
            let values = std::array::from_fn(|l| if p & 1 << l != 0 { a[l] } else { b[l] });
            self.write::<u64>(i.result(0), values, mask);
        } else {
            let (a, b) = (self.operand::<u32>(i, 0), self.operand::<u32>(i, 1));
            let values = std::array::from_fn(|l| if p & 1 << l != 0 { a[l] } else { b[l] });
            self.write::<u32>(i.result(0), values, mask);
        }
    }

    #[inline(always)]
    fn mov(&mut self, width: Width, i: &Instruction, mask: u32) {
        match width {
            Width::W64 => self.map1(i, mask, |a: u64| a),
            Width::W32 => self.map1(i, mask, |a: u32| a),
            _ => self.map1(i, mask, |a: u16| a),
        }
    }

    fn pack(&mut self, width: Width, i: &Instruction, mask: u32) {
        let count = i.operands().len() as u32;
        let bits = width.bits() / count;
        let mut values = [0u64; LANES];
        for (index, &operand) in i.operands().iter().enumerate() {
            let part = self.read::<u32>(operand);
            for lane in 0..LANES {
                let low = u64::from(part[lane]) & ((1 << bits) - 1);
                values[lane] |= low << (index as u32 * bits);
            }
        }
        self.write_bits(i.result(0), width, values, mask);
    }

    fn unpack(&mut self, width: Width, i: &Instruction, mask: u32) {
        let source: [u64; LANES] = if width == Width::W64 {
            self.operand(i, 0)
        } else {
            self.operand::<u32>(i, 0).map(u64::from)
        };
        // The widest vector has as many items as there are results; `_` keeps its place.
        let count = i.result_count();
        let bits = width.bits() / count;
        for index in 0..count {
            let values = source.map(|value| (value >> (index * bits) & ((1 << bits) - 1)) as u32);
            self.write::<u32>(i.result(index as usize), values, mask);
        }
    }

    fn cvta(&mut self, space: Space, to_generic: bool, width: Width, i: &Instruction, mask: u32) {
        let window = layout::window(space);
        let moved = if to_generic {
            window
        } else {
            window.wrapping_neg()
        };
        if width == Width::W64 {
            self.map1(i, mask, |a: u64| a.wrapping_add(moved));
        } else {
            self.map1(i, mask, |a: u32| a.wrapping_add(moved as u32));
        }
    }

    fn isspacep(&mut self, space: Space, i: &Instruction, mask: u32) {
        let addresses = self.address_operand(i.operand(0));
        let inside = |lane: usize| layout::resolve(addresses[lane]).0 == space;
        let bits = (0..LANES).map(|lane| u32::from(inside(lane)) << lane).sum();
        self.write_predicate(i.result(0), bits, mask);
    }

    /// A barrier: all lanes of the warp that are left must be here.
    fn wait(&mut self, i: &Instruction, mask: u32) -> Result<(), (FaultKind, u32)> {
        let alive = self.warp.launched & !self.warp.exited;
        if mask != alive {
            let missing = alive & !mask;
            let fault = FaultKind::BarrierDivergence {
                here: mask,
                missing,
            };
            return Err((fault, missing));
        }
        let first = |operand: Operand| {
            let lane = lanes_of(mask).next().unwrap_or(0);
            self.read::<u32>(operand)[lane]
        };
        let barrier = first(i.operand(0));
        let threads = i.operands().get(1).map_or(0, |&threads| first(threads));
        let given = if barrier > 15 { barrier } else { threads };
        if barrier > 15 || !threads.is_multiple_of(32) {
            return Err((FaultKind::BadBarrier { given }, mask));
        }
        self.warp.state = State::Waiting {
            barrier: barrier as u8,
            pc: self.warp.current.pc,
        };
        self.warp.current.pc += 1;
        Ok(())
    }

    /// `brx.idx`: the lanes of each target go together, and all meet again.
    fn branch_indexed(
        &mut self,
        table: u32,
        i: &Instruction,
        mask: u32,
    ) -> Result<(), (FaultKind, u32)> {
        let targets = &self.program.kernel.tables[table as usize];
        let indices = self.operand::<u32>(i, 0);
        let mut groups: Vec<(u32, u32)> = Vec::new();
        for lane in lanes_of(mask) {
            let index = indices[lane];
            let Some(&target) = targets.get(index as usize) else {
                return Err((FaultKind::BadTarget { index }, 1 << lane));
            };
            match groups.iter_mut().find(|group| group.0 == target) {
                Some(group) => group.1 |= 1 << lane,
                None => groups.push((target, 1 << lane)),
            }
        }
        let meet = self.program.reconverge[self.warp.current.pc as usize];
        self.warp.scatter(&groups, meet);
        Ok(())
    }
}
