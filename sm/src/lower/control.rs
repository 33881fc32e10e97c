//! Branches, ends and barriers.

use super::scope::Symbol;
use super::words::Words;
use super::Lowering;
use crate::ir::{Barrier, Guard, Op, Operand};
use crate::ptx::ast::OperandKind;
use crate::ptx::types::Width;
use crate::ptx::{Problem, Type};

const U32: Type = Type::Unsigned(Width::W32);

impl<'s> Lowering<'_, 's> {
    pub fn bra(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        words.maybe("uni");
        words.end()?;
        words.operand_count(&[1])?;
        let operand = &words.instruction().operands[0];
        let OperandKind::Name(name) = operand.kind else {
            return Err(Problem::new(operand.at, "expected a label"));
        };
        let label = self.label(operand.at, name)?;
        self.emit(Op::Bra(label), [], []);
        Ok(())
    }

    pub fn brx(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        words.must("'.idx'", &[("idx", ())])?;
        words.maybe("uni");
        words.end()?;
        words.operand_count(&[2])?;
        let operands = &words.instruction().operands;
        let index = self.source(&operands[0], U32)?;
        let at = operands[1].at;
        let table = match operands[1].kind {
            OperandKind::Name(name) => self.resolve(at, name)?,
            _ => return Err(Problem::new(at, "expected a label of .branchtargets")),
        };
        let Symbol::Table(table) = table else {
            return Err(Problem::new(at, "expected a label of .branchtargets"));
        };
        // A guard would make this both a branch and not one; a branch around it is the same.
        let skip = self.new_label();
        if let Some(guard) = self.guard.take() {
            let negated = !guard.negated;
            self.guard = Some(Guard { negated, ..guard });
            self.emit(Op::Bra(skip), [], []);
            self.guard = None;
        }
        self.emit(Op::Brx(table), [], [index]);
        self.place_label(skip);
        Ok(())
    }

    pub fn leave(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let opcode = words.instruction().opcode;
        if opcode == "ret" {
            words.maybe("uni");
        }
        words.end()?;
        words.operand_count(&[0])?;
        let op = match (opcode, self.return_label) {
            ("trap", _) => Op::Trap,
            ("ret", Some(label)) => Op::Bra(label),
            _ => Op::Exit,
        };
        self.emit(op, [], []);
        Ok(())
    }

    pub fn barrier(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        words.maybe("cta");
        if words.instruction().opcode == "bar" && words.maybe("warp") {
            words.must("'.sync'", &[("sync", ())])?;
            words.end()?;
            words.operand_count(&[1])?;
            self.source(&words.instruction().operands[0], U32)?;
            // The lanes of a warp run in lockstep: they are always in step with each other.
            self.idle();
            return Ok(());
        }
        let kind = words.must(
            "what the barrier does",
            &[
                ("sync", Barrier::Sync),
                ("arrive", Barrier::Arrive),
                ("red", Barrier::Popc),
            ],
        )?;
        if kind == Barrier::Popc {
            return self.barrier_reduction(words);
        }
        words.maybe("aligned");
        words.end()?;
        let allowed: &[usize] = if kind == Barrier::Sync { &[1, 2] } else { &[2] };
        words.operand_count(allowed)?;
        let mut read = Vec::with_capacity(2);
        for operand in &words.instruction().operands {
            read.push(self.source(operand, U32)?);
        }
        self.emit(Op::Bar(kind), [], read);
        Ok(())
    }

    /// `bar.red.popc.u32 d, a{, b}, {!}c` and `bar.red.and.pred p, a{, b}, {!}c`
    fn barrier_reduction(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let kind = words.must(
            "a reduction",
            &[
                ("popc", Barrier::Popc),
                ("and", Barrier::And),
                ("or", Barrier::Or),
            ],
        )?;
        words.maybe("aligned");
        let wanted = if kind == Barrier::Popc {
            U32
        } else {
            Type::Pred
        };
        words.last_type(|ty| ty == wanted)?;
        let count = words.operand_count(&[3, 4])?;
        let operands = &words.instruction().operands;
        let barrier = self.source(&operands[1], U32)?;
        let threads = match count {
            4 => self.source(&operands[2], U32)?,
            // Zero threads stand for all of the block, which PTX cannot say.
            _ => self.constant(0),
        };
        let predicate = self.source(&operands[count - 1], Type::Pred)?;
        let result = self.result(&operands[0], wanted)?;
        let read: [Operand; 3] = [barrier, threads, predicate];
        self.emit(Op::Bar(kind), [result], read);
        Ok(())
    }

    pub fn fence(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        const SCOPES: &[(&str, ())] = &[("cta", ()), ("gl", ()), ("gpu", ()), ("sys", ())];
        if words.instruction().opcode == "fence" {
            words.one_of(&[("sc", ()), ("acq_rel", ())]);
        }
        words.must("a scope", SCOPES)?;
        words.end()?;
        words.operand_count(&[0])?;
        self.idle();
        Ok(())
    }

    pub fn nanosleep(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        words.last_type(|ty| ty == U32)?;
        words.operand_count(&[1])?;
        self.source(&words.instruction().operands[0], U32)?;
        self.idle();
        Ok(())
    }
}
