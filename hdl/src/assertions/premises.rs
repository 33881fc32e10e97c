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
