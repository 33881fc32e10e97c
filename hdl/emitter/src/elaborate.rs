//! From a walked block to a module ready for printing: children first, then nets, then the body
//! through lowering, checks and forms.

use super::design::Options;
use super::error::{EmitError, EmitErrorKind, Report};
use super::lower;
use super::module::*;
use super::names::{self, Names};
use super::nets::{gather, port_shape, Builder};
use super::tree::Node;
use crate::tag::Tag;
use rust_hdl::core::ast::Verilog;
use std::collections::BTreeMap;

/// Elaborates a tree of blocks; equal blocks become one module.
pub(super) struct Elaborator<'a> {
    pub options: &'a Options,
    /// Children before parents.
    pub modules: Vec<ModuleIr>,
    pub errors: Vec<EmitError>,
    cache: BTreeMap<String, usize>,
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
