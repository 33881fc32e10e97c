//! Expressions as edits write them, before anything is known of their names.
//!
//! ```text
//! it & !lines[k].valid                 `it` is what drives the place now
//! full ? State::Off : next             choice, and a state by its name
//! {tag[9:1], 1'd0}                     pieces, most significant first; bits 9 to 1
//! any(data[8 * 1 +: 8]) || count == 3  `any`, `all` and `xor` of all bits
//! ```

use crate::ir::{BinaryOp, UnaryOp};
use num_bigint::BigUint;

/// An expression without types.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    Number {
        width: Option<usize>,
        value: BigUint,
    },
    Name(Name),
    Unary(UnaryOp, Box<Term>),
    Binary(BinaryOp, Box<Term>, Box<Term>),
    Choice(Box<Term>, Box<Term>, Box<Term>),
    Concat(Vec<Term>),
    Replicate(usize, Box<Term>),
    /// A product: of indices only.
    Times(Box<Term>, Box<Term>),
    /// Bits of an expression that is no name.
    Part(Box<Term>, Bracket),
}

/// `lines[k].valid[3:0]`: words and what stands in brackets, each in their order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Name {
    pub words: Vec<String>,
    pub brackets: Vec<Bracket>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Bracket {
    /// `[3]`
    At(Box<Term>),
    /// `[3 +: 8]`, and `[10:3]`, which is the same.
    From(Box<Term>, usize),
}

/// Reads an expression.
pub(super) fn expression(text: &str) -> Result<Term, String> {
    let mut parser = Parser::new(text)?;
    let term = parser.choice()?;
    parser.end()?;
    Ok(term)
}

/// Reads a place.
pub(super) fn place(text: &str) -> Result<Name, String> {
    let mut parser = Parser::new(text)?;
    let name = parser.name()?;
    parser.end()?;
    Ok(name)
}

const PAIRS: &[&str] = &["+:", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "::"];

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut out = vec![];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
        let length = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if PAIRS.iter().any(|pair| rest.starts_with(pair)) {
            2
        } else if first.is_ascii() {
            1
        } else {
            return Err(format!("`{first}` has no meaning here"));
        };
        out.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(out)
}

/// Operators from the weakest on.
const LEVELS: &[&[(&str, BinaryOp)]] = &[
    &[("||", BinaryOp::LogicalOr)],
    &[("&&", BinaryOp::LogicalAnd)],
    &[
        ("==", BinaryOp::Eq),
        ("!=", BinaryOp::Ne),
        ("<=", BinaryOp::Le),
        (">=", BinaryOp::Ge),
        ("<", BinaryOp::Lt),
        (">", BinaryOp::Gt),
    ],
    &[("|", BinaryOp::Or)],
    &[("^", BinaryOp::Xor)],
    &[("&", BinaryOp::And)],
    &[("<<", BinaryOp::Shl), (">>", BinaryOp::Shr)],
    &[("+", BinaryOp::Add), ("-", BinaryOp::Sub)],
];

struct Parser {
    tokens: Vec<String>,
    at: usize,
}

