//! The body of a module through all passes, from statements to processes.

use super::alias;
use super::check;
use super::connect;
use super::copies;
use super::coverage::{self, BitMap, Bits};
use super::error::{EmitErrorKind, Report};
use super::flow::{self, Flow};
use super::forms::{self, Process};
use super::generates;
use super::groups;
use super::index::{Bindings, Index};
use super::ir::*;
use super::lower;
use super::module::*;
use super::names::{self};
use super::nets::Builder;
use super::resolve::Netlist;
use super::rolled;
use super::singles;
use super::storage;
use super::temps;
use super::versions;
use std::collections::{BTreeMap, BTreeSet};
impl Builder<'_, '_> {
    /// Final names for the `let`s that are left.
    fn name_lets(&mut self) {
        let mut live = BTreeSet::new();
        for process in &self.logic.processes {
            assigned_nets(process, &mut live);
        }
        for id in live {
            let net = &mut self.logic.netlist.nets[id.0];
            if net.kind == NetKind::Let {
                net.name = self.names.claim(&net.name);
            }
        }
    }

    /// The combinational paths through the children, as nets.
    fn child_paths(&self) -> Vec<(NetId, NetId)> {
        let mut out = vec![];
        for instance in &self.logic.instances {
            for &module in &instance.modules {
                for &(from, to) in &self.elaborator.modules[module].paths {
                    out.push((instance.ports[from], instance.ports[to]));
                }
            }
        }
        out
    }

    /// Runs the body through all passes. Returns the paths from inputs to outputs.
    pub fn body(
        &mut self,
        mut body: Vec<Stmt>,
        ports: &[PortShape],
        report: &mut Report,
    ) -> Vec<(usize, usize)> {
        let clocks = self.take_clocks(&mut body, report);
        singles::scalars(&mut self.logic, &mut body);
        let netlist = &mut self.logic.netlist;
        check::drivers(netlist, &body, report);
        temps::restore_muxes(netlist, &mut body);
        body = temps::restore_lookups(netlist, body);
        body = temps::name_selects(netlist, body);
        let mut body = versions::separate(netlist, body);
        body = temps::hoist_lets(netlist, body);
        copies::restore(&mut self.logic.netlist, &mut body);

        let child_paths = self.child_paths();
        let netlist = &self.logic.netlist;
        let flow = Flow::new(&body);
        let groups = groups::group(netlist, &body, &flow, &child_paths);
        // A value that is read too early is a loop, or at least in the wrong place.
        let mut early = Report {
            module: report.module.clone(),
            module_type: report.module_type.clone(),
            errors: vec![],
        };
        let mut disordered = BTreeSet::new();
        for group in groups.sets() {
            let (slice, nets) = groups.slice(&body, &group);
            let known = early.errors.len();
            check::order(netlist, &slice, &nets, &mut early);
            if early.errors.len() > known {
                disordered.extend(group.first().map(|&net| groups.find(net)));
            }
        }
        let before = report.errors.len();
        check::loops(
            netlist,
            &body,
            &flow,
            &groups,
            &disordered,
            &child_paths,
            report,
        );
        if report.errors.len() == before {
            report.errors.append(&mut early.errors);
        }
        let paths = port_paths(netlist, &body, &child_paths, ports);

        let gone = alias::remove(
            &self.logic.netlist,
            &mut body,
            &mut self.logic.instances,
            &mut self.logic.registers,
        );
        for net in gone {
            // As of now it is as if nobody had declared it.
            self.logic.netlist.nets[net.0].kind = NetKind::Let;
        }
        let mut edges = child_paths;
        for instance in &self.logic.instances {
            for (&net, (_, expr)) in &instance.connections {
                expr.reads(&mut |place| edges.push((place.net, net)));
            }
        }
        let netlist = &self.logic.netlist;
        let flow = Flow::new(&body);
        let groups = groups::group(netlist, &body, &flow, &edges);
        let mut processes = vec![];
        let mut slices = vec![];
        let mut taken = BTreeSet::new();
        for own in in_order(&body, groups.sets()) {
            let (mut slice, mut group) = groups.slice(&body, &own);
            own_lets(&mut self.logic.netlist, &mut slice, &mut group, &mut taken);
            let locals = group.difference(&own).copied().collect();
            let netlist = &self.logic.netlist;
            processes.extend(forms::form(netlist, slice.clone(), &group, &locals));
            slices.extend(slice);
        }
        self.logic.processes = processes;
        self.usage(&slices, &clocks, report);
        self.name_variants();
        self.name_lets();
        rolled::roll(&mut self.logic, self.elaborator.options.dialect);
        let processes = std::mem::take(&mut self.logic.processes);
        self.logic.processes = generates::merge_generates(processes);
        storage::settle(
            &mut self.logic,
            &mut self.names,
            self.elaborator.options.dialect,
        );
        paths
    }

