//! As much Verilog as is needed to find and rename modules: identifiers, and where modules begin
//! and end. Comments, strings, numbers and compiler directives are skipped.

use std::collections::BTreeSet;
use std::ops::Range;

/// An identifier and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identifier<'t> {
    /// The name, of an escaped identifier without its backslash.
    pub name: &'t str,
    /// The bytes of the name.
    pub span: Range<usize>,
}

/// A module's text within a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module<'t> {
    /// The module's name.
    pub name: &'t str,
    /// From `module` to `endmodule`, both included.
    pub span: Range<usize>,
}

/// The modules of a design that one of them instantiates.
pub fn instantiated<'m>(modules: &'m [emitter::Module], name: &str) -> Vec<&'m emitter::Module> {
    let module = modules.iter().find(|module| module.name == name);
    let text = module.map_or("", |module| module.text.as_str());
    let used: BTreeSet<&str> = identifiers(text).iter().map(|found| found.name).collect();
    let is_used = |module: &&emitter::Module| module.name != name && used.contains(&*module.name);
    modules.iter().filter(is_used).collect()
}

/// All identifiers and keywords of a text.
pub fn identifiers(text: &str) -> Vec<Identifier<'_>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        at += match rest[0] {
            b'/' if rest.starts_with(b"//") => until(rest, |b| b == b'\n'),
            b'/' if rest.starts_with(b"/*") => {
                let end = text[at + 2..].find("*/");
                end.map_or(rest.len(), |end| end + 4)
            }
            b'"' => string(rest),
            b'\\' => {
                let length = until(rest, |b| b.is_ascii_whitespace());
                found.push(identifier(text, at + 1..at + length));
                length
            }
            // A directive or macro, a number's base and digits, a number.
            b'`' | b'\'' | b'$' | b'0'..=b'9' => 1 + until(&rest[1..], |b| !is_word(b)),
            b if is_word(b) => {
                let length = until(rest, |b| !is_word(b));
                found.push(identifier(text, at..at + length));
                length
            }
            _ => 1,
        };
    }
    found
}

fn identifier(text: &str, span: Range<usize>) -> Identifier<'_> {
    Identifier {
        name: &text[span.clone()],
        span,
    }
}

fn until(bytes: &[u8], ends: impl Fn(u8) -> bool) -> usize {
    bytes
        .iter()
        .position(|&byte| ends(byte))
        .unwrap_or(bytes.len())
}

fn string(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

fn is_word(byte: u8) -> bool {
    // Bytes of other scripts only occur where any byte may: they end no word.
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

/// All modules of a text. One without its `endmodule` ends with the text.
pub fn modules(text: &str) -> Vec<Module<'_>> {
    let identifiers = identifiers(text);
    let mut found: Vec<Module<'_>> = Vec::new();
    let mut open = false;
    for pair in identifiers.windows(2) {
        match pair[0].name {
            "module" | "macromodule" if !open => {
                open = true;
                // SystemVerilog may say how long its variables live.
                let name = match pair[1].name {
                    "automatic" | "static" => {
                        let next = identifiers.iter().find(|i| i.span.start > pair[1].span.end);
                        next.map_or("", |i| i.name)
                    }
                    name => name,
                };
                found.push(Module {
                    name,
                    span: pair[0].span.start..text.len(),
                });
            }
            "endmodule" => close(&mut found, &mut open, pair[0].span.end),
            _ => {}
        }
    }
    if let Some(last) = identifiers.last().filter(|i| i.name == "endmodule") {
        close(&mut found, &mut open, last.span.end);
    }
    found
}

fn close(found: &mut [Module<'_>], open: &mut bool, end: usize) {
    if let (true, Some(module)) = (*open, found.last_mut()) {
        module.span.end = end;
    }
    *open = false;
}

/// A text without the comment that heads it.
pub fn body(text: &str) -> &str {
    let mut rest = text;
    while rest.starts_with("//") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest
}

/// The text with some identifiers replaced.
pub fn rename<'n>(text: &str, new_name: impl Fn(&str) -> Option<&'n str>) -> String {
    let mut renamed = String::with_capacity(text.len());
    let mut at = 0;
    for identifier in identifiers(text) {
        if let Some(name) = new_name(identifier.name) {
            renamed.push_str(&text[at..identifier.span.start]);
            renamed.push_str(name);
            at = identifier.span.end;
        }
    }
    renamed.push_str(&text[at..]);
    renamed
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
// module in_comment
/* module also_in_comment */
`timescale 1ns/1ps
module top #(parameter W = 8) (input wire [W-1:0] \data[3] , output wire q);
  wire [3:0] x = 4'hbad;
  child child_0 (.q(q), .d("module in_string \" child"));
endmodule : top
module automatic child (input wire d, output wire q);
  assign q = d; // child
endmodule"#;

    #[test]
    fn modules_are_found_with_their_text() {
        let modules = modules(TEXT);
        let names: Vec<_> = modules.iter().map(|m| m.name).collect();
        assert_eq!(names, ["top", "child"]);
        assert!(TEXT[modules[0].span.clone()].ends_with("endmodule"));
        assert!(TEXT[modules[1].span.clone()].starts_with("module automatic"));
        assert_eq!(modules[1].span.end, TEXT.len());
    }

    #[test]
    fn only_identifiers_are_renamed() {
        let renamed = rename(TEXT, |name| match name {
            "child" => Some("copy"),
            "bad" | "in_string" => Some("wrong"),
            "data[3]" => Some("data3"),
            _ => None,
        });
        assert!(renamed.contains("copy child_0 (.q(q), .d(\"module in_string \\\" child\"));"));
        assert!(renamed.contains("module automatic copy"));
        assert!(renamed.contains("4'hbad"));
        assert!(renamed.contains("\\data3 ,"));
        assert!(renamed.contains("// child"));
    }

    #[test]
    fn text_that_ends_anywhere_is_no_trouble() {
        for end in 0..TEXT.len() {
            let _ = modules(&TEXT[..end]);
        }
        assert_eq!(modules("module"), []);
        assert_eq!(identifiers("\"open \\"), []);
    }
}
