//! Port values as text: hexadecimal, of any width.

use num_bigint::BigUint;
use std::fmt;

/// A value as `0x` and all digits that its width has, with `_` between groups of 32 bits.
pub fn to_hex(words: &[u32], width: usize) -> String {
    let digits = to_digits(words, width);
    let mut text = String::from("0x");
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(8) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

/// A value with all digits that its width has, without `0x`.
pub fn to_digits(words: &[u32], width: usize) -> String {
    let digits = width.div_ceil(4);
    format!("{:0>digits$}", BigUint::from_slice(words).to_str_radix(16))
}

/// Text that is no value of a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// Not `0x` and hexadecimal digits.
    NotHex(String),
    /// More bits than the port has.
    TooWide {
        /// The text.
        given: String,
        /// Bits of the port.
        width: usize,
    },
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotHex(given) => {
                write!(f, "'{given}' is not a hexadecimal number such as 0x3f")
            }
            Self::TooWide { given, width } => {
                write!(f, "{given} does not fit {width} bits")
            }
        }
    }
}

impl std::error::Error for ValueError {}

/// Reads what [`to_hex`] writes into the words of a port; `_` and leading zeros may be left out.
pub fn from_hex(text: &str, width: usize, words: &mut [u32]) -> Result<(), ValueError> {
    let not_hex = || ValueError::NotHex(text.to_owned());
    let digits = text.strip_prefix("0x").ok_or_else(not_hex)?;
    // `parse_bytes` would take a sign too.
    let plain = |b: u8| b.is_ascii_hexdigit() || b == b'_';
    if !digits.starts_with(|c: char| c.is_ascii_hexdigit()) || !digits.bytes().all(plain) {
        return Err(not_hex());
    }
    let value = BigUint::parse_bytes(digits.as_bytes(), 16).ok_or_else(not_hex)?;
    if value.bits() > width as u64 {
        return Err(ValueError::TooWide {
            given: text.to_owned(),
            width,
        });
    }
    words.fill(0);
    for (word, digit) in words.iter_mut().zip(value.iter_u32_digits()) {
        *word = digit;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_words_agree() {
        assert_eq!(to_hex(&[0], 1), "0x0");
        assert_eq!(to_hex(&[0x89ab_cdef, 0x1], 33), "0x1_89abcdef");
        assert_eq!(to_hex(&[0x89ab_cdef, 0x1], 64), "0x00000001_89abcdef");
        assert_eq!(to_digits(&[5], 10), "005");
        for text in ["0x189abcdef", "0x1_89abcdef", "0x00000001_89abcdef"] {
            let mut words = [7, 7];
            from_hex(text, 33, &mut words).unwrap();
            assert_eq!(words, [0x89ab_cdef, 1]);
        }
    }

    #[test]
    fn refusals_say_why() {
        let mut words = [0];
        let message =
            |text: &str, words: &mut [u32]| from_hex(text, 10, words).map_err(|e| e.to_string());
        assert_eq!(
            message("0x400", &mut words).unwrap_err(),
            "0x400 does not fit 10 bits"
        );
        for text in ["", "12", "0x", "0x+1", "0x_1", "0xg"] {
            assert_eq!(
                message(text, &mut words).unwrap_err(),
                format!("'{text}' is not a hexadecimal number such as 0x3f")
            );
        }
        assert_eq!(message("0x3FF", &mut words), Ok(()));
        assert_eq!(words, [0x3ff]);
    }
}