    /// Takes the assignments to clocks out of the body and resolves each to a port.
    fn take_clocks(&mut self, body: &mut Vec<Stmt>, report: &mut Report) -> BTreeSet<NetId> {
        let mut sources: BTreeMap<NetId, NetId> = BTreeMap::new();
        collect_clocks(&self.logic.netlist, body, &mut sources);
        let netlist = &self.logic.netlist;
        let mut used = BTreeSet::new();
        let mut resolve = |net: NetId| -> NetId {
            let mut at = net;
            for _ in 0..netlist.nets.len() {
                match sources.get(&at) {
                    Some(&next) => at = next,
                    None => break,
                }
            }
            if netlist.net(at).kind == NetKind::Input {
                used.insert(at);
            } else {
                let name = flow::source_name(netlist, net);
                let bits = "is".to_owned();
                report.add(&name, "Clock", EmitErrorKind::Undriven { bits });
            }
            at
        };
        for register in &mut self.logic.registers {
            register.clock = resolve(register.clock);
        }
        for instance in &mut self.logic.instances {
            for port in &mut instance.ports {
                if netlist.net(*port).is_clock {
                    *port = resolve(*port);
                }
            }
        }
        used
    }

    /// Finds what nothing reads.
    fn usage(&mut self, body: &[Stmt], clocks: &BTreeSet<NetId>, report: &mut Report) {
        let netlist = &self.logic.netlist;
        let mut used = BitMap::new();
        coverage::read(netlist, body, &mut Bindings::new(), &mut used);
        connect::connection_reads(
            netlist,
            &self.logic.instances,
            &self.logic.registers,
            &mut used,
        );
        for &clock in clocks {
            used.insert(clock, Bits::all(1));
        }
        // A child's output that drives a net of ours is that net.
        let ports: BTreeSet<NetId> = self
            .logic
            .instances
            .iter()
            .flat_map(|instance| instance.ports.iter().copied())
            .collect();
        for id in netlist.ids() {
            if netlist.net(id).kind == NetKind::ChildOutput && !ports.contains(&id) {
                used.insert(id, Bits::all(netlist.net(id).total_bits()));
            }
        }
        self.logic.unused = check::unread(netlist, &used, report);
    }

