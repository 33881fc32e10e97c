//! Bodies of checkers whose texts name the unit's settings.

use spec::Parameters;

/// What tells a checker that the cycle before was one of reset.
pub(crate) const FRESH: &str = include_str!("fresh.sv");
const ALIVE: &str = include_str!("alive.sv");

/// The body of a checker: its texts, what they need to know of resets, and `KEY` where they mean the
/// setting `key`.
pub(crate) fn body(parts: &[&str], parameters: &impl Parameters) -> String {
    let own = parts.concat();
    let mut text = String::new();
    for (name, record) in [("fresh_q", FRESH), ("alive_q", ALIVE)] {
        if own.contains(name) {
            text += record;
        }
    }
    told(text + &own, parameters)
}

/// A text with the values of the settings that it names.
pub(crate) fn told(mut text: String, parameters: &impl Parameters) -> String {
    let mut settings = parameters.values();
    // Longer keys first: one may begin with another.
    settings.sort_by_key(|(key, _)| std::cmp::Reverse(key.len()));
    for (key, value) in settings {
        text = text.replace(&key.to_uppercase(), &value);
    }
    text
}
