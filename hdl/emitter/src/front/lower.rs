//! From rust_hdl's AST, which has neither types nor widths, to the typed form.

use super::expr::Exprs;
use super::resolve::{let_path, report_name, LoopScope, Resolved, Resolver};
use super::source::describe;
use crate::error::{EmitErrorKind, Report};
use crate::ir::simplify;
use crate::ir::substitute;
use crate::ir::*;
use num_bigint::BigUint;
use rust_hdl::core::ast::{
    VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogLink, VerilogStatement,
};

/// Lowers the body of a block. Nets for the `let`s are added to the netlist on the way.
pub(super) fn lower(
    code: &[VerilogStatement],
    netlist: &mut Netlist,
    report: &mut Report,
) -> Vec<Stmt> {
    declare_lets(code, netlist, report);
    let mut lowering = Lowering {
        netlist,
        report,
        loops: vec![],
        loop_count: 0,
    };
    lowering.block(code)
}

/// A `let` is as wide as the first expression that has a width of its own; a later pass of the
/// lowering compares all the others with it.
fn declare_lets(code: &[VerilogStatement], netlist: &mut Netlist, report: &mut Report) {
    loop {
        let mut pending = vec![];
        let mut found = false;
        visit_assignments(code, &mut vec![], &mut |target, value, loops| {
            let Some(path) = let_path(target) else {
                return;
            };
            if netlist.by_path.contains_key(&path) {
                return;
            }
            let mut scratch = Report::default();
            let width = Exprs {
                netlist: &*netlist,
                report: &mut scratch,
                loops,
            }
            .infer(value);
            match width {
                Some(width) => {
                    found = true;
                    netlist.declare_let(path, width);
                }
                None => pending.push((path, describe(value))),
            }
        });
        if !found {
            for (path, value) in pending {
                report.add(&path, "", EmitErrorKind::UntypedLiteral { value });
                // With some width the name is known, and the reader gets one message, not two.
                netlist.declare_let(path, 128);
            }
            return;
        }
    }
}

type AssignmentVisitor<'a> = dyn FnMut(&str, &VerilogExpression, &[LoopScope]) + 'a;

fn visit_assignments(
    code: &[VerilogStatement],
    loops: &mut Vec<LoopScope>,
    visit: &mut AssignmentVisitor,
) {
    for statement in code {
        match statement {
            VerilogStatement::Assignment(VerilogExpression::Signal(target), value) => {
                visit(target, value, loops);
            }
            VerilogStatement::If(conditional) => {
                visit_assignments(&conditional.then, loops, visit);
                match &conditional.otherwise {
                    VerilogBlockOrConditional::Block(block) => {
                        visit_assignments(block, loops, visit);
                    }
                    VerilogBlockOrConditional::Conditional(inner) => {
                        visit_assignments(std::slice::from_ref(inner), loops, visit);
                    }
                    VerilogBlockOrConditional::None => {}
                }
            }
            VerilogStatement::Match(choice) => {
                for case in &choice.cases {
                    visit_assignments(&case.block, loops, visit);
                }
            }
            VerilogStatement::Loop(repeat) => {
                loops.push(LoopScope {
                    source: repeat.index.clone(),
                    var: repeat.index.clone(),
                    from: repeat.from.as_usize() as i64,
                    to: repeat.to.as_usize() as i64,
                });
                visit_assignments(&repeat.block, loops, visit);
                loops.pop();
            }
            VerilogStatement::Macro(block) => visit_assignments(block, loops, visit),
            _ => {}
        }
    }
}

pub(super) struct Lowering<'a> {
    pub netlist: &'a mut Netlist,
    pub report: &'a mut Report,
    pub loops: Vec<LoopScope>,
    pub loop_count: usize,
}

