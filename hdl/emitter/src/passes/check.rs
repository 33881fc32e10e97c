//! What may not reach a synthesizer: latches, undriven and unread signals, values read before
//! they exist, combinational loops.

use super::circles::{self, Circles};
use super::flow::{self, Flow};
use super::groups::Groups;
use crate::error::{EmitErrorKind, Report};
use crate::ir::coverage::{self, BitMap, Bits};
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Bits in the words of a message: `is` or `bits 3:0 are`.
fn words(net: &Net, bits: &Bits) -> String {
    if bits.missing(net.total_bits()).is_empty() {
        return "is".to_owned();
    }
    let ranges: Vec<String> = bits
        .intervals()
        .iter()
        .take(4)
        .map(|&(from, to)| {
            let element = |bit: usize| match net.dims.is_empty() {
                true => String::new(),
                false => format!("[{}]", bit / net.width),
            };
            let (low, high) = (from % net.width, (to - 1) % net.width);
            if net.dims.is_empty() || from / net.width == (to - 1) / net.width {
                format!("{}[{high}:{low}]", element(from))
            } else {
                format!("{} to {}", element(from), element(to - 1))
            }
        })
        .collect();
    let more = if bits.intervals().len() > 4 {
        " and more"
    } else {
        ""
    };
    format!("{}{more} are", ranges.join(", "))
}

fn add(report: &mut Report, netlist: &Netlist, net: NetId, kind: EmitErrorKind) {
    let name = flow::source_name(netlist, net);
    report.add(&name, &netlist.net(net).ty.name, kind);
}

/// Latches and undriven signals.
pub(super) fn drivers(netlist: &Netlist, body: &[Stmt], report: &mut Report) {
    let assigned = coverage::assigned(netlist, body, &mut Bindings::new());
    let written = coverage::written(netlist, body, &mut Bindings::new());
    let none = Bits::default();
    for id in netlist.ids() {
        let net = netlist.net(id);
        let driven_here = match net.kind {
            NetKind::Output | NetKind::Local | NetKind::RegisterD => true,
            NetKind::ChildInput => !net.is_clock(),
            // A `let` is always assigned before it is read; Rust has seen to that.
            _ => false,
        };
        if !driven_here {
            continue;
        }
        let total = net.total_bits();
        let sure = assigned.get(&id).unwrap_or(&none).missing(total);
        if sure.is_empty() {
            continue;
        }
        let maybe = written.get(&id).unwrap_or(&none);
        let undriven = maybe.missing(total);
        let latched = sure.intersection(maybe);
        if !undriven.is_empty() {
            let bits = words(net, &undriven);
            add(report, netlist, id, EmitErrorKind::Undriven { bits });
        }
        if !latched.is_empty() {
            let bits = words(net, &latched);
            add(report, netlist, id, EmitErrorKind::Latch { bits });
        }
    }
}

/// Inside a process every value that the process itself makes has to be made before it is read.
pub(super) fn order(
    netlist: &Netlist,
    slice: &[Stmt],
    group: &BTreeSet<NetId>,
    report: &mut Report,
) {
    let mut done = BitMap::new();
    Order {
        netlist,
        group,
        report,
    }
    .block(slice, &mut Bindings::new(), &mut done);
}

struct Order<'a> {
    netlist: &'a Netlist,
    group: &'a BTreeSet<NetId>,
    report: &'a mut Report,
}

