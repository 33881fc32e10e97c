//! Something else in place of a loop index or of a net.

use super::expr::*;
use super::index::Index;
use super::net::NetId;
use super::simplify::resize;
use super::stmt::Stmt;

/// `expr` with a loop index replaced by other index arithmetic; index values that became constant
/// are literals.
pub(crate) fn at(expr: Expr, var: &str, by: &Index) -> Expr {
    substitute(expr, var, by).rewrite(&mut |expr| match &expr.kind {
        ExprKind::Index(Index::Const(value)) if *value >= 0 => {
            resize(Expr::literal(64, *value as u64), expr.width)
        }
        _ => expr,
    })
}

/// `body` with a loop index replaced by other index arithmetic.
pub(crate) fn rename(body: &[Stmt], var: &str, by: &Index) -> Vec<Stmt> {
    let mut out = body.to_vec();
    for stmt in &mut out {
        stmt.map_exprs(&mut |expr| at(expr, var, by));
        stmt.map_targets(&mut |place| *place = place.clone().substitute(var, by));
    }
    out
}

/// `expr` with reads of `net` replaced by reads of `place`.
pub(crate) fn net(expr: Expr, net: NetId, place: &Place) -> Expr {
    let mut read = false;
    expr.reads(&mut |place| read |= place.net == net);
    if !read {
        return expr;
    }
    expr.rewrite(&mut |expr| match &expr.kind {
        ExprKind::Read(read) if read.net == net => {
            let part = match (&place.part, &read.part) {
                (None, part) => part.clone(),
                (part, None) => part.clone(),
                (Some(outer), Some(inner)) => match (&outer.offset, &inner.offset) {
                    (Offset::Static(a), Offset::Static(b)) => Some(Part {
                        offset: Offset::Static(a.clone().add(b.clone())),
                        width: inner.width,
                    }),
                    // `every_read_composes` has excluded the other combinations.
                    _ => Some(inner.clone()),
                },
            };
            let kind = ExprKind::Read(Place {
                part,
                ..place.clone()
            });
            Expr::new(expr.width, kind)
        }
        _ => expr,
    })
}
