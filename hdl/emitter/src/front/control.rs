//! Choices and loops: conditions over loop indices alone are settled here.

use super::lower::{instantiate, Lowering};
use super::resolve::{LoopScope, Resolver};
use crate::error::EmitErrorKind;
use crate::ir::*;
use rust_hdl::core::ast::{
    VerilogBlockOrConditional, VerilogCase, VerilogExpression, VerilogLoop, VerilogMatch,
    VerilogOp, VerilogOpUnary, VerilogStatement,
};

impl Lowering<'_> {
    /// The truth of a condition over loop indices alone, when it is the same in all iterations.
    pub fn decide(&self, test: &VerilogExpression) -> Option<bool> {
        let mut used = vec![];
        mentioned(test, &mut used);
        let scopes: Vec<&LoopScope> = self
            .loops
            .iter()
            .filter(|scope| used.contains(&scope.source.as_str()))
            .collect();
        match scopes.as_slice() {
            [] => self.truth(test, &Bindings::new()),
            [scope] => {
                let first = self.truth(test, &bind(scope, scope.from))?;
                (scope.from..scope.to)
                    .all(|value| self.truth(test, &bind(scope, value)) == Some(first))
                    .then_some(first)
            }
            _ => None,
        }
    }

    /// Evaluates a condition over loop indices alone.
    fn truth(&self, test: &VerilogExpression, bindings: &Bindings) -> Option<bool> {
        match test {
            VerilogExpression::Paren(inner) => self.truth(inner, bindings),
            VerilogExpression::Unary(VerilogOpUnary::Not, inner) => {
                self.truth(inner, bindings).map(|truth| !truth)
            }
            VerilogExpression::Binary(a, VerilogOp::LogicalAnd, b) => {
                Some(self.truth(a, bindings)? && self.truth(b, bindings)?)
            }
            VerilogExpression::Binary(a, VerilogOp::LogicalOr, b) => {
                Some(self.truth(a, bindings)? || self.truth(b, bindings)?)
            }
            VerilogExpression::Binary(a, op, b) => {
                let (a, b) = (self.number(a, bindings)?, self.number(b, bindings)?);
                Some(match op {
                    VerilogOp::Eq => a == b,
                    VerilogOp::Ne => a != b,
                    VerilogOp::Lt => a < b,
                    VerilogOp::Le => a <= b,
                    VerilogOp::Gt => a > b,
                    VerilogOp::Ge => a >= b,
                    _ => return None,
                })
            }
            _ => None,
        }
    }

    fn number(&self, expr: &VerilogExpression, bindings: &Bindings) -> Option<i64> {
        let resolver = Resolver {
            netlist: self.netlist,
            loops: &self.loops,
        };
        super::indices::as_index(expr, &resolver)?.eval(bindings)
    }

    pub fn choice(&mut self, choice: &VerilogMatch, out: &mut Vec<Stmt>) {
        let Some(width) = self.exprs().infer(&choice.test) else {
            self.exprs().complain_untyped(&choice.test);
            return;
        };
        let subject = self.exprs().expr(&choice.test, width);
        let mut arms: Vec<Arm> = vec![];
        let mut default = None;
        for case in &choice.cases {
            let body = self.block(&case.block);
            if matches!(case.condition.as_str(), "default" | "_") {
                default = Some(body);
                // Rust never comes past a wildcard.
                break;
            }
            if let Some(labels) = self.labels(case, width) {
                match arms.last_mut() {
                    Some(last) if last.body == body => last.labels.extend(labels),
                    _ => arms.push(Arm { labels, body }),
                }
            }
        }
        if let Some(value) = subject.constant() {
            let known = arms
                .into_iter()
                .find(|arm| {
                    arm.labels
                        .iter()
                        .any(|l| l.constant().as_ref() == Some(&value))
                })
                .map(|arm| arm.body);
            out.extend(known.or(default).unwrap_or_default());
            return;
        }
        if arms.is_empty() {
            out.extend(default.unwrap_or_default());
            return;
        }
        if width == 1 {
            out.push(binary_choice(subject, arms, default));
            return;
        }
        out.push(Stmt::Case {
            subject,
            arms,
            default,
        });
    }

    /// The labels of `A | B => ...`.
    fn labels(&mut self, case: &VerilogCase, width: usize) -> Option<Vec<Expr>> {
        case.condition
            .split('|')
            .map(|text| {
                let label = self.exprs().label(text.trim(), width);
                if label.is_none() {
                    self.report.add(text.trim(), "", EmitErrorKind::UnknownName);
                }
                label
            })
            .collect()
    }

    /// A loop; where conditions over its index alone cut its range into a few pieces, each piece
    /// becomes a loop without the condition.
    pub fn repeat(&mut self, repeat: &VerilogLoop, out: &mut Vec<Stmt>) {
        let (from, to) = (repeat.from.as_usize() as i64, repeat.to.as_usize() as i64);
        self.loop_count += 1;
        let taken = self.loops.iter().any(|scope| scope.var == repeat.index);
        let var = if taken {
            format!("{}_{}", repeat.index, self.loop_count)
        } else {
            repeat.index.clone()
        };
        self.loops.push(LoopScope {
            source: repeat.index.clone(),
            var: var.clone(),
            from,
            to,
        });
        let cuts = self.cuts(&repeat.block, from, to);
        self.loops.pop();
        for range in cuts.windows(2) {
            let (from, to) = (range[0], range[1]);
            self.loops.push(LoopScope {
                source: repeat.index.clone(),
                var: var.clone(),
                from,
                to,
            });
            let body = self.block(&repeat.block);
            self.loops.pop();
            if body.is_empty() {
                continue;
            }
            if to - from == 1 {
                out.extend(instantiate(&body, &var, from));
            } else {
                out.push(Stmt::For {
                    var: var.clone(),
                    from,
                    to,
                    body,
                });
            }
        }
    }

    /// Where the innermost loop's range falls apart. More than four pieces are left as one: the
    /// condition then stays in the loop.
    fn cuts(&self, block: &[VerilogStatement], from: i64, to: i64) -> Vec<i64> {
        let mut tests = vec![];
        conditions(block, &mut tests);
        let Some(scope) = self.loops.last() else {
            return vec![from, to];
        };
        let signature = |value: i64| -> Vec<Option<bool>> {
            tests
                .iter()
                .map(|test| self.truth(test, &bind(scope, value)))
                .collect()
        };
        let mut cuts = vec![from];
        if !tests.is_empty() && from < to {
            let mut previous = signature(from);
            for value in from + 1..to {
                let current = signature(value);
                if current != previous {
                    cuts.push(value);
                    previous = current;
                }
            }
        }
        if cuts.len() > 4 {
            cuts.truncate(1);
        }
        cuts.push(to);
        cuts
    }
}

