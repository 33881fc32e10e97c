//! Lines of at most 100 columns.

/// The longest line in an emitted file.
pub(super) const COLUMNS: usize = 100;

/// Source text under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    lines: Vec<String>,
    indent: usize,
}

impl Text {
    pub fn indent(&mut self) {
        self.indent += 1;
    }

    pub fn dedent(&mut self) {
        self.indent = self.indent.saturating_sub(1);
    }

    /// Adds a line at the current indentation, broken where it is too long.
    pub fn line(&mut self, line: &str) {
        let margin = "  ".repeat(self.indent);
        let mut rest = format!("{margin}{line}");
        let hang = format!("{margin}    ");
        while rest.len() > COLUMNS {
            let Some(at) = break_point(&rest, hang.len()) else {
                break;
            };
            let tail = rest[at..].trim_start().to_owned();
            rest.truncate(at);
            self.lines.push(rest.trim_end().to_owned());
            rest = format!("{hang}{tail}");
        }
        self.lines.push(rest);
    }

    /// Adds a comment: lines as they are, broken between words where they are too long. A backquote is none
    /// in Verilog, where it begins a directive.
    pub fn comment(&mut self, text: &str) {
        let margin = "  ".repeat(self.indent);
        for line in paragraphs(&text.replace('`', "")) {
            let mut out = format!("{margin}//");
            for word in line.split(' ').filter(|word| !word.is_empty()) {
                if out.len() + 1 + word.len() > COLUMNS {
                    self.lines
                        .push(std::mem::replace(&mut out, format!("{margin}//")));
                }
                out.push(' ');
                out.push_str(word);
            }
            self.lines.push(out);
        }
    }

    /// Adds a line for the preprocessor, which starts at the margin.
    pub fn directive(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }

    /// The place between the lines so far and those to come.
    pub fn mark(&self) -> usize {
        self.lines.len()
    }

    /// Puts the lines of `other` at a mark.
    pub fn insert(&mut self, mark: usize, other: Text) {
        self.lines.splice(mark..mark, other.lines);
    }

    /// A text that goes on at the same indentation.
    pub fn inner(&self) -> Text {
        Text {
            lines: vec![],
            indent: self.indent,
        }
    }

    /// An empty line, but never two in a row.
    pub fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    /// No empty line before what closes a block.
    pub fn close_gap(&mut self) {
        if self.lines.last().is_some_and(String::is_empty) {
            self.lines.pop();
        }
    }

    pub fn finish(self) -> String {
        let mut out = self.lines.join("\n");
        out.push('\n');
        out
    }
}

/// The lines of a text with those of a paragraph in one; tables and the items of lists stay apart.
fn paragraphs(text: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![];
    let mut open = false;
    for line in text.lines() {
        let line = line.trim();
        let begins = line.starts_with("- ") || line.starts_with('|') || {
            let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
            digits.len() < line.len() && digits.starts_with(". ")
        };
        match out.last_mut() {
            Some(last) if open && !begins && !line.is_empty() => {
                last.push(' ');
                last.push_str(line);
            }
            _ => out.push(line.to_owned()),
        }
        open = !line.is_empty() && !line.starts_with('|');
    }
    out
}

/// How ill a blank behind this word breaks a line: best between items, then between alternatives, then
/// where operators bind least.
fn binding(before: &str, behind: &str) -> u8 {
    const OPERATORS: &[&str] = &[
        "?", ":", "||", "|", "&&", "&", "^", "==", "!=", "<", "<=", ">", ">=", "<<", ">>", "+",
        "-", "*", "=",
    ];
    match before {
        _ if OPERATORS.contains(&behind) => 7,
        _ if before.ends_with(',') => 0,
        ":" => 1,
        "?" => 2,
        "||" | "|" => 3,
        "&&" | "&" | "^" => 4,
        "=" | "<=" => 6,
        _ if OPERATORS.contains(&before) => 5,
        _ => 8,
    }
}

/// Where to break: at the shallowest nesting, there where the line falls apart most readily, and of such
/// blanks within the limit the last. Only behind the margin.
fn break_point(line: &str, margin: usize) -> Option<usize> {
    let mut depth = 0i32;
    let mut best: Option<((i32, u8), usize)> = None;
    for (at, c) in line.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ' ' if at > margin && at <= COLUMNS => {
                let usable = line[..at].trim().len() > margin / 2;
                let before = line[..at].rsplit(' ').next().unwrap_or_default();
                let behind = line[at + 1..].split(' ').next().unwrap_or_default();
                let ill = (depth, binding(before, behind));
                if usable && best.is_none_or(|(least, _)| ill <= least) {
                    best = Some((ill, at));
                }
            }
            _ => {}
        }
    }
    // A shallow break near the start leaves a long tail that breaks again; a deep one that
    // fills the line is better than a stump.
    best.map(|(_, at)| at)
        .filter(|&at| at > margin)
        .or_else(|| {
            line.char_indices()
                .find(|&(at, c)| c == ' ' && at > margin)
                .map(|(at, _)| at)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_outside_of_parentheses() {
        let mut text = Text::default();
        let term = "(first_operand_name & second_operand_name)";
        text.line(&format!("assign y = {term} | {term} | {term} | {term};"));
        let out = text.finish();
        assert!(out.lines().all(|line| line.len() <= COLUMNS), "{out}");
        assert_eq!(out.lines().count(), 2);
        assert!(out.lines().nth(1).unwrap().starts_with("    "));
    }

    #[test]
    fn alternatives_begin_lines() {
        let mut text = Text::default();
        let arm = "idle_cycles > some_break_even && ticks ? Deep";
        text.line(&format!("assign target = {arm} : {arm} : Supply;"));
        let lines = format!("assign target = {arm} :\n    {arm} : Supply;\n");
        assert_eq!(text.finish(), lines);
        let mut text = Text::default();
        let long = "a_name".repeat(12);
        text.line(&format!("assign {long} = &{{1'b0, {long}}};"));
        let lines = format!("assign {long} =\n    &{{1'b0, {long}}};\n");
        assert_eq!(text.finish(), lines);
    }

    #[test]
    fn paragraphs_run_on_and_lists_do_not() {
        let text = "One\ntwo.\n\n- three\n  four\n- five\n1. six\n| a |\n| b |\nseven";
        let lines = [
            "One two.",
            "",
            "- three four",
            "- five",
            "1. six",
            "| a |",
            "| b |",
            "seven",
        ];
        assert_eq!(paragraphs(text), lines);
    }

    #[test]
    fn comments_break_between_words() {
        let mut text = Text::default();
        text.indent();
        text.comment(&format!("One.\n\n{}", ["word"; 30].join(" ")));
        let out = text.finish();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[..2], ["  // One.", "  //"]);
        assert_eq!(lines.len(), 4);
        assert!(lines[2].len() <= COLUMNS && lines[3].starts_with("  // word"));
    }

    #[test]
    fn gaps_do_not_pile_up() {
        let mut text = Text::default();
        text.line("a");
        text.gap();
        text.gap();
        text.line("b");
        assert_eq!(text.finish(), "a\n\nb\n");
    }
}
