//! Where an edit is: a net, which of its elements, which of its bits.

use super::loops::Loop;
use super::syntax::{Bracket, Name, Term};
use super::typed::Scope;
use crate::ir::*;

/// A place that an edit drives.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub place: Place,
    pub width: usize,
    /// The free indices in its brackets: all their values are meant.
    pub loops: Vec<Loop>,
}

/// The place that a name means.
pub(super) fn target(scope: &Scope, name: &Name) -> Result<Target, String> {
    let found = scope.find(name)?;
    let net = scope.netlist.net(found.net);
    if net.is_clock() {
        return Err("a clock has no driver that could be edited".to_owned());
    }
    let mut index = vec![];
    for (bracket, &length) in found.index.iter().zip(&net.dims) {
        let Bracket::At(term) = bracket else {
            return Err("an element of an array has one index".to_owned());
        };
        index.push(position(scope, term, length)?);
    }
    let (mut from, mut width) = (Index::Const(found.from as i64), found.width);
    for bracket in &found.rest {
        let (term, part) = match bracket {
            Bracket::At(term) => (term, 1),
            Bracket::From(term, part) => (term, *part),
        };
        if part > width {
            return Err(format!("{part} bits of {width}"));
        }
        from = from.add(position(scope, term, width - part + 1)?);
        width = part;
    }
    let part = (width != net.width).then_some(Part {
        offset: Offset::Static(from),
        width,
    });
    Ok(Target {
        place: Place {
            net: found.net,
            index,
            part,
        },
        width,
        loops: scope.free(),
    })
}

/// A position below `length`; a word that nothing knows yet is all of them.
fn position(scope: &Scope, term: &Term, length: usize) -> Result<Index, String> {
    if scope.index(term).is_none() {
        words(term, &mut |word| {
            let mut loops = scope.loops.borrow_mut();
            if loops.iter().all(|around| around.var != word) {
                loops.push(Loop::unbounded(word));
            }
        });
    }
    let index = scope.index(term);
    let index = index.ok_or("the place of an edit is known when it is built")?;
    scope.index_below(index, length)
}

/// The words of index arithmetic.
fn words(term: &Term, visit: &mut dyn FnMut(&str)) {
    match term {
        Term::Name(Name { words, brackets }) => {
            if let ([word], []) = (&words[..], &brackets[..]) {
                visit(word);
            }
        }
        Term::Binary(_, a, b) | Term::Times(a, b) => {
            words(a, visit);
            words(b, visit);
        }
        _ => {}
    }
}
