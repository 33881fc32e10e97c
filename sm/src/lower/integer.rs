//! Integer arithmetic.

use super::words::Words;
use super::Lowering;
use crate::ir::{Carry, Class, Int, Int1, Int2, Int3, Op, Operand, Reg};
use crate::ptx::types::Width;
use crate::ptx::{Problem, Type};

/// An integer type as an operation's; 8 bits do not compute.
pub fn int(ty: Type) -> Option<Int> {
    match ty {
        Type::Unsigned(width) | Type::Bits(width) if width > Width::W8 => Some(Int {
            width,
            signed: false,
        }),
        Type::Signed(width) if width > Width::W8 => Some(Int {
            width,
            signed: true,
        }),
        _ => None,
    }
}

/// `.u16` to `.u64`, `.s16` to `.s64`.
pub fn is_arithmetic(ty: Type) -> bool {
    int(ty).is_some() && !matches!(ty, Type::Bits(_))
}

/// `.u32`, `.s32`, `.u64`, `.s64`.
pub fn at_least_32(ty: Type) -> bool {
    is_arithmetic(ty) && ty.width() > Some(Width::W16)
}

pub const B32: Type = Type::Bits(Width::W32);
pub const U32: Type = Type::Unsigned(Width::W32);
const S32: Type = Type::Signed(Width::W32);

/// Which part of a product an instruction keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Low,
    High,
    Wide,
}

const PARTS: &[(&str, Part)] = &[("lo", Part::Low), ("hi", Part::High), ("wide", Part::Wide)];

/// The type of twice the width.
fn twice(ty: Type) -> Option<Type> {
    Some(match ty {
        Type::Unsigned(Width::W16) => U32,
        Type::Signed(Width::W16) => S32,
        Type::Unsigned(Width::W32) => Type::Unsigned(Width::W64),
        Type::Signed(Width::W32) => Type::Signed(Width::W64),
        _ => return None,
    })
}

