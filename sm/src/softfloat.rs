//! IEEE 754 arithmetic in integers: every operation exact, rounded once, in the direction asked.
//!
//! The host rounds to nearest even and knows f32 and f64; PTX also rounds toward zero, up and
//! down, and computes in f16 and bf16. All directions share everything here but the last step
//! (`round`), and the tests hold the round-to-nearest results against the host's own, which is
//! what makes the others believable.

mod whole;

pub use whole::{from_integer, to_integer, to_integral};

use std::cmp::Ordering;

/// A binary interchange format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    exponent_bits: u32,
    fraction_bits: u32,
}

/// binary16.
pub const F16: Format = Format::new(5, 10);
/// The upper half of a binary32.
pub const BF16: Format = Format::new(8, 7);
/// binary32.
pub const F32: Format = Format::new(8, 23);
/// binary64.
pub const F64: Format = Format::new(11, 52);

/// Where a result goes that lies between two numbers of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// `.rn`: to the nearer one, ties to the even one.
    Nearest,
    /// `.rz`: toward zero.
    Zero,
    /// `.rm`: toward minus infinity.
    Down,
    /// `.rp`: toward plus infinity.
    Up,
}

impl Format {
    const fn new(exponent_bits: u32, fraction_bits: u32) -> Self {
        Self {
            exponent_bits,
            fraction_bits,
        }
    }

    const fn sign(self) -> u64 {
        1 << (self.exponent_bits + self.fraction_bits)
    }

    /// The bits of infinity.
    pub const fn infinity(self) -> u64 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits
    }

    /// The NaN that operations give: PTX's canonical one, which has every bit of magnitude set
    /// for f16, bf16 and f32, and the quiet bit alone for f64 (docs/sm/ptx.md).
    pub const fn nan(self) -> u64 {
        if self.fraction_bits == 52 {
            self.infinity() | 1 << 51
        } else {
            self.sign() - 1
        }
    }

    /// Exponent of the last bit of the smallest numbers.
    const fn lowest_exponent(self) -> i32 {
        let bias = (1 << (self.exponent_bits - 1)) - 1;
        1 - bias - self.fraction_bits as i32
    }
}

/// A number taken apart: (-1)^negative * significand * 2^exponent.
#[derive(Clone, Copy, Debug)]
struct Parts {
    negative: bool,
    exponent: i32,
    significand: u128,
}

#[derive(Clone, Copy, Debug)]
enum Number {
    Nan,
    Infinite(bool),
    /// Zero included, with its sign.
    Finite(Parts),
}

fn unpack(format: Format, bits: u64) -> Number {
    let negative = bits & format.sign() != 0;
    let magnitude = bits & (format.sign() - 1);
    let fraction = magnitude & ((1 << format.fraction_bits) - 1);
    match magnitude.cmp(&format.infinity()) {
        Ordering::Greater => Number::Nan,
        Ordering::Equal => Number::Infinite(negative),
        Ordering::Less => {
            let field = (magnitude >> format.fraction_bits) as i32;
            let hidden = u64::from(field > 0) << format.fraction_bits;
            Number::Finite(Parts {
                negative,
                exponent: format.lowest_exponent() + (field - 1).max(0),
                significand: u128::from(fraction | hidden),
            })
        }
    }
}

fn signed(format: Format, negative: bool, magnitude: u64) -> u64 {
    magnitude | if negative { format.sign() } else { 0 }
}

