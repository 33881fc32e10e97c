//! Who reads what when: how `update`, which runs from top to bottom, falls apart into processes
//! that run side by side.
//!
//! A read in `update` sees either the final value of a signal (all of its assignments have
//! happened, or none has and rust_hdl runs `update` again until nothing changes) or an
//! intermediate one. Signals that meet in an intermediate read must share a process, where
//! statements keep their order; all others may live apart.

use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// One read or write.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub place: Place,
    pub write: bool,
    pub position: usize,
    /// The loops around it: identity and variable.
    pub loops: Rc<[(usize, String)]>,
    /// For a read: the nets whose assignment depends on it.
    pub targets: Rc<BTreeSet<NetId>>,
}

/// Every access of `body`, in program order.
pub(super) fn accesses(body: &[Stmt]) -> Vec<Access> {
    let mut collector = Collector::default();
    collector.block(body);
    collector.out
}

#[derive(Default)]
struct Collector {
    out: Vec<Access>,
    position: usize,
    loops: Vec<(usize, String)>,
}

impl Collector {
    fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            let mut targets = BTreeSet::new();
            stmt.targets(&mut |place| {
                targets.insert(place.net);
            });
            let targets = Rc::new(targets);
            let loops: Rc<[_]> = self.loops.as_slice().into();
            self.position += 1;
            for expr in stmt.own_exprs() {
                expr.reads(&mut |place| {
                    self.out.push(Access {
                        place: place.clone(),
                        write: false,
                        position: self.position,
                        loops: Rc::clone(&loops),
                        targets: Rc::clone(&targets),
                    });
                });
            }
            if let Stmt::Assign(place, _) = stmt {
                self.position += 1;
                self.out.push(Access {
                    place: place.clone(),
                    write: true,
                    position: self.position,
                    loops: Rc::clone(&loops),
                    targets: Rc::default(),
                });
            }
            if let Stmt::For { var, .. } = stmt {
                self.loops.push((self.position, var.clone()));
            }
            for block in stmt.blocks() {
                self.block(block);
            }
            if let Stmt::For { .. } = stmt {
                self.loops.pop();
            }
        }
    }
}

/// Whether two places can share a bit, as far as constants tell.
fn may_overlap(a: &Place, b: &Place) -> bool {
    let differ = a
        .index
        .iter()
        .zip(&b.index)
        .any(|(x, y)| matches!((x.constant(), y.constant()), (Some(x), Some(y)) if x != y));
    if differ {
        return false;
    }
    let range = |place: &Place| match &place.part {
        Some(Part {
            offset: Offset::Static(index),
            width,
        }) => index.constant().map(|from| (from, from + *width as i64)),
        _ => None,
    };
    match (range(a), range(b)) {
        (Some((a_from, a_to)), Some((b_from, b_to))) => a_from < b_to && b_from < a_to,
        _ => true,
    }
}

/// Whether iterations of the loop over `var` touch separate bits through this place.
pub(super) fn separates(place: &Place, var: &str) -> bool {
    if place.index.iter().any(|index| stride(index, var) != 0) {
        return true;
    }
    match &place.part {
        Some(Part {
            offset: Offset::Static(index),
            width,
        }) => stride(index, var).unsigned_abs() as usize >= *width,
        _ => false,
    }
}

/// By how much an index moves from one iteration to the next; zero when that is not constant.
fn stride(index: &Index, var: &str) -> i64 {
    let at = |value: i64| {
        let mut names = Bindings::new();
        collect_vars(index, &mut names);
        names.insert(var.to_owned(), value);
        index.eval(&names).unwrap_or(0)
    };
    let (first, second) = (at(1) - at(0), at(2) - at(1));
    if first == second {
        first
    } else {
        0
    }
}

fn collect_vars(index: &Index, out: &mut Bindings) {
    match index {
        Index::Const(_) => {}
        Index::Var(name) => {
            out.insert(name.clone(), 0);
        }
        Index::Add(a, b) | Index::Sub(a, b) | Index::Mul(a, b) => {
            collect_vars(a, out);
            collect_vars(b, out);
        }
    }
}

/// The dataflow between the nets of one module.
pub(super) struct Flow {
    pub accesses: Vec<Access>,
    /// Per net: positions in `accesses` of its writes.
    writes: BTreeMap<NetId, Vec<usize>>,
    /// Loops in which each iteration keeps to its own bits of a net.
    elementwise: BTreeSet<(NetId, usize)>,
}

