//! Patterns of `match`: variants, integers, `bool`, alternatives and `_`.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{ExprMatch, Lit, Pat, Path, Result};

use crate::errors;
use crate::ir::{MatchKind, Pattern};

/// What a `match` chooses by, judged by its patterns.
pub fn kind(choice: &ExprMatch) -> Result<MatchKind> {
    let mut kind = MatchKind::Variants;
    let mut open = true;
    for arm in &choice.arms {
        let patterns = alternatives(&arm.pat)?;
        if patterns.is_empty() {
            open = false;
        }
        for pattern in patterns {
            match pattern {
                Pattern::Integer(_) => kind = MatchKind::Integers,
                Pattern::Bool(_) => kind = MatchKind::Bools,
                Pattern::Path(_) => {}
            }
        }
    }
    if kind == MatchKind::Variants && choice.arms.iter().any(|arm| names_constant(&arm.pat)) {
        kind = MatchKind::Integers;
    }
    if kind == MatchKind::Integers && open {
        return Err(errors::at(choice.match_token.span, errors::MATCH_DEFAULT));
    }
    Ok(kind)
}

/// The alternatives of a pattern; none for `_`.
pub fn alternatives(pattern: &Pat) -> Result<Vec<Pattern>> {
    match pattern {
        Pat::Wild(_) => Ok(vec![]),
        Pat::Paren(inner) => alternatives(&inner.pat),
        Pat::Or(or) => {
            let mut all = vec![];
            for case in &or.cases {
                let case = alternatives(case)?;
                if case.is_empty() {
                    return Ok(vec![]);
                }
                all.extend(case);
            }
            Ok(all)
        }
        Pat::Lit(literal) => match &literal.lit {
            Lit::Int(int) => Ok(vec![Pattern::Integer(int.base10_parse()?)]),
            Lit::Bool(value) => Ok(vec![Pattern::Bool(value.value)]),
            other => Err(errors::at(
                other.span(),
                "patterns are variants, integers, `true`, `false` and `_`",
            )),
        },
        Pat::Path(path) => Ok(vec![Pattern::Path(path.to_token_stream())]),
        Pat::Ident(ident) if ident.subpat.is_none() && ident.by_ref.is_none() => {
            let name = ident.ident.to_string();
            if name.starts_with(|first: char| first.is_uppercase()) {
                Ok(vec![Pattern::Path(ident.ident.to_token_stream())])
            } else {
                Err(errors::at(
                    ident.span(),
                    "a pattern does not bind a name here: write `_`, and use the matched \
                     expression in the arm",
                ))
            }
        }
        Pat::Range(range) => Err(errors::at(
            range.span(),
            "list the values, `1 | 2 | 3`, or compare with `if`",
        )),
        other => Err(errors::at(
            other.span(),
            "patterns are variants, integers, `true`, `false`, alternatives of these and `_`",
        )),
    }
}

fn names_constant(pattern: &Pat) -> bool {
    match pattern {
        Pat::Path(path) => is_constant(&path.path),
        Pat::Ident(ident) => is_constant_name(&ident.ident.to_string()),
        Pat::Or(or) => or.cases.iter().any(names_constant),
        Pat::Paren(inner) => names_constant(&inner.pat),
        _ => false,
    }
}

fn is_constant(path: &Path) -> bool {
    path.segments
        .last()
        .is_some_and(|segment| is_constant_name(&segment.ident.to_string()))
}

/// `OP_ADD`, but not the variant `A`.
fn is_constant_name(name: &str) -> bool {
    name.len() > 1
        && name.starts_with(|first: char| first.is_uppercase())
        && !name.contains(|c: char| c.is_lowercase())
}
