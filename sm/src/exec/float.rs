//! Floating-point arithmetic, bit for bit where PTX says so.
//!
//! Round to nearest is the host's arithmetic; other directions are [`crate::softfloat`]'s. NaN
//! results are always the canonical NaN: the host's payloads differ from machine to machine.
//! Approximations are computed in f64 and rounded once, which is within PTX's stated errors; where
//! PTX defines a special result (`div.approx` by large numbers), that is given.

use super::observe::Observer;
use super::step::Step;
use crate::ir::{Approximate, Compare, Float, Float1, Float2, Instruction, Mode, Rounding, Test};
use crate::softfloat::{self, F32, F64};

/// PTX's NaN.
const NAN32: f32 = f32::from_bits(F32.nan() as u32);
/// The NaN of f64 operations.
const NAN64: f64 = f64::from_bits(F64.nan());

// In integers: where a NaN is concerned, the compiler takes "if x is NaN, this NaN, else x" for x.
#[inline(always)]
pub(super) fn canonical32(x: f32) -> f32 {
    let bits = x.to_bits();
    let nan = bits & 0x7fff_ffff > 0x7f80_0000;
    f32::from_bits(if nan { F32.nan() as u32 } else { bits })
}

#[inline(always)]
pub(super) fn canonical64(x: f64) -> f64 {
    let bits = x.to_bits();
    let nan = bits & (u64::MAX >> 1) > 0x7ff0_0000_0000_0000;
    f64::from_bits(if nan { F64.nan() } else { bits })
}

/// `.ftz`: a subnormal becomes the zero of its sign.
#[inline(always)]
pub(super) fn flush(x: f32, ftz: bool) -> f32 {
    let bits = x.to_bits();
    let subnormal = bits & 0x7f80_0000 == 0;
    f32::from_bits(if ftz && subnormal {
        bits & 0x8000_0000
    } else {
        bits
    })
}

/// `.sat`: [0, 1], NaN becomes 0.
#[inline(always)]
pub(super) fn saturate(x: f64) -> f64 {
    // -0 saturates to 0.
    if x > 0.0 {
        x.min(1.0)
    } else {
        0.0
    }
}

#[inline(always)]
fn finish(x: f32, mode: Mode) -> f32 {
    let x = flush(canonical32(x), mode.ftz);
    if mode.sat {
        saturate(f64::from(x)) as f32
    } else {
        x
    }
}

/// One of softfloat's functions of two operands, on f32.
fn soft32(f: fn(softfloat::Format, u64, u64, Rounding) -> u64, a: f32, b: f32, r: Rounding) -> f32 {
    f32::from_bits(f(F32, a.to_bits().into(), b.to_bits().into(), r) as u32)
}

fn soft64(f: fn(softfloat::Format, u64, u64, Rounding) -> u64, a: f64, b: f64, r: Rounding) -> f64 {
    f64::from_bits(f(F64, a.to_bits(), b.to_bits(), r))
}

/// a * b + c in f32, rounded once, without the host's fused instruction: exact in f64 but for the
/// last addition, which is rounded to odd, so that rounding again to f32 is right (Boldo and
/// Melquiond 2008). Loops of this vectorise; calls of the C library do not.
#[inline(always)]
fn fma32(a: f32, b: f32, c: f32) -> f32 {
    let product = f64::from(a) * f64::from(b);
    let addend = f64::from(c);
    let sum = product + addend;
    // Knuth's two-sum: the exact error of the addition.
    let part = sum - product;
    let error = (product - (sum - part)) + (addend - part);
    let bits = sum.to_bits();
    let away = (error > 0.0) == (sum > 0.0);
    let odd = if away {
        bits.wrapping_add(1)
    } else {
        bits.wrapping_sub(1)
    };
    let inexact = error != 0.0 && bits & 1 == 0 && sum.abs() < f64::INFINITY;
    f64::from_bits(if inexact { odd } else { bits }) as f32
}

/// `div.approx`: divisors beyond 2^126 give zero, or NaN if the dividend is infinite.
fn div_approx(a: f32, b: f32) -> f32 {
    let magnitude = b.abs();
    if magnitude > 2f32.powi(126) && magnitude < f32::INFINITY {
        let zero = if a.is_sign_negative() == b.is_sign_negative() {
            0.0
        } else {
            -0.0
        };
        return if a.is_finite() { zero } else { f32::NAN };
    }
    a / b
}

