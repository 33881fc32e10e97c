//! From a walked block to a module ready for printing: children first, then nets, then the body
//! through lowering, checks and forms.

use super::alias;
use super::check;
use super::copies;
use super::coverage::{self, BitMap, Bits};
use super::design::Options;
use super::error::{EmitError, EmitErrorKind, Report};
use super::flow::{self, Flow};
use super::forms::{self, Process};
use super::index::{Bindings, Index};
use super::ir::*;
use super::lower;
use super::module::*;
use super::names::{self, Names};
use super::resolve::Netlist;
use super::rolled;
use super::singles;
use super::storage;
use super::temps;
use super::tree::{self, AtomNode, Node};
use super::versions;
use crate::tag::Tag;
use num_bigint::BigUint;
use rust_hdl::core::ast::Verilog;
use rust_hdl::core::atom::AtomKind;
use std::collections::{BTreeMap, BTreeSet};

/// Elaborates a tree of blocks; equal blocks become one module.
pub(super) struct Elaborator<'a> {
    pub options: &'a Options,
    /// Children before parents.
    pub modules: Vec<ModuleIr>,
    pub errors: Vec<EmitError>,
    cache: BTreeMap<String, usize>,
}

/// A child with its elements gathered.
struct Family<'n> {
    path: String,
    dims: Vec<usize>,
    nodes: Vec<&'n Node>,
}

impl<'a> Elaborator<'a> {
    pub fn new(options: &'a Options) -> Self {
        Elaborator {
            options,
            modules: vec![],
            errors: vec![],
            cache: BTreeMap::new(),
        }
    }

    /// The module of a block, as a position in `modules`. `fallback` names blocks without a tag.
    pub fn module(&mut self, node: &Node, fallback: &str) -> usize {
        let mut children: Vec<(&Node, usize)> = vec![];
        for child in &node.children {
            if !matches!(child.tag, Some(Tag::Register { .. })) {
                let name = format!("{fallback}_{}", child.path.name.replace('$', "_"));
                children.push((child, self.module(child, &name)));
            }
        }
        let name = self.module_name(node, fallback);
        let key = format!(
            "{name} {:?} {:?} {:?} {:?} {:?}",
            node.tag,
            node.atoms,
            node.code,
            children
                .iter()
                .map(|(child, module)| (&child.path, module))
                .collect::<Vec<_>>(),
            node.children
                .iter()
                .filter(|child| matches!(child.tag, Some(Tag::Register { .. })))
                .collect::<Vec<_>>(),
        );
        if let Some(&known) = self.cache.get(&key) {
            return known;
        }
        let rust_type = match &node.tag {
            Some(Tag::Module { rust_type, .. }) => rust_type.clone(),
            _ => name.clone(),
        };
        let mut report = Report {
            module: name.clone(),
            module_type: rust_type.clone(),
            errors: vec![],
        };
        if self.modules.iter().any(|module| module.name == name) {
            report.add(&node.path.name, "", EmitErrorKind::DuplicateModule);
        }
        let module = match &node.tag {
            Some(Tag::Memory(memory)) => memory_module(node, memory, name, rust_type),
            _ => self.logic_module(node, &children, name, rust_type, &mut report),
        };
        self.errors.append(&mut report.errors);
        let position = self.modules.len();
        self.modules.push(module);
        self.cache.insert(key, position);
        position
    }

    fn module_name(&self, node: &Node, fallback: &str) -> String {
        let own = match &node.tag {
            Some(Tag::Module {
                name: Some(name), ..
            }) => names::snake_case(name),
            Some(Tag::Module { rust_type, .. }) => names::module_name(rust_type),
            Some(Tag::Memory(memory)) => memory_name(memory),
            _ => names::snake_case(fallback),
        };
        match &self.options.prefix {
            Some(prefix) => format!("{prefix}_{own}"),
            None => own,
        }
    }

