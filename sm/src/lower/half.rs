//! Arithmetic of 16-bit floating-point numbers: `.f16`, `.bf16`, and two of them in a register.

use super::float::{BOOLS, COMPARISONS};
use super::words::Words;
use super::Lowering;
use crate::ir::{Compare, HalfMode, HalfOp, HalfResult, Op};
use crate::ptx::ast::OperandKind;
use crate::ptx::types::{Half, Width};
use crate::ptx::{Problem, Type};

/// What may end with a 16-bit floating-point type and computes in it.
const COMPUTING: &[&str] = &[
    "add", "sub", "mul", "fma", "neg", "abs", "min", "max", "ex2", "tanh", "set", "setp",
];

/// Whether an instruction computes in a 16-bit floating-point type.
pub fn computes(words: &Words<'_, '_>) -> bool {
    let instruction = words.instruction();
    let last = instruction.modifiers.last();
    let ty = last.and_then(|word| Type::from_name(word.1));
    ty.is_some_and(|ty| ty.half().is_some()) && COMPUTING.contains(&instruction.opcode)
}

impl<'s> Lowering<'_, 's> {
    /// Arithmetic and comparisons.
    pub fn half(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let opcode = words.instruction().opcode;
        let (op, sources) = match opcode {
            "set" | "setp" => return self.half_compare(words),
            "add" => (HalfOp::Add, 2),
            "sub" => (HalfOp::Sub, 2),
            "mul" => (HalfOp::Mul, 2),
            "fma" => (HalfOp::Fma, 3),
            "neg" => (HalfOp::Neg, 1),
            "abs" => (HalfOp::Abs, 1),
            "min" => (HalfOp::Min, 2),
            "max" => (HalfOp::Max, 2),
            "ex2" => (HalfOp::Ex2, 1),
            "tanh" => (HalfOp::Tanh, 1),
            _ => return Err(super::words::unsupported(words.instruction())),
        };
        match op {
            HalfOp::Fma => words.must("'.rn'", &[("rn", ())])?,
            HalfOp::Ex2 | HalfOp::Tanh => words.must("'.approx'", &[("approx", ())])?,
            HalfOp::Add | HalfOp::Sub | HalfOp::Mul => drop(words.maybe("rn")),
            _ => {}
        }
        let ftz = words.maybe("ftz");
        let exact = matches!(op, HalfOp::Add | HalfOp::Sub | HalfOp::Mul | HalfOp::Fma);
        let sat = exact && words.maybe("sat");
        let relu = op == HalfOp::Fma && !sat && words.maybe("relu");
        let op = match op {
            HalfOp::Min if words.maybe("NaN") => HalfOp::MinNan,
            HalfOp::Max if words.maybe("NaN") => HalfOp::MaxNan,
            other => other,
        };
        let ty = words.last_type(|ty| {
            let Some((half, _)) = ty.half() else {
                return false;
            };
            match (half, op) {
                // Subnormal results of bf16 always stay, but those of ex2 never do.
                (Half::Bf16, HalfOp::Ex2) => ftz,
                (Half::Bf16, _) => !ftz && !sat,
                (Half::F16, HalfOp::Tanh) => !ftz,
                (Half::F16, _) => true,
            }
        })?;
        let Some((half, packed)) = ty.half() else {
            return Err(words.expected("a 16-bit floating-point type"));
        };
        let mode = HalfMode {
            half,
            packed,
            ftz,
            sat,
            relu,
        };
        self.simple(words, Op::Half(op, mode), ty, &[ty, ty, ty][..sources])
    }

    /// `setp.lt{.and}{.ftz}.f16 p|q, a, b{, c}` and `set.lt{.and}{.ftz}.f16.f16 d, a, b{, c}`.
    fn half_compare(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let at = words.at();
        let name = words.peek().unwrap_or_default();
        let compare = words.must("a comparison", COMPARISONS)?;
        if matches!(name, "lo" | "ls" | "hi" | "hs") {
            let full = words.instruction().full_name();
            let message =
                format!("'{full}' is not supported: numbers have no comparison '.{name}'");
            return Err(Problem::new(at, message));
        }
        let combine = words.one_of(BOOLS);
        let ftz = words.maybe("ftz");
        let set = words.instruction().opcode == "set";
        let given = if set { Some(words.a_type()?) } else { None };
        let ty = words
            .last_type(|ty| matches!(ty.half(), Some((half, _)) if half == Half::F16 || !ftz))?;
        let Some((half, packed)) = ty.half() else {
            return Err(words.expected("a 16-bit floating-point type"));
        };
        let mode = HalfMode {
            half,
            packed,
            ftz,
            sat: false,
            relu: false,
        };
        let mut sources = vec![ty, ty];
        sources.extend(combine.map(|_| Type::Pred));
        let op = |compare: Compare, result| Op::HalfCompare(compare, mode, combine, result);
        let Some(given) = given else {
            words.operand_count(&[1 + sources.len()])?;
            let operands = &words.instruction().operands;
            let mut read = Vec::with_capacity(3);
            for (operand, ty) in operands[1..].iter().zip(sources) {
                read.push(self.source(operand, ty)?);
            }
            if packed && !matches!(operands[0].kind, OperandKind::Pair(..)) {
                return Err(Problem::new(
                    operands[0].at,
                    "expected 'p|q', for two numbers",
                ));
            }
            let results = self.predicate_pair(&operands[0])?;
            self.emit(op(compare, HalfResult::Predicates), results, read);
            return Ok(());
        };
        let fits = match given {
            Type::Unsigned(width) | Type::Signed(width) => match width {
                Width::W16 => !packed,
                Width::W32 => true,
                _ => false,
            },
            other => other == ty,
        };
        if !fits {
            return Err(words.expected(&format!("a result of {ty}, or an integer type")));
        }
        self.simple(
            words,
            op(compare, HalfResult::Value(given)),
            given,
            &sources,
        )
    }
}