fn min_max32(f: Float2, a: f32, b: f32) -> f32 {
    let (nan, max) = match f {
        Float2::MinNan => (true, false),
        Float2::MaxNan => (true, true),
        Float2::Max => (false, true),
        _ => (false, false),
    };
    match (a.is_nan(), b.is_nan()) {
        (true, true) => NAN32,
        (true, false) | (false, true) if nan => NAN32,
        (true, false) => b,
        (false, true) => a,
        // -0 is below 0.
        (false, false) if a == b => {
            if a.is_sign_negative() == max {
                b
            } else {
                a
            }
        }
        (false, false) => {
            if (a > b) == max {
                a
            } else {
                b
            }
        }
    }
}

fn min_max64(f: Float2, a: f64, b: f64) -> f64 {
    let max = f == Float2::Max;
    match (a.is_nan(), b.is_nan()) {
        (true, true) => NAN64,
        (true, false) => b,
        (false, true) => a,
        (false, false) if a == b => {
            if a.is_sign_negative() == max {
                b
            } else {
                a
            }
        }
        (false, false) => {
            if (a > b) == max {
                a
            } else {
                b
            }
        }
    }
}

/// An approximation of f32, computed in f64.
fn approximate32(f: Approximate, x: f32) -> f32 {
    let wide = f64::from(x);
    let value = match f {
        Approximate::Rcp => return 1.0 / x,
        Approximate::Sqrt => return x.sqrt(),
        Approximate::Rsqrt => 1.0 / wide.sqrt(),
        Approximate::Sin => libm::sin(wide),
        Approximate::Cos => libm::cos(wide),
        Approximate::Lg2 => libm::log2(wide),
        Approximate::Ex2 => libm::exp2(wide),
        Approximate::Tanh => libm::tanh(wide),
    };
    value as f32
}

/// `rcp.approx.ftz.f64` and `rsqrt.approx.f64` see and give 20 bits of fraction.
fn approximate64(f: Approximate, x: f64, ftz: bool) -> f64 {
    let upper = |x: f64| f64::from_bits(x.to_bits() & 0xffff_ffff_0000_0000);
    let flush = |x: f64| {
        if ftz && x.is_subnormal() {
            0f64.copysign(x)
        } else {
            x
        }
    };
    let x = if ftz { flush(upper(x)) } else { x };
    let y = match f {
        Approximate::Rcp => 1.0 / x,
        _ => 1.0 / x.sqrt(),
    };
    upper(canonical64(flush(y)))
}

