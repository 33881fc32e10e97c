//! Enums of Rust as SystemVerilog has them: a package for each, `compressor_state_pkg`, with its type,
//! `compressor_state_e`, and its states. The text of one depends on the enum alone, so that units of one
//! chip share it.

use super::banner;
use super::literal::literal;
use super::text::Text;
use crate::ir::*;
use crate::names;
use crate::options::Options;
use crate::output::Module;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The most bits of an enum whose unused codes are worth a name.
const MOST_BITS: usize = 6;

/// The nets of a module that are declared as states: those that are only assigned, compared and chosen by.
/// Ports stay vectors, so that a unit has the same ports in both dialects.
pub(super) fn states(logic: &Logic) -> BTreeSet<NetId> {
    let may_be = |net: &Net| {
        let kind = matches!(
            net.kind,
            NetKind::Local | NetKind::Let | NetKind::RegisterQ | NetKind::RegisterD
        );
        let one = net.dims.is_empty() || net.storage == Storage::Unpacked;
        kind && one && has_package(&net.ty) && net.width == net.ty.width
    };
    let mut numbers = BTreeSet::new();
    let mut value = |expr: &Expr| in_value(expr, &mut numbers);
    for process in &logic.processes {
        visit_exprs(process, &mut value);
    }
    let clocked = logic.clocked.iter().flat_map(|clocked| &clocked.body);
    clocked.for_each(|stmt| stmt.exprs(&mut value));
    for register in &logic.registers {
        register.alias.iter().for_each(&mut value);
    }
    for instance in &logic.instances {
        let connections = instance.connections.values();
        connections.for_each(|(_, expr)| value(expr));
    }
    let mut part = |place: &Place| {
        if place.part.is_some() {
            numbers.insert(place.net);
        }
    };
    for process in &logic.processes {
        process.places(&mut part);
    }
    let bodies = logic.clocked.iter().flat_map(|clocked| &clocked.body);
    bodies.for_each(|stmt| stmt.targets(&mut part));
    let locals = logic.clocked.iter().flat_map(|clocked| &clocked.locals);
    numbers.extend(locals);
    let netlist = &logic.netlist;
    let ids = netlist.ids().filter(|id| !numbers.contains(id));
    ids.filter(|&id| may_be(netlist.net(id))).collect()
}

/// Whether a type is an enum with a package.
pub(super) fn has_package(ty: &Type) -> bool {
    matches!(ty.kind, TypeKind::Enum(_)) && ty.width <= MOST_BITS
}

/// Adds the nets of which an expression takes a part or the number. A state that is passed on, chosen or
/// compared with another is none.
fn in_value(expr: &Expr, numbers: &mut BTreeSet<NetId>) {
    let mut inside = |expr: &Expr| match expr.kind {
        ExprKind::Read(_) | ExprKind::Lookup(..) | ExprKind::Mux(..) => {
            expr.reads(&mut |place| _ = numbers.insert(place.net));
        }
        _ => in_value(expr, numbers),
    };
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Variant { .. } | ExprKind::Index(_) => {}
        ExprKind::Read(place) => {
            place.dynamic_offset().into_iter().for_each(&mut inside);
            if place.part.is_some() {
                numbers.insert(place.net);
            }
        }
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => {
            [a, b].iter().for_each(|side| in_value(side, numbers));
        }
        ExprKind::Mux(test, a, b) => [test, a, b].iter().for_each(|e| in_value(e, numbers)),
        ExprKind::Binary(_, a, b) => [a, b].iter().for_each(|side| inside(side)),
        ExprKind::Concat(pieces) => pieces.iter().for_each(inside),
        ExprKind::Lookup(_, a)
        | ExprKind::Unary(_, a)
        | ExprKind::Replicate(_, a)
        | ExprKind::Select(a, _) => inside(a),
    }
}

/// What the enums of a design are called.
#[derive(Clone, Copy)]
pub(super) struct Enums<'a> {
    pub prefix: Option<&'a str>,
}

impl Enums<'_> {
    /// The package of an enum.
    pub fn package(&self, name: &str) -> String {
        let name = names::snake_case(name);
        match self.prefix {
            Some(prefix) => format!("{prefix}_{name}_pkg"),
            None => format!("{name}_pkg"),
        }
    }

    /// The type of an enum where it is used.
    pub fn type_name(&self, name: &str) -> String {
        format!("{}::{}_e", self.package(name), names::snake_case(name))
    }

    /// A state, `State$On`, where it is used.
    pub fn state(&self, path: &str) -> String {
        let (name, state) = path.split_once('$').unwrap_or(("", path));
        format!("{}::{}", self.package(name), names::camel_case(state))
    }

    /// The states of an enum where they are used, and of the codes that it has no state for.
    pub fn codes(&self, ty: &Type) -> Vec<String> {
        let package = self.package(&ty.name);
        let own = Self::own(ty).into_iter();
        own.map(|state| format!("{package}::{state}")).collect()
    }

    /// The states of an enum by their codes. Codes that no state has are named too: what they do stands in
    /// the text where it would else be left to a default.
    fn own(ty: &Type) -> Vec<String> {
        let TypeKind::Enum(variants) = &ty.kind else {
            return vec![];
        };
        let spare = (variants.len()..1 << ty.width).map(|code| format!("Spare{code}"));
        let own = variants.iter().map(|variant| names::camel_case(variant));
        own.chain(spare).collect()
    }

    /// The file of an enum's package.
    fn file(&self, ty: &Type, options: &Options) -> Module {
        let package = self.package(&ty.name);
        let mut text = Text::default();
        let states = Self::own(ty);
        text.comment(&format!("The codes of {} of the Rust source.", ty.name));
        if matches!(&ty.kind, TypeKind::Enum(variants) if variants.len() < states.len()) {
            text.comment("A Spare is a code that no state has.");
        }
        text.line(&format!("package {package};"));
        text.indent();
        let range = format!("[{}:0]", ty.width.max(1) - 1);
        text.line(&format!("typedef enum logic {range} {{"));
        text.indent();
        let last = states.len().saturating_sub(1);
        for (code, state) in states.iter().enumerate() {
            let value = literal(ty.width, &BigUint::from(code));
            let comma = if code == last { "" } else { "," };
            text.line(&format!("{state} = {value}{comma}"));
        }
        text.dedent();
        text.line(&format!("}} {}_e;", names::snake_case(&ty.name)));
        text.dedent();
        text.line("endpackage");
        Module {
            file_name: format!("{package}.{}", options.dialect.extension()),
            name: package,
            kind: Module::PACKAGE.to_owned(),
            source: ty.name.clone(),
            text: banner::with_banner(&ty.name, &text.finish()),
        }
    }
}

/// The packages that the text of modules names.
pub(crate) fn packages(modules: &[ModuleIr], texts: &[Module], options: &Options) -> Vec<Module> {
    let enums = Enums {
        prefix: options.prefix.as_deref(),
    };
    let mut known: BTreeMap<String, &Rc<Type>> = BTreeMap::new();
    for module in modules {
        if let Body::Logic(logic) = &module.body {
            for (name, ty) in &logic.netlist.enums {
                known.insert(enums.package(name), ty);
            }
        }
    }
    let named = |package: &String| {
        let scope = format!("{package}::");
        texts.iter().any(|module| module.text.contains(&scope))
    };
    let named = known.into_iter().filter(|(package, _)| named(package));
    named.map(|(_, ty)| enums.file(ty, options)).collect()
}
