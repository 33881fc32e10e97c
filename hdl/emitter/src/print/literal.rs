//! Numbers.

use crate::ir::{Number, Radix};
use num_bigint::BigUint;

/// From here on a number is read as bits.
const DECIMAL: u32 = 10_000;

/// Widest pattern of bits that is written bit by bit.
const BINARY_WIDTH: usize = 16;

/// Widest literal that is written as one number; more would not fit a line.
const LITERAL_WIDTH: usize = 256;

/// A number as the source writes it: a pattern of bits as such.
pub(super) fn number(width: usize, number: &Number) -> String {
    let value = &number.value;
    match number.radix {
        Some(Radix::Binary) if width <= BINARY_WIDTH => format!("{width}'b{value:0width$b}"),
        Some(_) if (2..=64).contains(&width) => format!("{width}'h{value:x}"),
        _ => literal(width, value),
    }
}

/// A literal with its width: small numbers in decimal, the rest in hexadecimal.
pub(super) fn literal(width: usize, value: &BigUint) -> String {
    if width == 1 {
        return format!("1'b{value}");
    }
    let ones = (BigUint::from(1u8) << width) - 1u8;
    if *value < BigUint::from(DECIMAL) && (width < 8 || *value != ones) {
        return format!("{width}'d{value}");
    }
    if *value == ones && width > 64 {
        return format!("{{{width}{{1'b1}}}}");
    }
    if width <= LITERAL_WIDTH {
        return format!("{width}'h{value:x}");
    }
    let mut pieces = vec![];
    let mut offset = 0;
    let mask = (BigUint::from(1u8) << LITERAL_WIDTH) - 1u8;
    while offset < width {
        let piece = LITERAL_WIDTH.min(width - offset);
        pieces.push(literal(piece, &((value >> offset) & &mask)));
        offset += piece;
    }
    pieces.reverse();
    format!("{{{}}}", pieces.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_bits_are_written_as_such() {
        let written = |width: usize, value: u8, radix| {
            let mut pattern = Number::from(BigUint::from(value));
            pattern.radix = radix;
            number(width, &pattern)
        };
        assert_eq!(written(7, 7, Some(Radix::Binary)), "7'b0000111");
        assert_eq!(written(24, 7, Some(Radix::Binary)), "24'h7");
        assert_eq!(written(4, 15, Some(Radix::Hexadecimal)), "4'hf");
        assert_eq!(written(1, 1, Some(Radix::Hexadecimal)), "1'b1");
        assert_eq!(written(7, 7, None), "7'd7");
    }

    #[test]
    fn literals_carry_their_width() {
        assert_eq!(literal(1, &BigUint::from(1u8)), "1'b1");
        assert_eq!(literal(8, &BigUint::from(99u8)), "8'd99");
        assert_eq!(literal(8, &BigUint::from(255u8)), "8'hff");
        assert_eq!(literal(10, &BigUint::from(400u32)), "10'd400");
        assert_eq!(literal(16, &BigUint::from(0xffff_u32)), "16'hffff");
        assert_eq!(literal(1024, &BigUint::ZERO), "1024'd0");
        let ones = (BigUint::from(1u8) << 1024u32) - 1u8;
        assert_eq!(literal(1024, &ones), "{1024{1'b1}}");
        let wide = BigUint::from(1u8) << 300u32;
        assert_eq!(
            literal(512, &wide),
            format!("{{256'h{:x}, 256'd0}}", 1u64 << 44)
        );
    }
}
