//! The mutations of a module: everything that the kinds know to be wrong with it.

use super::kinds::{self, KINDS};
use super::mutation::{Change, Edit, Mutation, NewRegister};
use super::sites;
use crate::ir::coverage;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// All mutations of a module; `modules` are those below it.
pub(crate) fn mutations(
    module: &str,
    logic: &Logic,
    body: &[Stmt],
    modules: &[ModuleIr],
) -> Vec<Mutation> {
    let netlist = &logic.netlist;
    let reach = Reach::of(logic, body);
    let mut out = vec![];
    // What is overwritten before anybody has seen it is in no text either.
    let unseen = |stmt: &Stmt, rest: &[Stmt]| is_overwritten(netlist, stmt, rest);
    sites::visit(netlist, body, &unseen, &mut |owner, number, site| {
        let at = spelled(netlist, module, owner);
        for &(kind, alternatives) in KINDS {
            // Beside an index there may be what hangs on the net itself.
            if kind == "index" && reach.reads(owner, site.expr) {
                continue;
            }
            for (which, (what, _)) in alternatives(site).into_iter().enumerate() {
                let change = Change::Within {
                    kind: kind.to_owned(),
                    number,
                    which,
                };
                out.push(Mutation {
                    name: format!("{at} {number} {kind}: {what}"),
                    edits: vec![Edit {
                        at: at.clone(),
                        change,
                    }],
                    registers: vec![],
                });
            }
        }
    });
    let circles = |register: &Register| reach.from(register.q).contains(&register.d);
    for (what, edits, registers) in kinds::registers(logic, module, &circles) {
        out.push(named("register", &what, edits, registers));
    }
    for (what, edits) in kinds::ports(logic, module) {
        out.push(named("ports", &what, edits, vec![]));
    }
    let is_memory = |at: usize| matches!(modules[at].body, Body::Memory(_));
    for (what, edits) in kinds::masks(logic, module, &is_memory) {
        out.push(named("mask", &what, edits, vec![]));
    }
    out
}

/// Whether every bit that a statement assigns is assigned again before it is read.
fn is_overwritten(netlist: &Netlist, stmt: &Stmt, rest: &[Stmt]) -> bool {
    let Stmt::Assign(place, _) = stmt else {
        return false;
    };
    let reads = |stmt: &Stmt| {
        let mut found = false;
        stmt.exprs(&mut |expr| expr.reads(&mut |read| found |= read.net == place.net));
        found
    };
    let end = rest.iter().position(reads).unwrap_or(rest.len());
    let rest = &rest[..end];
    let net = netlist.net(place.net);
    let assigned = coverage::assigned(netlist, rest, &mut Bindings::new());
    let missing = |bits: &coverage::Bits| bits.missing(net.total_bits()).is_empty();
    assigned.get(&place.net).is_some_and(missing)
        || (!place.index.is_empty()
            && of_element(netlist, place, rest)
                .missing(net.width)
                .is_empty())
}

/// What a block assigns of the element that a place names, whatever its indices are.
fn of_element(netlist: &Netlist, place: &Place, block: &[Stmt]) -> coverage::Bits {
    let mut bits = coverage::Bits::default();
    for stmt in block {
        if let Stmt::Assign(other, _) = stmt {
            if (other.net, &other.index) == (place.net, &place.index) {
                if let Some((from, to)) = coverage::within_element(netlist, other, &Bindings::new())
                {
                    bits.insert(from, to);
                }
            }
        }
    }
    bits
}

fn named(kind: &str, what: &str, edits: Vec<Edit>, registers: Vec<NewRegister>) -> Mutation {
    let at = edits
        .first()
        .map(|edit| edit.at.as_str())
        .unwrap_or_default();
    Mutation {
        name: format!("{at} {kind}: {what}"),
        edits,
        registers,
    }
}

/// `module.signal`, without indices.
fn spelled(netlist: &Netlist, module: &str, net: NetId) -> String {
    let path = netlist.net(net).path.as_str();
    // A `let` by its name alone means a port of that name, if there is one.
    let plain = path.strip_prefix("let$").unwrap_or(path);
    let taken = plain != path && netlist.by_path.contains_key(plain);
    let path = if taken { path } else { plain };
    format!("{module}.{}", path.replace('$', "."))
}

/// What hangs on what within a cycle.
struct Reach {
    next: BTreeMap<NetId, BTreeSet<NetId>>,
}

impl Reach {
    fn of(logic: &Logic, body: &[Stmt]) -> Self {
        let mut reach = Reach {
            next: BTreeMap::new(),
        };
        reach.block(body, &[]);
        // What a block inside does is not looked at: each output may hang on each input.
        for instance in &logic.instances {
            for &input in &instance.ports {
                reach.next.entry(input).or_default().extend(&instance.ports);
            }
        }
        reach
    }

    fn block(&mut self, body: &[Stmt], around: &[NetId]) {
        for stmt in body {
            let mut read = around.to_vec();
            for expr in stmt.own_exprs() {
                expr.reads(&mut |place| read.push(place.net));
            }
            if let Stmt::Assign(place, _) = stmt {
                for net in &read {
                    self.next.entry(*net).or_default().insert(place.net);
                }
            }
            for block in stmt.blocks() {
                self.block(block, &read);
            }
        }
    }

    /// All that hangs on a net, and the net.
    fn from(&self, net: NetId) -> BTreeSet<NetId> {
        let mut found = BTreeSet::from([net]);
        let mut new = vec![net];
        while let Some(net) = new.pop() {
            let next = self.next.get(&net).into_iter().flatten();
            new.extend(next.copied().filter(|&next| found.insert(next)));
        }
        found
    }

    /// Whether an expression reads what hangs on a net.
    fn reads(&self, net: NetId, expr: &Expr) -> bool {
        let ExprKind::Read(place) = &expr.kind else {
            return false;
        };
        self.from(net).contains(&place.net)
    }
}
