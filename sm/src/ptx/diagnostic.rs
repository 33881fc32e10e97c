//! Where a module is wrong, and why.

use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind, Source};
use std::fmt;

/// A byte offset into the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At(pub u32);

impl At {
    /// The line, counted from 1. A text that is longer than the offset says is cut short.
    pub fn line(self, text: &str) -> u32 {
        let before = &text.as_bytes()[..(self.0 as usize).min(text.len())];
        1 + before.iter().filter(|&&byte| byte == b'\n').count() as u32
    }
}

/// What is wrong at a place of the text; [`Diagnostic`] is the same with the place spelt out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub at: At,
    /// What stood there, what was expected.
    pub message: String,
}

impl Problem {
    /// A problem at a place.
    pub fn new(at: At, message: impl Into<String>) -> Self {
        Self {
            at,
            message: message.into(),
        }
    }
}

/// An error in a PTX module: file, line, column, what stood there and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file's name, as it was given.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What stood there, what was expected.
    pub message: String,
    /// The line's text; what is not printable is replaced, here and in the message.
    pub source: String,
}

/// Escape codes of a module must not reach a terminal, and ariadne breaks lines at more
/// characters than PTX does.
fn printable(c: char) -> char {
    match c {
        '\t' => c,
        '\u{2028}' | '\u{2029}' => char::REPLACEMENT_CHARACTER,
        _ if c.is_control() => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

impl Diagnostic {
    /// Spells out where a problem is.
    pub fn new(file: &str, text: &str, problem: &Problem) -> Self {
        let mut at = (problem.at.0 as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let source = text[start..].lines().next().unwrap_or_default();
        // At the line's end, a carriage return is not a column.
        let before = text[start..at.min(start + source.len())].chars();
        Self {
            file: file.to_owned(),
            line: problem.at.line(text),
            column: 1 + before.count() as u32,
            message: problem.message.chars().map(printable).collect(),
            source: source.chars().map(printable).collect(),
        }
    }

    /// Characters of the word that begins at the column: a name or number, dots within included;
    /// a modifier with its own dot alone.
    fn word(&self) -> usize {
        let mut rest = self.source.chars().skip(self.column as usize - 1);
        let Some(first) = rest.next() else { return 1 };
        let in_word = |c: char| c.is_alphanumeric() || "_$%".contains(c);
        if first != '.' && !in_word(first) {
            return 1;
        }
        1 + rest
            .take_while(|&c| in_word(c) || (c == '.' && first != '.'))
            .count()
    }
}

/// Rendered by ariadne, in ASCII and without colours: the same on a terminal, in a log and in a
/// test.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Ariadne gets one line, below as many empty ones as make its number right (its own line
        // offset leaves the number out of the margin's width).
        let above = self.line as usize - 1;
        let mut text = "\n".repeat(above);
        text.push_str(&self.source);
        // Without it the last line would not count when it is empty, as at the end of a file.
        text.push('\n');

        let start = above + self.column as usize - 1;
        let place = (self.file.as_str(), start..start + self.word());
        let mut rendered = Vec::new();
        Report::build(ReportKind::Error, place.clone())
            .with_config(
                Config::default()
                    .with_color(false)
                    .with_char_set(CharSet::Ascii)
                    .with_index_type(IndexType::Char),
            )
            .with_message(&self.message)
            // A label without words would not be drawn.
            .with_label(Label::new(place).with_message("here"))
            .finish()
            .write((self.file.as_str(), Source::from(text)), &mut rendered)
            .map_err(|_| fmt::Error)?;
        let rendered = String::from_utf8_lossy(&rendered);
        // Who prints an error says that it is one, as for every other error.
        let rendered = rendered.strip_prefix("Error: ").unwrap_or(&rendered);
        let lines: Vec<&str> = rendered.lines().map(str::trim_end).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, at: usize, message: &str) -> String {
        Diagnostic::new("k.ptx", text, &Problem::new(At(at as u32), message)).to_string()
    }

    #[test]
    fn what_a_terminal_would_obey_is_replaced() {
        let text = "a\n\u{1b}[31m\u{2028}\r\u{c}frob;\n";
        let said = said(
            text,
            text.find("frob").expect("it is there"),
            "found \u{1b}[0m",
        );
        let expected = "\
found \u{fffd}[0m
   ,-[ k.ptx:2:9 ]
   |
 2 | \u{fffd}[31m\u{fffd}\u{fffd}\u{fffd}frob;
   |         ^^|^
   |           `--- here
---'";
        assert_eq!(said, expected);
    }

    #[test]
    fn the_margin_is_as_wide_as_the_line_number() {
        let text = "\n".repeat(99_999) + "x";
        let expected = "\
found x
        ,-[ k.ptx:100000:1 ]
        |
 100000 | x
        | |
        | `-- here
--------'";
        assert_eq!(said(&text, 99_999, "found x"), expected);
    }

    #[test]
    fn any_place_can_be_shown() {
        let text = "\u{e9}.a\r\n\n\t%b.c \u{2028}\n";
        for at in 0..=text.len() + 1 {
            assert!(said(text, at, "wrong").contains("here"), "{at}");
        }
    }
}
