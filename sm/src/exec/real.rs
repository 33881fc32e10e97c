//! Floating-point numbers of one lane: NaN, subnormals, rounding, approximations.

use crate::ir::{Approximate, Float2, Mode, Rounding};
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
pub(super) fn finish(x: f32, mode: Mode) -> f32 {
    let x = flush(canonical32(x), mode.ftz);
    if mode.sat {
        saturate(f64::from(x)) as f32
    } else {
        x
    }
}

/// One of softfloat's functions of two operands, on f32.
pub(super) fn soft32(
    f: fn(softfloat::Format, u64, u64, Rounding) -> u64,
    a: f32,
    b: f32,
    r: Rounding,
) -> f32 {
    f32::from_bits(f(F32, a.to_bits().into(), b.to_bits().into(), r) as u32)
}

pub(super) fn soft64(
    f: fn(softfloat::Format, u64, u64, Rounding) -> u64,
    a: f64,
    b: f64,
    r: Rounding,
) -> f64 {
    f64::from_bits(f(F64, a.to_bits(), b.to_bits(), r))
}

/// a * b + c in f32, rounded once, without the host's fused instruction: exact in f64 but for the
/// last addition, which is rounded to odd, so that rounding again to f32 is right (Boldo and
/// Melquiond 2008). Loops of this vectorise; calls of the C library do not.
#[inline(always)]
pub(super) fn fma32(a: f32, b: f32, c: f32) -> f32 {
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
pub(super) fn div_approx(a: f32, b: f32) -> f32 {
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

pub(super) fn min_max32(f: Float2, a: f32, b: f32) -> f32 {
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

pub(super) fn min_max64(f: Float2, a: f64, b: f64) -> f64 {
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
pub(super) fn approximate32(f: Approximate, x: f32) -> f32 {
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
pub(super) fn approximate64(f: Approximate, x: f64, ftz: bool) -> f64 {
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
