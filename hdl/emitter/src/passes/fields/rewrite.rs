//! Statements about structs as statements about their fields.

use super::super::temps;
use super::parts::{Loops, Parts, Piece};
use crate::ir::simplify;
use crate::ir::*;
use std::collections::BTreeSet;

/// The statements with a field in the place of each part of a struct.
pub(super) fn block(netlist: &mut Netlist, parts: &Parts, body: Vec<Stmt>) -> Vec<Stmt> {
    if parts.0.is_empty() {
        return body;
    }
    let body = statements(netlist, parts, body, &mut vec![]);
    temps::name_selects(netlist, body)
}

fn statements(
    netlist: &mut Netlist,
    parts: &Parts,
    body: Vec<Stmt>,
    loops: &mut Loops,
) -> Vec<Stmt> {
    let mut out = vec![];
    for mut stmt in body {
        stmt.map_own_exprs(&mut |expr| fields(parts, expr, loops));
        if let Stmt::For { var, from, to, .. } = &stmt {
            loops.push((var.clone(), *from, *to - 1));
        }
        for block in stmt.blocks_mut() {
            *block = statements(netlist, parts, std::mem::take(block), loops);
        }
        match stmt {
            Stmt::Assign(target, value) => match parts.within(&target, loops) {
                Some(pieces) => assign(netlist, &target, &pieces, value, &mut out),
                None => out.push(Stmt::Assign(target, value)),
            },
            other => {
                if matches!(other, Stmt::For { .. }) {
                    loops.pop();
                }
                out.push(other);
            }
        }
    }
    out
}

/// An expression that reads fields.
fn fields(parts: &Parts, expr: Expr, loops: &Loops) -> Expr {
    expr.rewrite(&mut |expr| match expr.kind {
        ExprKind::Read(whole) => match parts.within(&whole, loops) {
            Some(pieces) => joined(
                pieces
                    .iter()
                    .map(|piece| Expr::new(piece.width, ExprKind::Read(piece.place(&whole)))),
            ),
            None => Expr::new(expr.width, ExprKind::Read(whole)),
        },
        ExprKind::Lookup(net, index) => match parts.0.get(&net) {
            Some(leaves) => joined(leaves.iter().map(|leaf| {
                let lookup = ExprKind::Lookup(leaf.net, index.clone());
                Expr::new(leaf.width, lookup)
            })),
            None => Expr::new(expr.width, ExprKind::Lookup(net, index)),
        },
        ExprKind::Select(inner, offset) => simplify::select(*inner, offset, expr.width),
        kind => Expr::new(expr.width, kind),
    })
}

/// Pieces from the lowest bit up.
fn joined(pieces: impl DoubleEndedIterator<Item = Expr>) -> Expr {
    simplify::concat(pieces.rev().collect())
}

/// One assignment a field.
fn assign(
    netlist: &mut Netlist,
    target: &Place,
    pieces: &[Piece],
    value: Expr,
    out: &mut Vec<Stmt>,
) {
    if let [piece] = pieces {
        out.push(Stmt::Assign(piece.place(target), value));
        return;
    }
    let path = netlist.net(target.net).path.clone();
    let wish = path.trim_start_matches("let$").replace('$', "_");
    let mut value = named_test(netlist, &wish, value, out);
    let part =
        |value: &Expr, piece: &Piece| simplify::select(value.clone(), piece.offset, piece.width);
    let mut whole = false;
    value.reads(&mut |read| whole |= pieces.iter().any(|piece| piece.leaf.net == read.net));
    for piece in pieces {
        let selects = |expr: &Expr| matches!(expr.kind, ExprKind::Select(..));
        part(&value, piece).walk(&mut |expr| whole |= selects(expr));
    }
    if whole {
        // Its fields cannot be told apart, or would be read after they were assigned.
        let net = netlist.declare_temporary(&format!("{wish}_value"), value.width);
        let first = pieces.first().map(|piece| (net, piece.leaf.net));
        netlist.made_for.extend(first);
        let width = value.width;
        out.push(Stmt::Assign(Place::whole(net), value));
        value = Expr::new(width, ExprKind::Read(Place::whole(net)));
    }
    for piece in pieces {
        out.push(Stmt::Assign(piece.place(target), part(&value, piece)));
    }
}

/// A choice between structs, its condition under a name where it would otherwise be repeated for each
/// field.
fn named_test(netlist: &mut Netlist, wish: &str, value: Expr, out: &mut Vec<Stmt>) -> Expr {
    let width = value.width;
    let ExprKind::Mux(test, a, b) = value.kind else {
        return value;
    };
    let test = match &test.kind {
        ExprKind::Read(_) => test,
        _ => {
            let net = netlist.declare_temporary(&format!("{wish}_choice"), 1);
            out.push(Stmt::Assign(Place::whole(net), *test));
            Box::new(Expr::new(1, ExprKind::Read(Place::whole(net))))
        }
    };
    Expr::new(width, ExprKind::Mux(test, a, b))
}

/// The statements without the assignments to some nets, and without branches that are empty then.
pub(super) fn without(body: Vec<Stmt>, gone: &BTreeSet<NetId>) -> Vec<Stmt> {
    let mut out = vec![];
    for mut stmt in body {
        if matches!(&stmt, Stmt::Assign(target, _) if gone.contains(&target.net)) {
            continue;
        }
        let block = matches!(stmt, Stmt::If { .. } | Stmt::Case { .. } | Stmt::For { .. });
        for inner in stmt.blocks_mut() {
            *inner = without(std::mem::take(inner), gone);
        }
        if !block || stmt.blocks().iter().any(|block| !block.is_empty()) {
            out.push(stmt);
        }
    }
    out
}