impl Lowering<'_> {
    pub fn exprs(&mut self) -> Exprs<'_> {
        Exprs {
            netlist: self.netlist,
            report: self.report,
            loops: &self.loops,
        }
    }

    pub fn block(&mut self, code: &[VerilogStatement]) -> Vec<Stmt> {
        let mut out = vec![];
        for statement in code {
            self.statement(statement, &mut out);
        }
        out
    }

    fn statement(&mut self, statement: &VerilogStatement, out: &mut Vec<Stmt>) {
        match statement {
            VerilogStatement::Assignment(target, value) => self.assignment(target, value, out),
            VerilogStatement::SliceAssignment {
                base,
                width,
                offset,
                replacement,
            } => self.slice_assignment(base, *width, offset, replacement, out),
            VerilogStatement::If(conditional) => self.conditional(conditional, out),
            VerilogStatement::Match(choice) => self.choice(choice, out),
            VerilogStatement::Loop(repeat) => self.repeat(repeat, out),
            VerilogStatement::Comment(_) => {}
            VerilogStatement::Link(links) => {
                for link in links {
                    self.link(link, out);
                }
            }
            VerilogStatement::Macro(block) => out.extend(self.block(block)),
        }
    }

    /// The place that an assignment's left side names.
    fn target(&mut self, target: &VerilogExpression) -> Option<Place> {
        let text = match target {
            VerilogExpression::Signal(text) => text,
            VerilogExpression::Paren(inner) => return self.target(inner),
            _ => {
                self.report.add(
                    &format!("{target:?}"),
                    "",
                    EmitErrorKind::Unsupported {
                        what: "only a signal can be assigned".to_owned(),
                    },
                );
                return None;
            }
        };
        let resolver = Resolver {
            netlist: self.netlist,
            loops: &self.loops,
        };
        let kind = match resolver.resolve(text) {
            Ok(Resolved::Place(place)) => {
                let net = self.netlist.net(place.net);
                let other = match net.kind {
                    NetKind::Input => "the port's user",
                    NetKind::RegisterQ => "its register",
                    NetKind::ChildOutput => "the block that it is an output of",
                    NetKind::Constant(_) => "its constant value",
                    _ => return Some(place),
                };
                EmitErrorKind::MultipleDrivers {
                    other: other.to_owned(),
                }
            }
            Ok(Resolved::Index(_) | Resolved::Variant { .. }) => EmitErrorKind::UnknownName,
            Err(kind) => kind,
        };
        report_name(self.report, self.netlist, text, kind);
        None
    }

    fn assignment(
        &mut self,
        target: &VerilogExpression,
        value: &VerilogExpression,
        out: &mut Vec<Stmt>,
    ) {
        let Some(place) = self.target(target) else {
            return;
        };
        let width = self.netlist.net(place.net).width;
        if let VerilogExpression::IndexReplace(base, index, bit) = value {
            if self.replace_bit(&place, width, base, index, bit, out) {
                return;
            }
        }
        let value = self.exprs().expr(value, width);
        if value.kind != ExprKind::Read(place.clone()) {
            out.push(Stmt::Assign(place, value));
        }
    }

    /// `y.next = base.replace_bit(i, v)` as `y = base; y[i] = v`, unless `i` or `v` reads `y`.
    fn replace_bit(
        &mut self,
        place: &Place,
        width: usize,
        base: &VerilogExpression,
        index: &VerilogExpression,
        bit: &VerilogExpression,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let base = self.exprs().expr(base, width);
        let bit = self.exprs().expr(bit, 1);
        let Some((guard, offset)) = self.exprs().offset(index, width, 1) else {
            return true;
        };
        if beyond(&offset, width) {
            if base.kind != ExprKind::Read(place.clone()) {
                out.push(Stmt::Assign(place.clone(), base));
            }
            return true;
        }
        let mut entangled = false;
        let mut note = |read: &Place| entangled |= read.net == place.net;
        bit.reads(&mut note);
        if let Offset::Dynamic(offset) = &offset {
            offset.reads(&mut note);
        }
        if let Some(guard) = &guard {
            guard.reads(&mut note);
        }
        let same = base.kind == ExprKind::Read(place.clone());
        let mut base_reads = false;
        base.reads(&mut |read| base_reads |= read.net == place.net);
        if entangled || base_reads && !same {
            return false;
        }
        if !same {
            out.push(Stmt::Assign(place.clone(), base));
        }
        let part = Place {
            part: Some(Part { offset, width: 1 }),
            ..place.clone()
        };
        push_guarded(guard, Stmt::Assign(part, bit), out);
        true
    }

    fn slice_assignment(
        &mut self,
        base: &VerilogExpression,
        width: usize,
        offset: &VerilogExpression,
        replacement: &VerilogExpression,
        out: &mut Vec<Stmt>,
    ) {
        let Some(place) = self.target(base) else {
            return;
        };
        let total = self.netlist.net(place.net).width;
        let value = self.exprs().expr(replacement, width);
        let Some((guard, offset)) = self.exprs().offset(offset, total, width) else {
            return;
        };
        if beyond(&offset, total) {
            return;
        }
        if let Offset::Dynamic(amount) = &offset {
            let end = simplify::upper_bound(amount) + width;
            if end > total.into() {
                let merged = merged(&place, total, width, amount, value);
                push_guarded(guard, Stmt::Assign(place, merged), out);
                return;
            }
        }
        // What falls beyond the end is dropped.
        let (width, value) = match &offset {
            Offset::Static(Index::Const(offset)) => {
                let room = width.min(total - *offset as usize);
                (room, simplify::select(value, 0, room))
            }
            _ => (width, value),
        };
        let whole = offset == Offset::Static(Index::Const(0)) && width == total;
        let part = (!whole).then_some(Part { offset, width });
        push_guarded(guard, Stmt::Assign(Place { part, ..place }, value), out);
    }

    fn conditional(&mut self, conditional: &VerilogConditional, out: &mut Vec<Stmt>) {
        let decided = self.decide(&conditional.test);
        let test = match decided {
            Some(truth) => Expr::literal(1, u8::from(truth)),
            None => self.exprs().expr(&conditional.test, 1),
        };
        let taken = test.constant().map(|value| value != 0u8.into());
        let then = match taken {
            Some(false) => vec![],
            _ => self.block(&conditional.then),
        };
        let otherwise = match &conditional.otherwise {
            _ if taken == Some(true) => vec![],
            VerilogBlockOrConditional::Block(block) => self.block(block),
            VerilogBlockOrConditional::Conditional(inner) => {
                self.block(std::slice::from_ref(inner))
            }
            VerilogBlockOrConditional::None => vec![],
        };
        match taken {
            Some(true) => out.extend(then),
            Some(false) => out.extend(otherwise),
            None => out.push(Stmt::If {
                test,
                then,
                otherwise,
            }),
        }
    }

    fn link(&mut self, link: &VerilogLink, out: &mut Vec<Stmt>) {
        let (details, forward) = match link {
            VerilogLink::Forward(details) => (details, true),
            VerilogLink::Backward(details) => (details, false),
            VerilogLink::Bidirectional(details) => {
                self.report.add(
                    &details.owner_name,
                    "",
                    EmitErrorKind::Unsupported {
                        what: "bidirectional signals have no place inside a chip".to_owned(),
                    },
                );
                return;
            }
        };
        let field = details.my_name.trim_start_matches(['.', '$']);
        let name = |owner: &str| {
            let text = if field.is_empty() {
                owner.to_owned()
            } else {
                format!("{owner}${field}")
            };
            VerilogExpression::Signal(text)
        };
        let (owner, other) = (name(&details.owner_name), name(&details.other_name));
        if forward {
            self.assignment(&other, &owner, out);
        } else {
            self.assignment(&owner, &other, out);
        }
    }
}

