//! The expressions within what drives a net, by number: children before parents, statement by statement.
//!
//! ```text
//! taken = free & wanted | forced;
//! 0: free   1: wanted   2: free & wanted   3: forced   4: free & wanted | forced
//! ```
//! A condition counts for the first net that is driven under it, and what the emitter has given a name
//! for the net that it was made for.

use super::kinds::{kind, Site};
use super::select::Chooser;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Calls `visit` for every site: the net that it helps to drive, and its number there. `skip` is asked of
/// each statement and of those behind it in its block.
pub(super) fn visit(
    netlist: &Netlist,
    body: &[Stmt],
    skip: &dyn Fn(&Stmt, &[Stmt]) -> bool,
    visit: &mut dyn FnMut(NetId, usize, &Site),
) {
    let mut counts = BTreeMap::new();
    walk(netlist, body, skip, &mut counts, visit);
}

fn walk(
    netlist: &Netlist,
    body: &[Stmt],
    skip: &dyn Fn(&Stmt, &[Stmt]) -> bool,
    counts: &mut BTreeMap<NetId, usize>,
    visit: &mut dyn FnMut(NetId, usize, &Site),
) {
    for (at, stmt) in body.iter().enumerate() {
        let Some(owner) = owner(netlist, stmt) else {
            continue;
        };
        let skipped = skip(stmt, &body[at + 1..]);
        nodes_of(stmt, &mut |expr, is_test| {
            let number = counts.entry(owner).or_default();
            let site = Site {
                netlist,
                expr,
                is_test,
            };
            if !skipped {
                visit(owner, *number, &site);
            }
            *number += 1;
        });
        for block in stmt.blocks() {
            walk(netlist, block, skip, counts, visit);
        }
    }
}

/// The net for which a statement's expressions count.
fn owner(netlist: &Netlist, stmt: &Stmt) -> Option<NetId> {
    let mut first = None;
    stmt.targets(&mut |place| first = first.or(Some(place.net)));
    first.map(|net| netlist.origin(net))
}

fn nodes_of<'s>(stmt: &'s Stmt, visit: &mut dyn FnMut(&'s Expr, bool)) {
    let is_test = matches!(stmt, Stmt::If { .. });
    for expr in stmt.own_exprs() {
        nodes(expr, is_test, visit);
    }
}

/// Every expression inside, in the order in which `Expr::rewrite` comes by.
fn nodes<'e>(expr: &'e Expr, is_test: bool, visit: &mut dyn FnMut(&'e Expr, bool)) {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Variant { .. } | ExprKind::Index(_) => {}
        ExprKind::Read(place) => {
            if let Some(offset) = place.dynamic_offset() {
                nodes(offset, false, visit);
            }
        }
        ExprKind::Unary(_, a)
        | ExprKind::Replicate(_, a)
        | ExprKind::Lookup(_, a)
        | ExprKind::Select(a, _) => nodes(a, false, visit),
        ExprKind::Binary(_, a, b) => {
            nodes(a, false, visit);
            nodes(b, false, visit);
        }
        ExprKind::Mux(test, a, b) => {
            nodes(test, true, visit);
            nodes(a, false, visit);
            nodes(b, false, visit);
        }
        ExprKind::Concat(pieces) => pieces.iter().for_each(|piece| nodes(piece, false, visit)),
    }
    visit(expr, is_test);
}

/// What stands in place of a site where the design is told so.
pub(super) struct Pick<'m> {
    /// What the choosing input is then.
    pub select: usize,
    pub kind: &'m str,
    pub which: usize,
}

/// Picks by net and number.
pub(super) type Picks<'m> = BTreeMap<(NetId, usize), Vec<Pick<'m>>>;

/// Puts the picks in; gives the choices that found their place.
pub(super) fn place(
    netlist: &Netlist,
    body: &mut Vec<Stmt>,
    picks: &Picks,
    chooser: Chooser,
) -> BTreeSet<usize> {
    let mut placing = Placing {
        netlist,
        picks,
        chooser,
        counts: BTreeMap::new(),
        placed: BTreeSet::new(),
    };
    placing.block(body);
    placing.placed
}

struct Placing<'a> {
    netlist: &'a Netlist,
    picks: &'a Picks<'a>,
    chooser: Chooser,
    counts: BTreeMap<NetId, usize>,
    placed: BTreeSet<usize>,
}

impl Placing<'_> {
    fn block(&mut self, body: &mut Vec<Stmt>) {
        for stmt in body {
            let Some(owner) = owner(self.netlist, stmt) else {
                continue;
            };
            let others = self.others(stmt, owner);
            for block in stmt.blocks_mut() {
                self.block(block);
            }
            if !others.is_empty() {
                self.choose(stmt, others);
            }
        }
    }

    /// What the statement is for each choice that is about it.
    fn others(&mut self, stmt: &Stmt, owner: NetId) -> Vec<(usize, Stmt)> {
        let first = *self.counts.entry(owner).or_default();
        let mut sites = vec![];
        nodes_of(stmt, &mut |expr, is_test| sites.push((expr, is_test)));
        self.counts.insert(owner, first + sites.len());
        let mut others = vec![];
        let own = self
            .picks
            .range((owner, first)..(owner, first + sites.len()));
        for (&(_, number), picks) in own {
            let (expr, is_test) = sites[number - first];
            let site = Site {
                netlist: self.netlist,
                expr,
                is_test,
            };
            for pick in picks {
                let mut new = kind(pick.kind).map(|kind| kind(&site)).unwrap_or_default();
                if pick.which < new.len() {
                    let (_, by) = new.swap_remove(pick.which);
                    others.push((pick.select, replaced(stmt, number - first, &by)));
                    self.placed.insert(pick.select);
                }
            }
        }
        others
    }

    /// An assignment becomes a choice of assignments; of other statements only the condition is one.
    fn choose(&self, stmt: &mut Stmt, others: Vec<(usize, Stmt)>) {
        if matches!(stmt, Stmt::Assign(..)) {
            let others = others
                .into_iter()
                .map(|(number, other)| (number, vec![other]));
            *stmt = self.chooser.among(others.collect(), vec![stmt.clone()]);
            return;
        }
        let condition = |(number, other): (usize, Stmt)| {
            let condition = other.own_exprs().first().map(|expr| (*expr).clone());
            condition.map(|condition| (number, condition))
        };
        let mut others: Vec<(usize, Expr)> = others.into_iter().filter_map(condition).collect();
        stmt.map_own_exprs(&mut |expr| self.chooser.value(std::mem::take(&mut others), expr));
    }
}

/// A statement with one of its expressions replaced, without the statements inside it.
fn replaced(stmt: &Stmt, number: usize, by: &Expr) -> Stmt {
    let mut out = match stmt {
        Stmt::If { test, .. } => Stmt::If {
            test: test.clone(),
            then: vec![],
            otherwise: vec![],
        },
        Stmt::Case { subject, .. } => Stmt::Case {
            subject: subject.clone(),
            arms: vec![],
            default: None,
        },
        other => other.clone(),
    };
    let mut at = 0;
    out.map_own_exprs(&mut |expr| {
        expr.rewrite(&mut |expr| {
            at += 1;
            if at == number + 1 {
                by.clone()
            } else {
                expr
            }
        })
    });
    out
}
