//! Where in a body a net gets its value, and its double in its place there.

use super::loops::Loop;
use crate::ir::*;

/// The way to the innermost block in which a net gets its whole value: positions of statements, and of
/// blocks within them. Only a `let` may have one that is not the body: other nets live longer than a
/// loop's iteration.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Home {
    way: Vec<(usize, usize)>,
    /// The loops on the way.
    pub loops: Vec<Loop>,
}

impl Home {
    /// Where the net is assigned; `None` if no statement does.
    pub fn of(netlist: &Netlist, body: &[Stmt], net: NetId) -> Option<Self> {
        let mut home = Home {
            way: vec![],
            loops: vec![],
        };
        body.iter().any(|stmt| writes(stmt, net)).then_some(())?;
        let mut block = body;
        while netlist.net(net).kind == NetKind::Let {
            let mut writers = (0..block.len()).filter(|&at| writes(&block[at], net));
            let (Some(only), None) = (writers.next(), writers.next()) else {
                break;
            };
            let blocks = block[only].blocks();
            let inner = |at: &usize| blocks[*at].iter().any(|stmt| writes(stmt, net));
            let mut within = (0..blocks.len()).filter(inner);
            let (Some(one), None) = (within.next(), within.next()) else {
                break;
            };
            if let Stmt::For { var, from, to, .. } = &block[only] {
                home.loops.push(Loop {
                    var: var.clone(),
                    from: *from,
                    to: *to,
                    free: false,
                });
            }
            home.way.push((only, one));
            block = blocks[one];
        }
        Some(home)
    }

    fn block<'b>(&self, body: &'b mut Vec<Stmt>) -> &'b mut Vec<Stmt> {
        self.way.iter().fold(body, |block, &(at, inner)| {
            block[at].blocks_mut().swap_remove(inner)
        })
    }

    /// What drives `net` drives `double`, which is read as well where a value is still being made.
    pub fn redirect(&self, body: &mut Vec<Stmt>, net: NetId, double: NetId) {
        let block = self.block(body);
        let first = block.iter().position(|stmt| writes(stmt, net));
        let last = block.iter().rposition(|stmt| writes(stmt, net));
        if let (Some(first), Some(last)) = (first, last) {
            for stmt in &mut block[first..=last] {
                rename_reads(stmt, net, double);
                stmt.map_targets(&mut |place| {
                    if place.net == net {
                        place.net = double;
                    }
                });
            }
        }
    }

    /// Adds statements: in an inner block right behind what assigns `double`, in the body at its end.
    pub fn add(&self, body: &mut Vec<Stmt>, double: NetId, mut stmts: Vec<Stmt>) {
        let block = self.block(body);
        let last = block.iter().rposition(|stmt| writes(stmt, double));
        match last.filter(|_| !self.way.is_empty()) {
            Some(last) => drop(block.splice(last + 1..last + 1, stmts)),
            None => block.append(&mut stmts),
        }
    }
}

fn writes(stmt: &Stmt, net: NetId) -> bool {
    let mut found = false;
    stmt.targets(&mut |place| found |= place.net == net);
    found
}

/// Lets a statement read another net.
pub(super) fn rename_reads(stmt: &mut Stmt, from: NetId, to: NetId) {
    stmt.map_exprs(&mut |expr| {
        expr.rewrite(&mut |mut expr| {
            match &mut expr.kind {
                ExprKind::Read(place) if place.net == from => place.net = to,
                ExprKind::Lookup(net, _) if *net == from => *net = to,
                _ => {}
            }
            expr
        })
    });
}
