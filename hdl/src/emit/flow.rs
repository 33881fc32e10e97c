//! Who reads what when: how `update`, which runs from top to bottom, falls apart into processes
//! that run side by side.
//!
//! A read in `update` sees either the final value of a signal (all of its assignments have
//! happened, or none has and rust_hdl runs `update` again until nothing changes) or an
//! intermediate one. Signals that meet in an intermediate read must share a process, where
//! statements keep their order; all others may live apart.

use super::index::{Bindings, Index};
use super::ir::*;
use super::resolve::Netlist;
use std::collections::{BTreeMap, BTreeSet};

/// One read or write.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub place: Place,
    pub write: bool,
    pub position: usize,
    /// The loops around it: identity and variable.
    loops: Vec<(usize, String)>,
    /// For a read: the nets whose assignment depends on it.
    pub targets: BTreeSet<NetId>,
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
            self.position += 1;
            for expr in stmt.own_exprs() {
                expr.reads(&mut |place| {
                    self.out.push(Access {
                        place: place.clone(),
                        write: false,
                        position: self.position,
                        loops: self.loops.clone(),
                        targets: targets.clone(),
                    });
                });
            }
            if let Stmt::Assign(place, _) = stmt {
                self.position += 1;
                self.out.push(Access {
                    place: place.clone(),
                    write: true,
                    position: self.position,
                    loops: self.loops.clone(),
                    targets: BTreeSet::new(),
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
            for (id, var) in &access.loops {
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
                .zip(&write.loops)
                .take_while(|(a, b)| a.0 == b.0)
                .any(|((id, _), _)| !self.elementwise.contains(&(net, *id)));
            before |= carried || write.position < read.position;
            after |= carried || write.position > read.position;
        }
        (before, after)
    }
}

/// The `let`s that live inside one iteration of a loop: assigned once, at the top of the loop's
/// body, and read there only. They belong to no process of their own; every process that needs
/// one has it.
pub(super) fn loop_lets(netlist: &Netlist, body: &[Stmt]) -> BTreeSet<NetId> {
    let mut counts: BTreeMap<NetId, usize> = BTreeMap::new();
    let mut top: BTreeSet<NetId> = BTreeSet::new();
    fn visit(
        body: &[Stmt],
        in_loop: bool,
        counts: &mut BTreeMap<NetId, usize>,
        top: &mut BTreeSet<NetId>,
    ) {
        for stmt in body {
            match stmt {
                Stmt::Assign(place, _) => {
                    *counts.entry(place.net).or_default() += 1;
                    if in_loop && place.part.is_none() {
                        top.insert(place.net);
                    }
                }
                Stmt::For { body, .. } => visit(body, true, counts, top),
                _ => {
                    for block in stmt.blocks() {
                        visit(block, false, counts, top);
                    }
                }
            }
        }
    }
    visit(body, false, &mut counts, &mut top);
    top.retain(|net| netlist.net(*net).kind == NetKind::Let && counts.get(net) == Some(&1));
    // Values of one that others read must be settled before: it may read inputs, or nets that
    // the loop leaves alone, or its own kind.
    let flow = Flow::new(body);
    let mut out = top.clone();
    for read in flow.reads() {
        let own = top.contains(&read.place.net);
        let intermediate = flow.around(read) == (true, true);
        for target in &read.targets {
            if top.contains(target) && !own && intermediate {
                out.remove(target);
            }
        }
    }
    // One that is read outside of its loop carries the last iteration's value.
    let loop_of: BTreeMap<NetId, Option<usize>> = flow
        .accesses
        .iter()
        .filter(|access| access.write && top.contains(&access.place.net))
        .map(|access| (access.place.net, access.loops.last().map(|(id, _)| *id)))
        .collect();
    for read in flow.reads() {
        if let Some(home) = loop_of.get(&read.place.net) {
            let inside = home.is_some_and(|home| read.loops.iter().any(|(id, _)| *id == home));
            if !inside {
                out.remove(&read.place.net);
            }
        }
    }
    // Whoever reads one that had to go, goes too.
    loop {
        let before = out.len();
        for read in flow.reads() {
            let net = read.place.net;
            if top.contains(&net) && !out.contains(&net) {
                for target in &read.targets {
                    out.remove(target);
                }
            }
        }
        if out.len() == before {
            return out;
        }
    }
}

/// Which nets share a process.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    parent: BTreeMap<NetId, NetId>,
    lets: BTreeSet<NetId>,
}

/// What the loop `let`s finally feed.
struct Users {
    feeds: BTreeMap<NetId, BTreeSet<NetId>>,
    lets: BTreeSet<NetId>,
}

impl Users {
    fn new(flow: &Flow, lets: &BTreeSet<NetId>) -> Self {
        let mut feeds: BTreeMap<NetId, BTreeSet<NetId>> = BTreeMap::new();
        for read in flow.reads().filter(|read| lets.contains(&read.place.net)) {
            feeds
                .entry(read.place.net)
                .or_default()
                .extend(&read.targets);
        }
        Users {
            feeds,
            lets: lets.clone(),
        }
    }

    /// `targets` with every loop `let` replaced by what reads it.
    fn of(&self, targets: &BTreeSet<NetId>) -> BTreeSet<NetId> {
        let mut out = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut stack: Vec<NetId> = targets.iter().copied().collect();
        while let Some(net) = stack.pop() {
            if !self.lets.contains(&net) {
                out.insert(net);
            } else if seen.insert(net) {
                stack.extend(self.feeds.get(&net).into_iter().flatten());
            }
        }
        out
    }
}

