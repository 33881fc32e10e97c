//! Entries by name: as the module has them, or as their CUDA C does.

use super::error::Inconsistency;
use crate::lower::Module;
use cpp_demangle::Symbol;

/// The function's name in C++: `_Z4stepPfi` is `step`, `_ZN3foo4stepIiEEvPT_` is `foo::step`.
pub fn plain_name(name: &str) -> Option<String> {
    let text = Symbol::new(name).ok()?.demangle().ok()?;
    let text = text.replace("(anonymous namespace)::", "");
    // A template's function begins with its result, and has its arguments behind its name.
    let (mut depth, mut start, mut end) = (0u32, 0, text.len());
    for (at, character) in text.char_indices() {
        match character {
            '<' if depth == 0 => {
                end = end.min(at);
                depth = 1;
            }
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '(' if depth == 0 => {
                end = end.min(at);
                break;
            }
            ' ' if depth == 0 => (start, end) = (at + 1, text.len()),
            _ => {}
        }
    }
    text.get(start..end)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
}

/// The module's name of an entry that a descriptor names.
pub fn full_name(module: &Module, wanted: &str) -> Result<String, Inconsistency> {
    let refused = module.refused.iter().map(|refused| &refused.name);
    let names: Vec<&String> = module
        .kernels
        .iter()
        .map(|k| &k.name)
        .chain(refused)
        .collect();
    if let Some(name) = names.iter().find(|name| name.as_str() == wanted) {
        return Ok((*name).clone());
    }
    let plain = |name: &&&String| plain_name(name).is_some_and(|plain| plain == wanted);
    let found: Vec<&&String> = names.iter().filter(plain).collect();
    let list =
        |names: &mut dyn Iterator<Item = &String>| names.cloned().collect::<Vec<_>>().join(", ");
    match found.as_slice() {
        [name] => Ok(name.to_string()),
        [] => {
            let known = list(&mut names.into_iter());
            let message = format!("no kernel {wanted:?} in the module, which has {known}");
            Err(Inconsistency(message))
        }
        several => {
            let known = list(&mut several.iter().map(|name| **name));
            let message = format!("kernel {wanted:?} is one of {known}; name one of them");
            Err(Inconsistency(message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn names_lose_their_decoration() {
        for (name, plain) in [
            ("_Z11srad_cuda_1PfS_S_S_S_S_iif", Some("srad_cuda_1")),
            ("_Z6reduceIfLj256EEvPT_S1_", Some("reduce")),
            ("_ZN3foo4stepEi", Some("foo::step")),
            ("_ZN12_GLOBAL__N_14stepEi", Some("step")),
            ("plain", None),
        ] {
            assert_eq!(plain_name(name).as_deref(), plain, "{name}");
        }
    }
}
