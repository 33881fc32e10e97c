//! C's `printf`, conversion by conversion (C11, 7.21.6.1). Decimal digits are the exact value's, rounded once.

/// A conversion of a format: `%-8.3lf`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    other: bool,
    zeros: bool,
    width: Star,
    precision: Star,
    /// Whether an integer argument has 8 bytes.
    pub long: bool,
    /// What is converted.
    pub letter: u8,
}

/// A number that the format gives, or an argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Star {
    value: Option<i32>,
    is_argument: bool,
}

/// What is printed.
pub(super) enum Value {
    Signed(i64),
    Unsigned(u64),
    Real(f64),
    Text(Vec<u8>),
}

/// Widths and precisions beyond this are cut: nobody reads such lines.
const WIDEST: usize = 1000;

/// The conversion that a text begins with, `%` included, and its length.
pub(super) fn conversion(text: &[u8]) -> Option<(Conversion, usize)> {
    let mut found = Conversion::default();
    let mut at = 1;
    loop {
        match text.get(at)? {
            b'-' => found.left = true,
            b'+' => found.plus = true,
            b' ' => found.space = true,
            b'#' => found.other = true,
            b'0' => found.zeros = true,
            _ => break,
        }
        at += 1;
    }
    found.width = number(text, &mut at);
    if text.get(at) == Some(&b'.') {
        at += 1;
        found.precision = number(text, &mut at);
        // A point alone is a precision of zero.
        found.precision.value.get_or_insert(0);
    }
    while let Some(byte @ (b'h' | b'l' | b'L' | b'j' | b'z' | b't')) = text.get(at) {
        found.long |= *byte != b'h';
        at += 1;
    }
    found.letter = *text.get(at)?;
    Some((found, at + 1))
}

fn number(text: &[u8], at: &mut usize) -> Star {
    if text.get(*at) == Some(&b'*') {
        *at += 1;
        return Star {
            value: None,
            is_argument: true,
        };
    }
    let mut star = Star::default();
    while let Some(digit) = text.get(*at).filter(|byte| byte.is_ascii_digit()) {
        let value = star.value.unwrap_or(0).saturating_mul(10);
        star.value = Some(value.saturating_add(i32::from(digit - b'0')));
        *at += 1;
    }
    star
}

impl Conversion {
    /// The numbers that arguments give, in order.
    pub fn stars(&mut self) -> impl Iterator<Item = &mut Option<i32>> {
        let stars = [&mut self.width, &mut self.precision];
        stars
            .into_iter()
            .filter(|star| star.is_argument)
            .map(|star| &mut star.value)
    }

    /// The precision; a negative one is none.
    fn precision(&self) -> Option<usize> {
        let given = self.precision.value?;
        usize::try_from(given).ok().map(|given| given.min(WIDEST))
    }

    /// A value, as the conversion says.
    pub fn print(&self, value: Value) -> Vec<u8> {
        match value {
            Value::Text(mut text) => {
                if let (b's', Some(most)) = (self.letter, self.precision()) {
                    text.truncate(most);
                }
                self.pad("", text, false)
            }
            Value::Signed(value) => {
                let digits = self.digits(value.unsigned_abs().to_string());
                self.pad(
                    self.sign(value < 0),
                    digits.into_bytes(),
                    self.precision().is_none(),
                )
            }
            Value::Unsigned(value) => {
                let (prefix, digits) = match self.letter {
                    b'x' => ("0x", format!("{value:x}")),
                    b'X' => ("0X", format!("{value:X}")),
                    b'o' => ("", format!("{value:o}")),
                    b'p' => return self.pad("0x", format!("{value:x}").into_bytes(), false),
                    _ => ("", value.to_string()),
                };
                let mut digits = self.digits(digits);
                if self.letter == b'o' && self.other && !digits.starts_with('0') {
                    digits.insert(0, '0');
                }
                let prefix = if self.other && value != 0 { prefix } else { "" };
                self.pad(prefix, digits.into_bytes(), self.precision().is_none())
            }
            Value::Real(value) => {
                let mut text = self.real(value.abs());
                if self.letter.is_ascii_uppercase() {
                    text.make_ascii_uppercase();
                }
                // A NaN has a sign bit, but nobody means it.
                let negative = value.is_sign_negative() && !value.is_nan();
                self.pad(self.sign(negative), text.into_bytes(), value.is_finite())
            }
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// At least as many digits as the precision says; zero has none where it says none.
    fn digits(&self, digits: String) -> String {
        match self.precision() {
            Some(0) if digits == "0" => String::new(),
            Some(least) => format!("{digits:0>least$}"),
            None => digits,
        }
    }

    /// The magnitude of a real number.
    fn real(&self, value: f64) -> String {
        if !value.is_finite() {
            return if value.is_nan() { "nan" } else { "inf" }.to_owned();
        }
        let precision = self.precision().unwrap_or(6);
        let point = |text: String| {
            if self.other && !text.contains('.') {
                text + "."
            } else {
                text
            }
        };
        match self.letter.to_ascii_lowercase() {
            b'f' => point(format!("{value:.precision$}")),
            b'e' => scientific(value, precision, point).0,
            b'a' => hexadecimal(value),
            _ => {
                let digits = precision.max(1);
                let strip = |text: String| {
                    if self.other {
                        return point(text);
                    }
                    if !text.contains('.') {
                        return text;
                    }
                    text.trim_end_matches('0').trim_end_matches('.').to_owned()
                };
                let (text, exponent) = scientific(value, digits - 1, strip);
                if exponent < -4 || exponent >= digits as i32 {
                    return text;
                }
                let places = (digits as i32 - 1 - exponent) as usize;
                strip(format!("{value:.places$}"))
            }
        }
    }

    fn pad(&self, prefix: &str, text: Vec<u8>, zeros_fit: bool) -> Vec<u8> {
        let given = self.width.value.unwrap_or(0);
        let left = self.left || given < 0;
        let width = (given.unsigned_abs() as usize).min(WIDEST);
        let missing = width.saturating_sub(prefix.len() + text.len());
        let fill = |byte: u8, wanted: bool| vec![byte; if wanted { missing } else { 0 }];
        let zeros = self.zeros && zeros_fit && !left;
        [
            fill(b' ', !left && !zeros),
            prefix.as_bytes().to_vec(),
            fill(b'0', zeros),
            text,
            fill(b' ', left),
        ]
        .concat()
    }
}

/// `d.ddde+xx` and the exponent.
fn scientific(value: f64, precision: usize, finish: impl Fn(String) -> String) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    let mantissa = finish(mantissa.to_owned());
    (
        format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs()),
        exponent,
    )
}

