//! Nearest against the host; the other directions against what defines them.

use super::*;
use proptest::prelude::*;

/// Bit patterns where the exponents that matter are as likely as all others together.
fn interesting(bits: u32, fraction: u32) -> impl Strategy<Value = u64> {
    let mask = u64::MAX >> (64 - bits);
    let special = (any::<u64>(), 0u64..6, any::<bool>()).prop_map(move |(raw, kind, short)| {
        let fraction_mask = (1u64 << fraction) - 1;
        let sign = raw & 1 << (bits - 1);
        let exponents = (1u64 << (bits - 1 - fraction)) - 1;
        let exponent = match kind {
            0 => 0,
            1 => exponents,
            2 => exponents - 1,
            3 => 1,
            4 => exponents / 2 + raw % 5,
            _ => exponents / 2,
        };
        let fraction_value = if short { raw & 7 } else { raw & fraction_mask };
        sign | exponent << fraction | fraction_value
    });
    prop_oneof![any::<u64>().prop_map(move |raw| raw & mask), special]
}

fn same32(ours: u64, host: f32) -> Result<(), TestCaseError> {
    let host = if host.is_nan() {
        F32.nan()
    } else {
        u64::from(host.to_bits())
    };
    prop_assert_eq!(ours, host, "ours {:#x} host {:#x}", ours, host);
    Ok(())
}

fn same64(ours: u64, host: f64) -> Result<(), TestCaseError> {
    let host = if host.is_nan() {
        F64.nan()
    } else {
        host.to_bits()
    };
    prop_assert_eq!(ours, host, "ours {:#x} host {:#x}", ours, host);
    Ok(())
}

const NEAREST: Rounding = Rounding::Nearest;

/// Down <= Up, they are neighbours or equal, and Nearest and Zero are among them.
fn directions_agree(f: impl Fn(Rounding) -> u64, format: Format) -> Result<(), TestCaseError> {
    let (near, zero) = (f(Rounding::Nearest), f(Rounding::Zero));
    let (down, up) = (f(Rounding::Down), f(Rounding::Up));
    if near == format.nan() {
        prop_assert!([zero, down, up].iter().all(|&r| r == near));
        return Ok(());
    }
    // Order of the numbers, with -0 and 0 as one place each, next to each other.
    let order = |bits: u64| {
        let magnitude = (bits & (format.sign() - 1)) as i64;
        if bits & format.sign() != 0 {
            -magnitude - 1
        } else {
            magnitude
        }
    };
    let zeros = down & !format.sign() == 0 && up & !format.sign() == 0;
    prop_assert!(
        zeros || (0..=1).contains(&(order(up) - order(down))),
        "{:#x} {:#x}",
        down,
        up
    );
    prop_assert!(near == down || near == up);
    let toward_zero = if down & format.sign() != 0 { up } else { down };
    prop_assert!(
        zeros || zero == toward_zero,
        "{:#x} {:#x} {:#x}",
        zero,
        down,
        up
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn single_precision_is_the_hosts(
        a in interesting(32, 23), b in interesting(32, 23), c in interesting(32, 23),
    ) {
        let [x, y, z] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
        same32(add(F32, a, b, NEAREST), x + y)?;
        same32(mul(F32, a, b, NEAREST), x * y)?;
        same32(fma(F32, a, b, c, NEAREST), x.mul_add(y, z))?;
        same32(div(F32, a, b, NEAREST), x / y)?;
        same32(sqrt(F32, a, NEAREST), x.sqrt())?;
        same64(convert(F32, a, F64, NEAREST), f64::from(x))?;
        same32(to_integral(F32, a, NEAREST), x.round_ties_even())?;
        same32(to_integral(F32, a, Rounding::Down), x.floor())?;
        same32(to_integral(F32, a, Rounding::Up), x.ceil())?;
        same32(to_integral(F32, a, Rounding::Zero), x.trunc())?;
    }

    #[test]
    fn double_precision_is_the_hosts(
        a in interesting(64, 52), b in interesting(64, 52), c in interesting(64, 52),
    ) {
        let [x, y, z] = [a, b, c].map(f64::from_bits);
        same64(add(F64, a, b, NEAREST), x + y)?;
        same64(mul(F64, a, b, NEAREST), x * y)?;
        same64(fma(F64, a, b, c, NEAREST), x.mul_add(y, z))?;
        same64(div(F64, a, b, NEAREST), x / y)?;
        same64(sqrt(F64, a, NEAREST), x.sqrt())?;
        same32(convert(F64, a, F32, NEAREST), x as f32)?;
        let low = i128::from(i64::MIN);
        let high = i128::from(i64::MAX);
        let cut = to_integer(F64, a, Rounding::Zero, low, high);
        prop_assert_eq!(cut.unwrap_or(0), i128::from(x as i64));
    }

    #[test]
    fn directions_enclose_the_exact_result(
        a in interesting(32, 23), b in interesting(32, 23), c in interesting(32, 23),
        d in interesting(64, 52), e in interesting(64, 52), f in interesting(64, 52),
    ) {
        directions_agree(|r| add(F32, a, b, r), F32)?;
        directions_agree(|r| fma(F32, a, b, c, r), F32)?;
        directions_agree(|r| div(F32, a, b, r), F32)?;
        directions_agree(|r| sqrt(F32, a, r), F32)?;
        directions_agree(|r| mul(F64, d, e, r), F64)?;
        directions_agree(|r| fma(F64, d, e, f, r), F64)?;
        directions_agree(|r| div(F64, d, e, r), F64)?;
        directions_agree(|r| convert(F64, d, F32, r), F32)?;
        directions_agree(|r| convert(F64, d, F16, r), F16)?;
    }

    /// f32 results of exact f64 arithmetic: the direction can be read off the exact value.
    #[test]
    fn directed_products_are_on_the_right_side(a in interesting(32, 23), b in interesting(32, 23)) {
        let exact = f64::from(f32::from_bits(a as u32)) * f64::from(f32::from_bits(b as u32));
        if !exact.is_finite() {
            return Ok(());
        }
        let result = |r| f64::from(f32::from_bits(mul(F32, a, b, r) as u32));
        prop_assert!(result(Rounding::Down) <= exact);
        prop_assert!(result(Rounding::Up) >= exact);
        prop_assert!(result(Rounding::Zero).abs() <= exact.abs());
    }

    #[test]
    fn integers_convert_as_the_hosts(value in any::<i64>(), shift in 0u32..64) {
        let value = value >> shift;
        same32(from_integer(F32, value.into(), NEAREST), value as f32)?;
        same64(from_integer(F64, value.into(), NEAREST), value as f64)?;
        let unsigned = value as u64;
        same32(from_integer(F32, unsigned.into(), NEAREST), unsigned as f32)?;
    }

    #[test]
    fn halves_survive_the_round_trip(bits in 0u64..0x10000) {
        let wide = convert(F16, bits, F32, NEAREST);
        let back = convert(F32, wide, F16, NEAREST);
        let is_nan = bits & 0x7fff > 0x7c00;
        prop_assert_eq!(back, if is_nan { 0x7fff } else { bits });
    }
}