impl Parser {
    fn new(text: &str) -> Result<Self, String> {
        Ok(Self {
            tokens: tokens(text)?,
            at: 0,
        })
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn found(&self) -> String {
        match self.peek() {
            "" => "the end".to_owned(),
            token => format!("`{token}`"),
        }
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn want(&mut self, token: &str) -> Result<(), String> {
        match self.take(token) {
            true => Ok(()),
            false => Err(format!("{} stands where `{token}` is wanted", self.found())),
        }
    }

    fn end(&self) -> Result<(), String> {
        match self.peek() {
            "" => Ok(()),
            token => Err(format!("`{token}` stands where the end is wanted")),
        }
    }

    fn word(&mut self) -> Result<String, String> {
        let word = self.peek().to_owned();
        if !crate::names::is_word(&word) {
            return Err(format!("{} stands where a name is wanted", self.found()));
        }
        self.at += 1;
        Ok(word)
    }

    fn number(&mut self) -> Result<usize, String> {
        let number = self.peek().replace('_', "").parse();
        let wrong = |_| format!("{} stands where a number is wanted", self.found());
        let number = number.map_err(wrong)?;
        self.at += 1;
        Ok(number)
    }

    fn choice(&mut self) -> Result<Term, String> {
        let test = self.binary(0)?;
        if !self.take("?") {
            return Ok(test);
        }
        let then = self.choice()?;
        self.want(":")?;
        let otherwise = self.choice()?;
        Ok(Term::Choice(
            Box::new(test),
            Box::new(then),
            Box::new(otherwise),
        ))
    }

    fn binary(&mut self, level: usize) -> Result<Term, String> {
        let Some(operators) = LEVELS.get(level) else {
            let mut left = self.unary()?;
            while self.take("*") {
                left = Term::Times(Box::new(left), Box::new(self.unary()?));
            }
            return Ok(left);
        };
        let mut left = self.binary(level + 1)?;
        while let Some(&(_, operator)) = operators.iter().find(|(t, _)| self.peek() == *t) {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = Term::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Term, String> {
        let operator = match self.peek() {
            "!" => UnaryOp::Not,
            "-" => UnaryOp::Neg,
            _ => return self.atom(),
        };
        self.at += 1;
        Ok(Term::Unary(operator, Box::new(self.unary()?)))
    }

    fn atom(&mut self) -> Result<Term, String> {
        if self.take("(") {
            let inner = self.choice()?;
            self.want(")")?;
            return self.parts(inner);
        }
        if self.take("{") {
            return self.pieces();
        }
        if self.peek().starts_with(|c: char| c.is_ascii_digit()) {
            return self.literal();
        }
        let reduction = match self.peek() {
            "any" => Some(UnaryOp::Any),
            "all" => Some(UnaryOp::All),
            "xor" => Some(UnaryOp::Xor),
            _ => None,
        };
        if let Some(operator) = reduction {
            if self.tokens.get(self.at + 1).is_some_and(|t| t == "(") {
                self.at += 2;
                let operand = self.choice()?;
                self.want(")")?;
                return Ok(Term::Unary(operator, Box::new(operand)));
            }
        }
        Ok(Term::Name(self.name()?))
    }

    fn parts(&mut self, mut term: Term) -> Result<Term, String> {
        while self.peek() == "[" {
            term = Term::Part(Box::new(term), self.bracket()?);
        }
        Ok(term)
    }

    fn pieces(&mut self) -> Result<Term, String> {
        let first = self.choice()?;
        if self.take("{") {
            let Term::Number { value, .. } = &first else {
                return Err("how often must be a number, as in `{4{x}}`".to_owned());
            };
            let count = usize::try_from(value).map_err(|_| "too often".to_owned())?;
            let inner = self.choice()?;
            self.want("}")?;
            self.want("}")?;
            return Ok(Term::Replicate(count, Box::new(inner)));
        }
        let mut pieces = vec![first];
        while self.take(",") {
            pieces.push(self.choice()?);
        }
        self.want("}")?;
        Ok(Term::Concat(pieces))
    }

    /// `12`, `0x2f`, `4'd12`, `8'h2f`.
    fn literal(&mut self) -> Result<Term, String> {
        let text = self.peek().replace('_', "");
        let wrong = || format!("`{text}` is no number");
        let (width, digits) = match text.split_once('\'') {
            Some((width, digits)) => (Some(width.parse().map_err(|_| wrong())?), digits),
            None => (None, text.as_str()),
        };
        let (digits, radix) = match digits.split_at(digits.len().min(1)) {
            ("h", rest) if width.is_some() => (rest, 16),
            ("b", rest) if width.is_some() => (rest, 2),
            ("d", rest) if width.is_some() => (rest, 10),
            _ => match digits.strip_prefix("0x") {
                Some(rest) => (rest, 16),
                None => (digits, 10),
            },
        };
        let value = BigUint::parse_bytes(digits.as_bytes(), radix).ok_or_else(wrong)?;
        if width.is_some_and(|width| value.bits() > width as u64) {
            return Err(format!("`{text}` does not fit its width"));
        }
        self.at += 1;
        Ok(Term::Number { width, value })
    }

    fn name(&mut self) -> Result<Name, String> {
        let mut name = Name {
            words: vec![self.word()?],
            brackets: vec![],
        };
        loop {
            if self.take(".") || self.take("::") {
                name.words.push(self.word()?);
            } else if self.peek() == "[" {
                name.brackets.push(self.bracket()?);
            } else {
                return Ok(name);
            }
        }
    }

    fn bracket(&mut self) -> Result<Bracket, String> {
        self.want("[")?;
        let from = self.choice()?;
        if self.take("+:") {
            let width = self.number()?;
            self.want("]")?;
            return Ok(Bracket::From(Box::new(from), width));
        }
        if self.take(":") {
            let low = self.number()?;
            self.want("]")?;
            let Term::Number { value, .. } = &from else {
                return Err("`[a:b]` wants numbers; with a signal write `[a +: width]`".to_owned());
            };
            let high = usize::try_from(value).ok().filter(|high| *high >= low);
            let high = high.ok_or_else(|| format!("`[{value}:{low}]` is upside down"))?;
            let low_term = Term::Number {
                width: None,
                value: low.into(),
            };
            return Ok(Bracket::From(Box::new(low_term), high - low + 1));
        }
        self.want("]")?;
        Ok(Bracket::At(Box::new(from)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_in_rust() {
        let same = |a: &str, b: &str| assert_eq!(expression(a), expression(b), "{a}");
        same("a | b & c == d", "(a | (b & c)) == d");
        same("!a && b || c", "((!a) && b) || c");
        same("a ? b : c ? d : e", "a ? b : (c ? d : e)");
        same("a - b - c", "(a - b) - c");
        same("x[7:4]", "x[4 +: 4]");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| expression(text).expect_err(text);
        assert_eq!(said("a &"), "the end stands where a name is wanted");
        assert_eq!(said("a b"), "`b` stands where the end is wanted");
        assert_eq!(said("(a"), "the end stands where `)` is wanted");
        assert_eq!(said("2'd4"), "`2'd4` does not fit its width");
        assert_eq!(said("x[0:3]"), "`[0:3]` is upside down");
        assert_eq!(
            said("x[i:3]"),
            "`[a:b]` wants numbers; with a signal write `[a +: width]`"
        );
        assert_eq!(said("a § b"), "`§` has no meaning here");
    }
}
