//! The nets of a module: its signals, the registers in it, the ports of its children.

use super::tree::{self, AtomNode, Node};
use crate::error::{EmitErrorKind, Report};
use crate::ir::*;
use crate::names::{self, Names};
use crate::options::Reset;
use crate::tag::Tag;
use num_bigint::BigUint;
use rust_hdl::core::atom::AtomKind;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A child with its elements gathered.
struct Family<'n> {
    path: String,
    dims: Vec<usize>,
    nodes: Vec<&'n Node>,
}

pub(super) fn port_shape(
    path: String,
    dims: Vec<usize>,
    atom: &AtomNode,
    names: &mut Names,
) -> PortShape {
    PortShape {
        name: names.claim(&path.replace('$', "_")),
        path,
        output: atom.kind == AtomKind::OutputParameter,
        width: atom.width,
        dims,
        ty: tree::of_descriptor(&atom.descriptor, atom.width),
        meaning: String::new(),
    }
}

/// Elements of arrays gathered under one path, in order of appearance.
pub(super) fn gather(atoms: &[AtomNode]) -> Vec<(String, Vec<usize>, &AtomNode)> {
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

pub(super) struct Builder<'d> {
    /// The modules so far.
    pub drafts: &'d [Draft],
    pub reset: Reset,
    /// What the block's source says of its fields.
    pub meanings: &'d [(String, String)],
    pub logic: Logic,
}

/// A comment without the links of Rust's documentation: a block that it links to has the module's name.
pub(super) fn plain(text: &str) -> String {
    let mut parts = text.split("[`");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (link, rest) = part.split_once("`]").unwrap_or((part, ""));
        let last = link.rsplit("::").next().unwrap_or(link);
        let is_type = last.starts_with(|c: char| c.is_ascii_uppercase());
        let name = if is_type {
            names::snake_case(last)
        } else {
            last.to_owned()
        };
        out.push_str(&name);
        out.push_str(rest);
    }
    out
}

impl Builder<'_> {
    pub fn reserve_reset(&mut self, node: &Node, children: &[(&Node, usize)]) -> bool {
        let own = node
            .children
            .iter()
            .any(|child| child.tag == Some(Tag::Register { reset: true }));
        let needs = own
            || children
                .iter()
                .any(|(_, module)| self.drafts[*module].module.needs_reset);
        if needs {
            self.logic.names.claim(self.reset.port());
        }
        needs
    }

    fn add(&mut self, net: Net) -> NetId {
        self.logic.netlist.add(net)
    }

    pub fn atoms(&mut self, atoms: &[AtomNode], report: &mut Report) -> Vec<PortShape> {
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
            let ty = tree::of_descriptor(&atom.descriptor, atom.width);
            if atom.width == 0 {
                let what = "a type without bits".to_owned();
                report.add(&path, &ty.name, EmitErrorKind::Unsupported { what });
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
                    report.add(&path, &ty.name, EmitErrorKind::Unsupported { what });
                    continue;
                }
            };
            let name = match kind {
                NetKind::Constant(_) => self.logic.names.claim(&names::camel_case(&path)),
                _ => self.logic.names.claim(&path.replace('$', "_")),
            };
            if is_port(atom) {
                ports.push(PortShape {
                    path: path.clone(),
                    name: name.clone(),
                    output: kind == NetKind::Output,
                    width: atom.width,
                    dims: dims.clone(),
                    ty: Rc::clone(&ty),
                    meaning: self.meaning(&path),
                });
            }
            let storage = Storage::initial(&kind, atom.width, &dims);
            let meaning = self.meaning(&path);
            let id = self.add(Net {
                path,
                name,
                width: atom.width,
                dims,
                kind,
                storage,
                ty,
            });
            self.note(id, meaning);
        }
        ports
    }

    /// What the source says of a field.
    fn meaning(&self, path: &str) -> String {
        let said = self.meanings.iter().find(|(field, _)| field == path);
        said.map(|(_, text)| plain(text)).unwrap_or_default()
    }

    fn note(&mut self, net: NetId, meaning: String) {
        if !meaning.is_empty() {
            self.logic.netlist.meanings.insert(net, meaning);
        }
    }

    fn variants(&mut self, atom: &AtomNode) {
        let netlist = &mut self.logic.netlist;
        tree::of_descriptor(&atom.descriptor, atom.width).enums(&mut |ty, variants| {
            netlist.enums.insert(ty.name.clone(), Rc::clone(ty));
            let width = match variants.len() {
                0 | 1 => 0,
                count => (count - 1).ilog2() as usize + 1,
            };
            for (value, variant) in variants.iter().enumerate() {
                netlist
                    .variants
                    .insert(format!("{}${variant}", ty.name), (value as u64, width));
            }
        });
    }

    pub fn registers(&mut self, node: &Node, report: &mut Report) {
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
                let ty = tree::of_descriptor(&q.descriptor, q.width);
                report.add(&family.path, &ty.name, EmitErrorKind::Unsupported { what });
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
                    NetKind::RegisterQ => self.logic.names.claim(&format!("{base}_q")),
                    NetKind::RegisterD => self.logic.names.claim(&format!("{base}_d")),
                    _ => String::new(),
                };
                self.logic.netlist.add(Net {
                    path: format!("{}${suffix}", family.path),
                    name,
                    width: atom.width,
                    dims: family.dims.clone(),
                    storage: Storage::initial(&kind, atom.width, &family.dims),
                    kind,
                    ty: match suffix {
                        "clock" => tree::clock(),
                        _ => tree::of_descriptor(&q.descriptor, q.width),
                    },
                })
            };
            let q_net = net("q", NetKind::RegisterQ, &q);
            let d_net = net("d", NetKind::RegisterD, &d);
            let mut clock_atom = d.clone();
            clock_atom.width = 1;
            let clock = net("clock", NetKind::ChildInput, &clock_atom);
            let meaning = self.meaning(&family.path);
            self.note(q_net, meaning);
            self.logic.registers.push(Register {
                q: q_net,
                d: d_net,
                clock,
                reset: reset.then_some(values),
                alias: None,
            });
        }
    }

    pub fn instances(&mut self, children: &[(&Node, usize)], report: &mut Report) {
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
            let shape = self.drafts[first].module.ports.clone();
            if of_elements.iter().all(|module| *module == first) {
                of_elements.truncate(1);
            } else if of_elements
                .iter()
                .any(|&module| self.drafts[module].module.ports != shape)
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
                let name = match port.is_clock() {
                    true => String::new(),
                    false => self.logic.names.claim(&path.replace('$', "_")),
                };
                ports.push(self.add(Net {
                    path,
                    name,
                    width: port.width,
                    // An array of ports is one vector at the port.
                    storage: match port.dims.is_empty() {
                        true => Storage::initial(&kind, port.width, &dims),
                        false => Storage::Vector,
                    },
                    dims,
                    kind,
                    ty: Rc::clone(&port.ty),
                }));
            }
            let name = self
                .logic
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
}

#[cfg(test)]
mod tests {
    #[test]
    fn links_are_names() {
        let text = "holds [`super::AvcWay`], [`value`] and `this`";
        assert_eq!(super::plain(text), "holds avc_way, value and `this`");
    }
}
