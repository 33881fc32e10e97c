//! What a name in the AST means: a net, an enum's variant or a loop index.

use crate::error::{EmitErrorKind, Report};
use crate::ir::*;

/// A loop that encloses the statement being lowered.
#[derive(Clone, Debug)]
pub(super) struct LoopScope {
    /// The name in the Rust source.
    pub source: String,
    /// The name in the intermediate form, unique within the nest.
    pub var: String,
    pub from: i64,
    pub to: i64,
}

#[derive(Clone, Debug)]
pub(super) enum Resolved {
    Index(Index),
    Place(Place),
    Variant {
        path: String,
        value: u64,
        width: usize,
    },
}

/// `lane[i + 1]$bus$valid$next` as names and index texts.
fn segments(text: &str) -> (Vec<String>, Vec<String>) {
    let text = text.trim_start_matches(['.', '$']).replace("::", "$");
    let (mut names, mut indices) = (vec![], vec![]);
    let mut current = String::new();
    let mut depth = 0;
    for c in text.chars().chain(['$']) {
        match c {
            '[' => {
                depth += 1;
                if depth > 1 {
                    current.push(c);
                } else if !current.is_empty() {
                    names.push(std::mem::take(&mut current));
                }
            }
            ']' => {
                depth -= 1;
                if depth > 0 {
                    current.push(c);
                } else {
                    indices.push(std::mem::take(&mut current));
                }
            }
            '$' | '.' if depth == 0 => {
                let segment = std::mem::take(&mut current);
                if segment.is_empty() {
                    continue;
                }
                if segment.bytes().all(|b| b.is_ascii_digit()) {
                    indices.push(segment);
                } else {
                    names.push(segment);
                }
            }
            _ => current.push(c),
        }
    }
    if names.len() > 1 && names.last().is_some_and(|name| name == "next") {
        names.pop();
    }
    (names, indices)
}

/// The path of a `let` in a name, when it is one.
pub(super) fn let_path(text: &str) -> Option<String> {
    let (names, _) = segments(text);
    (names.len() > 1 && names[0] == "let").then(|| names.join("$"))
}

/// Resolves names under a nest of loops.
pub(super) struct Resolver<'a> {
    pub netlist: &'a Netlist,
    pub loops: &'a [LoopScope],
}

impl Resolver<'_> {
    pub fn loop_index(&self, name: &str) -> Option<Index> {
        self.loops
            .iter()
            .rev()
            .find(|scope| scope.source == name)
            .map(|scope| Index::Var(scope.var.clone()))
    }

    /// The meaning of `text`, or what is wrong with it.
    pub fn resolve(&self, text: &str) -> Result<Resolved, EmitErrorKind> {
        if let Some(index) = self.loop_index(text) {
            return Ok(Resolved::Index(index));
        }
        let (names, texts) = segments(text);
        let path = names.join("$");
        if let Some(&id) = self.netlist.by_path.get(&path) {
            let net = self.netlist.net(id);
            if texts.len() != net.dims.len() {
                return Err(EmitErrorKind::IndexCount {
                    expected: net.dims.len(),
                    found: texts.len(),
                });
            }
            let mut index = vec![];
            for (text, &limit) in texts.iter().zip(&net.dims) {
                let parsed = Index::parse(text, &|name| self.loop_index(name))
                    .ok_or_else(|| EmitErrorKind::DynamicIndex { text: text.clone() })?;
                let (low, high) = self.range(&parsed);
                for value in [low, high] {
                    if value < 0 || value >= limit as i64 {
                        return Err(EmitErrorKind::OutOfRange {
                            index: value,
                            limit,
                        });
                    }
                }
                index.push(parsed);
            }
            return Ok(Resolved::Place(Place {
                net: id,
                index,
                part: None,
            }));
        }
        // `module::State::On` and `State::On` are the same variant.
        if names.len() >= 2 {
            let path = names[names.len() - 2..].join("$");
            if let Some(&(value, width)) = self.netlist.variants.get(&path) {
                return Ok(Resolved::Variant { path, value, width });
            }
        }
        Err(EmitErrorKind::UnknownName)
    }

    /// Least and greatest value of an index over its loops. Index arithmetic is linear in each
    /// loop index, so the extremes lie at the corners.
    pub fn range(&self, index: &Index) -> (i64, i64) {
        let used: Vec<&LoopScope> = self
            .loops
            .iter()
            .filter(|scope| index.mentions(&scope.var))
            .collect();
        let values = (0..1usize << used.len().min(16)).filter_map(|corner| {
            let bindings: Bindings = used
                .iter()
                .enumerate()
                .map(|(bit, scope)| {
                    let value = if corner >> bit & 1 == 0 {
                        scope.from
                    } else {
                        scope.to - 1
                    };
                    (scope.var.clone(), value)
                })
                .collect();
            index.eval(&bindings)
        });
        values.fold((i64::MAX, i64::MIN), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    }
}

/// Reports a name that did not resolve.
pub(super) fn report_name(report: &mut Report, netlist: &Netlist, text: &str, kind: EmitErrorKind) {
    let (names, _) = segments(text);
    let path = names.join("$");
    let rust_type = netlist
        .by_path
        .get(&path)
        .map_or("", |&id| netlist.net(id).ty.name.as_str());
    report.add(text.trim_end_matches("$next"), rust_type, kind);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_segments() {
        let (names, indices) = segments("lane[(i + 1)]$bus[2]$valid$next");
        assert_eq!(names, ["lane", "bus", "valid"]);
        assert_eq!(indices, ["(i + 1)", "2"]);
        assert_eq!(segments("lane$3$d").1, ["3"]);
        assert_eq!(segments("next").0, ["next"]);
        assert_eq!(let_path("let$sum"), Some("let$sum".to_owned()));
        assert_eq!(let_path("letter"), None);
    }
}