impl Flow {
    pub fn new(body: &[Stmt]) -> Self {
        let accesses = accesses(body);
        let mut writes: BTreeMap<NetId, Vec<usize>> = BTreeMap::new();
        let mut in_loop: BTreeMap<(NetId, usize), (bool, Place, String)> = BTreeMap::new();
        for (position, access) in accesses.iter().enumerate() {
            if access.write {
                writes.entry(access.place.net).or_default().push(position);
            }
            for (id, var) in access.loops.iter() {
                in_loop
                    .entry((access.place.net, *id))
                    .and_modify(|(same, place, _)| *same &= *place == access.place)
                    .or_insert((true, access.place.clone(), var.clone()));
            }
        }
        let elementwise = in_loop
            .into_iter()
            .filter(|(_, (same, place, var))| *same && separates(place, var))
            .map(|(key, _)| key)
            .collect();
        Flow {
            accesses,
            writes,
            elementwise,
        }
    }

    pub fn written(&self) -> impl Iterator<Item = NetId> + '_ {
        self.writes.keys().copied()
    }

    pub fn write_count(&self, net: NetId) -> usize {
        self.writes.get(&net).map_or(0, Vec::len)
    }

    pub fn reads(&self) -> impl Iterator<Item = &Access> {
        self.accesses.iter().filter(|access| !access.write)
    }

    /// Whether some write comes before the read, and whether some write comes after it. Inside
    /// a loop that carries a value from one iteration to the next, every write does both.
    pub fn around(&self, read: &Access) -> (bool, bool) {
        let (mut before, mut after) = (false, false);
        let net = read.place.net;
        for &position in self.writes.get(&net).into_iter().flatten() {
            let write = &self.accesses[position];
            if !may_overlap(&write.place, &read.place) {
                continue;
            }
            let carried = read
                .loops
                .iter()
                .zip(write.loops.iter())
                .take_while(|(a, b)| a.0 == b.0)
                .any(|((id, _), _)| !self.elementwise.contains(&(net, *id)));
            before |= carried || write.position < read.position;
            after |= carried || write.position > read.position;
        }
        (before, after)
    }
}

/// The program with nothing but the assignments to `nets`.
pub(super) fn slice(body: &[Stmt], nets: &BTreeSet<NetId>) -> Vec<Stmt> {
    let mut out = vec![];
    for stmt in body {
        match stmt {
            Stmt::Assign(place, _) => {
                if nets.contains(&place.net) {
                    out.push(stmt.clone());
                }
            }
            Stmt::If {
                test,
                then,
                otherwise,
            } => {
                let then = slice(then, nets);
                let otherwise = slice(otherwise, nets);
                match (then.is_empty(), otherwise.is_empty()) {
                    (true, true) => {}
                    (true, false) => out.push(Stmt::If {
                        test: simplify::not(test.clone()),
                        then: otherwise,
                        otherwise: vec![],
                    }),
                    _ => out.push(Stmt::If {
                        test: test.clone(),
                        then,
                        otherwise,
                    }),
                }
            }
            Stmt::Case {
                subject,
                arms,
                default,
            } => {
                let arms: Vec<Arm> = arms
                    .iter()
                    .map(|arm| Arm {
                        labels: arm.labels.clone(),
                        body: slice(&arm.body, nets),
                    })
                    .collect();
                let default = default.as_ref().map(|block| slice(block, nets));
                let silent = default.as_ref().is_none_or(Vec::is_empty);
                if silent && arms.iter().all(|arm| arm.body.is_empty()) {
                    continue;
                }
                out.push(Stmt::Case {
                    subject: subject.clone(),
                    arms,
                    default,
                });
            }
            Stmt::For {
                var,
                from,
                to,
                body,
            } => {
                let body = slice(body, nets);
                if !body.is_empty() {
                    out.push(Stmt::For {
                        var: var.clone(),
                        from: *from,
                        to: *to,
                        body,
                    });
                }
            }
        }
    }
    out
}

/// Drops unused netlist entries from consideration: nets that some expression of `body` reads.
pub(super) fn nets_read(body: &[Stmt]) -> BTreeSet<NetId> {
    let mut out = BTreeSet::new();
    for stmt in body {
        stmt.exprs(&mut |expr| {
            expr.reads(&mut |place| {
                out.insert(place.net);
            });
        });
    }
    out
}

/// For messages: the name of a net as the Rust source has it.
pub(super) fn source_name(netlist: &Netlist, net: NetId) -> String {
    let path = &netlist.net(net).path;
    path.strip_prefix("let$").unwrap_or(path).replace('$', ".")
}
