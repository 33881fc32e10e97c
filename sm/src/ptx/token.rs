//! Tokens of PTX.

use super::ast::Debugging;
use super::{At, Problem};
use logos::Logos;
use std::fmt;

/// A token; names and literals borrow from the source.
#[derive(Clone, Copy, Debug, Logos, PartialEq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip r"//[^\n]*")]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub enum Token<'s> {
    /// A directive or modifier with its dot: `.reg`, `.f32`, `.L2::128B`.
    #[regex(r"\.[a-zA-Z0-9_]+(::[a-zA-Z0-9_]+)*")]
    Dot(&'s str),
    /// An identifier, an opcode or a register.
    #[regex(r"[a-zA-Z][a-zA-Z0-9_$]*|[_$%][a-zA-Z0-9_$]*")]
    Name(&'s str),
    /// `0f` and the eight digits of an f32.
    #[regex(r"0[fF][0-9a-fA-F]{8}")]
    SingleBits(&'s str),
    /// `0d` and the sixteen digits of an f64.
    #[regex(r"0[dD][0-9a-fA-F]{16}")]
    DoubleBits(&'s str),
    /// A decimal floating-point number.
    #[regex(r"[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+")]
    Decimal(&'s str),
    /// A whole number.
    #[regex(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)U?")]
    Integer(&'s str),
    /// A string, quotes included.
    #[regex("\"[^\"\n]*\"")]
    Text(&'s str),
    /// Any other printable character.
    #[regex(r"[(){}\[\]<>,;:@!|=+\-*/&^~?]", |lex| lex.slice().as_bytes()[0])]
    Punctuation(u8),
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Dot(text)
            | Token::Name(text)
            | Token::SingleBits(text)
            | Token::DoubleBits(text)
            | Token::Decimal(text)
            | Token::Integer(text) => write!(f, "'{text}'"),
            Token::Text(text) => write!(f, "{text}"),
            Token::Punctuation(byte) => write!(f, "'{}'", char::from(*byte)),
        }
    }
}

/// The tokens of a text and where each begins and ends.
pub struct Tokens<'s> {
    tokens: Vec<(Token<'s>, At)>,
    next: usize,
    end: At,
    /// What directives for debuggers have said so far.
    pub debugging: Debugging<'s>,
}

impl<'s> Tokens<'s> {
    /// Cuts a text into tokens.
    pub fn new(text: &'s str) -> Result<Self, Problem> {
        let Ok(length) = u32::try_from(text.len()) else {
            return Err(Problem::new(At(0), "the module is larger than 4 GiB"));
        };
        let mut tokens = Vec::with_capacity(text.len() / 4);
        for (token, span) in Token::lexer(text).spanned() {
            let at = At(span.start as u32);
            let Ok(token) = token else {
                let found = text[span.start..].chars().next().unwrap_or(' ');
                let message = match found {
                    '"' => "this string does not end on its line".into(),
                    '/' => "this comment does not end".into(),
                    _ => format!("found {found:?}, which no token of PTX begins with"),
                };
                return Err(Problem::new(at, message));
            };
            tokens.push((token, at));
        }
        Ok(Self {
            tokens,
            next: 0,
            end: At(length),
            debugging: Debugging::default(),
        })
    }

    /// The next token.
    pub fn peek(&self) -> Option<Token<'s>> {
        self.peek_at(0)
    }

    /// The token after `ahead` others.
    pub fn peek_at(&self, ahead: usize) -> Option<Token<'s>> {
        self.tokens.get(self.next + ahead).map(|&(token, _)| token)
    }

    /// Where the next token begins.
    pub fn at(&self) -> At {
        self.tokens.get(self.next).map_or(self.end, |&(_, at)| at)
    }

    /// Takes the next token.
    pub fn take(&mut self) -> Option<Token<'s>> {
        let token = self.peek()?;
        self.next += 1;
        Some(token)
    }

    /// Takes the next token if it is this character.
    pub fn maybe(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(Token::Punctuation(byte));
        self.next += usize::from(found);
        found
    }

    /// Takes the next token if it is this directive, dot included.
    pub fn maybe_dot(&mut self, directive: &str) -> bool {
        let found = self.peek() == Some(Token::Dot(directive));
        self.next += usize::from(found);
        found
    }

    /// How many tokens have been taken.
    pub fn taken(&self) -> usize {
        self.next
    }

    /// Goes back to where a statement began, then on behind its `;`, or before the brace that ends the block.
    pub fn recover(&mut self, start: usize) {
        self.next = start;
        let mut depth = 0u32;
        while let Some(token) = self.peek() {
            match token {
                Token::Punctuation(b'{') => depth += 1,
                Token::Punctuation(b'}') if depth == 0 => return,
                Token::Punctuation(b'}') => depth -= 1,
                Token::Punctuation(b';') if depth == 0 => {
                    self.next += 1;
                    return;
                }
                _ => {}
            }
            self.next += 1;
        }
    }

    /// Takes this character.
    pub fn expect(&mut self, byte: u8) -> Result<(), Problem> {
        if self.maybe(byte) {
            return Ok(());
        }
        Err(self.unexpected(&format!("'{}'", char::from(byte))))
    }

    /// Takes a name.
    pub fn name(&mut self, what: &str) -> Result<&'s str, Problem> {
        match self.peek() {
            Some(Token::Name(name)) => {
                self.next += 1;
                Ok(name)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Takes a whole number.
    pub fn integer(&mut self, what: &str) -> Result<u64, Problem> {
        match self.peek() {
            Some(Token::Integer(text)) => {
                let value = whole(text).map_err(|message| Problem::new(self.at(), message))?;
                self.next += 1;
                Ok(value)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// The problem that the next token is not what was expected.
    pub fn unexpected(&self, expected: &str) -> Problem {
        let found = self.peek();
        let found = found.map_or_else(|| "the end of the file".to_owned(), |t| t.to_string());
        Problem::new(self.at(), format!("expected {expected}, found {found}"))
    }
}

/// The value of a whole number in PTX's notations: hexadecimal, binary, octal, decimal.
pub fn whole(text: &str) -> Result<u64, String> {
    let digits = text.strip_suffix('U').unwrap_or(text);
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&digits[2..], 16),
        [b'0', b'b' | b'B', ..] => (&digits[2..], 2),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    u64::from_str_radix(digits, radix)
        .map_err(|_| format!("expected a number of at most 64 bits, found '{text}'"))
}
