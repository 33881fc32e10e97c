//! Instructions between the lanes of a warp.

use super::integer::int;
use super::words::Words;
use super::Lowering;
use crate::ir::{Int2, Op, Operand, Shuffle, Vote};
use crate::ptx::ast::{self, OperandKind};
use crate::ptx::types::Width;
use crate::ptx::{Problem, Type};

const B32: Type = Type::Bits(Width::W32);
const U32: Type = Type::Unsigned(Width::W32);

impl<'s> Lowering<'_, 's> {
    /// The member mask: the last operand of `.sync` forms; all lanes for those without.
    fn members(&mut self, operand: Option<&ast::Operand<'s>>) -> Result<Option<Operand>, Problem> {
        operand.map(|operand| self.source(operand, B32)).transpose()
    }

    pub fn shfl(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let sync = words.maybe("sync");
        let mode = words.must(
            "a mode",
            &[
                ("up", Shuffle::Up),
                ("down", Shuffle::Down),
                ("bfly", Shuffle::Bfly),
                ("idx", Shuffle::Idx),
            ],
        )?;
        words.last_type(|ty| ty == B32)?;
        words.operand_count(&[4 + usize::from(sync)])?;
        let operands = &words.instruction().operands;
        let mut read = vec![self.source(&operands[1], B32)?];
        for operand in &operands[2..4] {
            read.push(self.source(operand, U32)?);
        }
        read.extend(self.members(operands.get(4))?);
        let results = self.value_and_predicate(&operands[0])?;
        self.emit(Op::Shfl(mode), results, read);
        Ok(())
    }

    /// `d` or `d|p`.
    fn value_and_predicate(
        &mut self,
        operand: &ast::Operand<'s>,
    ) -> Result<[Option<crate::ir::Reg>; 2], Problem> {
        let OperandKind::Pair(value, at, predicate) = operand.kind else {
            return Ok([self.result(operand, B32)?, None]);
        };
        let single = |at, name| ast::Operand {
            at,
            kind: OperandKind::Name(name),
        };
        let value = self.result(&single(operand.at, value), B32)?;
        Ok([value, self.result(&single(at, predicate), Type::Pred)?])
    }

    pub fn vote(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let sync = words.maybe("sync");
        let vote = words.must(
            "a question",
            &[
                ("all", Vote::All),
                ("any", Vote::Any),
                ("uni", Vote::Uni),
                ("ballot", Vote::Ballot),
            ],
        )?;
        let wanted = if vote == Vote::Ballot {
            B32
        } else {
            Type::Pred
        };
        words.last_type(|ty| ty == wanted)?;
        words.operand_count(&[2 + usize::from(sync)])?;
        let operands = &words.instruction().operands;
        let mut read = vec![self.source(&operands[1], Type::Pred)?];
        read.extend(self.members(operands.get(2))?);
        let result = self.result(&operands[0], wanted)?;
        self.emit(Op::Vote(vote), [result], read);
        Ok(())
    }

    pub fn match_(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let all = words.must("a question", &[("any", false), ("all", true)])?;
        words.must("'.sync'", &[("sync", ())])?;
        let ty = words.last_type(|ty| matches!(ty, Type::Bits(Width::W32 | Width::W64)))?;
        words.operand_count(&[3])?;
        let operands = &words.instruction().operands;
        let value = self.source(&operands[1], ty)?;
        let members = self.source(&operands[2], B32)?;
        let results = self.value_and_predicate(&operands[0])?;
        if !all && results[1].is_some() {
            return Err(Problem::new(
                operands[0].at,
                "only match.all gives a predicate",
            ));
        }
        let width = ty.width().unwrap_or(Width::W32);
        self.emit(Op::Match { all, width }, results, [value, members]);
        Ok(())
    }

    pub fn redux(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        words.must("'.sync'", &[("sync", ())])?;
        let f = words.must(
            "an operation",
            &[
                ("add", Int2::Add),
                ("min", Int2::Min),
                ("max", Int2::Max),
                ("and", Int2::And),
                ("or", Int2::Or),
                ("xor", Int2::Xor),
            ],
        )?;
        let logic = matches!(f, Int2::And | Int2::Or | Int2::Xor);
        let ty = words.last_type(|ty| {
            ty.bytes() == 4 && !ty.is_float() && logic == matches!(ty, Type::Bits(_))
        })?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        self.simple(words, Op::Redux(f, int), ty, &[ty, B32])
    }

    pub fn activemask(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        words.last_type(|ty| ty == B32)?;
        self.simple(words, Op::Activemask, B32, &[])
    }
}