impl Groups {
    pub fn find(&self, net: NetId) -> NetId {
        let mut at = net;
        while let Some(&up) = self.parent.get(&at) {
            if up == at {
                break;
            }
            at = up;
        }
        at
    }

    fn unite(&mut self, a: NetId, b: NetId) {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parent.insert(high, low);
    }

    /// The slice of a group: its assignments, and those of the loop `let`s that they need.
    pub fn slice(&self, body: &[Stmt], group: &BTreeSet<NetId>) -> (Vec<Stmt>, BTreeSet<NetId>) {
        let mut nets = group.clone();
        loop {
            let out = slice(body, &nets);
            let needed: BTreeSet<NetId> = nets_read(&out)
                .into_iter()
                .filter(|net| self.lets.contains(net) && !nets.contains(net))
                .collect();
            if needed.is_empty() {
                return (out, nets);
            }
            nets.extend(needed);
        }
    }

    /// The groups, each with its nets in order.
    pub fn sets(&self) -> Vec<BTreeSet<NetId>> {
        let mut sets: BTreeMap<NetId, BTreeSet<NetId>> = BTreeMap::new();
        for &net in self.parent.keys() {
            sets.entry(self.find(net)).or_default().insert(net);
        }
        sets.into_values().collect()
    }
}

/// Divides the written nets into groups. `paths` are combinational paths through children.
pub(super) fn group(
    netlist: &Netlist,
    body: &[Stmt],
    flow: &Flow,
    paths: &[(NetId, NetId)],
) -> Groups {
    let lets = loop_lets(netlist, body);
    let users = Users::new(flow, &lets);
    let mut groups = Groups {
        parent: flow
            .written()
            .filter(|net| !lets.contains(net))
            .map(|net| (net, net))
            .collect(),
        lets: lets.clone(),
    };
    // Final reads, as edges; intermediate ones unite.
    let mut edges: BTreeSet<(NetId, NetId)> = paths.iter().copied().collect();
    for read in flow.reads() {
        let net = read.place.net;
        if lets.contains(&net) {
            continue;
        }
        let (before, after) = flow.around(read);
        for target in users.of(&read.targets) {
            if before && after {
                groups.unite(net, target);
            } else if net != target {
                edges.insert((net, target));
            }
        }
    }
    // Reads that come before the write they wait for must not share its process.
    let early: BTreeSet<(NetId, NetId)> = flow
        .reads()
        .filter(|read| !lets.contains(&read.place.net) && flow.around(read) == (false, true))
        .flat_map(|read| {
            let net = read.place.net;
            users
                .of(&read.targets)
                .into_iter()
                .map(move |target| (net, target))
        })
        .collect();
    let mut wishes = vec![];
    companions(netlist, body, &mut wishes);
    for wish in wishes {
        let mut trial = groups.clone();
        for pair in wish.windows(2) {
            trial.unite(pair[0], pair[1]);
        }
        let Some(&first) = wish.first() else {
            continue;
        };
        let root = trial.find(first);
        let clash = early
            .iter()
            .any(|&(net, target)| trial.find(net) == root && trial.find(target) == root);
        if !clash && !on_cycle(&trial, &edges, root) {
            groups = trial;
        }
    }
    groups
}

/// Nets that one `if` or `case` assigns belong together, for the reader's sake. Arrays stay
/// among arrays of their own length: those make generate loops.
fn companions(netlist: &Netlist, body: &[Stmt], out: &mut Vec<Vec<NetId>>) {
    for stmt in body {
        match stmt {
            Stmt::Assign(..) => {}
            Stmt::For { body, .. } => companions(netlist, body, out),
            Stmt::If { .. } | Stmt::Case { .. } => {
                let mut shapes: BTreeMap<&[usize], BTreeSet<NetId>> = BTreeMap::new();
                let plain = !branches(stmt);
                stmt.targets(&mut |place| {
                    let dims = netlist.net(place.net).dims.as_slice();
                    // Arrays under a plain condition each make an assignment of their own.
                    if dims.is_empty() || !plain {
                        shapes.entry(dims).or_default().insert(place.net);
                    }
                });
                out.extend(shapes.into_values().map(|nets| nets.into_iter().collect()));
            }
        }
    }
}

/// Whether a statement chooses between several things to do.
fn branches(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Case { .. } => true,
        Stmt::If { otherwise, .. } if !otherwise.is_empty() => true,
        _ => stmt
            .blocks()
            .into_iter()
            .any(|block| block.iter().any(branches)),
    }
}

/// Whether the group can reach itself through other groups.
fn on_cycle(groups: &Groups, edges: &BTreeSet<(NetId, NetId)>, root: NetId) -> bool {
    let mut next: BTreeMap<NetId, BTreeSet<NetId>> = BTreeMap::new();
    for &(from, to) in edges {
        let (from, to) = (groups.find(from), groups.find(to));
        if from != to {
            next.entry(from).or_default().insert(to);
        }
    }
    let mut seen = BTreeSet::new();
    let mut stack = vec![root];
    while let Some(at) = stack.pop() {
        for &to in next.get(&at).into_iter().flatten() {
            if to == root {
                return true;
            }
            if seen.insert(to) {
                stack.push(to);
            }
        }
    }
    false
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
                        test: super::simplify::not(test.clone()),
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
