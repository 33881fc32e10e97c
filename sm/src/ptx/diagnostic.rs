//! Where a module is wrong, and why.

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
    /// The line's text.
    pub source: String,
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
        Self {
            file: file.to_owned(),
            line: problem.at.line(text),
            column: 1 + text[start..at].chars().count() as u32,
            message: problem.message.clone(),
            source: source.to_owned(),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = (self.line, self.column);
        writeln!(f, "{}:{line}:{column}: {}", self.file, self.message)?;
        writeln!(f, "{line:5} | {}", self.source)?;
        // Tabs are kept so that the caret stands below its character in any terminal.
        let indent = self.source.chars().take(column as usize - 1);
        let indent: String = indent.map(|c| if c == '\t' { c } else { ' ' }).collect();
        write!(f, "      | {indent}^")
    }
}

impl std::error::Error for Diagnostic {}