    fn logic_module(
        &mut self,
        node: &Node,
        children: &[(&Node, usize)],
        name: String,
        rust_type: String,
        report: &mut Report,
    ) -> ModuleIr {
        let mut builder = Builder {
            elaborator: self,
            names: Names::default(),
            logic: Logic::default(),
        };
        // A signal with the name of its module confuses simulators.
        builder.names.claim(&name);
        let needs_reset = builder.reserve_reset(node, children);
        let ports = builder.atoms(&node.atoms, report);
        builder.registers(node, report);
        builder.instances(children, report);
        let code: &[_] = match &node.code {
            Verilog::Combinatorial(code) => code,
            Verilog::Empty => &[],
            Verilog::Custom(_) | Verilog::Blackbox(_) | Verilog::Wrapper(_) => {
                report.add(
                    &node.path.name,
                    "",
                    EmitErrorKind::Unsupported {
                        what: "Verilog text instead of logic; only tagged primitives may do that"
                            .to_owned(),
                    },
                );
                &[]
            }
        };
        let body = lower::lower(code, &mut builder.logic.netlist, report);
        // What could not be lowered would only look undriven or unread to the checks.
        let paths = if report.errors.is_empty() {
            builder.body(body, &ports, report)
        } else {
            vec![]
        };
        let mut logic = builder.logic;
        logic.names = builder.names;
        ModuleIr {
            name,
            rust_type,
            ports,
            needs_reset,
            paths,
            body: Body::Logic(Box::new(logic)),
        }
    }
}

/// `sram_256x128`, with a suffix per deviation from one read and one write port.
fn memory_name(memory: &MemoryTag) -> String {
    if let Some(name) = &memory.name {
        return names::snake_case(name);
    }
    let mut name = format!("memory_{}x{}", memory.words, memory.width);
    if memory.shared_port {
        name.push_str("_1rw");
    } else {
        name.push_str(&format!("_{}r{}w", memory.read_ports, memory.write_ports));
    }
    if let Some(bits) = memory.lane_bits {
        name.push_str(&format!("_lane{bits}"));
    }
    name
}

fn memory_module(node: &Node, memory: &MemoryTag, name: String, rust_type: String) -> ModuleIr {
    let mut names = Names::default();
    let ports = gather(&node.atoms)
        .into_iter()
        .map(|(path, dims, atom)| port_shape(path, dims, atom, &mut names))
        .collect();
    ModuleIr {
        name,
        rust_type,
        ports,
        needs_reset: false,
        paths: vec![],
        body: Body::Memory(memory.clone()),
    }
}

fn port_shape(path: String, dims: Vec<usize>, atom: &AtomNode, names: &mut Names) -> PortShape {
    PortShape {
        name: names.claim(&path.replace('$', "_")),
        path,
        output: atom.kind == AtomKind::OutputParameter,
        width: atom.width,
        dims,
        rust_type: tree::rust_type(&atom.descriptor),
        is_clock: tree::is_clock(&atom.descriptor),
    }
}

/// Elements of arrays gathered under one path, in order of appearance.
fn gather(atoms: &[AtomNode]) -> Vec<(String, Vec<usize>, &AtomNode)> {
    let mut out: Vec<(String, Vec<usize>, &AtomNode)> = vec![];
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for atom in atoms {
        match known.get(atom.path.name.as_str()) {
            Some(&position) => grow(&mut out[position].1, &atom.path.index),
            None => {
                known.insert(&atom.path.name, out.len());
                let dims = atom.path.index.iter().map(|index| index + 1).collect();
                out.push((atom.path.name.clone(), dims, atom));
            }
        }
    }
    out
}

fn grow(dims: &mut [usize], index: &[usize]) {
    for (length, position) in dims.iter_mut().zip(index) {
        *length = (*length).max(position + 1);
    }
}

fn families<'n>(nodes: impl Iterator<Item = &'n Node>) -> Vec<Family<'n>> {
    let mut out: Vec<Family> = vec![];
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for node in nodes {
        match known.get(node.path.name.as_str()) {
            Some(&position) => {
                grow(&mut out[position].dims, &node.path.index);
                out[position].nodes.push(node);
            }
            None => {
                known.insert(&node.path.name, out.len());
                out.push(Family {
                    path: node.path.name.clone(),
                    dims: node.path.index.iter().map(|index| index + 1).collect(),
                    nodes: vec![node],
                });
            }
        }
    }
    out
}

struct Builder<'e, 'a> {
    elaborator: &'e Elaborator<'a>,
    names: Names,
    logic: Logic,
}

