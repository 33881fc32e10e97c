//! Names for expressions that Verilog cannot take a part of, and `let`s moved out of branches.
//!
//! ```text
//! in a: 8, in b: 8, out x: 4
//! x = (a + b)[2 +: 4];
//! =>
//! x_sum = a + b;
//! x = x_sum[2 +: 4];
//! ```

use super::flow::nets_read;
use crate::ir::simplify;
use crate::ir::values;
use crate::ir::*;
use std::collections::BTreeSet;

/// Gives every `Select` of an expression a net of its own, assigned just before its use.
pub(super) fn name_selects(netlist: &mut Netlist, body: Vec<Stmt>) -> Vec<Stmt> {
    let mut out = vec![];
    for mut stmt in body {
        let whole = match &stmt {
            Stmt::Assign(place, _) => Some(place.net),
            _ => None,
        };
        let mut first = None;
        stmt.targets(&mut |place| first = first.or(Some(place.net)));
        let mut before = vec![];
        stmt.map_own_exprs(&mut |expr| {
            expr.rewrite(&mut |expr| match expr.kind {
                ExprKind::Select(operand, offset) => {
                    let net = temporary(netlist, whole, &operand);
                    netlist.made_for.extend(first.map(|first| (net, first)));
                    before.push(Stmt::Assign(Place::whole(net), *operand));
                    let part = Part {
                        offset: Offset::Static(Index::Const(offset as i64)),
                        width: expr.width,
                    };
                    Expr::new(
                        expr.width,
                        ExprKind::Read(Place {
                            part: Some(part),
                            ..Place::whole(net)
                        }),
                    )
                }
                kind => Expr::new(expr.width, kind),
            })
        });
        for block in stmt.blocks_mut() {
            let inner = std::mem::take(block);
            *block = name_selects(netlist, inner);
        }
        out.append(&mut before);
        out.push(stmt);
    }
    out
}

fn temporary(netlist: &mut Netlist, whole: Option<NetId>, operand: &Expr) -> NetId {
    let what = match &operand.kind {
        ExprKind::Binary(BinaryOp::Add, ..) => "sum",
        ExprKind::Binary(BinaryOp::Sub, ..) => "difference",
        ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, ..) => "shifted",
        ExprKind::Unary(UnaryOp::Neg, _) => "negated",
        _ => "value",
    };
    let hint = whole.map(|net| netlist.net(net).path.as_str());
    let wish = match hint.map(|path| path.trim_start_matches("let$").replace('$', "_")) {
        Some(hint) => format!("{hint}_{what}"),
        None => what.to_owned(),
    };
    netlist.declare_temporary(&wish, operand.width)
}

/// `x = default; for i { if sel == i { x = array[i]; } }` is how Rust chooses an element by a
/// signal; Verilog has `array[sel]`. Applies to arrays that nothing in `update` assigns.
pub(super) fn restore_lookups(netlist: &Netlist, body: Vec<Stmt>) -> Vec<Stmt> {
    let mut out: Vec<Stmt> = vec![];
    for mut stmt in body {
        if let (Some(previous), Stmt::For { .. }) = (out.last(), &stmt) {
            if let Some(lookup) = as_lookup(netlist, previous, &stmt) {
                out.pop();
                out.push(lookup);
                continue;
            }
        }
        // Inside a loop the index may depend on the iteration, which costs a name per iteration.
        if !matches!(stmt, Stmt::For { .. }) {
            for block in stmt.blocks_mut() {
                *block = restore_lookups(netlist, std::mem::take(block));
            }
        }
        out.push(stmt);
    }
    out
}

fn as_lookup(netlist: &Netlist, first: &Stmt, second: &Stmt) -> Option<Stmt> {
    let Stmt::Assign(target, default) = first else {
        return None;
    };
    let Stmt::For {
        var,
        from: 0,
        to,
        body,
    } = second
    else {
        return None;
    };
    let [Stmt::If {
        test,
        then,
        otherwise,
    }] = body.as_slice()
    else {
        return None;
    };
    let ([Stmt::Assign(place, value)], []) = (then.as_slice(), otherwise.as_slice()) else {
        return None;
    };
    let ExprKind::Binary(BinaryOp::Eq, a, b) = &test.kind else {
        return None;
    };
    let own = ExprKind::Index(Index::Var(var.clone()));
    let selector = if b.kind == own {
        a
    } else if a.kind == own {
        b
    } else {
        return None;
    };
    let ExprKind::Read(element) = &value.kind else {
        return None;
    };
    let net = netlist.net(element.net);
    let whole = element.part.is_none()
        && element.index == [Index::Var(var.clone())]
        && net.dims == [*to as usize];
    let stable = matches!(net.kind, NetKind::RegisterQ | NetKind::ChildOutput);
    let mut free = true;
    selector.walk(&mut |expr| free &= expr.kind != own);
    selector.reads(&mut |read| free &= read.net != target.net);
    let reach = selector.width < usize::BITS as usize && 1usize << selector.width >= net.elements();
    if place != target || !whole || !stable || !free || !reach || net.elements() < 2 {
        return None;
    }
    let length = net.elements();
    let index = simplify::resize(selector.as_ref().clone(), values::index_width(length));
    let lookup = Expr::new(net.width, ExprKind::Lookup(element.net, Box::new(index)));
    let value = if values::upper_bound(selector) < length.into() {
        lookup
    } else {
        let limit = Expr::literal(selector.width, length);
        let inside = simplify::binary(BinaryOp::Lt, selector.as_ref().clone(), limit);
        simplify::mux(inside, lookup, default.clone())
    };
    Some(Stmt::Assign(target.clone(), value))
}