impl<O: Observer> Step<'_, O> {
    pub(super) fn float1(
        &mut self,
        f: Float1,
        float: Float,
        mode: Mode,
        i: &Instruction,
        mask: u32,
    ) {
        let round = mode.rounding;
        let nearest = round == Rounding::Nearest;
        match float {
            Float::F32 => match f {
                Float1::Neg => self.map1(i, mask, |a: f32| flush(-a, mode.ftz)),
                Float1::Abs => self.map1(i, mask, |a: f32| flush(a.abs(), mode.ftz)),
                Float1::Rcp if nearest => {
                    self.map1(i, mask, |a: f32| finish(1.0 / flush(a, mode.ftz), mode));
                }
                Float1::Sqrt if nearest => {
                    self.map1(i, mask, |a: f32| finish(flush(a, mode.ftz).sqrt(), mode));
                }
                Float1::Rcp => self.map1(i, mask, |a: f32| {
                    finish(soft32(softfloat::div, 1.0, flush(a, mode.ftz), round), mode)
                }),
                Float1::Sqrt => self.map1(i, mask, |a: f32| {
                    let a = u64::from(flush(a, mode.ftz).to_bits());
                    finish(f32::from_bits(softfloat::sqrt(F32, a, round) as u32), mode)
                }),
            },
            Float::F64 => match f {
                Float1::Neg => self.map1(i, mask, |a: f64| -a),
                Float1::Abs => self.map1(i, mask, |a: f64| a.abs()),
                Float1::Rcp if nearest => self.map1(i, mask, |a: f64| canonical64(1.0 / a)),
                Float1::Sqrt if nearest => self.map1(i, mask, |a: f64| canonical64(a.sqrt())),
                Float1::Rcp => self.map1(i, mask, |a: f64| soft64(softfloat::div, 1.0, a, round)),
                Float1::Sqrt => self.map1(i, mask, |a: f64| {
                    f64::from_bits(softfloat::sqrt(F64, a.to_bits(), round))
                }),
            },
        }
    }

    #[inline(always)]
    pub(super) fn float2(
        &mut self,
        f: Float2,
        float: Float,
        mode: Mode,
        i: &Instruction,
        mask: u32,
    ) {
        match float {
            Float::F32 => self.single2(f, mode, i, mask),
            Float::F64 => self.double2(f, mode.rounding, i, mask),
        }
    }

    #[inline(always)]
    fn single2(&mut self, f: Float2, mode: Mode, i: &Instruction, mask: u32) {
        let ftz = mode.ftz;
        let round = mode.rounding;
        let nearest = round == Rounding::Nearest;
        // The host's arithmetic, with and without the modifiers that few instructions have.
        macro_rules! host {
            ($f:expr) => {
                if ftz || mode.sat {
                    self.map2(i, mask, |a: f32, b: f32| {
                        finish($f(flush(a, ftz), flush(b, ftz)), mode)
                    })
                } else {
                    self.map2(i, mask, |a: f32, b: f32| canonical32($f(a, b)))
                }
            };
        }
        macro_rules! soft {
            ($f:expr) => {
                self.map2(i, mask, |a: f32, b: f32| {
                    finish(soft32($f, flush(a, ftz), flush(b, ftz), round), mode)
                })
            };
        }
        match f {
            Float2::Add if nearest => host!(|a: f32, b: f32| a + b),
            Float2::Sub if nearest => host!(|a: f32, b: f32| a - b),
            Float2::Mul if nearest => host!(|a: f32, b: f32| a * b),
            Float2::Div if nearest => host!(|a: f32, b: f32| a / b),
            Float2::DivApprox => host!(div_approx),
            Float2::Add => soft!(softfloat::add),
            Float2::Sub => self.map2(i, mask, |a: f32, b: f32| {
                let b = if b.is_nan() { b } else { -b };
                finish(
                    soft32(softfloat::add, flush(a, ftz), flush(b, ftz), round),
                    mode,
                )
            }),
            Float2::Mul => soft!(softfloat::mul),
            Float2::Div => soft!(softfloat::div),
            Float2::Min | Float2::Max | Float2::MinNan | Float2::MaxNan => {
                self.map2(i, mask, |a: f32, b: f32| {
                    min_max32(f, flush(a, ftz), flush(b, ftz))
                });
            }
            // The sign of a, the magnitude of b.
            Float2::Copysign => self.map2(i, mask, |a: f32, b: f32| b.copysign(a)),
        }
    }

    fn double2(&mut self, f: Float2, round: Rounding, i: &Instruction, mask: u32) {
        let nearest = round == Rounding::Nearest;
        match f {
            Float2::Add if nearest => self.map2(i, mask, |a: f64, b: f64| canonical64(a + b)),
            Float2::Sub if nearest => self.map2(i, mask, |a: f64, b: f64| canonical64(a - b)),
            Float2::Mul if nearest => self.map2(i, mask, |a: f64, b: f64| canonical64(a * b)),
            Float2::Div | Float2::DivApprox if nearest => {
                self.map2(i, mask, |a: f64, b: f64| canonical64(a / b));
            }
            Float2::Add => self.map2(i, mask, |a: f64, b: f64| {
                soft64(softfloat::add, a, b, round)
            }),
            Float2::Sub => self.map2(i, mask, |a: f64, b: f64| {
                soft64(softfloat::add, a, -b, round)
            }),
            Float2::Mul => self.map2(i, mask, |a: f64, b: f64| {
                soft64(softfloat::mul, a, b, round)
            }),
            Float2::Div | Float2::DivApprox => {
                self.map2(i, mask, |a: f64, b: f64| {
                    soft64(softfloat::div, a, b, round)
                });
            }
            Float2::Min | Float2::Max | Float2::MinNan | Float2::MaxNan => {
                self.map2(i, mask, |a: f64, b: f64| min_max64(f, a, b));
            }
            Float2::Copysign => self.map2(i, mask, |a: f64, b: f64| b.copysign(a)),
        }
    }

    #[inline(always)]
    pub(super) fn fma(&mut self, float: Float, mode: Mode, i: &Instruction, mask: u32) {
        let round = mode.rounding;
        match (float, round) {
            (Float::F32, Rounding::Nearest) if !mode.ftz && !mode.sat => {
                self.map3(i, mask, |a: f32, b: f32, c: f32| {
                    canonical32(fma32(a, b, c))
                });
            }
            (Float::F32, Rounding::Nearest) => self.map3(i, mask, |a: f32, b: f32, c: f32| {
                let [a, b, c] = [a, b, c].map(|x| flush(x, mode.ftz));
                finish(fma32(a, b, c), mode)
            }),
            (Float::F32, _) => self.map3(i, mask, |a: f32, b: f32, c: f32| {
                let [a, b, c] = [a, b, c].map(|x| u64::from(flush(x, mode.ftz).to_bits()));
                finish(
                    f32::from_bits(softfloat::fma(F32, a, b, c, round) as u32),
                    mode,
                )
            }),
            (Float::F64, Rounding::Nearest) => {
                self.map3(i, mask, |a: f64, b: f64, c: f64| {
                    canonical64(a.mul_add(b, c))
                });
            }
            (Float::F64, _) => self.map3(i, mask, |a: f64, b: f64, c: f64| {
                let [a, b, c] = [a, b, c].map(f64::to_bits);
                f64::from_bits(softfloat::fma(F64, a, b, c, round))
            }),
        }
    }

    pub(super) fn approximate(
        &mut self,
        f: Approximate,
        float: Float,
        mode: Mode,
        i: &Instruction,
        mask: u32,
    ) {
        match float {
            Float::F32 => self.map1(i, mask, |a: f32| {
                finish(approximate32(f, flush(a, mode.ftz)), mode)
            }),
            Float::F64 => self.map1(i, mask, |a: f64| approximate64(f, a, mode.ftz)),
        }
    }

    pub(super) fn testp(&self, test: Test, float: Float, i: &Instruction) -> u32 {
        macro_rules! test {
            ($ty:ty) => {{
                let holds = |a: $ty| match test {
                    Test::Finite => a.is_finite(),
                    Test::Infinite => a.is_infinite(),
                    Test::Number => !a.is_nan(),
                    Test::NotANumber => a.is_nan(),
                    Test::Normal => a.is_normal(),
                    Test::Subnormal => a.is_subnormal(),
                };
                let a = self.operand::<$ty>(i, 0);
                let bits = a
                    .iter()
                    .enumerate()
                    .map(|(lane, &a)| u32::from(holds(a)) << lane);
                bits.sum()
            }};
        }
        match float {
            Float::F32 => test!(f32),
            Float::F64 => test!(f64),
        }
    }

    /// A bit for each lane: the comparison of two floating-point numbers.
    pub(super) fn compare_float(
        &self,
        compare: Compare,
        float: Float,
        ftz: bool,
        i: &Instruction,
    ) -> u32 {
        macro_rules! compare {
            ($ty:ty, $flush:expr) => {{
                let test = |p: fn($ty, $ty) -> bool| self.test2(i, |a, b| p($flush(a), $flush(b)));
                match compare {
                    Compare::Eq => test(|a, b| a == b),
                    Compare::Ne => test(|a, b| a != b && !a.is_nan() && !b.is_nan()),
                    Compare::Lt => test(|a, b| a < b),
                    Compare::Le => test(|a, b| a <= b),
                    Compare::Gt => test(|a, b| a > b),
                    Compare::Ge => test(|a, b| a >= b),
                    Compare::Equ => test(|a, b| a == b || a.is_nan() || b.is_nan()),
                    Compare::Neu => test(|a, b| a != b),
                    Compare::Ltu => !test(|a, b| a >= b),
                    Compare::Leu => !test(|a, b| a > b),
                    Compare::Gtu => !test(|a, b| a <= b),
                    Compare::Geu => !test(|a, b| a < b),
                    Compare::Num => test(|a, b| !a.is_nan() && !b.is_nan()),
                    Compare::Nan => test(|a, b| a.is_nan() || b.is_nan()),
                }
            }};
        }
        match float {
            Float::F32 => compare!(f32, |x: f32| flush(x, ftz)),
            Float::F64 => compare!(f64, |x: f64| x),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fma32;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100_000))]

        #[test]
        fn fma_without_the_hosts_is_the_hosts(a: u32, b: u32, c: u32, near in 0u32..200) {
            // Addends near the product's exponent are where double rounding would show.
            let [a, b] = [a, b].map(f32::from_bits);
            let close = (a * b).to_bits() & 0x7f80_0000 ^ c & 0x807f_ffff;
            for c in [c, close, close.wrapping_sub(near << 23)].map(f32::from_bits) {
                let (ours, host) = (fma32(a, b, c), a.mul_add(b, c));
                prop_assert!(ours.to_bits() == host.to_bits() || ours.is_nan() && host.is_nan(),
                    "{a:e} * {b:e} + {c:e}: {ours:e}, the host says {host:e}");
            }
        }
    }
}
