//! A design as a tree: for each block its AST, its signals and those of its children.

use std::collections::{BTreeMap, HashMap};

use hdl::tag::Tag;
use rust_hdl::core::ast::{Verilog, VerilogBlock, VerilogLiteral};
use rust_hdl::core::atom::Atom;
use rust_hdl::core::block::Block;
use rust_hdl::core::probe::Probe;
use rust_hdl::core::type_descriptor::TypeKind;

/// A signal as the AST names it.
#[derive(Clone, Debug)]
pub struct Signal {
    pub bits: usize,
    pub value: u128,
}

/// One block of the design.
#[derive(Default)]
pub struct Scope {
    pub path: String,
    pub tag: Option<Tag>,
    pub body: Option<VerilogBlock>,
    pub signals: BTreeMap<String, Signal>,
    /// Variants of the enums of these signals, `State$Idle`, with their codes.
    pub variants: HashMap<String, u128>,
}

/// The value of a literal; rust_hdl prints it as `8'h1f`.
pub fn literal(literal: &VerilogLiteral) -> u128 {
    let text = format!("{literal:x}");
    let digits = text.rsplit('h').next().expect("a literal has digits");
    u128::from_str_radix(digits, 16).expect("tests keep to 128 bits")
}

#[derive(Default)]
struct Collector {
    open: Vec<(String, Scope)>,
    done: Vec<Scope>,
}

/// All blocks of a design, children first.
pub fn scopes(block: &dyn Block) -> Vec<Scope> {
    let mut collector = Collector::default();
    block.accept("top", &mut collector);
    collector.done
}

/// `lane$3$value`, as a probe names it, becomes `lane[3]$value`, as the AST names it.
fn bracketed(name: &str) -> String {
    let mut parts = name.split('$');
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        if part.bytes().all(|byte| byte.is_ascii_digit()) {
            result.push_str(&format!("[{part}]"));
        } else {
            result.push('$');
            result.push_str(part);
        }
    }
    result
}

/// The variants of the enums in a type, with their codes.
fn variants(kind: &TypeKind) -> Vec<(String, u128)> {
    match kind {
        TypeKind::Enum(names) => (0..)
            .zip(names)
            .map(|(code, name)| (name.replace("::", "$"), code))
            .collect(),
        TypeKind::Composite(fields) => {
            let fields = fields.iter();
            fields
                .flat_map(|field| variants(&field.kind.kind))
                .collect()
        }
        TypeKind::Bits(_) | TypeKind::Signed(_) => vec![],
    }
}

impl Probe for Collector {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let parent = self
            .open
            .last()
            .map_or(String::new(), |(_, scope)| format!("{}.", scope.path));
        let scope = Scope {
            path: format!("{parent}{name}"),
            tag: Tag::decode(&node.timing()),
            body: match node.hdl() {
                Verilog::Combinatorial(body) => Some(body),
                _ => None,
            },
            ..Scope::default()
        };
        self.open.push((bracketed(name), scope));
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        let name = bracketed(name);
        let signal = Signal {
            bits: atom.bits(),
            value: literal(&atom.verilog()),
        };
        let variants = variants(&atom.descriptor().kind);
        let Some((child, scope)) = self.open.last_mut() else {
            return;
        };
        let child = child.clone();
        scope.signals.insert(name.clone(), signal.clone());
        scope.variants.extend(variants.clone());
        if let [.., (_, parent), _] = self.open.as_mut_slice() {
            parent.signals.insert(format!("{child}${name}"), signal);
            parent.variants.extend(variants);
        }
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        if let Some((_, scope)) = self.open.pop() {
            self.done.push(scope);
        }
    }
}
