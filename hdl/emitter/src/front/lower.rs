//! From rust_hdl's AST, which has neither types nor widths, to the typed form.

use super::expr::Exprs;
use super::resolve::{let_path, LoopScope};
use super::source::describe;
use crate::error::{EmitErrorKind, Report};
use crate::ir::substitute;
use crate::ir::*;
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
            VerilogStatement::Comment(text) => match self.netlist.comments.last_mut() {
                Some(comment) if comment.before.is_empty() => {
                    comment.text.push('\n');
                    comment.text.push_str(text);
                }
                _ => self.netlist.comments.push(SourceComment {
                    text: text.clone(),
                    before: vec![],
                }),
            },
            VerilogStatement::Link(links) => {
                for link in links {
                    self.link(link, out);
                }
            }
            VerilogStatement::Macro(block) => out.extend(self.block(block)),
        }
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

/// The body of a loop for one value of its index.
pub(super) fn instantiate(body: &[Stmt], var: &str, value: i64) -> Vec<Stmt> {
    substitute::rename(body, var, &Index::Const(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::core::ast::VerilogStatement::{Assignment, Comment};

    #[test]
    fn a_comment_belongs_to_what_is_assigned_next() {
        let signal = |name: &str| VerilogExpression::Signal(name.to_owned());
        let mut netlist = Netlist::default();
        for name in ["let$a", "let$b", "let$c"] {
            netlist.declare_let(name.to_owned(), 1);
        }
        let code = [
            Assignment(signal("let$a"), signal("let$c")),
            Comment("The first of the two,".to_owned()),
            Comment("if any.".to_owned()),
            Assignment(signal("let$b"), signal("let$a")),
            Assignment(signal("let$a"), signal("let$b")),
        ];
        let mut report = Report::default();
        let body = lower(&code, &mut netlist, &mut report);
        assert_eq!((body.len(), report.errors.len()), (3, 0));
        let [a, b] = ["let$a", "let$b"].map(|path| netlist.by_path[path]);
        let comment = SourceComment {
            text: "The first of the two,\nif any.".to_owned(),
            before: vec![b, a],
        };
        assert_eq!(netlist.comments, [comment]);
    }
}
