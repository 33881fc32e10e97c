//! Liberty files: the text as a tree of groups.

use std::path::Path;
use tools::error::Error;

/// `name (arguments) { attributes and groups }`.
#[derive(Debug, Default)]
pub struct Group {
    pub name: String,
    pub arguments: Vec<String>,
    /// `name : value ;`, and `name (values) ;` with its values joined by commas.
    pub attributes: Vec<(String, String)>,
    pub groups: Vec<Group>,
}

impl Group {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The value of an attribute as a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.attribute(name)?.trim().parse().ok()
    }

    /// Groups of a kind.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Group> {
        self.groups.iter().filter(move |group| group.name == name)
    }

    /// Its first argument.
    pub fn title(&self) -> &str {
        self.arguments.first().map_or("", String::as_str)
    }
}

/// Reads a file whose only group is a library.
pub fn read(path: &Path) -> Result<Group, Error> {
    let bytes = std::fs::read(path)
        .map_err(|error| Error::new(format!("cannot read {}: {error}", path.display())))?;
    let refuse = |line: usize, what: String| {
        Error::new(format!("{}:{line}: {what}", path.display()))
            .advise("name a Liberty file (.lib) with --liberty")
    };
    let text = String::from_utf8_lossy(&bytes);
    let tokens = tokens(&text).map_err(|(line, what)| refuse(line, what))?;
    let mut parser = Parser { tokens, at: 0 };
    match parser.statement() {
        Ok(Statement::Group(group)) if group.name == "library" => Ok(group),
        Ok(_) => Err(refuse(1, "this is no library".into())),
        Err((line, what)) => Err(refuse(line, what)),
    }
}

type Refusal = (usize, String);

#[derive(Debug, PartialEq)]
enum Token {
    /// A word, or a text in quotes.
    Word(String),
    Mark(char),
}

/// Words, quoted texts and punctuation with their lines; comments and continued lines vanish.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, Refusal> {
    let mut out = Vec::new();
    let mut line = 1;
    let mut rest = text.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        match c {
            '\n' => line += 1,
            '\\' => {}
            '/' if text[start..].starts_with("/*") => {
                let from = line;
                let length = text[start..]
                    .find("*/")
                    .ok_or((from, "this comment has no end".to_owned()))?;
                line += text[start..start + length].matches('\n').count();
                while rest.next_if(|(at, _)| *at < start + length + 2).is_some() {}
            }
            '/' if text[start..].starts_with("//") => {
                while rest.next_if(|(_, c)| *c != '\n').is_some() {}
            }
            '"' => {
                let from = line;
                let length = text[start + 1..]
                    .find('"')
                    .ok_or((from, "this text has no closing quote".to_owned()))?;
                let inside = &text[start + 1..start + 1 + length];
                line += inside.matches('\n').count();
                while rest.next_if(|(at, _)| *at <= start + 1 + length).is_some() {}
                let joined = inside.replace("\\\n", " ").replace("\\\r\n", " ");
                out.push((from, Token::Word(joined)));
            }
            '{' | '}' | '(' | ')' | ':' | ';' | ',' => out.push((line, Token::Mark(c))),
            c if c.is_whitespace() => {}
            _ => {
                let word = |c: char| !c.is_whitespace() && !"{}();:,\"".contains(c);
                let mut end = start + c.len_utf8();
                while let Some((at, c)) = rest.next_if(|(_, c)| word(*c)) {
                    end = at + c.len_utf8();
                }
                out.push((line, Token::Word(text[start..end].to_owned())));
            }
        }
    }
    Ok(out)
}

enum Statement {
    Group(Group),
    Attribute(String, String),
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    at: usize,
}

impl Parser {
    fn line(&self) -> usize {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens
            .get(self.at.min(last))
            .map_or(1, |token| token.0)
    }

    fn refusal<T>(&self, wanted: &str) -> Result<T, Refusal> {
        let found = match self.tokens.get(self.at) {
            None => "the end of the file".to_owned(),
            Some((_, Token::Word(word))) => format!("'{word}'"),
            Some((_, Token::Mark(mark))) => format!("'{mark}'"),
        };
        Err((self.line(), format!("expected {wanted}, found {found}")))
    }

    fn word(&mut self) -> Option<String> {
        match self.tokens.get(self.at) {
            Some((_, Token::Word(word))) => {
                let word = word.clone();
                self.at += 1;
                Some(word)
            }
            _ => None,
        }
    }

    fn mark(&mut self, mark: char) -> bool {
        let there = matches!(self.tokens.get(self.at), Some((_, Token::Mark(m))) if *m == mark);
        self.at += usize::from(there);
        there
    }

    fn statement(&mut self) -> Result<Statement, Refusal> {
        let Some(name) = self.word() else {
            return self.refusal("a name");
        };
        if self.mark(':') {
            let mut value = Vec::new();
            let line = self.line();
            // A value ends with its line where the semicolon is missing.
            while self.line() == line {
                match self.word() {
                    Some(word) => value.push(word),
                    None => break,
                }
            }
            self.mark(';');
            return Ok(Statement::Attribute(name, value.join(" ")));
        }
        if !self.mark('(') {
            return self.refusal("':' or '('");
        }
        let mut arguments = Vec::new();
        while !self.mark(')') {
            match self.word() {
                Some(word) => arguments.push(word),
                None if self.mark(',') || self.mark(':') => {}
                None => return self.refusal("')'"),
            }
        }
        if !self.mark('{') {
            self.mark(';');
            return Ok(Statement::Attribute(name, arguments.join(",")));
        }
        let mut group = Group {
            name,
            arguments,
            ..Group::default()
        };
        while !self.mark('}') {
            match self.statement()? {
                Statement::Group(inner) => group.groups.push(inner),
                Statement::Attribute(key, value) => group.attributes.push((key, value)),
            }
        }
        self.mark(';');
        Ok(Statement::Group(group))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Group, Refusal> {
        let mut parser = Parser {
            tokens: tokens(text)?,
            at: 0,
        };
        match parser.statement()? {
            Statement::Group(group) => Ok(group),
            Statement::Attribute(..) => Err((0, "no group".into())),
        }
    }

    #[test]
    fn groups_attributes_and_lists_are_read() {
        let library = parse(
            "library (tiny) { /* a\ncomment */ nom_voltage : 1.1; capacitive_load_unit (1,ff);\n\
             cell (INV) { area : 0.5 ; pin(ZN) { function : \"!A\"; } } }",
        )
        .unwrap();
        assert_eq!(library.title(), "tiny");
        assert_eq!(library.number("nom_voltage"), Some(1.1));
        assert_eq!(library.attribute("capacitive_load_unit"), Some("1,ff"));
        let cell = library.all("cell").next().unwrap();
        assert_eq!(cell.number("area"), Some(0.5));
        let pin = cell.all("pin").next().unwrap();
        assert_eq!(pin.attribute("function"), Some("!A"));
    }

    #[test]
    fn refusals_name_line_and_what_stood_there() {
        let refusal = |text: &str| parse(text).unwrap_err();
        assert_eq!(
            refusal("library (a) {\n cell B }"),
            (2, "expected ':' or '(', found 'B'".to_owned())
        );
        assert_eq!(
            refusal("library (a) {\n"),
            (1, "expected a name, found the end of the file".to_owned())
        );
        assert_eq!(
            refusal("library (a) {\n \"x"),
            (2, "this text has no closing quote".to_owned())
        );
    }
}
