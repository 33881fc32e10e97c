//! Verilog identifiers from Rust names.

use std::collections::BTreeSet;

/// The reserved words of IEEE 1364-2005 and 1800-2012: a name must do in both dialects, so that
/// the ports of a unit are the same in either.
#[rustfmt::skip] // one word a line would fill the file
const KEYWORDS: &[&str] = &[
    "accept_on", "alias", "always", "always_comb", "always_ff", "always_latch", "and", "assert",
    "assign", "assume", "automatic", "before", "begin", "bind", "bins", "binsof", "bit",
    "break", "buf", "bufif0", "bufif1", "byte", "case", "casex", "casez", "cell", "chandle",
    "checker", "class", "clocking", "cmos", "config", "const", "constraint", "context",
    "continue", "cover", "covergroup", "coverpoint", "cross", "deassign", "default", "defparam",
    "design", "disable", "dist", "do", "edge", "else", "end", "endcase", "endchecker",
    "endclass", "endclocking", "endconfig", "endfunction", "endgenerate", "endgroup",
    "endinterface", "endmodule", "endpackage", "endprimitive", "endprogram", "endproperty",
    "endsequence", "endspecify", "endtable", "endtask", "enum", "event", "eventually", "expect",
    "export", "extends", "extern", "final", "first_match", "for", "force", "foreach", "forever",
    "fork", "forkjoin", "function", "generate", "genvar", "global", "highz0", "highz1", "if",
    "iff", "ifnone", "ignore_bins", "illegal_bins", "implements", "implies", "import", "incdir",
    "include", "initial", "inout", "input", "inside", "instance", "int", "integer",
    "interconnect", "interface", "intersect", "join", "join_any", "join_none", "large", "let",
    "liblist", "library", "local", "localparam", "logic", "longint", "macromodule", "matches",
    "medium", "modport", "module", "nand", "negedge", "nettype", "new", "nexttime", "nmos",
    "nor", "noshowcancelled", "not", "notif0", "notif1", "null", "or", "output", "package",
    "packed", "parameter", "pmos", "posedge", "primitive", "priority", "program", "property",
    "protected", "pull0", "pull1", "pulldown", "pullup", "pulsestyle_ondetect",
    "pulsestyle_onevent", "pure", "rand", "randc", "randcase", "randsequence", "rcmos", "real",
    "realtime", "ref", "reg", "reject_on", "release", "repeat", "restrict", "return", "rnmos",
    "rpmos", "rtran", "rtranif0", "rtranif1", "s_always", "s_eventually", "s_nexttime",
    "s_until", "s_until_with", "scalared", "sequence", "shortint", "shortreal", "showcancelled",
    "signed", "small", "soft", "solve", "specify", "specparam", "static", "string", "strong",
    "strong0", "strong1", "struct", "super", "supply0", "supply1", "sync_accept_on",
    "sync_reject_on", "table", "tagged", "task", "this", "throughout", "time", "timeprecision",
    "timeunit", "tran", "tranif0", "tranif1", "tri", "tri0", "tri1", "triand", "trior",
    "trireg", "type", "typedef", "union", "unique", "unique0", "unsigned", "until",
    "until_with", "untyped", "use", "uwire", "var", "vectored", "virtual", "void", "wait",
    "wait_order", "wand", "weak", "weak0", "weak1", "while", "wildcard", "wire", "with",
    "within", "wor", "xnor", "xor",
];

/// Words of C++ and its compilers, and the package of SystemVerilog: Verilator warns of signals
/// with such names, because its models are C++.
#[rustfmt::skip] // one word a line would fill the file
const FOREIGN: &[&str] = &[
    "NULL", "abort", "alignas", "alignof", "and_eq", "asm", "auto", "bitand", "bitor", "bool",
    "catch", "cdecl", "char", "char16_t", "char32_t", "compl", "complex", "const_cast",
    "const_iterator", "constexpr", "decltype", "delete", "double", "dynamic_cast", "errno",
    "explicit", "false", "far", "float", "friend", "goto", "huge", "inline", "int", "interrupt",
    "iterator", "long", "mutable", "namespace", "near", "noexcept", "not_eq", "nullptr",
    "operator", "or_eq", "override", "private", "public", "queue", "reference", "register",
    "reinterpret_cast", "short", "sizeof", "stack", "static_assert", "static_cast", "std",
    "switch", "template", "thread_local", "throw", "true", "try", "typeid", "typename", "using",
    "vector", "volatile", "wchar_t", "xor_eq",
];

