//! The element or the bits beside those that are meant.
//!
//! | before | after |
//! |---|---|
//! | `lane[2]` of four | `lane[3]`, `lane[1]` |
//! | `word[8 +: 8]` of 32 | `word[9 +: 8]`, `word[7 +: 8]` |
//!
//! An index that grows with a loop stays: beside its last element there may be none.

use super::Site;
use crate::ir::*;

/// One up and one down, as far as there is something.
pub fn others(site: &Site) -> Vec<(String, Expr)> {
    let ExprKind::Read(place) = &site.expr.kind else {
        return vec![];
    };
    let net = site.netlist.net(place.net);
    let mut out = vec![];
    let mut add = |what: String, place: Place| {
        let kind = ExprKind::Read(place);
        out.push((what, Expr::new(site.expr.width, kind)));
    };
    for (dim, (index, &length)) in place.index.iter().zip(&net.dims).enumerate() {
        for at in beside(index, length) {
            let mut moved = place.clone();
            moved.index[dim] = Index::Const(at);
            add(format!("element {at}"), moved);
        }
    }
    if let Some(Part {
        offset: Offset::Static(offset),
        width,
    }) = &place.part
    {
        for at in beside(offset, net.width - width + 1) {
            let mut moved = place.clone();
            moved.part = Some(Part {
                offset: Offset::Static(Index::Const(at)),
                width: *width,
            });
            add(format!("bits from {at}"), moved);
        }
    }
    out
}

/// The positions beside one that is known, of so many.
fn beside(index: &Index, length: usize) -> Vec<i64> {
    let Some(at) = index.constant() else {
        return vec![];
    };
    let inside = |at: &i64| (0..length as i64).contains(at);
    [at + 1, at - 1].into_iter().filter(inside).collect()
}