/// `0x1.8p+1`: every bit of the number, whatever the precision.
fn hexadecimal(value: f64) -> String {
    let bits = value.to_bits();
    let (field, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let exponent = match (field, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => field - 1023,
    };
    let fraction = format!("{fraction:013x}");
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("0x{}{point}{fraction}p{exponent:+}", u32::from(field > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn said(spec: &str, value: Value) -> String {
        let (conversion, length) = conversion(spec.as_bytes()).expect("it is one");
        let text = String::from_utf8(conversion.print(value)).expect("it is text");
        text + &spec[length..]
    }

    /// What glibc's printf says of the same.
    #[test]
    fn values_print_as_in_c() {
        for (spec, value, expected) in [
            ("%d", -7, "-7"),
            ("%5d|", 42, "   42|"),
            ("%-5d|", 42, "42   |"),
            ("%05d", -42, "-0042"),
            ("%+d", 3, "+3"),
            ("% d", 3, " 3"),
            ("%.3d", 7, "007"),
            ("%.0d|", 0, "|"),
            ("%06.3d", 7, "   007"),
            ("%d", i64::MIN, "-9223372036854775808"),
        ] {
            assert_eq!(said(spec, Value::Signed(value)), expected, "{spec}");
        }
        for (spec, value, expected) in [
            ("%x", 255, "ff"),
            ("%#X", 255, "0XFF"),
            ("%#x", 0, "0"),
            ("%#o", 8, "010"),
            ("%#06x", 255, "0x00ff"),
            ("%p", 4096, "0x1000"),
            ("%u", u64::MAX, "18446744073709551615"),
        ] {
            assert_eq!(said(spec, Value::Unsigned(value)), expected, "{spec}");
        }
        for (spec, value, expected) in [
            ("%5.2f", 1.005, " 1.00"),
            ("%f", -0.5, "-0.500000"),
            ("%.0f", 2.5, "2"),
            ("%#.0f", 2.5, "2."),
            ("%e", 12345.678, "1.234568e+04"),
            ("%.0e", 15000.0, "2e+04"),
            ("%e", 0.0, "0.000000e+00"),
            ("%G", 1e-10, "1E-10"),
            ("%.3g", 0.00012345, "0.000123"),
            ("%g", 0.00001, "1e-05"),
            ("%g", 1e10, "1e+10"),
            ("%g", 100_000.0, "100000"),
            ("%g", 1_000_000.0, "1e+06"),
            ("%#g", 1.0, "1.00000"),
            ("%.17g", 0.1, "0.10000000000000001"),
            ("%08.3f", -1.5, "-001.500"),
            ("%8f", f64::INFINITY, "     inf"),
            ("%08F", f64::NEG_INFINITY, "    -INF"),
            ("%a", 3.0, "0x1.8p+1"),
            ("%a", 0.1, "0x1.999999999999ap-4"),
            ("%A", 1024.0, "0X1P+10"),
        ] {
            assert_eq!(said(spec, Value::Real(value)), expected, "{spec}");
        }
        for (spec, value, expected) in [
            ("%4s|", "ab", "  ab|"),
            ("%-4.1s|", "ab", "a   |"),
            ("%c", "a", "a"),
        ] {
            assert_eq!(said(spec, Value::Text(value.into())), expected, "{spec}");
        }
    }

    #[test]
    fn a_conversion_is_read_whole() {
        let (mut found, length) = conversion(b"%-8.*llx rest").expect("it is one");
        assert_eq!((found.letter, found.long, length), (b'x', true, 8));
        assert_eq!(found.stars().count(), 1);
        for star in found.stars() {
            *star = Some(-1);
        }
        assert_eq!(found.precision(), None, "a negative precision is none");
        assert_eq!(conversion(b"%"), None);
        assert_eq!(conversion(b"%-5"), None);
    }

    proptest! {
        #[test]
        fn any_conversion_of_any_value_prints(
            flags in "[-+ #0]{0,3}", width in "[0-9]{0,12}", precision in "(\\.[0-9]{0,12})?",
            letter in "[diuxXoceEfFgGaAsp]", bits: u64,
        ) {
            let spec = format!("%{flags}{width}{precision}{letter}");
            let (conversion, length) = conversion(spec.as_bytes()).expect("it is one");
            prop_assert_eq!(length, spec.len());
            let real = f64::from_bits(bits);
            for value in [Value::Signed(bits as i64), Value::Unsigned(bits), Value::Real(real), Value::Text(bits.to_le_bytes().into())] {
                prop_assert!(conversion.print(value).len() < 3 * WIDEST);
            }
        }
    }
}
