//! Logic, shifts and bits, of integers and predicates.

use super::integer::{at_least_32, int, is_arithmetic, B32, U32};
use super::words::Words;
use super::Lowering;
use crate::ir::{Bool, Count, Int1, Int2, Op, Permute};
use crate::ptx::ast::{Number, OperandKind};
use crate::ptx::types::Width;
use crate::ptx::{Problem, Type};

/// `.b16` to `.b64`.
fn is_bits(ty: Type) -> bool {
    matches!(ty, Type::Bits(width) if width > Width::W8)
}

impl<'s> Lowering<'_, 's> {
    pub fn logic(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let (f, predicate) = match words.instruction().opcode {
            "and" => (Int2::And, Bool::And),
            "or" => (Int2::Or, Bool::Or),
            _ => (Int2::Xor, Bool::Xor),
        };
        let ty = words.last_type(|ty| is_bits(ty) || ty == Type::Pred)?;
        let op = int(ty).map_or(Op::Predicate(predicate), |int| Op::Int2(f, int));
        self.simple(words, op, ty, &[ty, ty])
    }

    pub fn not(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words.last_type(|ty| is_bits(ty) || ty == Type::Pred)?;
        let op = int(ty).map_or(Op::PredicateNot, |int| Op::Int1(Int1::Not, int));
        self.simple(words, op, ty, &[ty])
    }

    pub fn cnot(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words.last_type(is_bits)?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        self.simple(words, Op::Int1(Int1::Cnot, int), ty, &[ty])
    }

    pub fn shift(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let left = words.instruction().opcode == "shl";
        let ty = words.last_type(|ty| is_bits(ty) || (!left && is_arithmetic(ty)))?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        let op = if left {
            Op::Shl(int.width)
        } else {
            Op::Shr(int)
        };
        self.simple(words, op, ty, &[ty, U32])
    }

    pub fn funnel_shift(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let left = words.must("a direction", &[("l", true), ("r", false)])?;
        let wrap = words.must("a mode", &[("wrap", true), ("clamp", false)])?;
        words.last_type(|ty| ty == B32)?;
        self.simple(words, Op::Shf { left, wrap }, B32, &[B32, B32, U32])
    }

    pub fn lop3(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        words.last_type(|ty| ty == B32)?;
        words.operand_count(&[5])?;
        let operands = &words.instruction().operands;
        let table = match operands[4].kind {
            OperandKind::Number(Number::Integer(table @ 0..=255)) => table as u8,
            _ => {
                return Err(Problem::new(
                    operands[4].at,
                    "expected a table from 0 to 255",
                ))
            }
        };
        let [a, b, c] = [1, 2, 3].map(|index| self.source(&operands[index], B32));
        let result = self.result(&operands[0], B32)?;
        self.emit(Op::Lop3(table), [result], [a?, b?, c?]);
        Ok(())
    }

    pub fn prmt(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        words.must("a type", &[("b32", ())])?;
        let mode = words.one_of(&[
            ("f4e", Permute::Forward4),
            ("b4e", Permute::Backward4),
            ("rc8", Permute::Replicate8),
            ("ecl", Permute::EdgeLeft),
            ("ecr", Permute::EdgeRight),
            ("rc16", Permute::Replicate16),
        ]);
        words.end()?;
        let op = Op::Prmt(mode.unwrap_or(Permute::Default));
        self.simple(words, op, B32, &[B32, B32, B32])
    }

    pub fn bfe(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words.last_type(at_least_32)?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        self.simple(words, Op::Bfe(int), ty, &[ty, U32, U32])
    }

    pub fn bfi(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words.last_type(|ty| is_bits(ty) && ty.bytes() >= 4)?;
        let width = ty.width().unwrap_or(Width::W32);
        self.simple(words, Op::Bfi(width), ty, &[ty, ty, U32, U32])
    }

    pub fn brev(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words.last_type(|ty| is_bits(ty) && ty.bytes() >= 4)?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        self.simple(words, Op::Int1(Int1::Brev, int), ty, &[ty])
    }

    pub fn count(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let opcode = words.instruction().opcode;
        let count = match opcode {
            "popc" => Count::Popc,
            "clz" => Count::Clz,
            _ if words.maybe("shiftamt") => Count::BfindShift,
            _ => Count::Bfind,
        };
        let finds = opcode == "bfind";
        let ty = words.last_type(|ty| {
            ty.bytes() >= 4
                && if finds {
                    is_arithmetic(ty)
                } else {
                    is_bits(ty)
                }
        })?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        self.simple(words, Op::Count(count, int), U32, &[ty])
    }
}