impl Builder<'_, '_> {
    fn reserve_reset(&mut self, node: &Node, children: &[(&Node, usize)]) -> bool {
        let own = node
            .children
            .iter()
            .any(|child| child.tag == Some(Tag::Register { reset: true }));
        let needs = own
            || children
                .iter()
                .any(|(_, module)| self.elaborator.modules[*module].needs_reset);
        if needs {
            self.names.claim(self.elaborator.options.reset.port());
        }
        needs
    }

    fn add(&mut self, net: Net) -> NetId {
        self.logic.netlist.add(net)
    }

    fn atoms(&mut self, atoms: &[AtomNode], report: &mut Report) -> Vec<PortShape> {
        let mut ports = vec![];
        let gathered = gather(atoms);
        // Ports take their names first: nothing inside a module may change its interface.
        let is_port = |atom: &AtomNode| {
            matches!(
                atom.kind,
                AtomKind::InputParameter | AtomKind::OutputParameter
            )
        };
        let (outside, inside): (Vec<_>, Vec<_>) =
            gathered.into_iter().partition(|(_, _, atom)| is_port(atom));
        for (path, dims, atom) in outside.into_iter().chain(inside) {
            self.variants(atom);
            let rust_type = tree::rust_type(&atom.descriptor);
            if atom.width == 0 {
                let what = "a type without bits".to_owned();
                report.add(&path, &rust_type, EmitErrorKind::Unsupported { what });
                continue;
            }
            let kind = match atom.kind {
                AtomKind::InputParameter => NetKind::Input,
                AtomKind::OutputParameter => NetKind::Output,
                AtomKind::LocalSignal => NetKind::Local,
                AtomKind::Constant => NetKind::Constant(atom.value.clone()),
                _ => {
                    let what = "only In, Out, Local and Constant signals have a place in a chip";
                    let what = what.to_owned();
                    report.add(&path, &rust_type, EmitErrorKind::Unsupported { what });
                    continue;
                }
            };
            let name = match kind {
                NetKind::Constant(_) => self.names.claim(&names::camel_case(&path)),
                _ => self.names.claim(&path.replace('$', "_")),
            };
            if is_port(atom) {
                ports.push(PortShape {
                    path: path.clone(),
                    name: name.clone(),
                    output: kind == NetKind::Output,
                    width: atom.width,
                    dims: dims.clone(),
                    rust_type: rust_type.clone(),
                    is_clock: tree::is_clock(&atom.descriptor),
                });
            }
            let storage = storage::initial(&kind, atom.width, &dims);
            self.add(Net {
                path,
                name,
                width: atom.width,
                dims,
                kind,
                storage,
                rust_type,
                is_clock: tree::is_clock(&atom.descriptor),
            });
        }
        ports
    }

    fn variants(&mut self, atom: &AtomNode) {
        let netlist = &mut self.logic.netlist;
        tree::enums(&atom.descriptor, &mut |_, variants| {
            let width = match variants.len() {
                0 | 1 => 0,
                count => (count - 1).ilog2() as usize + 1,
            };
            for (value, variant) in variants.iter().enumerate() {
                netlist
                    .variants
                    .insert(variant.replace("::", "$"), (value as u64, width));
            }
        });
    }

    fn registers(&mut self, node: &Node, report: &mut Report) {
        let tagged = node
            .children
            .iter()
            .filter(|child| matches!(child.tag, Some(Tag::Register { .. })));
        for family in families(tagged) {
            let Some(first) = family.nodes.first() else {
                continue;
            };
            let reset = first.tag == Some(Tag::Register { reset: true });
            if family.nodes.iter().any(|node| node.tag != first.tag) {
                let what = "an array of registers of which only some have a reset".to_owned();
                report.add(&family.path, "", EmitErrorKind::Unsupported { what });
            }
            let find = |node: &Node, name: &str| {
                node.atoms
                    .iter()
                    .find(|atom| atom.path.name == name)
                    .cloned()
            };
            let (Some(d), Some(q), Some(_)) =
                (find(first, "d"), find(first, "q"), find(first, "clock"))
            else {
                let what = "a register needs the signals `clock`, `d` and `q`".to_owned();
                report.add(&family.path, "", EmitErrorKind::Unsupported { what });
                continue;
            };
            if q.width == 0 {
                let what = "a type without bits".to_owned();
                let rust_type = tree::rust_type(&q.descriptor);
                report.add(
                    &family.path,
                    &rust_type,
                    EmitErrorKind::Unsupported { what },
                );
                continue;
            }
            self.variants(&q);
            let values: Vec<BigUint> = family
                .nodes
                .iter()
                .filter_map(|node| find(node, "q"))
                .map(|atom| atom.value)
                .collect();
            let base = family.path.replace('$', "_");
            let mut net = |suffix: &str, kind: NetKind, atom: &AtomNode| {
                let name = match kind {
                    NetKind::RegisterQ => self.names.claim(&format!("{base}_q")),
                    NetKind::RegisterD => self.names.claim(&format!("{base}_d")),
                    _ => String::new(),
                };
                self.logic.netlist.add(Net {
                    path: format!("{}${suffix}", family.path),
                    name,
                    width: atom.width,
                    dims: family.dims.clone(),
                    storage: storage::initial(&kind, atom.width, &family.dims),
                    kind,
                    rust_type: tree::rust_type(&q.descriptor),
                    is_clock: suffix == "clock",
                })
            };
            let q_net = net("q", NetKind::RegisterQ, &q);
            let d_net = net("d", NetKind::RegisterD, &d);
            let mut clock_atom = d.clone();
            clock_atom.width = 1;
            let clock = net("clock", NetKind::ChildInput, &clock_atom);
            self.logic.registers.push(Register {
                q: q_net,
                d: d_net,
                clock,
                reset: reset.then_some(values),
                alias: None,
            });
        }
    }