impl Order<'_> {
    fn block(&mut self, body: &[Stmt], bindings: &mut Bindings, done: &mut BitMap) {
        for stmt in body {
            for expr in stmt.own_exprs() {
                self.expr(expr, bindings, done);
            }
            match stmt {
                Stmt::Assign(..) => {
                    let one = std::slice::from_ref(stmt);
                    for (net, bits) in coverage::assigned(self.netlist, one, bindings) {
                        done.entry(net).or_default().union(&bits);
                    }
                }
                Stmt::For {
                    var,
                    from,
                    to,
                    body,
                } => {
                    for value in *from..*to {
                        bindings.insert(var.clone(), value);
                        self.block(body, bindings, done);
                    }
                    bindings.remove(var);
                }
                Stmt::If { .. } | Stmt::Case { .. } => {
                    for block in stmt.blocks() {
                        if reads_any(block, self.group) {
                            self.block(block, bindings, &mut done.clone());
                        }
                    }
                    let one = std::slice::from_ref(stmt);
                    for (net, bits) in coverage::assigned(self.netlist, one, bindings) {
                        done.entry(net).or_default().union(&bits);
                    }
                }
            }
        }
    }

    fn expr(&mut self, expr: &Expr, bindings: &Bindings, done: &BitMap) {
        let none = Bits::default();
        expr.reads(&mut |place| {
            let net = place.net;
            // A `let` in a branch that could not be moved is read in that branch only.
            if !self.group.contains(&net) || self.netlist.net(net).kind == NetKind::Let {
                return;
            }
            let (from, to) = coverage::touched(self.netlist, place, bindings);
            let mut wanted = Bits::default();
            wanted.insert(from, to);
            if done.get(&net).unwrap_or(&none).intersection(&wanted) != wanted {
                let name = flow::source_name(self.netlist, net);
                let rust_type = &self.netlist.net(net).ty.name;
                self.report
                    .add(&name, rust_type, EmitErrorKind::ReadBeforeWrite);
            }
        });
    }
}

fn reads_any(body: &[Stmt], group: &BTreeSet<NetId>) -> bool {
    flow::nets_read(body).iter().any(|net| group.contains(net))
}

/// Combinational loops. Nets first; where nets run in a circle, their elements and bits decide,
/// because a chain of lanes is no loop.
pub(super) fn loops(
    netlist: &Netlist,
    body: &[Stmt],
    flow: &Flow,
    groups: &Groups,
    disordered: &BTreeSet<NetId>,
    paths: &[(NetId, NetId)],
    report: &mut Report,
) {
    let mut next: BTreeMap<NetId, BTreeSet<NetId>> = BTreeMap::new();
    for read in flow.reads() {
        let net = read.place.net;
        if flow.write_count(net) == 0 && !matches!(netlist.net(net).kind, NetKind::ChildOutput) {
            continue;
        }
        next.entry(net).or_default().extend(read.targets.iter());
    }
    for &(from, to) in paths {
        next.entry(from).or_default().insert(to);
    }
    // Inside a process statements have an order, and `order` has seen that every value is made
    // before it is read there: a circle must leave its process to be a loop.
    let crosses = |from: NetId, to: NetId| {
        let group = groups.find(from);
        group != groups.find(to) || disordered.contains(&group)
    };
    let circles = Circles::of(&next);
    let mut edges = next
        .iter()
        .flat_map(|(&from, tos)| tos.iter().map(move |&to| (from, to)));
    if !edges.any(|(from, to)| crosses(from, to) && circles.has(from, to)) {
        return;
    }
    let on_circle = |net: &NetId| next[net].iter().any(|&to| circles.has(*net, to));
    let suspects: BTreeSet<NetId> = next.keys().copied().filter(on_circle).collect();
    let mut fine = Fine {
        netlist,
        suspects: &suspects,
        next: BTreeMap::new(),
        control: vec![],
    };
    fine.block(body, &mut Bindings::new());
    for &(from, to) in paths {
        if suspects.contains(&from) && suspects.contains(&to) {
            let elements = netlist.net(from).elements();
            for element in 0..elements {
                for a in fine.chunks(from, element_range(netlist, from, element)) {
                    for b in fine.chunks(to, element_range(netlist, to, element)) {
                        fine.next.entry(a).or_default().insert(b);
                    }
                }
            }
        }
    }
    let circles = Circles::of(&fine.next);
    let mut told = BTreeSet::new();
    let starts: Vec<(NetId, usize)> = fine.next.keys().copied().collect();
    for start in starts {
        if told.contains(&start.0) {
            continue;
        }
        let real = fine.next[&start]
            .iter()
            .any(|&to| crosses(start.0, to.0) && circles.has(start, to));
        if !real {
            continue;
        }
        if let Some(path) = circles::shortest(&fine.next, start) {
            let mut names: Vec<String> = path
                .iter()
                .map(|(net, _)| flow::source_name(netlist, *net))
                .collect();
            names.dedup();
            if names.len() == 1 {
                names.push(names[0].clone());
            }
            told.extend(path.iter().map(|(net, _)| *net));
            let kind = EmitErrorKind::CombinationalLoop { path: names };
            add(report, netlist, start.0, kind);
        }
    }
}

