//! The paths of a checker's assertions, premises and rules.

/// The property of a check: the name without scopes and without `_A`, `_M` or `_C`.
pub fn property_of(path: &str) -> &str {
    let name = path.rsplit('.').next().unwrap_or(path);
    let ends = ["_A", "_M", "_C"];
    let name_of = |end: &&str| name.strip_suffix(*end);
    ends.iter().find_map(name_of).unwrap_or(name)
}

/// A path without its last name.
pub fn scope(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(scope, _)| scope)
}