/// The old value with a part replaced that may reach beyond the end. A part select would drop what
/// lies beyond too, but in a vector of several elements the next one is there, and Verilator 5.048
/// keeps bits above the top of a wide variable.
fn merged(place: &Place, total: usize, width: usize, amount: &Expr, value: Expr) -> Expr {
    let shifted = |value| {
        let value = simplify::resize(value, total);
        simplify::binary(BinaryOp::Shl, value, amount.clone())
    };
    let mask = Expr::literal(width, (BigUint::from(1u8) << width) - 1u8);
    let old = Expr::new(total, ExprKind::Read(place.clone()));
    let kept = simplify::binary(BinaryOp::And, old, simplify::not(shifted(mask)));
    Expr::binary(BinaryOp::Or, kept, shifted(value))
}

/// Whether a constant offset lies beyond the end; such a write does nothing.
fn beyond(offset: &Offset, total: usize) -> bool {
    matches!(offset, Offset::Static(Index::Const(offset)) if *offset >= total as i64)
}

fn push_guarded(guard: Option<Expr>, stmt: Stmt, out: &mut Vec<Stmt>) {
    match guard {
        None => out.push(stmt),
        Some(test) => out.push(Stmt::If {
            test,
            then: vec![stmt],
            otherwise: vec![],
        }),
    }
}

/// The body of a loop for one value of its index.
pub(super) fn instantiate(body: &[Stmt], var: &str, value: i64) -> Vec<Stmt> {
    substitute::rename(body, var, &Index::Const(value))
}
