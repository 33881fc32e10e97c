//! Arithmetic of 16-bit floating-point numbers, bit for bit: [`crate::softfloat`]'s, rounded once to nearest.
//!
//! `.ftz` flushes operands and results, `.sat` and `.relu` cut the result. NaN results are the canonical NaN.

use super::observe::Observer;
use super::step::Step;
use super::LANES;
use crate::ir::{Compare, HalfMode, HalfOp, HalfResult, Instruction, Rounding};
use crate::ptx::types::{Half, Width};
use crate::ptx::Type;
use crate::softfloat::{self, Format, BF16, F16, F64};
use std::cmp::Ordering;

const SIGN: u16 = 0x8000;
const NEAREST: Rounding = Rounding::Nearest;

/// The format's parameters.
pub(super) fn format(half: Half) -> Format {
    match half {
        Half::F16 => F16,
        Half::Bf16 => BF16,
    }
}

/// What a format's bits mean.
#[derive(Clone, Copy)]
struct Kind {
    format: Format,
    infinity: u16,
    one: u16,
}

fn kind(half: Half) -> Kind {
    let (infinity, one) = match half {
        Half::F16 => (0x7c00, 0x3c00),
        Half::Bf16 => (0x7f80, 0x3f80),
    };
    Kind {
        format: format(half),
        infinity,
        one,
    }
}

impl Kind {
    fn is_nan(self, x: u16) -> bool {
        x & !SIGN > self.infinity
    }

    /// Subnormal numbers become the zero of their sign.
    fn flush(self, x: u16, ftz: bool) -> u16 {
        if ftz && x & self.infinity == 0 {
            x & SIGN
        } else {
            x
        }
    }

    fn nan(self) -> u16 {
        self.format.nan() as u16
    }

    /// Of two numbers, no NaN among them; -0 is below 0 where `zeros` are told apart.
    fn order(self, a: u16, b: u16, zeros: bool) -> Ordering {
        let key = |x: u16| {
            let magnitude = i32::from(x & !SIGN);
            let negative = x & SIGN != 0;
            let value = if negative { -magnitude } else { magnitude };
            (value, zeros && !negative)
        };
        key(a).cmp(&key(b))
    }

    fn min_max(self, a: u16, b: u16, nan: bool, wanted: Ordering) -> u16 {
        match (self.is_nan(a), self.is_nan(b)) {
            (true, true) => self.nan(),
            (true, false) | (false, true) if nan => self.nan(),
            (true, false) => b,
            (false, true) => a,
            (false, false) if self.order(a, b, true) == wanted => a,
            (false, false) => b,
        }
    }

    /// A function of f64, rounded.
    fn approximate(self, x: u16, f: fn(f64) -> f64) -> u16 {
        let wide = softfloat::convert(self.format, x.into(), F64, NEAREST);
        let result = f(f64::from_bits(wide));
        softfloat::convert(F64, result.to_bits(), self.format, NEAREST) as u16
    }

    fn finish(self, mode: HalfMode, x: u16) -> u16 {
        let x = self.flush(x, mode.ftz);
        if mode.sat {
            // NaN and what is negative, -0 included, become 0.
            return if self.is_nan(x) || x & SIGN != 0 {
                0
            } else {
                x.min(self.one)
            };
        }
        if mode.relu && !self.is_nan(x) && x & SIGN != 0 {
            return 0;
        }
        x
    }
}

/// One operation on one number of each operand.
fn compute(op: HalfOp, mode: HalfMode, operands: [u16; 3]) -> u16 {
    let kind = kind(mode.half);
    let [a, b, c] = operands.map(|x| kind.flush(x, mode.ftz));
    let [wide_a, wide_b, wide_c] = [a, b, c].map(u64::from);
    let format = kind.format;
    let sum = |b: u16| softfloat::add(format, wide_a, b.into(), NEAREST) as u16;
    let result = match op {
        HalfOp::Add => sum(b),
        HalfOp::Sub if kind.is_nan(b) => kind.nan(),
        HalfOp::Sub => sum(b ^ SIGN),
        HalfOp::Mul => softfloat::mul(format, wide_a, wide_b, NEAREST) as u16,
        HalfOp::Fma => softfloat::fma(format, wide_a, wide_b, wide_c, NEAREST) as u16,
        HalfOp::Neg => a ^ SIGN,
        HalfOp::Abs => a & !SIGN,
        HalfOp::Min => kind.min_max(a, b, false, Ordering::Less),
        HalfOp::MinNan => kind.min_max(a, b, true, Ordering::Less),
        HalfOp::Max => kind.min_max(a, b, false, Ordering::Greater),
        HalfOp::MaxNan => kind.min_max(a, b, true, Ordering::Greater),
        HalfOp::Ex2 => kind.approximate(a, libm::exp2),
        HalfOp::Tanh => kind.approximate(a, libm::tanh),
    };
    kind.finish(mode, result)
}