/// Whether `text` has the form of an identifier, reserved or not.
pub(crate) fn is_word(text: &str) -> bool {
    let mut chars = text.chars();
    chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether every tool takes `text` as a plain identifier.
pub(crate) fn is_identifier(text: &str) -> bool {
    is_word(text) && KEYWORDS.binary_search(&text).is_err() && FOREIGN.binary_search(&text).is_err()
}

/// The names of one scope, each given out once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    used: BTreeSet<String>,
}

impl Names {
    /// The wish itself, or the wish with a number where it is taken or reserved.
    pub fn claim(&mut self, wish: &str) -> String {
        let wish: String = wish
            .trim_start_matches("r#")
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        let mut name = if is_identifier(&wish) {
            wish.clone()
        } else {
            format!("{wish}_")
        };
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            name.insert(0, '_');
        }
        let mut number = 2;
        while self.used.contains(&name) {
            name = format!("{wish}_{number}");
            number += 1;
        }
        self.used.insert(name.clone());
        name
    }

    /// A name for a loop index: the wish, or the usual letters where it is taken.
    pub fn claim_index(&mut self, wish: &str) -> String {
        let free = [wish, "i", "j", "k", "n"]
            .into_iter()
            .find(|name| is_identifier(name) && !self.used.contains(*name));
        self.claim(free.unwrap_or(wish))
    }
}

/// `ThreadMask2` is `thread_mask2`, `FSMState` is `fsm_state`.
pub(crate) fn snake_case(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::new();
    for (position, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            if !out.is_empty() && !out.ends_with('_') {
                out.push('_');
            }
            continue;
        }
        let before = position.checked_sub(1).map(|p| chars[p]);
        let after = chars.get(position + 1);
        let starts_word = c.is_uppercase()
            && (before.is_some_and(|b| b.is_lowercase() || b.is_ascii_digit())
                || before.is_some_and(char::is_uppercase)
                    && after.is_some_and(|a| a.is_lowercase()));
        if starts_word && !out.ends_with('_') {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out.trim_end_matches('_').to_owned()
}

/// `State::on_hold` is `StateOnHold`: the one spelling that Verible takes for a localparam.
pub(crate) fn camel_case(text: &str) -> String {
    let mut out = String::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            out.push(first.to_ascii_uppercase());
            out.extend(chars);
        }
    }
    out
}

/// `OFF_WAKE` and `off_wake` are `OffWake`.
pub(crate) fn constant(text: &str) -> String {
    match text.chars().any(char::is_lowercase) {
        true => camel_case(text),
        false => camel_case(&text.to_lowercase()),
    }
}

/// `units::Lane<4, units::Mode>` is `lane`.
pub(crate) fn type_name(rust_type: &str) -> String {
    let plain = rust_type.split('<').next().unwrap_or_default();
    snake_case(plain.rsplit("::").next().unwrap_or(plain))
}

/// `units::Lane<4, units::Mode>` is `lane_4_mode`.
pub(crate) fn module_name(rust_type: &str) -> String {
    let words: Vec<&str> = rust_type
        .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
        .map(|word| word.rsplit("::").next().unwrap_or(word))
        .filter(|word| !word.is_empty())
        .collect();
    snake_case(&words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted_for_the_search() {
        assert!(KEYWORDS.is_sorted());
        assert!(FOREIGN.is_sorted());
    }

    #[test]
    fn taken_and_reserved_names_get_a_suffix() {
        let mut names = Names::default();
        assert_eq!(names.claim("value"), "value");
        assert_eq!(names.claim("value"), "value_2");
        assert_eq!(names.claim("reg"), "reg_");
        assert_eq!(names.claim("lane$value"), "lane_value");
    }

    #[test]
    fn rust_types_make_module_names() {
        assert_eq!(module_name("hdl::bdi::Compressor"), "compressor");
        assert_eq!(module_name("a::Foo<3, b::BarBaz>"), "foo_3_bar_baz");
        assert_eq!(snake_case("FSMState"), "fsm_state");
        assert_eq!(camel_case("State::on_hold"), "StateOnHold");
        assert_eq!(constant("OFF_WAKE"), "OffWake");
        assert_eq!(constant("l1"), "L1");
    }
}
