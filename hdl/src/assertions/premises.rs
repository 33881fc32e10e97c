//! What stands before `->` in an assertion has to come, or the assertion says nothing: each premise gets a
//! cover of its own.
//!
//! ```text
//! before:  Name_A: assert property (@(posedge clock) disable iff (in_reset)
//!            asked_q -> out_ready);
//! after:   the same, and
//!          Name_C: cover property (@(posedge clock) disable iff (in_reset)
//!            asked_q);
//! ```

use std::collections::BTreeSet;

/// A body in which each assertion with a premise is followed by the cover of it.
pub fn covered(body: &str) -> String {
    let mut text = String::new();
    let mut open: Option<String> = None;
    for line in body.split_inclusive('\n') {
        text.push_str(line);
        if line.contains("_A: assert property (") {
            open = Some(String::new());
        }
        let Some(assertion) = &mut open else {
            continue;
        };
        assertion.push_str(line);
        if line.trim_end().ends_with(");") {
            if let Some(cover) = cover(assertion) {
                text.push_str(&cover);
            }
            open = None;
        }
    }
    text
}

/// The cover of an assertion's premise, if it has one.
fn cover(assertion: &str) -> Option<String> {
    // The property is all that is in the first parenthesis: an arrow in an inner one is no premise.
    let mut depth = 0;
    let mut at = None;
    for (place, letter) in assertion.char_indices() {
        match letter {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            '-' if depth == 1 && assertion[place..].starts_with("->") => {
                at = Some(place);
                break;
            }
            _ => {}
        }
    }
    let premise = assertion[..at?].trim_end();
    let cover = premise.replacen("_A: assert", "_C: cover", 1);
    Some(format!("{cover});\n"))
}

/// A checker in which a property's covers are assertions that they never come, so that a simulator stops where one
/// does: [`failed`](super::failed) names it `NameComes`. `None` where the property has no cover there.
pub fn awaited(text: &str, property: &str) -> Option<String> {
    let head = format!("{property}_C: cover property (");
    let (mut inside, mut found, mut awaited) = (false, false, String::new());
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(&head) {
            (inside, found) = (true, true);
            awaited += &line.replacen("_C: cover", "Comes_A: assert", 1);
            awaited += "      !(\n";
        } else if inside && line.trim_end().ends_with(");") {
            inside = false;
            awaited += &line.replacen(");\n", "));\n", 1);
        } else {
            awaited += line;
        }
    }
    found.then_some(awaited)
}

/// A checker with the assertions of these properties alone, and with its rules.
pub fn only(text: &str, properties: &BTreeSet<&str>) -> String {
    let (mut dropped, mut left) = (false, String::new());
    for line in text.split_inclusive('\n') {
        let name = { [": assert property (", ": cover property ("] }
            .iter()
            .find_map(|check| Some(line.trim_start().split_once(check)?.0));
        if let Some(name) = name {
            let property = name.strip_suffix("_A");
            dropped = !property.is_some_and(|property| properties.contains(property));
        }
        if !dropped {
            left += line;
        }
        dropped &= !line.trim_end().ends_with(");");
    }
    left
}

/// A checker of which a simulator says nothing where an assertion or a rule fails: it stops there.
pub fn silent(text: &str) -> String {
    let (mut inside, mut silent) = (false, String::new());
    for line in text.split_inclusive('\n') {
        inside |= line.contains("_A: assert property (") || line.contains("_M: assume property (");
        match line.strip_suffix(");\n").filter(|_| inside) {
            Some(rest) => {
                inside = false;
                silent += rest;
                silent += ") else $stop;\n";
            }
            None => silent += line,
        }
    }
    silent
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "property (@(posedge clock) disable iff (in_reset)\n";

    #[test]
    fn premises_are_covered_and_nothing_else() {
        let with = format!("  A_A: assert {HEAD}    (a && b[0])\n    -> (c == d));\n");
        let cover = format!("  A_C: cover {HEAD}    (a && b[0]));\n");
        assert_eq!(covered(&with), format!("{with}{cover}"));
        let without = format!("  B_A: assert {HEAD}    (a -> b) && (c -> d));\n\n  wire x;\n");
        assert_eq!(covered(&without), without);
    }

    #[test]
    fn of_other_assertions_and_of_covers_nothing_is_left() {
        let check = |name: &str, kind: &str| format!("  {name}: {kind} {HEAD}    (a -> b));\n");
        let rule = check("R_M", "assume");
        let text = [
            check("A_A", "assert"),
            check("A_C", "cover"),
            check("B_A", "assert"),
            "  wire x;\n".to_owned(),
            rule.clone(),
        ];
        let left = [&text[0], "  wire x;\n", &rule].concat();
        assert_eq!(only(&text.concat(), &BTreeSet::from(["A"])), left);
    }

    #[test]
    fn what_is_awaited_fails_where_it_comes() {
        let cover = |name: &str| format!("  {name}_C: cover {HEAD}    (a && b[0]));\n");
        let text = [cover("A"), "  wire x;\n".to_owned(), cover("B")].concat();
        let comes = format!("  B_Comes_A: assert {HEAD}      !(\n    (a && b[0])));\n");
        let awaits = [
            cover("A"),
            "  wire x;\n".to_owned(),
            comes.replace("B_C", "BC"),
        ]
        .concat();
        assert_eq!(awaited(&text, "B"), Some(awaits));
        assert_eq!(awaited(&text, "C"), None);
        let said = format!("checker.sv:{}: assertion failed", 6);
        assert_eq!(
            super::super::failed(&awaited(&text, "B").unwrap(), &said),
            Some("BComes")
        );
    }

    #[test]
    fn what_fails_stops_in_silence() {
        let text = format!("  A_A: assert {HEAD}    (a));\n  B_C: cover {HEAD}    (b));\n");
        let silent = silent(&text);
        assert_eq!(silent, text.replacen("(a));", "(a)) else $stop;", 1));
        let said = "checker.sv:2: Verilog $stop";
        assert_eq!(super::super::failed(&silent, said), Some("A"));
    }

    #[test]
    fn no_checker_speaks_of_time_but_in_registers() {
        for preset in spec::PRESETS {
            let configuration = spec::Configuration::of_preset(preset);
            let design = crate::units::emit(&configuration, &Default::default()).unwrap();
            let text = super::super::checker(&configuration.parameters, &design).text;
            for word in ["|->", "|=>", "$past", "##", " throughout ", " and "] {
                let found = text
                    .lines()
                    .find(|line| !line.trim_start().starts_with("//") && line.contains(word));
                assert_eq!(found, None, "{configuration}: {word}");
            }
        }
    }
}