    fn instances(&mut self, children: &[(&Node, usize)], report: &mut Report) {
        let modules: BTreeMap<*const Node, usize> = children
            .iter()
            .map(|&(node, module)| (std::ptr::from_ref(node), module))
            .collect();
        for family in families(children.iter().map(|(node, _)| *node)) {
            let mut of_elements: Vec<usize> = family
                .nodes
                .iter()
                .filter_map(|node| modules.get(&std::ptr::from_ref(*node)).copied())
                .collect();
            let Some(&first) = of_elements.first() else {
                continue;
            };
            let shape = self.elaborator.modules[first].ports.clone();
            if of_elements.iter().all(|module| *module == first) {
                of_elements.truncate(1);
            } else if of_elements
                .iter()
                .any(|&module| self.elaborator.modules[module].ports != shape)
            {
                let what = "an array of blocks whose ports differ".to_owned();
                report.add(&family.path, "", EmitErrorKind::Unsupported { what });
                continue;
            }
            if let Some(memory) = family.nodes.first() {
                memory.atoms.iter().for_each(|atom| self.variants(atom));
            }
            let mut ports = vec![];
            for port in &shape {
                let kind = if port.output {
                    NetKind::ChildOutput
                } else {
                    NetKind::ChildInput
                };
                let dims: Vec<usize> = family.dims.iter().chain(&port.dims).copied().collect();
                let path = format!("{}${}", family.path, port.path);
                let name = match port.is_clock {
                    true => String::new(),
                    false => self.names.claim(&path.replace('$', "_")),
                };
                ports.push(self.add(Net {
                    path,
                    name,
                    width: port.width,
                    // An array of ports is one vector at the port.
                    storage: match port.dims.is_empty() {
                        true => storage::initial(&kind, port.width, &dims),
                        false => Storage::Vector,
                    },
                    dims,
                    kind,
                    rust_type: port.rust_type.clone(),
                    is_clock: port.is_clock,
                }));
            }
            let name = self
                .names
                .claim(&format!("u_{}", family.path.replace('$', "_")));
            self.logic.instances.push(Instance {
                path: family.path,
                name,
                dims: family.dims,
                modules: of_elements,
                ports,
                connections: BTreeMap::new(),
            });
        }
    }

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
    fn body(
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
        let groups = flow::group(netlist, &body, &flow, &child_paths);
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
        let groups = flow::group(netlist, &body, &flow, &edges);
        let mut processes = vec![];
        for group in in_order(&body, groups.sets()) {
            let (slice, nets) = groups.slice(&body, &group);
            let inner = &nets - &group;
            processes.extend(forms::form(netlist, slice, &nets, &inner));
        }
        self.logic.processes = processes;
        self.usage(&body, &clocks, report);
        self.name_variants();
        self.name_lets();
        rolled::roll(&mut self.logic, self.elaborator.options.dialect);
        let processes = std::mem::take(&mut self.logic.processes);
        self.logic.processes = forms::merge_generates(processes);
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
        alias::connection_reads(
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
