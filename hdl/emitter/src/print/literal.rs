//! Numbers.

use num_bigint::BigUint;

/// Widest literal that is written as one number; more would not fit a line.
const LITERAL_WIDTH: usize = 256;

/// A literal with its width: small numbers in decimal, the rest in hexadecimal.
pub(super) fn literal(width: usize, value: &BigUint) -> String {
    if width == 1 {
        return format!("1'b{value}");
    }
    if *value < BigUint::from(100u8) {
        return format!("{width}'d{value}");
    }
    let ones = (BigUint::from(1u8) << width) - 1u8;
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
    fn literals_carry_their_width() {
        assert_eq!(literal(1, &BigUint::from(1u8)), "1'b1");
        assert_eq!(literal(8, &BigUint::from(99u8)), "8'd99");
        assert_eq!(literal(8, &BigUint::from(255u8)), "8'hff");
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