impl<'s> Lowering<'_, 's> {
    /// d, a, b, ...: one result and `sources` of the given types.
    pub fn simple(
        &mut self,
        words: &Words<'_, 's>,
        op: Op,
        result: Type,
        sources: &[Type],
    ) -> Result<(), Problem> {
        words.operand_count(&[1 + sources.len()])?;
        let operands = &words.instruction().operands;
        let mut read = [Operand::Constant(0); crate::ir::MOST_OPERANDS];
        for ((slot, operand), ty) in read.iter_mut().zip(&operands[1..]).zip(sources) {
            *slot = self.source(operand, *ty)?;
        }
        let result = self.result(&operands[0], result)?;
        self.emit(op, [result], read.into_iter().take(sources.len()));
        Ok(())
    }

    fn arithmetic_type(&self, words: &mut Words<'_, 's>) -> Result<(Type, Int), Problem> {
        let ty = words.last_type(is_arithmetic)?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        Ok((ty, int))
    }

    pub fn add_sub(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let add = words.instruction().opcode == "add";
        if words.maybe("cc") {
            return self.carry(
                words,
                if add { Carry::Add } else { Carry::Sub },
                false,
                true,
            );
        }
        let next = words.instruction().modifiers.last().map(|m| m.1);
        if next.and_then(Type::from_name).is_some_and(Type::is_float) {
            return self.float_add_sub(words);
        }
        let sat = words.maybe("sat");
        let (ty, int) = self.arithmetic_type(words)?;
        if sat && ty != S32 {
            return Err(words.expected("'.s32' after '.sat'"));
        }
        let f = match (add, sat) {
            (true, false) => Int2::Add,
            (true, true) => Int2::AddSat,
            (false, false) => Int2::Sub,
            (false, true) => Int2::SubSat,
        };
        self.simple(words, Op::Int2(f, int), ty, &[ty, ty])
    }

    pub fn add_sub_carry(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let add = words.instruction().opcode == "addc";
        let cout = words.maybe("cc");
        self.carry(words, if add { Carry::Add } else { Carry::Sub }, true, cout)
    }

    /// The condition code: its carry flag is a predicate like any other.
    fn carry_flag(&mut self) -> Reg {
        if let Some(flag) = self.carry {
            return flag;
        }
        let flag = self.new_register(Type::Pred);
        debug_assert_eq!(flag.class, Class::Predicate);
        self.carry = Some(flag);
        flag
    }

    fn carry(
        &mut self,
        words: &mut Words<'_, 's>,
        carry: Carry,
        cin: bool,
        cout: bool,
    ) -> Result<(), Problem> {
        let ty = words.last_type(at_least_32)?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        let sources = if matches!(carry, Carry::Add | Carry::Sub) {
            2
        } else {
            3
        };
        words.operand_count(&[1 + sources])?;
        let operands = &words.instruction().operands;
        let mut read = Vec::with_capacity(4);
        for operand in &operands[1..] {
            read.push(self.source(operand, ty)?);
        }
        let flag = self.carry_flag();
        if cin {
            read.push(Operand::Reg(flag));
        }
        let result = self.result(&operands[0], ty)?;
        let op = Op::Carry {
            carry,
            int,
            cin,
            cout,
        };
        self.emit(op, [result, cout.then_some(flag)], read);
        Ok(())
    }

    pub fn mul(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let Some(part) = words.one_of(PARTS) else {
            return self.float_mul(words);
        };
        let (ty, int) = self.arithmetic_type(words)?;
        match part {
            Part::Low => self.simple(words, Op::Int2(Int2::MulLo, int), ty, &[ty, ty]),
            Part::High => self.simple(words, Op::Int2(Int2::MulHi, int), ty, &[ty, ty]),
            Part::Wide => {
                let wide = twice(ty).ok_or_else(|| words.expected("16 or 32 bits"))?;
                self.simple(words, Op::MulWide(int), wide, &[ty, ty])
            }
        }
    }

    pub fn mad(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let Some(part) = words.one_of(PARTS) else {
            return self.float_mad(words);
        };
        if part != Part::Wide && words.maybe("cc") {
            let carry = if part == Part::Low {
                Carry::MadLo
            } else {
                Carry::MadHi
            };
            return self.carry(words, carry, false, true);
        }
        let sat = part == Part::High && words.maybe("sat");
        let (ty, int) = self.arithmetic_type(words)?;
        let f = match (part, sat) {
            (Part::Low, _) => Int3::MadLo,
            (Part::High, false) => Int3::MadHi,
            (Part::High, true) if ty == S32 => Int3::MadHiSat,
            (Part::High, true) => return Err(words.expected("'.s32' after '.sat'")),
            (Part::Wide, _) => {
                let wide = twice(ty).ok_or_else(|| words.expected("16 or 32 bits"))?;
                return self.simple(words, Op::MadWide(int), wide, &[ty, ty, wide]);
            }
        };
        self.simple(words, Op::Int3(f, int), ty, &[ty, ty, ty])
    }

    pub fn madc(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let carry = words.must("a part", &[("lo", Carry::MadLo), ("hi", Carry::MadHi)])?;
        let cout = words.maybe("cc");
        self.carry(words, carry, true, cout)
    }

    pub fn mul24(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let f = words.must("a part", &[("lo", Int2::Mul24Lo), ("hi", Int2::Mul24Hi)])?;
        let ty = words.last_type(|ty| ty == U32 || ty == S32)?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        self.simple(words, Op::Int2(f, int), ty, &[ty, ty])
    }

    pub fn mad24(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let mut f = words.must("a part", &[("lo", Int3::Mad24Lo), ("hi", Int3::Mad24Hi)])?;
        if f == Int3::Mad24Hi && words.maybe("sat") {
            f = Int3::Mad24HiSat;
        }
        let ty = words.last_type(|ty| ty == S32 || (ty == U32 && f != Int3::Mad24HiSat))?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        self.simple(words, Op::Int3(f, int), ty, &[ty, ty, ty])
    }

    pub fn sad(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let (ty, int) = self.arithmetic_type(words)?;
        let sum = match ty {
            Type::Signed(width) => Type::Unsigned(width),
            other => other,
        };
        self.simple(words, Op::Int3(Int3::Sad, int), ty, &[ty, ty, sum])
    }

    pub fn div(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        if !matches!(words.peek().and_then(Type::from_name), Some(ty) if !ty.is_float()) {
            return self.float_div(words);
        }
        let (ty, int) = self.arithmetic_type(words)?;
        self.simple(words, Op::Int2(Int2::Div, int), ty, &[ty, ty])
    }

    pub fn rem(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let (ty, int) = self.arithmetic_type(words)?;
        self.simple(words, Op::Int2(Int2::Rem, int), ty, &[ty, ty])
    }

    pub fn abs_neg(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words
            .instruction()
            .modifiers
            .last()
            .and_then(|m| Type::from_name(m.1));
        if ty.is_some_and(Type::is_float) {
            return self.float_abs_neg(words);
        }
        let f = if words.instruction().opcode == "abs" {
            Int1::Abs
        } else {
            Int1::Neg
        };
        let ty = words.last_type(|ty| is_arithmetic(ty) && ty.is_signed())?;
        let int = int(ty).ok_or_else(|| words.expected("an integer type"))?;
        self.simple(words, Op::Int1(f, int), ty, &[ty])
    }

    pub fn min_max(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words
            .instruction()
            .modifiers
            .last()
            .and_then(|m| Type::from_name(m.1));
        if ty.is_some_and(Type::is_float) {
            return self.float_min_max(words);
        }
        let f = if words.instruction().opcode == "min" {
            Int2::Min
        } else {
            Int2::Max
        };
        let (ty, int) = self.arithmetic_type(words)?;
        self.simple(words, Op::Int2(f, int), ty, &[ty, ty])
    }

    pub fn dp4a(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        const SIGNS: &[(&str, bool)] = &[("u32", false), ("s32", true)];
        let a_signed = words.must("a type", SIGNS)?;
        let b_signed = words.must("a type", SIGNS)?;
        words.end()?;
        let op = Op::Dp4a { a_signed, b_signed };
        let sum = if a_signed || b_signed { S32 } else { U32 };
        self.simple(words, op, sum, &[B32, B32, sum])
    }

    pub fn dp2a(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        const SIGNS: &[(&str, bool)] = &[("u32", false), ("s32", true)];
        let high = words.must("a mode", &[("lo", false), ("hi", true)])?;
        let a_signed = words.must("a type", SIGNS)?;
        let b_signed = words.must("a type", SIGNS)?;
        words.end()?;
        let op = Op::Dp2a {
            a_signed,
            b_signed,
            high,
        };
        let sum = if a_signed || b_signed { S32 } else { U32 };
        self.simple(words, op, sum, &[B32, B32, sum])
    }
}
