//! Floating-point arithmetic, comparison and selection.

use super::integer::int;
use super::words::Words;
use super::Lowering;
use crate::ir::{
    Approximate, Bool, Comparand, Compare, Float, Float1, Float2, Mode, Op, Rounding, Test,
};
use crate::ptx::ast::OperandKind;
use crate::ptx::types::Width;
use crate::ptx::{Problem, Type};

const F32: Type = Type::Float(Width::W32);
const F64: Type = Type::Float(Width::W64);
const S32: Type = Type::Signed(Width::W32);

/// `.rn .rz .rm .rp`
pub const ROUNDINGS: &[(&str, Rounding)] = &[
    ("rn", Rounding::Nearest),
    ("rz", Rounding::Zero),
    ("rm", Rounding::Down),
    ("rp", Rounding::Up),
];

pub const COMPARISONS: &[(&str, Compare)] = &[
    ("eq", Compare::Eq),
    ("ne", Compare::Ne),
    ("lt", Compare::Lt),
    ("le", Compare::Le),
    ("gt", Compare::Gt),
    ("ge", Compare::Ge),
    ("lo", Compare::Lt),
    ("ls", Compare::Le),
    ("hi", Compare::Gt),
    ("hs", Compare::Ge),
    ("equ", Compare::Equ),
    ("neu", Compare::Neu),
    ("ltu", Compare::Ltu),
    ("leu", Compare::Leu),
    ("gtu", Compare::Gtu),
    ("geu", Compare::Geu),
    ("num", Compare::Num),
    ("nan", Compare::Nan),
];

pub const BOOLS: &[(&str, Bool)] = &[("and", Bool::And), ("or", Bool::Or), ("xor", Bool::Xor)];

/// `.f32` and `.f64` as an operation's type.
pub fn float(ty: Type) -> Option<Float> {
    match ty {
        Type::Float(Width::W32) => Some(Float::F32),
        Type::Float(Width::W64) => Some(Float::F64),
        _ => None,
    }
}

/// The words of `setp` and `set`.
struct Comparison {
    compare: Compare,
    combine: Option<Bool>,
    /// Result type of `set`.
    result: Option<Type>,
    /// Type of what is compared.
    ty: Type,
    comparand: Comparand,
}

const PLAIN: Mode = Mode {
    rounding: Rounding::Nearest,
    ftz: false,
    sat: false,
};

