//! JSON as files hold it.

use serde::Serialize;

/// JSON text with a line feed at its end.
pub fn text(value: &impl Serialize) -> String {
    // Serializing into memory fails for maps with keys that are no strings only, and no format
    // of ours has such.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