/// Whether a comparison of two numbers holds.
fn holds(compare: Compare, mode: HalfMode, a: u16, b: u16) -> bool {
    let kind = kind(mode.half);
    let [a, b] = [a, b].map(|x| kind.flush(x, mode.ftz));
    if kind.is_nan(a) || kind.is_nan(b) {
        return matches!(
            compare,
            Compare::Equ
                | Compare::Neu
                | Compare::Ltu
                | Compare::Leu
                | Compare::Gtu
                | Compare::Geu
                | Compare::Nan
        );
    }
    let order = kind.order(a, b, false);
    match compare {
        Compare::Eq | Compare::Equ => order.is_eq(),
        Compare::Ne | Compare::Neu => order.is_ne(),
        Compare::Lt | Compare::Ltu => order.is_lt(),
        Compare::Le | Compare::Leu => order.is_le(),
        Compare::Gt | Compare::Gtu => order.is_gt(),
        Compare::Ge | Compare::Geu => order.is_ge(),
        Compare::Num => true,
        Compare::Nan => false,
    }
}

/// The lower and the upper number of a register.
fn halves(x: u32) -> [u16; 2] {
    [x as u16, (x >> 16) as u16]
}

/// What an atomic addition leaves in memory: subnormal numbers stay (`.noftz`).
pub(super) fn atomic_add(ty: Type, old: u64, b: u64) -> u64 {
    let Some((half, packed)) = ty.half() else {
        return old;
    };
    let (old, b) = (halves(old as u32), halves(b as u32));
    let sum = |n: usize| softfloat::add(format(half), old[n].into(), b[n].into(), NEAREST);
    sum(0) | if packed { sum(1) << 16 } else { 0 }
}

impl<O: Observer> Step<'_, O> {
    pub(super) fn half(&mut self, op: HalfOp, mode: HalfMode, i: &Instruction, mask: u32) {
        let mut rows = [[0u32; LANES]; 3];
        for (row, &operand) in rows.iter_mut().zip(i.operands()) {
            *row = self.read::<u32>(operand);
        }
        let values = std::array::from_fn(|lane| {
            let operands = rows.map(|row| halves(row[lane]));
            let of = |n: usize| u32::from(compute(op, mode, operands.map(|halves| halves[n])));
            of(0) | if mode.packed { of(1) << 16 } else { 0 }
        });
        self.write::<u32>(i.result(0), values, mask);
    }

    pub(super) fn half_compare(
        &mut self,
        compare: Compare,
        mode: HalfMode,
        combine: Option<crate::ir::Bool>,
        result: HalfResult,
        i: &Instruction,
        mask: u32,
    ) {
        let (a, b) = (self.operand::<u32>(i, 0), self.operand::<u32>(i, 1));
        // Bits of lanes for the lower and the upper numbers.
        let bits = [0, 1].map(|n| {
            (0..LANES).fold(0u32, |bits, lane| {
                let holds = holds(compare, mode, halves(a[lane])[n], halves(b[lane])[n]);
                bits | u32::from(holds) << lane
            })
        });
        let [low, high] = bits.map(|bits| self.combine(bits, combine, i.operand(2)));
        match result {
            HalfResult::Predicates => {
                self.write_predicate(i.result(0), low.0, mask);
                let second = if mode.packed { high.0 } else { low.1 };
                self.write_predicate(i.result(1), second, mask);
            }
            HalfResult::Value(ty) => {
                let one = u32::from(kind(mode.half).one);
                let yes = match (ty.half(), ty.width()) {
                    (Some(_), _) => one,
                    (None, Some(Width::W32)) if !mode.packed => u32::MAX,
                    _ => 0xffff,
                };
                let values = std::array::from_fn(|lane| {
                    let of = |bits: u32| if bits >> lane & 1 == 1 { yes } else { 0 };
                    of(low.0) | if mode.packed { of(high.0) << 16 } else { 0 }
                });
                self.write::<u32>(i.result(0), values, mask);
            }
        }
    }
}