impl<'s> Lowering<'_, 's> {
    /// `{.ftz}{.sat}.f32` or `.f64`, the last words of an opcode.
    fn float_tail(
        &mut self,
        words: &mut Words<'_, 's>,
        rounding: Option<Rounding>,
    ) -> Result<(Type, Float, Mode), Problem> {
        let mode = Mode {
            rounding: rounding.unwrap_or(Rounding::Nearest),
            ftz: words.maybe("ftz"),
            sat: words.maybe("sat"),
        };
        let ty = words.last_type(|ty| ty == F32 || (ty == F64 && !mode.ftz && !mode.sat))?;
        let float = float(ty).ok_or_else(|| words.expected("'.f32' or '.f64'"))?;
        Ok((ty, float, mode))
    }

    pub fn float_add_sub(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let f = if words.instruction().opcode == "add" {
            Float2::Add
        } else {
            Float2::Sub
        };
        self.float2(words, f)
    }

    pub fn float_mul(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        self.float2(words, Float2::Mul)
    }

    fn float2(&mut self, words: &mut Words<'_, 's>, f: Float2) -> Result<(), Problem> {
        let rounding = words.one_of(ROUNDINGS);
        let (ty, float, mode) = self.float_tail(words, rounding)?;
        self.simple(words, Op::Float2(f, float, mode), ty, &[ty, ty])
    }

    /// `mad` of floating-point numbers is `fma` since sm_20.
    pub fn float_mad(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let rounding = words.one_of(ROUNDINGS);
        let (ty, float, mode) = self.float_tail(words, rounding)?;
        self.simple(words, Op::Fma(float, mode), ty, &[ty, ty, ty])
    }

    pub fn fma(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let rounding = words.must("a rounding", ROUNDINGS)?;
        let (ty, float, mode) = self.float_tail(words, Some(rounding))?;
        self.simple(words, Op::Fma(float, mode), ty, &[ty, ty, ty])
    }

    pub fn float_div(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let approximate = words.one_of(&[("approx", Float2::DivApprox), ("full", Float2::Div)]);
        let rounding = match approximate {
            Some(_) => None,
            None => Some(words.must("'.approx', '.full' or a rounding", ROUNDINGS)?),
        };
        let (ty, float, mode) = self.float_tail(words, rounding)?;
        if mode.sat || (approximate.is_some() && ty == F64) {
            return Err(words.expected("another type"));
        }
        let f = approximate.unwrap_or(Float2::Div);
        self.simple(words, Op::Float2(f, float, mode), ty, &[ty, ty])
    }

    pub fn float_abs_neg(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let f = if words.instruction().opcode == "abs" {
            Float1::Abs
        } else {
            Float1::Neg
        };
        let (ty, float, mode) = self.float_tail(words, None)?;
        self.simple(words, Op::Float1(f, float, mode), ty, &[ty])
    }

    pub fn float_min_max(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ftz = words.maybe("ftz");
        let nan = words.maybe("NaN");
        let f = match (words.instruction().opcode, nan) {
            ("min", false) => Float2::Min,
            ("min", true) => Float2::MinNan,
            (_, false) => Float2::Max,
            (_, true) => Float2::MaxNan,
        };
        let ty = words.last_type(|ty| ty == F32 || (ty == F64 && !ftz && !nan))?;
        let float = float(ty).ok_or_else(|| words.expected("'.f32' or '.f64'"))?;
        let mode = Mode { ftz, ..PLAIN };
        self.simple(words, Op::Float2(f, float, mode), ty, &[ty, ty])
    }

    pub fn rcp_sqrt(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let (exact, approximate) = match words.instruction().opcode {
            "rcp" => (Float1::Rcp, Approximate::Rcp),
            _ => (Float1::Sqrt, Approximate::Sqrt),
        };
        if words.maybe("approx") {
            return self.approximation(words, approximate);
        }
        let rounding = words.must("'.approx' or a rounding", ROUNDINGS)?;
        let (ty, float, mode) = self.float_tail(words, Some(rounding))?;
        if mode.sat {
            return Err(words.expected("no '.sat'"));
        }
        self.simple(words, Op::Float1(exact, float, mode), ty, &[ty])
    }

    pub fn approximate(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let f = match words.instruction().opcode {
            "rsqrt" => Approximate::Rsqrt,
            "sin" => Approximate::Sin,
            "cos" => Approximate::Cos,
            "lg2" => Approximate::Lg2,
            "ex2" => Approximate::Ex2,
            _ => Approximate::Tanh,
        };
        words.must("'.approx'", &[("approx", ())])?;
        self.approximation(words, f)
    }

    fn approximation(&mut self, words: &mut Words<'_, 's>, f: Approximate) -> Result<(), Problem> {
        let ftz = words.maybe("ftz");
        let ty = words.last_type(|ty| match f {
            Approximate::Rcp => ty == F32 || (ty == F64 && ftz),
            Approximate::Rsqrt => ty == F32 || ty == F64,
            Approximate::Tanh => ty == F32 && !ftz,
            _ => ty == F32,
        })?;
        let float = float(ty).ok_or_else(|| words.expected("'.f32' or '.f64'"))?;
        let mode = Mode { ftz, ..PLAIN };
        self.simple(words, Op::Approximate(f, float, mode), ty, &[ty])
    }

    pub fn copysign(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words.last_type(|ty| float(ty).is_some())?;
        let float = float(ty).ok_or_else(|| words.expected("'.f32' or '.f64'"))?;
        let op = Op::Float2(Float2::Copysign, float, PLAIN);
        self.simple(words, op, ty, &[ty, ty])
    }

    pub fn testp(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let test = words.must(
            "a test",
            &[
                ("finite", Test::Finite),
                ("infinite", Test::Infinite),
                ("number", Test::Number),
                ("notanumber", Test::NotANumber),
                ("normal", Test::Normal),
                ("subnormal", Test::Subnormal),
            ],
        )?;
        let ty = words.last_type(|ty| float(ty).is_some())?;
        let float = float(ty).ok_or_else(|| words.expected("'.f32' or '.f64'"))?;
        self.simple(words, Op::Testp(test, float), Type::Pred, &[ty])
    }

    /// `.lt{.and}{.ftz}`, then the types: of a `set`'s result, and of what is compared.
    fn comparison(&mut self, words: &mut Words<'_, 's>, set: bool) -> Result<Comparison, Problem> {
        let at = words.at();
        let name = words.peek().unwrap_or_default();
        let compare = words.must("a comparison", COMPARISONS)?;
        let combine = words.one_of(BOOLS);
        let ftz = words.maybe("ftz");
        let result = if set { Some(words.a_type()?) } else { None };
        let ty = words.last_type(|ty| {
            float(ty).is_some_and(|f| f == Float::F32 || !ftz) || (int(ty).is_some() && !ftz)
        })?;
        let comparand = match (int(ty), float(ty)) {
            (Some(int), _) => Comparand::Int(int),
            (_, Some(float)) => Comparand::Float(float, ftz),
            _ => return Err(words.expected("a type that compares")),
        };
        let ordered = !matches!(compare, Compare::Eq | Compare::Ne);
        let unordered = !matches!(name, "eq" | "ne" | "lt" | "le" | "gt" | "ge");
        let unsigned = matches!(name, "lo" | "ls" | "hi" | "hs");
        let fits = match ty {
            Type::Bits(_) => !ordered,
            Type::Unsigned(_) => !unordered || unsigned,
            Type::Signed(_) => !unordered,
            _ => !unsigned,
        };
        if !fits {
            let full = words.instruction().full_name();
            let message = format!("'{full}' is not supported: {ty} has no comparison '.{name}'");
            return Err(Problem::new(at, message));
        }
        Ok(Comparison {
            compare,
            combine,
            result,
            ty,
            comparand,
        })
    }

    pub fn setp(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let Comparison {
            compare,
            combine,
            ty,
            comparand,
            ..
        } = self.comparison(words, false)?;
        words.operand_count(&[if combine.is_some() { 4 } else { 3 }])?;
        let operands = &words.instruction().operands;
        let mut read = vec![
            self.source(&operands[1], ty)?,
            self.source(&operands[2], ty)?,
        ];
        if let Some(last) = operands.get(3) {
            read.push(self.source(last, Type::Pred)?);
        }
        let results = self.predicate_pair(&operands[0])?;
        self.emit(Op::Setp(compare, comparand, combine), results, read);
        Ok(())
    }

    /// `p` or `p|q`.
    pub fn predicate_pair(
        &mut self,
        operand: &crate::ptx::ast::Operand<'s>,
    ) -> Result<[Option<crate::ir::Reg>; 2], Problem> {
        let OperandKind::Pair(first, at, second) = operand.kind else {
            return Ok([self.result(operand, Type::Pred)?, None]);
        };
        let single = |at, name| crate::ptx::ast::Operand {
            at,
            kind: OperandKind::Name(name),
        };
        let first = self.result(&single(operand.at, first), Type::Pred)?;
        let second = self.result(&single(at, second), Type::Pred)?;
        if first.is_some() && first == second {
            return Err(Problem::new(at, "the two predicates are the same"));
        }
        Ok([first, second])
    }

    pub fn set(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let Comparison {
            compare,
            combine,
            result,
            ty,
            comparand,
        } = self.comparison(words, true)?;
        let result = result.unwrap_or(S32);
        if result.bytes() != 4 || matches!(result, Type::Bits(_)) {
            return Err(words.expected("a result of .u32, .s32 or .f32"));
        }
        let op = Op::Set(compare, comparand, combine, result);
        match combine {
            None => self.simple(words, op, result, &[ty, ty]),
            Some(_) => self.simple(words, op, result, &[ty, ty, Type::Pred]),
        }
    }

    pub fn selp(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words.last_type(|ty| int(ty).is_some() || float(ty).is_some())?;
        let width = ty.width().unwrap_or(Width::W32);
        self.simple(words, Op::Selp(width), ty, &[ty, ty, Type::Pred])
    }

    pub fn slct(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ftz = words.maybe("ftz");
        let ty = words.a_type()?;
        let selector = words.last_type(|ty| ty == F32 || (ty == S32 && !ftz))?;
        let width = match ty.width() {
            Some(width) if width > Width::W8 && ty.half().is_none() => width,
            _ => return Err(words.expected("a type of 16 to 64 bits")),
        };
        let comparand = match int(selector) {
            Some(int) => Comparand::Int(int),
            None => Comparand::Float(Float::F32, ftz),
        };
        self.simple(words, Op::Slct(width, comparand), ty, &[ty, ty, selector])
    }
}