/// Rounds to a format. `sticky` says that the exact value is a little larger in magnitude than
/// `parts`; the significand then has at least two bits more than the format keeps.
fn round(format: Format, parts: Parts, sticky: bool, rounding: Rounding) -> u64 {
    let Parts {
        negative,
        exponent,
        significand,
    } = parts;
    if significand == 0 {
        // Only an exact zero comes here: `sticky` with nothing kept would need more bits.
        return signed(format, negative, 0);
    }
    let top = 127 - significand.leading_zeros() as i32;
    let lowest = format.lowest_exponent();
    let last = (exponent + top - format.fraction_bits as i32).max(lowest);
    let cut = last - exponent;
    let (mut kept, half, rest) = match cut {
        ..=0 => ((significand << -cut) as u64, false, sticky),
        1..=127 => {
            let below = significand & ((1 << cut) - 1);
            let half = 1 << (cut - 1);
            let rest = below & (half - 1) != 0 || sticky;
            ((significand >> cut) as u64, below & half != 0, rest)
        }
        _ => {
            let half = cut == 128 && top == 127;
            (0, half, !half || significand != 1 << 127 || sticky)
        }
    };
    let up = match rounding {
        Rounding::Nearest => half && (rest || kept & 1 == 1),
        Rounding::Zero => false,
        Rounding::Down => negative && (half || rest),
        Rounding::Up => !negative && (half || rest),
    };
    kept += u64::from(up);
    // The hidden bit adds itself to the exponent field, and so does a carry out of the fraction.
    let field = (last - lowest) as u64;
    let overflows = field >= (1 << format.exponent_bits) - 1;
    let magnitude = if overflows {
        format.infinity()
    } else {
        ((field << format.fraction_bits) + kept).min(format.infinity())
    };
    if magnitude < format.infinity() {
        return signed(format, negative, magnitude);
    }
    let to_infinity = match rounding {
        Rounding::Nearest => true,
        Rounding::Zero => false,
        Rounding::Down => negative,
        Rounding::Up => !negative,
    };
    signed(
        format,
        negative,
        format.infinity() - u64::from(!to_infinity),
    )
}

/// Exact sum of two finite numbers, rounded.
fn sum(format: Format, a: Parts, b: Parts, rounding: Rounding) -> u64 {
    if a.significand == 0 && b.significand == 0 {
        let negative = zero_sign(a.negative, b.negative, rounding);
        return signed(format, negative, 0);
    }
    // Top bits to 125: two bits of room for the carry. A product has 106 bits, so 20 or more
    // zeros stand below it, and a number aligned by a shift that loses bits is so much smaller
    // than the other that their difference keeps its top bit or the one below.
    let normal = |parts: Parts| {
        let shift = parts.significand.leading_zeros() as i32 - 2;
        Parts {
            exponent: parts.exponent - shift,
            significand: parts.significand << shift,
            ..parts
        }
    };
    if a.significand == 0 {
        return round(format, b, false, rounding);
    }
    if b.significand == 0 {
        return round(format, a, false, rounding);
    }
    let (a, b) = (normal(a), normal(b));
    let (high, low) = if a.exponent >= b.exponent {
        (a, b)
    } else {
        (b, a)
    };
    let distance = (high.exponent - low.exponent) as u32;
    let (aligned, lost) = if distance > 127 {
        (0, true)
    } else {
        let aligned = low.significand >> distance;
        (aligned, aligned << distance != low.significand)
    };
    if high.negative == low.negative {
        let significand = high.significand + aligned;
        return round(
            format,
            Parts {
                significand,
                ..high
            },
            lost,
            rounding,
        );
    }
    // What was lost makes the smaller number larger: borrow one, and the rest is sticky again.
    let aligned = aligned + u128::from(lost);
    match high.significand.cmp(&aligned) {
        Ordering::Equal if !lost => {
            let negative = rounding == Rounding::Down;
            signed(format, negative, 0)
        }
        Ordering::Less => {
            let significand = aligned - high.significand;
            let parts = Parts {
                significand,
                ..high
            };
            let negative = low.negative;
            round(format, Parts { negative, ..parts }, lost, rounding)
        }
        _ => {
            let significand = high.significand - aligned;
            round(
                format,
                Parts {
                    significand,
                    ..high
                },
                lost,
                rounding,
            )
        }
    }
}

fn zero_sign(a: bool, b: bool, rounding: Rounding) -> bool {
    if a == b {
        a
    } else {
        rounding == Rounding::Down
    }
}

/// a + b.
pub fn add(format: Format, a: u64, b: u64, rounding: Rounding) -> u64 {
    match (unpack(format, a), unpack(format, b)) {
        (Number::Nan, _) | (_, Number::Nan) => format.nan(),
        (Number::Infinite(a), Number::Infinite(b)) if a != b => format.nan(),
        (Number::Infinite(s), _) | (_, Number::Infinite(s)) => signed(format, s, format.infinity()),
        (Number::Finite(a), Number::Finite(b)) => sum(format, a, b, rounding),
    }
}

