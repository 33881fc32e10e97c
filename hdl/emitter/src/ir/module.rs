//! One module between AST and text.

use super::expr::{Expr, ExprKind};
use super::net::{NetId, Netlist};
use super::process::{visit_exprs, Process};
use super::stmt::Stmt;
use super::types::{Type, TypeKind};
use crate::error::Report;
use crate::names::Names;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A register or an array of registers.
#[derive(Clone, Debug)]
pub(crate) struct Register {
    pub q: NetId,
    pub d: NetId,
    pub clock: NetId,
    /// The value that reset restores, one per element; `None` for a data-path register.
    pub reset: Option<Vec<BigUint>>,
    /// What `q` loads, when `d` is only another name for it.
    pub alias: Option<Expr>,
}

impl Register {
    /// Whether all elements start with the same value.
    pub fn uniform(&self) -> bool {
        let values = self.reset.as_deref().unwrap_or_default();
        values.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// A child block or an array of child blocks.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub path: String,
    pub name: String,
    pub dims: Vec<usize>,
    /// One entry if all elements are of the same module, else one per element.
    pub modules: Vec<usize>,
    /// Per port of the module: the net of the parent that stands for it.
    pub ports: Vec<NetId>,
    /// Ports that are connected to an expression instead of a net of their own. The string is
    /// the index of the array, where the instance has one.
    pub connections: BTreeMap<NetId, (Option<String>, Expr)>,
}

/// Next states of arrays of registers; the assignments to `q` are non-blocking.
#[derive(Clone, Debug)]
pub(crate) struct ClockedLoop {
    /// Positions in [`Logic::registers`].
    pub registers: Vec<usize>,
    /// Whether the body is about one element and stands in a loop over all.
    pub each: bool,
    pub var: String,
    pub to: i64,
    /// Values within one iteration.
    pub locals: Vec<NetId>,
    pub body: Vec<Stmt>,
}

/// A port as the module's users see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PortShape {
    /// The Rust path, which is also how a parent's nets are found.
    pub path: String,
    pub name: String,
    pub output: bool,
    /// Bits of one element.
    pub width: usize,
    pub dims: Vec<usize>,
    /// The type of one element.
    pub ty: Rc<Type>,
    /// What it means, if somebody says so.
    pub meaning: String,
}

impl PortShape {
    pub fn is_clock(&self) -> bool {
        self.ty.is_clock()
    }

    pub fn total_bits(&self) -> usize {
        self.width * self.dims.iter().product::<usize>()
    }
}

/// A memory wrapper's shape.
pub(crate) use crate::tag::MemoryTag;

/// What stands inside a module.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Logic(Box<Logic>),
    Memory(MemoryTag),
}

/// The logic of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Logic {
    pub netlist: Netlist,
    pub registers: Vec<Register>,
    pub instances: Vec<Instance>,
    pub processes: Vec<Process>,
    /// Arrays of registers whose next state is computed where they are clocked.
    pub clocked: Vec<ClockedLoop>,
    /// Bits that nothing reads: net and intervals of bits of the whole net.
    pub unused: Vec<(NetId, Vec<(usize, usize)>)>,
    /// Every identifier of the module.
    pub names: Names,
    /// Enum variants that the module names: path to identifier, value and width.
    pub variants: BTreeMap<String, (String, u64, usize)>,
    /// Numbers that the source calls by a name: that name, value and width to identifier.
    pub constants: BTreeMap<(Rc<str>, BigUint, usize), String>,
}

impl Logic {
    /// The state that a register, or each of an array, has after reset, if it holds states.
    pub fn reset_state(&self, register: &Register) -> Option<Expr> {
        let ty = &self.netlist.net(register.q).ty;
        let TypeKind::Enum(variants) = &ty.kind else {
            return None;
        };
        let first = register
            .reset
            .as_ref()
            .filter(|_| register.uniform())?
            .first()?;
        let value = u64::try_from(first).ok()?;
        let variant = variants.get(usize::try_from(value).ok()?)?;
        let path = format!("{}${variant}", ty.name);
        Some(Expr::new(ty.width, ExprKind::Variant { path, value }))
    }

    /// Nets that anything but `process` reads.
    pub fn read_elsewhere(&self, process: &Process) -> BTreeSet<NetId> {
        let mut out = BTreeSet::new();
        let mut note = |expr: &Expr| {
            expr.reads(&mut |place| {
                out.insert(place.net);
            });
        };
        for other in self.processes.iter().filter(|other| *other != process) {
            visit_exprs(other, &mut note);
        }
        for instance in &self.instances {
            instance.connections.values().for_each(|(_, e)| note(e));
        }
        self.registers
            .iter()
            .filter_map(|register| register.alias.as_ref())
            .for_each(&mut note);
        out
    }
}

/// A module ready for printing.
#[derive(Clone, Debug)]
pub(crate) struct ModuleIr {
    pub name: String,
    /// What it is for, line by line.
    pub purpose: String,
    pub rust_type: String,
    pub ports: Vec<PortShape>,
    pub needs_reset: bool,
    /// Combinational paths from input to output, as positions in `ports`.
    pub paths: Vec<(usize, usize)>,
    pub body: Body,
}

/// A module as the front leaves it: what it does is still a list of statements.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub module: ModuleIr,
    pub statements: Vec<Stmt>,
    /// What is wrong with it so far.
    pub report: Report,
}
