//! Numbers of a descriptor: literals, and expressions over named numbers.
//!
//! ```text
//! sum     = product { ("+" | "-") product }      shift binds loosest: "a << b + 1" is a << (b + 1)
//! product = unary { ("*" | "/" | "%") unary }
//! unary   = ["-"] (number | name | "(" expression ")" | ("min" | "max") "(" a "," b ")")
//! ```

use crate::descriptor::Scalar;
use std::fmt;

/// A value: whole numbers stay whole until they meet a real one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// A real number.
    Real(f64),
}

impl Value {
    /// The value as a real number.
    pub fn real(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Real(value) => value,
        }
    }
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    text: String,
    reason: String,
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in expression {:?}: {}", self.text, self.reason)
    }
}

impl std::error::Error for ExpressionError {}

/// Parentheses nest at most this deep.
const DEEPEST: u32 = 64;

/// The value of a scalar; `lookup` knows the names.
pub fn evaluate(
    scalar: &Scalar,
    lookup: &dyn Fn(&str) -> Option<Value>,
) -> Result<Value, ExpressionError> {
    let text = match scalar {
        Scalar::Integer(value) => return Ok(Value::Integer(*value)),
        Scalar::Real(value) => return Ok(Value::Real(*value)),
        Scalar::Expression(text) => text,
    };
    let mut parser = Parser {
        rest: text,
        lookup,
        depth: 0,
    };
    let value = parser.shift().and_then(|value| match parser.skip() {
        "" => Ok(value),
        rest => Err(format!("expected an operator, found {rest:?}")),
    });
    value.map_err(|reason| ExpressionError {
        text: text.clone(),
        reason,
    })
}

struct Parser<'a> {
    rest: &'a str,
    lookup: &'a dyn Fn(&str) -> Option<Value>,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn skip(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        self.rest
    }

    fn maybe(&mut self, token: &str) -> bool {
        match self.skip().strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.maybe(token) {
            return Ok(());
        }
        Err(format!("expected {token:?}, found {:?}", self.rest))
    }

    fn shift(&mut self) -> Result<Value, String> {
        let mut left = self.sum()?;
        loop {
            let to_left = self.maybe("<<");
            if !to_left && !self.maybe(">>") {
                return Ok(left);
            }
            let (Value::Integer(value), Value::Integer(by @ 0..=63)) = (left, self.sum()?) else {
                return Err("a shift takes whole numbers, by 0 to 63".into());
            };
            left = Value::Integer(if to_left { value << by } else { value >> by });
        }
    }

    fn sum(&mut self) -> Result<Value, String> {
        let mut left = self.product()?;
        loop {
            if self.maybe("+") {
                left = both(left, self.product()?, i64::checked_add, |a, b| a + b)?;
            } else if self.maybe("-") {
                left = both(left, self.product()?, i64::checked_sub, |a, b| a - b)?;
            } else {
                return Ok(left);
            }
        }
    }

    fn product(&mut self) -> Result<Value, String> {
        let mut left = self.unary()?;
        loop {
            if self.maybe("*") {
                left = both(left, self.unary()?, i64::checked_mul, |a, b| a * b)?;
            } else if self.maybe("/") {
                left = both(left, self.unary()?, i64::checked_div, |a, b| a / b)?;
            } else if self.maybe("%") {
                left = both(left, self.unary()?, i64::checked_rem, |a, b| a % b)?;
            } else {
                return Ok(left);
            }
        }
    }

    fn unary(&mut self) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("it nests deeper than {DEEPEST}"));
        }
        let value = self.unary_inside();
        self.depth -= 1;
        value
    }

    fn unary_inside(&mut self) -> Result<Value, String> {
        if self.maybe("-") {
            let value = self.unary()?;
            return both(Value::Integer(0), value, i64::checked_sub, |_, b| -b);
        }
        if self.maybe("(") {
            let value = self.shift()?;
            self.expect(")")?;
            return Ok(value);
        }
        let rest = self.skip();
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return self.number();
        }
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let (name, rest) = rest.split_at(length);
        if name.is_empty() {
            return Err(format!("expected a number or a name, found {rest:?}"));
        }
        self.rest = rest;
        if matches!(name, "min" | "max") && self.maybe("(") {
            let a = self.shift()?;
            self.expect(",")?;
            let b = self.shift()?;
            self.expect(")")?;
            let smaller = a.real() <= b.real();
            return Ok(if smaller == (name == "min") { a } else { b });
        }
        (self.lookup)(name).ok_or_else(|| {
            format!("there is no constant or counter, nor in arguments a buffer, named {name:?}")
        })
    }

    fn number(&mut self) -> Result<Value, String> {
        let text = self.rest;
        if let Some(digits) = text.strip_prefix("0x") {
            let length = digits
                .find(|c: char| !c.is_ascii_hexdigit())
                .unwrap_or(digits.len());
            self.rest = &digits[length..];
            let value = i64::from_str_radix(&digits[..length], 16);
            return value
                .map(Value::Integer)
                .map_err(|_| format!("{:?} is no number of 63 bits", &text[..length + 2]));
        }
        let bytes = text.as_bytes();
        let mut end = 0;
        while let Some(&byte) = bytes.get(end) {
            let exponent_sign = matches!(byte, b'+' | b'-')
                && matches!(bytes[end - 1], b'e' | b'E')
                && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
            if !(byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E') || exponent_sign) {
                break;
            }
            end += 1;
        }
        let (number, rest) = text.split_at(end);
        self.rest = rest;
        if let Ok(value) = number.parse::<i64>() {
            return Ok(Value::Integer(value));
        }
        let value = number.parse::<f64>();
        value
            .map(Value::Real)
            .map_err(|_| format!("{number:?} is no number"))
    }
}

fn both(
    a: Value,
    b: Value,
    whole: fn(i64, i64) -> Option<i64>,
    real: fn(f64, f64) -> f64,
) -> Result<Value, String> {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => whole(a, b)
            .map(Value::Integer)
            .ok_or_else(|| format!("{a} and {b} have no result of 64 bits (a division by zero?)")),
        _ => Ok(Value::Real(real(a.real(), b.real()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<Value, String> {
        let names = |name: &str| match name {
            "n" => Some(Value::Integer(1000)),
            "x" => Some(Value::Real(0.5)),
            _ => None,
        };
        evaluate(&Scalar::Expression(text.into()), &names).map_err(|error| error.to_string())
    }

    #[test]
    fn expressions_have_the_usual_precedence() {
        for (text, expected) in [
            ("(n + 255) / 256", 4),
            ("1 + 2 * 3 - 4", 3),
            ("-n % 7", -6),
            ("1 << 2 + 1", 8),
            ("min(n, 0x10) * 2", 32),
            ("max(1, max(2, 3))", 3),
            ("10 - 2 - 3", 5),
        ] {
            assert_eq!(value(text), Ok(Value::Integer(expected)), "{text}");
        }
        assert_eq!(value("x * 3"), Ok(Value::Real(1.5)));
        assert_eq!(value("1e-3 + 1"), Ok(Value::Real(1.001)));
    }

    #[test]
    fn what_has_no_value_says_why() {
        for (text, part) in [
            ("m", "named \"m\""),
            ("1 / 0", "division by zero"),
            ("(1", "expected \")\""),
            ("1 2", "expected an operator"),
            ("", "expected a number"),
            ("0x", "no number"),
            ("1.2.3", "no number"),
            ("1 << 64", "0 to 63"),
        ] {
            let error = value(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
        let deep = "(".repeat(1000);
        assert!(value(&deep).expect_err("deep").contains("nests"));
    }
}
