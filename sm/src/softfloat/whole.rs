//! Whole numbers: to and from integers, and rounded within a format.

use super::{round, unpack, Format, Number, Parts, Rounding};

/// A whole number in a format.
pub fn from_integer(format: Format, value: i128, rounding: Rounding) -> u64 {
    let parts = Parts {
        negative: value < 0,
        exponent: 0,
        significand: value.unsigned_abs(),
    };
    round(format, parts, false, rounding)
}

/// A number rounded to a whole one, cut to the given range; `None` for a NaN.
pub fn to_integer(
    format: Format,
    bits: u64,
    rounding: Rounding,
    low: i128,
    high: i128,
) -> Option<i128> {
    let parts = match unpack(format, bits) {
        Number::Nan => return None,
        Number::Infinite(true) => return Some(low),
        Number::Infinite(false) => return Some(high),
        Number::Finite(parts) => parts,
    };
    let magnitude = whole(parts, rounding);
    // Magnitudes are at most 2^100 here: enough to be out of any range, small enough for i128.
    let value = magnitude.min(1 << 100) as i128;
    Some(if parts.negative { -value } else { value }.clamp(low, high))
}

/// A number rounded to a whole one, in its own format (`cvt.rni.f32.f32`).
pub fn to_integral(format: Format, bits: u64, rounding: Rounding) -> u64 {
    match unpack(format, bits) {
        Number::Nan => format.nan(),
        Number::Infinite(_) => bits,
        Number::Finite(parts) if parts.exponent >= 0 => bits,
        Number::Finite(parts) => {
            let significand = whole(parts, rounding);
            let exponent = 0;
            let parts = Parts {
                significand,
                exponent,
                ..parts
            };
            round(format, parts, false, Rounding::Nearest)
        }
    }
}

/// The magnitude of a finite number, rounded to a whole one; large ones saturate at 2^127.
fn whole(parts: Parts, rounding: Rounding) -> u128 {
    let Parts {
        negative,
        exponent,
        significand,
    } = parts;
    if significand == 0 {
        return 0;
    }
    if exponent >= 0 {
        let fits = (significand.leading_zeros() as i32) > exponent;
        return if fits {
            significand << exponent
        } else {
            1 << 127
        };
    }
    let cut = -exponent;
    // Significands have at most 53 bits, so beyond 64 all of it is less than a half.
    if cut > 64 {
        let up = match rounding {
            Rounding::Nearest | Rounding::Zero => false,
            Rounding::Down => negative,
            Rounding::Up => !negative,
        };
        return u128::from(up);
    }
    let kept = significand >> cut;
    let below = significand & ((1 << cut) - 1);
    let half = 1u128 << (cut - 1);
    let up = match rounding {
        Rounding::Nearest => below > half || (below == half && kept & 1 == 1),
        Rounding::Zero => false,
        Rounding::Down => negative && below != 0,
        Rounding::Up => !negative && below != 0,
    };
    kept + u128::from(up)
}
