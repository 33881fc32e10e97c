//! From rust_hdl's blocks to modules in the intermediate form: children first, then nets, then the
//! body.

mod assign;
mod control;
mod expr;
mod indices;
mod lower;
mod nets;
mod resolve;
mod select;
mod source;
mod tree;

use crate::error::{EmitErrorKind, Report};
use crate::ir::*;
use crate::names::{self, Names};
use crate::options::Options;
use crate::tag::Tag;
use nets::{gather, port_shape, Builder};
use rust_hdl::core::ast::Verilog;
use rust_hdl::core::block::Block;
use std::collections::BTreeMap;
use std::fmt::Write;
use tree::Node;

/// The modules of a block and of all blocks below it, children before parents; equal blocks are one
/// module. `fallback` names blocks without a tag. `None` when the block shows nothing to a probe.
pub(super) fn drafts(block: &dyn Block, options: &Options, fallback: &str) -> Option<Vec<Draft>> {
    let root = tree::walk(block)?;
    let mut elaborator = Elaborator {
        options,
        drafts: vec![],
        cache: BTreeMap::new(),
        key: String::new(),
    };
    elaborator.module(&root, fallback);
    Some(elaborator.drafts)
}

struct Elaborator<'a> {
    options: &'a Options,
    drafts: Vec<Draft>,
    /// By all that is known of a block, its module.
    cache: BTreeMap<String, usize>,
    /// What is known of the block at hand.
    key: String,
}

impl Elaborator<'_> {
    /// The module of a block, as a position in `drafts`.
    fn module(&mut self, node: &Node, fallback: &str) -> usize {
        let mut children: Vec<(&Node, usize)> = vec![];
        for child in &node.children {
            if !matches!(child.tag, Some(Tag::Register { .. })) {
                let name = format!("{fallback}_{}", child.path.name.replace('$', "_"));
                children.push((child, self.module(child, &name)));
            }
        }
        let name = self.module_name(node, fallback);
        self.key.clear();
        let _ = write!(
            self.key,
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
        if let Some(&known) = self.cache.get(&self.key) {
            return known;
        }
        let key = self.key.clone();
        let rust_type = match &node.tag {
            Some(Tag::Module { rust_type, .. }) => rust_type.clone(),
            _ => name.clone(),
        };
        let mut report = Report {
            module: name.clone(),
            module_type: rust_type.clone(),
            errors: vec![],
        };
        if self.drafts.iter().any(|draft| draft.module.name == name) {
            report.add(&node.path.name, "", EmitErrorKind::DuplicateModule);
        }
        let (module, statements) = match &node.tag {
            Some(Tag::Memory(memory)) => (memory_module(node, memory, name, rust_type), vec![]),
            _ => self.logic_module(node, &children, name, rust_type, &mut report),
        };
        let position = self.drafts.len();
        self.drafts.push(Draft {
            module,
            statements,
            report,
        });
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
        let own = spec::names::module_name(&own, spec::names::MODULE_NAME_LETTERS);
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
    ) -> (ModuleIr, Vec<Stmt>) {
        let (purpose, meanings) = match &node.tag {
            Some(Tag::Module {
                purpose, meanings, ..
            }) => (nets::plain(purpose), meanings.as_slice()),
            _ => (String::new(), &[][..]),
        };
        let mut builder = Builder {
            drafts: &self.drafts,
            reset: self.options.reset,
            meanings,
            logic: Logic::default(),
        };
        builder.logic.netlist.temporaries = self.options.temporaries;
        // A signal with the name of its module confuses simulators.
        builder.logic.names.claim(&name);
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
        let module = ModuleIr {
            name,
            purpose,
            rust_type,
            ports,
            needs_reset,
            paths: vec![],
            body: Body::Logic(Box::new(builder.logic)),
        };
        (module, body)
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

/// `16 words of 128 bits, read and written at one port each`.
fn memory_purpose(memory: &MemoryTag) -> String {
    let MemoryTag {
        words,
        width,
        read_ports,
        write_ports,
        ..
    } = memory;
    let ports = match (memory.shared_port, read_ports, write_ports) {
        (true, ..) => "one port reads or writes".to_owned(),
        (_, 1, 1) => "a port reads and a port writes".to_owned(),
        (_, read, write) => format!("{read} ports read and {write} write"),
    };
    let mask = memory.lane_bits.map_or_else(String::new, |bits| {
        format!(" Each bit of a write's mask guards {bits} bits.")
    });
    format!(
        "A memory of {words} words of {width} bits: {ports} at each rising edge, reads see the word as it \
         was before.{mask} Nothing is reset."
    )
}

fn memory_module(node: &Node, memory: &MemoryTag, name: String, rust_type: String) -> ModuleIr {
    let mut names = Names::default();
    let ports = gather(&node.atoms)
        .into_iter()
        .map(|(path, dims, atom)| port_shape(path, dims, atom, &mut names))
        .collect();
    ModuleIr {
        name,
        purpose: memory_purpose(memory),
        rust_type,
        ports,
        needs_reset: false,
        paths: vec![],
        body: Body::Memory(memory.clone()),
    }
}
