//! Which `let`s hold structs or states: those that take one, or that a struct takes.

use super::parts::static_offset;
use crate::ir::typing::type_of;
use crate::ir::*;
use std::rc::Rc;

/// Gives `let`s that hold structs or states their type.
pub(super) fn infer(netlist: &mut Netlist, body: &[Stmt]) {
    let mut moves: Vec<(NetId, &Expr)> = vec![];
    collect(body, &mut moves);
    loop {
        let mut found: Vec<(NetId, Rc<Type>)> = vec![];
        for &(target, value) in &moves {
            let net = netlist.net(target);
            if net.ty.is_struct() {
                takers(netlist, value, &Rc::clone(&net.ty), &mut found);
            } else if let (true, Some(ty)) = (is_open(net), of(netlist, value)) {
                found.push((target, ty));
            }
        }
        found.retain(|(net, ty)| {
            let net = netlist.net(*net);
            is_open(net) && net.width == ty.width
        });
        if found.is_empty() {
            return;
        }
        for (net, ty) in found {
            netlist.nets[net.0].ty = ty;
        }
    }
}

/// Whether nobody has said yet what it holds.
fn is_open(net: &Net) -> bool {
    net.kind == NetKind::Let && net.ty.kind == TypeKind::Bits
}

/// Whole nets and what is assigned to them.
fn collect<'b>(body: &'b [Stmt], moves: &mut Vec<(NetId, &'b Expr)>) {
    for stmt in body {
        match stmt {
            Stmt::Assign(place, value) if place.part.is_none() => moves.push((place.net, value)),
            _ => stmt
                .blocks()
                .into_iter()
                .for_each(|block| collect(block, moves)),
        }
    }
}

/// The struct or the enum that an expression is.
fn of(netlist: &Netlist, value: &Expr) -> Option<Rc<Type>> {
    let ty = match &value.kind {
        ExprKind::Read(place) => {
            let ty = &netlist.net(place.net).ty;
            match &place.part {
                None => Rc::clone(ty),
                Some(part) => ty.field(static_offset(part)?, part.width)?.1,
            }
        }
        ExprKind::Lookup(net, _) => Rc::clone(&netlist.net(*net).ty),
        ExprKind::Mux(_, a, b) => return of(netlist, a).or_else(|| of(netlist, b)),
        ExprKind::Variant { .. } => type_of(netlist, value),
        _ => return None,
    };
    (ty.is_struct() || matches!(ty.kind, TypeKind::Enum(_))).then_some(ty)
}

/// `let`s that a struct takes as they are.
fn takers(netlist: &Netlist, value: &Expr, ty: &Rc<Type>, found: &mut Vec<(NetId, Rc<Type>)>) {
    match &value.kind {
        ExprKind::Read(place) if place.part.is_none() && is_open(netlist.net(place.net)) => {
            found.push((place.net, Rc::clone(ty)));
        }
        ExprKind::Mux(_, a, b) => {
            takers(netlist, a, ty, found);
            takers(netlist, b, ty, found);
        }
        _ => {}
    }
}