    fn name_variants(&mut self) {
        let mut found: BTreeMap<String, (u64, usize)> = BTreeMap::new();
        let mut note = |expr: &Expr| {
            expr.walk(&mut |expr| {
                if let ExprKind::Variant { path, value } = &expr.kind {
                    found.insert(path.clone(), (*value, expr.width));
                }
            });
        };
        for process in &self.logic.processes {
            visit_exprs(process, &mut note);
        }
        for instance in &self.logic.instances {
            instance.connections.values().for_each(|(_, e)| note(e));
        }
        for register in &self.logic.registers {
            register.alias.iter().for_each(&mut note);
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_by(|(a, x), (b, y)| {
            let ty = |path: &str| path.split('$').next().unwrap_or("").to_owned();
            (ty(a), x).cmp(&(ty(b), y))
        });
        for (path, (value, width)) in found {
            let name = self.names.claim(&names::camel_case(&path));
            self.logic.variants.insert(path, (name, value, width));
        }
    }
}

/// Calls `visit` on every expression of a process, labels included.
pub(super) fn visit_exprs(process: &Process, visit: &mut dyn FnMut(&Expr)) {
    fn labels(stmt: &Stmt, visit: &mut dyn FnMut(&Expr)) {
        if let Stmt::Case { arms, .. } = stmt {
            arms.iter()
                .for_each(|arm| arm.labels.iter().for_each(&mut *visit));
        }
        for block in stmt.blocks() {
            block.iter().for_each(|stmt| labels(stmt, visit));
        }
    }
    match process {
        Process::Assign(_, value) => visit(value),
        Process::Generate { body, .. } => body.iter().for_each(|p| visit_exprs(p, visit)),
        Process::Comb(body) => {
            for stmt in body {
                stmt.exprs(&mut *visit);
                labels(stmt, visit);
            }
        }
    }
}

/// Gives a process its own copy of every loop `let` that another process has already.
fn own_lets(
    netlist: &mut Netlist,
    slice: &mut [Stmt],
    group: &mut BTreeSet<NetId>,
    taken: &mut BTreeSet<NetId>,
) {
    for net in group.clone() {
        if netlist.net(net).kind != NetKind::Let || taken.insert(net) {
            continue;
        }
        let mut path = netlist.net(net).path.clone();
        while netlist.by_path.contains_key(&path) {
            path.push_str("_2");
        }
        let width = netlist.net(net).width;
        let copy = lower::declare_let(netlist, path, width);
        netlist.nets[copy.0].name = netlist.net(net).name.clone();
        taken.insert(copy);
        group.remove(&net);
        group.insert(copy);
        let mut change = |place: &mut Place| {
            if place.net == net {
                place.net = copy;
            }
        };
        for stmt in slice.iter_mut() {
            storage::redirect_stmt(stmt, &mut change);
            stmt.map_targets(&mut change);
        }
    }
}

fn assigned_nets(process: &Process, out: &mut BTreeSet<NetId>) {
    match process {
        Process::Assign(place, _) => {
            out.insert(place.net);
        }
        Process::Generate { body, .. } => body.iter().for_each(|p| assigned_nets(p, out)),
        Process::Comb(body) => {
            for stmt in body {
                stmt.targets(&mut |place| {
                    out.insert(place.net);
                });
            }
        }
    }
}

/// Groups in the order in which the program finishes them: defaults come early, and the reader
/// looks for the logic.
fn in_order(body: &[Stmt], sets: Vec<BTreeSet<NetId>>) -> Vec<BTreeSet<NetId>> {
    let mut position: BTreeMap<NetId, usize> = BTreeMap::new();
    let mut count = 0;
    for stmt in body {
        stmt.targets(&mut |place| {
            count += 1;
            position.insert(place.net, count);
        });
    }
    let mut keyed: Vec<(usize, BTreeSet<NetId>)> = sets
        .into_iter()
        .map(|set| {
            let last = set.iter().filter_map(|net| position.get(net)).max();
            (last.copied().unwrap_or(usize::MAX), set)
        })
        .collect();
    keyed.sort();
    keyed.into_iter().map(|(_, set)| set).collect()
}

fn collect_clocks(netlist: &Netlist, body: &mut Vec<Stmt>, out: &mut BTreeMap<NetId, NetId>) {
    body.retain_mut(|stmt| match stmt {
        Stmt::Assign(place, value) if netlist.net(place.net).is_clock => {
            if let ExprKind::Read(source) = &value.kind {
                out.insert(place.net, source.net);
            }
            false
        }
        Stmt::For { body, .. } => {
            collect_clocks(netlist, body, out);
            !body.is_empty()
        }
        _ => true,
    });
}

/// Combinational paths from inputs to outputs of the module itself.
fn port_paths(
    netlist: &Netlist,
    body: &[Stmt],
    child_paths: &[(NetId, NetId)],
    ports: &[PortShape],
) -> Vec<(usize, usize)> {
    let mut next: BTreeMap<NetId, BTreeSet<NetId>> = BTreeMap::new();
    for access in flow::accesses(body) {
        if !access.write {
            next.entry(access.place.net)
                .or_default()
                .extend(&access.targets);
        }
    }
    for &(from, to) in child_paths {
        next.entry(from).or_default().insert(to);
    }
    let net_of = |port: &PortShape| netlist.by_path.get(&port.path).copied();
    let mut out = vec![];
    for (from, input) in ports.iter().enumerate().filter(|(_, port)| !port.output) {
        let Some(start) = net_of(input) else {
            continue;
        };
        let mut seen = BTreeSet::from([start]);
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            for &to in next.get(&at).into_iter().flatten() {
                if seen.insert(to) {
                    stack.push(to);
                }
            }
        }
        for (to, output) in ports.iter().enumerate().filter(|(_, port)| port.output) {
            if net_of(output).is_some_and(|net| seen.contains(&net)) {
                out.push((from, to));
            }
        }
    }
    out
}

/// The place of one element of a net, for printers.
pub(super) fn element(net: NetId, index: Index) -> Place {
    Place {
        net,
        index: vec![index],
        part: None,
    }
}