/// Longest chain of `if`s that becomes one conditional expression.
const MUX_DEPTH: usize = 3;

/// `let x = if a { b } else { c };` arrives as an `if` with two assignments; it goes back to
/// being an expression.
pub(super) fn restore_muxes(netlist: &Netlist, body: &mut [Stmt]) {
    for stmt in body.iter_mut() {
        if let Some((net, value)) = as_mux(netlist, stmt, MUX_DEPTH) {
            *stmt = Stmt::Assign(Place::whole(net), value);
            continue;
        }
        for block in stmt.blocks_mut() {
            restore_muxes(netlist, block);
        }
    }
}

fn as_mux(netlist: &Netlist, stmt: &Stmt, depth: usize) -> Option<(NetId, Expr)> {
    match stmt {
        Stmt::Assign(place, value)
            if place.part.is_none() && netlist.net(place.net).kind == NetKind::Let =>
        {
            Some((place.net, value.clone()))
        }
        Stmt::If {
            test,
            then,
            otherwise,
        } if depth > 0 => {
            let ([then], [otherwise]) = (then.as_slice(), otherwise.as_slice()) else {
                return None;
            };
            let (net, a) = as_mux(netlist, then, depth - 1)?;
            let (other, b) = as_mux(netlist, otherwise, depth - 1)?;
            (net == other).then(|| (net, simplify::mux(test.clone(), a, b)))
        }
        _ => None,
    }
    .filter(|_| matches!(stmt, Stmt::If { .. }) || depth < MUX_DEPTH)
}

/// Moves `let`s out of `if`s and `case`s where that cannot change them: assigned once, from
/// values that the branch does not touch. A net that is assigned in one branch only would
/// otherwise be a latch, though nobody reads it elsewhere.
pub(super) fn hoist_lets(netlist: &Netlist, body: Vec<Stmt>) -> Vec<Stmt> {
    let mut counts = std::collections::BTreeMap::<NetId, usize>::new();
    for stmt in &body {
        stmt.targets(&mut |place| *counts.entry(place.net).or_default() += 1);
    }
    let single: BTreeSet<NetId> = counts
        .into_iter()
        .filter(|&(net, count)| count == 1 && netlist.net(net).kind == NetKind::Let)
        .map(|(net, _)| net)
        .collect();
    hoist_block(&single, body)
}

fn hoist_block(single: &BTreeSet<NetId>, body: Vec<Stmt>) -> Vec<Stmt> {
    let mut out = vec![];
    for mut stmt in body {
        match &mut stmt {
            Stmt::If { .. } | Stmt::Case { .. } => {
                let mut touched = BTreeSet::new();
                stmt.targets(&mut |place| {
                    touched.insert(place.net);
                });
                for block in stmt.blocks_mut() {
                    extract(single, block, &mut touched, &mut out);
                }
                if stmt.blocks().iter().any(|block| !block.is_empty()) {
                    out.push(stmt);
                }
            }
            Stmt::For { body, .. } => {
                *body = hoist_block(single, std::mem::take(body));
                out.push(stmt);
            }
            Stmt::Assign(..) => out.push(stmt),
        }
    }
    out
}

/// Moves what can move from `block` to `out`. `touched` are the nets that the branches assign.
fn extract(
    single: &BTreeSet<NetId>,
    block: &mut Vec<Stmt>,
    touched: &mut BTreeSet<NetId>,
    out: &mut Vec<Stmt>,
) {
    let mut kept = vec![];
    for mut stmt in std::mem::take(block) {
        match &mut stmt {
            Stmt::Assign(place, _) if place.part.is_none() && single.contains(&place.net) => {
                let net = place.net;
                let free = nets_read(std::slice::from_ref(&stmt))
                    .iter()
                    .all(|read| !touched.contains(read));
                if free {
                    touched.remove(&net);
                    out.push(stmt);
                    continue;
                }
            }
            Stmt::If { .. } | Stmt::Case { .. } => {
                for inner in stmt.blocks_mut() {
                    extract(single, inner, touched, out);
                }
            }
            // A `let` in a loop depends on the loop's index; it stays, at the top of the body.
            Stmt::For { body, .. } => {
                *body = hoist_block(single, std::mem::take(body));
            }
            Stmt::Assign(..) => {}
        }
        kept.push(stmt);
    }
    *block = kept;
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check(include_str!("temps.rs"), |logic, body| {
            super::name_selects(&mut logic.netlist, body)
        });
    }
}
