//! The walk over a `&dyn Block`: instances, atoms, tags and ASTs, and nothing else.

use crate::ir::{Field, Type, TypeKind};
use crate::tag::Tag;
use num_bigint::BigUint;
use rust_hdl::core::ast::{Verilog, VerilogLiteral};
use rust_hdl::core::atom::{Atom, AtomKind};
use rust_hdl::core::block::Block;
use rust_hdl::core::probe::Probe;
use rust_hdl::core::type_descriptor::{TypeDescriptor, TypeField, TypeKind as Described};
use std::rc::Rc;

/// A name with its array indices taken out: `lane$3$value` is `lane$value` at `[3]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub name: String,
    pub index: Vec<usize>,
}

impl Path {
    /// rust_hdl names the elements of an array `name$0`, `name$1`, ...
    pub fn parse(text: &str) -> Self {
        let mut name: Vec<&str> = vec![];
        let mut index = vec![];
        for segment in text.split('$') {
            match segment.parse() {
                Ok(value) => index.push(value),
                Err(_) => name.push(segment),
            }
        }
        Path {
            name: name.join("$"),
            index,
        }
    }
}

/// A signal or constant of a block.
#[derive(Clone, Debug)]
pub(super) struct AtomNode {
    pub path: Path,
    pub kind: AtomKind,
    pub width: usize,
    pub descriptor: TypeDescriptor,
    /// Of a constant and of an output, the value before the first cycle: of a register's output, what reset restores.
    pub value: BigUint,
}

/// A block with everything below it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub path: Path,
    pub tag: Option<Tag>,
    pub atoms: Vec<AtomNode>,
    pub children: Vec<Node>,
    pub code: Verilog,
}

/// Walks `block`.
pub(super) fn walk(block: &dyn Block) -> Option<Node> {
    let mut walker = Walker::default();
    block.accept("top", &mut walker);
    walker.root
}

#[derive(Default)]
struct Walker {
    stack: Vec<(Node, Vec<String>)>,
    root: Option<Node>,
}

impl Probe for Walker {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let node = Node {
            path: Path::parse(name),
            tag: Tag::decode(&node.timing()),
            atoms: vec![],
            children: vec![],
            code: node.hdl(),
        };
        self.stack.push((node, vec![]));
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        if let Some((_, namespace)) = self.stack.last_mut() {
            namespace.push(name.to_owned());
        }
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let Some((node, namespace)) = self.stack.last_mut() else {
            return;
        };
        let mut segments = namespace.clone();
        segments.push(name.to_owned());
        node.atoms.push(AtomNode {
            path: Path::parse(&segments.join("$")),
            kind: signal.kind(),
            width: signal.bits(),
            descriptor: signal.descriptor(),
            value: match signal.kind() {
                AtomKind::OutputParameter | AtomKind::Constant => literal(&signal.verilog()).0,
                _ => BigUint::ZERO,
            },
        });
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        if let Some((_, namespace)) = self.stack.last_mut() {
            namespace.pop();
        }
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        if let Some((node, _)) = self.stack.pop() {
            match self.stack.last_mut() {
                Some((parent, _)) => parent.children.push(node),
                None => self.root = Some(node),
            }
        }
    }
}

/// Value and width of a literal. Its fields are private; its hexadecimal form is not.
pub(super) fn literal(literal: &VerilogLiteral) -> (BigUint, usize) {
    let text = format!("{literal:x}");
    let (width, digits) = text.split_once("'h").unwrap_or(("0", "0"));
    let value = BigUint::parse_bytes(digits.as_bytes(), 16).unwrap_or_default();
    (value, width.parse().unwrap_or(0))
}

/// The type that rust_hdl describes; it tells a clock by name only.
pub(super) fn of_descriptor(descriptor: &TypeDescriptor, width: usize) -> Rc<Type> {
    let name = match descriptor.name.as_str() {
        "Bit" => "bool".to_owned(),
        "clock" => return clock(),
        name => name.replace("::<", "<"),
    };
    let kind = match &descriptor.kind {
        Described::Enum(variants) => {
            let last = |variant: &String| {
                let own = variant.rsplit("::").next();
                own.unwrap_or(variant).to_owned()
            };
            TypeKind::Enum(variants.iter().map(last).collect())
        }
        Described::Composite(fields) => {
            let field = |field: &TypeField| {
                let ty = of_descriptor(&field.kind, described_width(&field.kind));
                match (field.fieldname.as_str(), &ty.kind) {
                    // Its fields stand among those of the struct.
                    ("", TypeKind::Struct(inside)) => inside.clone(),
                    (name, _) => vec![Field {
                        name: name.to_owned(),
                        ty,
                    }],
                }
            };
            TypeKind::Struct(fields.iter().flat_map(|f| field(f)).collect())
        }
        Described::Bits(_) | Described::Signed(_) => TypeKind::Bits,
    };
    Rc::new(Type { name, width, kind })
}

/// The type of a clock.
pub(super) fn clock() -> Rc<Type> {
    Rc::new(Type {
        name: "Clock".to_owned(),
        width: 1,
        kind: TypeKind::Clock,
    })
}

fn described_width(descriptor: &TypeDescriptor) -> usize {
    match &descriptor.kind {
        Described::Bits(width) | Described::Signed(width) => *width,
        Described::Enum(variants) => match variants.len() {
            0 | 1 => 0,
            count => (count - 1).ilog2() as usize + 1,
        },
        Described::Composite(fields) => fields.iter().map(|f| described_width(&f.kind)).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::prelude::{Bits, ToBits};

    #[test]
    fn indices_leave_the_name() {
        let path = Path::parse("lane$3$bus$1$valid");
        assert_eq!(path.name, "lane$bus$valid");
        assert_eq!(path.index, [3, 1]);
    }

    #[test]
    fn literals_give_value_and_width() {
        let wide: Bits<100> = 5_usize.to_bits();
        assert_eq!(literal(&wide.into()), (BigUint::from(5_u8), 100));
        assert_eq!(literal(&true.into()), (BigUint::from(1_u8), 1));
    }
}
