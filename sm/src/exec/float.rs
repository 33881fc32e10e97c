//! Floating-point arithmetic, bit for bit where PTX says so.
//!
//! Round to nearest is the host's arithmetic; other directions are [`crate::softfloat`]'s. NaN
//! results are always the canonical NaN: the host's payloads differ from machine to machine.
//! Approximations are computed in f64 and rounded once, which is within PTX's stated errors; where
//! PTX defines a special result (`div.approx` by large numbers), that is given.

use super::observe::Observer;
use super::real::{
    approximate32, approximate64, canonical32, canonical64, div_approx, finish, flush, fma32,
    min_max32, min_max64, soft32, soft64,
};
use super::step::Step;
use crate::ir::{Approximate, Compare, Float, Float1, Float2, Instruction, Mode, Rounding, Test};
use crate::softfloat::{self, F32, F64};

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
