//! The paths of a checker's assertions, premises and rules.

/// The property of a check: the name without scopes and without `_A`, `_M` or `_C`.
pub fn property_of(path: &str) -> &str {
    let name = path.rsplit('.').next().unwrap_or(path);
    let ends = ["_A", "_M", "_C"];
    let name_of = |end: &&str| name.strip_suffix(*end);
    ends.iter().find_map(name_of).unwrap_or(name)
}

/// What stands in the last brackets of a path, if any do.
pub fn index(path: &str) -> Option<&str> {
    let (_, rest) = path.rsplit_once('[')?;
    Some(rest.split_once(']')?.0)
}