fn bind(scope: &LoopScope, value: i64) -> Bindings {
    Bindings::from([(scope.var.clone(), value)])
}

/// `match` on one bit reads better as an `if`.
fn binary_choice(subject: Expr, arms: Vec<Arm>, default: Option<Vec<Stmt>>) -> Stmt {
    let (mut then, mut otherwise) = (None, None);
    for arm in arms {
        for label in &arm.labels {
            let side = if label.is_zero() {
                &mut otherwise
            } else {
                &mut then
            };
            side.get_or_insert_with(|| arm.body.clone());
        }
    }
    let default = default.unwrap_or_default();
    Stmt::If {
        test: subject,
        then: then.unwrap_or_else(|| default.clone()),
        otherwise: otherwise.unwrap_or(default),
    }
}

/// The conditions of the `if`s in a block, nested ones included.
fn conditions<'a>(block: &'a [VerilogStatement], out: &mut Vec<&'a VerilogExpression>) {
    for statement in block {
        match statement {
            VerilogStatement::If(conditional) => {
                out.push(&conditional.test);
                conditions(&conditional.then, out);
                match &conditional.otherwise {
                    VerilogBlockOrConditional::Block(block) => conditions(block, out),
                    VerilogBlockOrConditional::Conditional(inner) => {
                        conditions(std::slice::from_ref(inner), out);
                    }
                    VerilogBlockOrConditional::None => {}
                }
            }
            VerilogStatement::Match(choice) => {
                for case in &choice.cases {
                    conditions(&case.block, out);
                }
            }
            VerilogStatement::Loop(repeat) => conditions(&repeat.block, out),
            VerilogStatement::Macro(block) => conditions(block, out),
            _ => {}
        }
    }
}

/// Plain names in an expression.
fn mentioned<'a>(expr: &'a VerilogExpression, out: &mut Vec<&'a str>) {
    match expr {
        VerilogExpression::Signal(name) => out.push(name),
        VerilogExpression::Paren(inner) | VerilogExpression::Unary(_, inner) => {
            mentioned(inner, out);
        }
        VerilogExpression::Binary(a, _, b) => {
            mentioned(a, out);
            mentioned(b, out);
        }
        _ => {}
    }
}
