//! One shape for every "no such name" error: what was given, what is allowed, nearest first.

use std::fmt;

/// A name that is not among the allowed ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What kind of thing was named: `unit`, `preset`, `mode` ...
    pub what: &'static str,
    /// The name as given.
    pub given: String,
    /// The allowed names, the nearest to the given one first.
    pub allowed: Vec<String>,
}

impl UnknownName {
    /// Orders `allowed` by distance to `given`; names equally far keep their order.
    pub fn new<S: Into<String>>(
        what: &'static str,
        given: &str,
        allowed: impl IntoIterator<Item = S>,
    ) -> Self {
        let mut allowed: Vec<String> = allowed.into_iter().map(Into::into).collect();
        allowed.sort_by_cached_key(|name| edit_distance(given, name));
        Self {
            what,
            given: given.to_owned(),
            allowed,
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown {} '{}'; allowed: {}",
            self.what,
            self.given,
            self.allowed.join(", ")
        )
    }
}

impl std::error::Error for UnknownName {}

/// Levenshtein distance, one row at a time.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_name_comes_first() {
        let error = UnknownName::new(
            "unit",
            "bdi_decompresor",
            ["bdi_compressor", "bdi_decompressor"],
        );
        assert_eq!(
            error.to_string(),
            "unknown unit 'bdi_decompresor'; allowed: bdi_decompressor, bdi_compressor"
        );
    }

    #[test]
    fn distance_counts_insertions_deletions_and_substitutions() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", ""), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