/// a * b.
pub fn mul(format: Format, a: u64, b: u64, rounding: Rounding) -> u64 {
    match product(unpack(format, a), unpack(format, b)) {
        Number::Nan => format.nan(),
        Number::Infinite(negative) => signed(format, negative, format.infinity()),
        Number::Finite(parts) => round(format, parts, false, rounding),
    }
}

fn product(a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite(a), Number::Infinite(b)) => Number::Infinite(a != b),
        (Number::Infinite(s), Number::Finite(parts))
        | (Number::Finite(parts), Number::Infinite(s)) => {
            if parts.significand == 0 {
                Number::Nan
            } else {
                Number::Infinite(s != parts.negative)
            }
        }
        (Number::Finite(a), Number::Finite(b)) => Number::Finite(Parts {
            negative: a.negative != b.negative,
            exponent: a.exponent + b.exponent,
            significand: a.significand * b.significand,
        }),
    }
}

/// a * b + c, rounded once.
pub fn fma(format: Format, a: u64, b: u64, c: u64, rounding: Rounding) -> u64 {
    match (
        product(unpack(format, a), unpack(format, b)),
        unpack(format, c),
    ) {
        (Number::Nan, _) | (_, Number::Nan) => format.nan(),
        (Number::Infinite(a), Number::Infinite(b)) if a != b => format.nan(),
        (Number::Infinite(s), _) | (_, Number::Infinite(s)) => signed(format, s, format.infinity()),
        (Number::Finite(a), Number::Finite(b)) => sum(format, a, b, rounding),
    }
}

/// a / b.
pub fn div(format: Format, a: u64, b: u64, rounding: Rounding) -> u64 {
    let (a, b) = match (unpack(format, a), unpack(format, b)) {
        (Number::Nan, _) | (_, Number::Nan) => return format.nan(),
        (Number::Infinite(_), Number::Infinite(_)) => return format.nan(),
        (Number::Infinite(s), Number::Finite(b)) => {
            return signed(format, s != b.negative, format.infinity())
        }
        (Number::Finite(a), Number::Infinite(s)) => return signed(format, a.negative != s, 0),
        (Number::Finite(a), Number::Finite(b)) => (a, b),
    };
    let negative = a.negative != b.negative;
    match (a.significand, b.significand) {
        (0, 0) => return format.nan(),
        (0, _) => return signed(format, negative, 0),
        (_, 0) => return signed(format, negative, format.infinity()),
        _ => {}
    }
    // The dividend's top bit to 127: the quotient has at least 127 - 53 bits.
    let shift = a.significand.leading_zeros();
    let dividend = a.significand << shift;
    let parts = Parts {
        negative,
        exponent: a.exponent - shift as i32 - b.exponent,
        significand: dividend / b.significand,
    };
    round(format, parts, dividend % b.significand != 0, rounding)
}

/// The square root of a.
pub fn sqrt(format: Format, a: u64, rounding: Rounding) -> u64 {
    let a = match unpack(format, a) {
        Number::Finite(parts) if parts.significand == 0 => {
            return signed(format, parts.negative, 0)
        }
        Number::Infinite(false) => return format.infinity(),
        Number::Finite(parts) if !parts.negative => parts,
        _ => return format.nan(),
    };
    // An even exponent, and as many bits as there is room for: the root has 63.
    let mut shift = a.significand.leading_zeros() as i32 - 1;
    shift -= (a.exponent - shift) & 1;
    let square = a.significand << shift;
    let root = square.isqrt();
    let parts = Parts {
        negative: false,
        exponent: (a.exponent - shift) / 2,
        significand: root,
    };
    round(format, parts, root * root != square, rounding)
}

/// A number of one format in another.
pub fn convert(from: Format, bits: u64, to: Format, rounding: Rounding) -> u64 {
    match unpack(from, bits) {
        Number::Nan => to.nan(),
        Number::Infinite(negative) => signed(to, negative, to.infinity()),
        Number::Finite(parts) => round(to, parts, false, rounding),
    }
}

#[cfg(test)]
mod tests;