fn element_range(netlist: &Netlist, net: NetId, element: usize) -> (usize, usize) {
    let width = netlist.net(net).width;
    (element * width, (element + 1) * width)
}

/// Vectors up to this width are followed bit by bit, wider ones as a whole.
const BITWISE: usize = 256;

/// The dataflow between elements of arrays and bits of vectors.
struct Fine<'a> {
    netlist: &'a Netlist,
    suspects: &'a BTreeSet<NetId>,
    next: BTreeMap<(NetId, usize), BTreeSet<(NetId, usize)>>,
    /// What the conditions around the current statement read.
    control: Vec<(NetId, usize)>,
}

impl Fine<'_> {
    fn chunks(&self, net: NetId, (from, to): (usize, usize)) -> Vec<(NetId, usize)> {
        let width = self.netlist.net(net).width;
        let size = match self.netlist.net(net).dims.is_empty() {
            true if width <= BITWISE => 1,
            _ => width,
        };
        (from / size..to.div_ceil(size)).map(|c| (net, c)).collect()
    }

    fn reads(&self, expr: &Expr, bindings: &Bindings) -> Vec<(NetId, usize)> {
        let mut out = vec![];
        expr.reads(&mut |place| {
            if self.suspects.contains(&place.net) {
                let range = coverage::touched(self.netlist, place, bindings);
                out.extend(self.chunks(place.net, range));
            }
        });
        out
    }

    fn block(&mut self, body: &[Stmt], bindings: &mut Bindings) {
        for stmt in body {
            let mut reads: Vec<(NetId, usize)> = stmt
                .own_exprs()
                .iter()
                .flat_map(|expr| self.reads(expr, bindings))
                .collect();
            match stmt {
                Stmt::Assign(place, _) => {
                    if !self.suspects.contains(&place.net) {
                        continue;
                    }
                    reads.extend(self.control.iter().copied());
                    let range = coverage::touched(self.netlist, place, bindings);
                    for to in self.chunks(place.net, range) {
                        for &from in &reads {
                            self.next.entry(from).or_default().insert(to);
                        }
                    }
                }
                Stmt::For {
                    var,
                    from,
                    to,
                    body,
                } => {
                    for value in *from..*to {
                        bindings.insert(var.clone(), value);
                        self.block(body, bindings);
                    }
                    bindings.remove(var);
                }
                Stmt::If { .. } | Stmt::Case { .. } => {
                    let depth = self.control.len();
                    self.control.extend(reads);
                    for block in stmt.blocks() {
                        self.block(block, bindings);
                    }
                    self.control.truncate(depth);
                }
            }
        }
    }
}

/// What nothing reads: an error where it is a whole signal of the designer's, a list of bits
/// for the sink where it is a part, or an output of a child.
pub(super) fn unread(
    netlist: &Netlist,
    used: &BitMap,
    report: &mut Report,
) -> Vec<(NetId, Vec<(usize, usize)>)> {
    let none = Bits::default();
    let mut sink = vec![];
    for id in netlist.ids() {
        let net = netlist.net(id);
        let total = net.total_bits();
        let missing = used.get(&id).unwrap_or(&none).missing(total);
        let whole = missing == Bits::all(total);
        if missing.is_empty() {
            continue;
        }
        // Of a struct somebody may well read some fields only.
        let some_field = netlist.siblings.get(&id).is_some_and(|fields| {
            fields
                .iter()
                .any(|field| used.get(field).is_some_and(|bits| *bits != none))
        });
        match net.kind {
            NetKind::Input | NetKind::Local | NetKind::RegisterQ if whole && !some_field => {
                add(report, netlist, id, EmitErrorKind::Unread);
            }
            NetKind::Let if whole => {}
            NetKind::Input
            | NetKind::Local
            | NetKind::RegisterQ
            | NetKind::Let
            | NetKind::ChildOutput => sink.push((id, missing.intervals().to_vec())),
            _ => {}
        }
    }
    sink
}
