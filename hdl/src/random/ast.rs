//! A program as the AST of `docs/rationale/hdl-ast.md`.

use rust_hdl::core::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional,
    VerilogExpression as Ast, VerilogLiteral, VerilogLoop, VerilogMatch, VerilogOp, VerilogOpUnary,
    VerilogStatement,
};

use super::program::*;
use super::value::Value;

/// The indices of loops, by depth.
const INDICES: &[&str] = &["i", "j", "k"];

impl Program {
    /// The body, with the connections of the clock before it.
    pub(super) fn ast(&self) -> VerilogBlock {
        let connections = self.registers.iter().enumerate();
        let mut block: VerilogBlock = connections
            .filter(|(number, _)| self.has_register(*number))
            .flat_map(|(_, register)| connection(register))
            .collect();
        block.extend(self.block(&self.body, 0));
        block
    }

    fn block(&self, body: &[Statement], depth: usize) -> VerilogBlock {
        body.iter()
            .map(|statement| self.statement(statement, depth))
            .collect()
    }

    fn statement(&self, statement: &Statement, depth: usize) -> VerilogStatement {
        match statement {
            Statement::Assign(target, value) => {
                VerilogStatement::Assignment(self.place(target), self.expression(value))
            }
            Statement::AssignSlice(target, width, at, value) => VerilogStatement::SliceAssignment {
                base: self.place(target),
                width: *width,
                offset: self.position(at),
                replacement: self.expression(value),
            },
            Statement::If(branches, otherwise) => self.conditional(branches, otherwise, depth),
            Statement::Match {
                subject,
                arms,
                default,
            } => {
                let mut cases: Vec<VerilogCase> = arms
                    .iter()
                    .map(|(labels, body)| {
                        let labels: Vec<String> = labels.iter().map(u128::to_string).collect();
                        VerilogCase {
                            condition: labels.join(" | "),
                            block: self.block(body, depth),
                        }
                    })
                    .collect();
                cases.push(VerilogCase {
                    condition: "default".to_owned(),
                    block: self.block(default, depth),
                });
                VerilogStatement::Match(VerilogMatch {
                    test: self.expression(subject),
                    cases,
                })
            }
            Statement::For { from, to, body } => VerilogStatement::Loop(VerilogLoop {
                index: INDICES[depth].to_owned(),
                from: (*from).into(),
                to: (*to).into(),
                block: self.block(body, depth + 1),
            }),
        }
    }

    fn conditional(
        &self,
        branches: &[(Expression, Vec<Statement>)],
        otherwise: &[Statement],
        depth: usize,
    ) -> VerilogStatement {
        let ((test, then), rest) = branches.split_first().expect("an `if` has a condition");
        let otherwise = match (rest, otherwise) {
            ([], []) => VerilogBlockOrConditional::None,
            ([], _) => VerilogBlockOrConditional::Block(self.block(otherwise, depth)),
            _ => VerilogBlockOrConditional::Conditional(Box::new(
                self.conditional(rest, otherwise, depth),
            )),
        };
        VerilogStatement::If(VerilogConditional {
            test: self.expression(test),
            then: self.block(then, depth),
            otherwise,
        })
    }

    fn place(&self, place: &Place) -> Ast {
        let element = match &place.element {
            Some(index) => format!("[{}]", text(index)),
            None => String::new(),
        };
        Ast::Signal(match place.variable {
            Variable::Let(number) => format!("let${}", self.lets[number].0),
            Variable::Q(_) => format!("{}{element}$q", self.name(place.variable)),
            Variable::D(_) => format!("{}{element}$d", self.name(place.variable)),
            variable => format!("{}{element}", self.name(variable)),
        })
    }

    fn name(&self, variable: Variable) -> &str {
        match variable {
            Variable::Let(number) => &self.lets[number].0,
            _ => self
                .declaration(variable)
                .map_or("", |declared| declared.name),
        }
    }

    fn position(&self, position: &Position) -> Ast {
        match position {
            Position::Fixed(index) => arithmetic(index),
            Position::Chosen(inner) => self.expression(inner),
        }
    }

    fn expression(&self, expression: &Expression) -> Ast {
        let inside = |inner: &Expression| Box::new(self.expression(inner));
        match expression {
            Expression::Literal(value, form) => literal(*value, *form),
            Expression::Index(index, width) => Ast::Cast(Box::new(arithmetic(index)), *width),
            Expression::Compare(op, a, b) => Ast::Binary(
                Box::new(arithmetic(a)),
                binary(*op),
                Box::new(arithmetic(b)),
            ),
            Expression::Read(place, _) => self.place(place),
            Expression::Paren(inner) => Ast::Paren(inside(inner)),
            Expression::Cast(inner, width) => Ast::Cast(inside(inner), *width),
            Expression::Unary(op, inner) => Ast::Unary(unary(*op), inside(inner)),
            Expression::Binary(op, a, b) => Ast::Binary(inside(a), binary(*op), inside(b)),
            Expression::Shift(op, value, amount) => {
                Ast::Binary(inside(value), binary(*op), Box::new(arithmetic(amount)))
            }
            Expression::Bit(base, at) => Ast::Index(inside(base), Box::new(self.position(at))),
            Expression::Slice(base, width, at) => {
                Ast::Slice(inside(base), *width, Box::new(self.position(at)))
            }
            Expression::ReplaceBit(base, at, bit) => {
                Ast::IndexReplace(inside(base), Box::new(self.position(at)), inside(bit))
            }
        }
    }
}

/// `clock!` or `registers!`, as the attribute translates them.
fn connection(register: &RegisterDeclaration) -> VerilogBlock {
    let declared = &register.signal;
    let element = match declared.length {
        Some(_) => format!("{}[{}]", declared.name, INDICES[0]),
        None => declared.name.to_owned(),
    };
    let assign = |target: &str, source: &str| {
        VerilogStatement::Assignment(
            Ast::Signal(target.to_owned()),
            Ast::Signal(source.to_owned()),
        )
    };
    let mut block = vec![assign(&format!("{element}$clock"), "clock")];
    if register.holds {
        block.push(assign(&format!("{element}$d"), &format!("{element}$q")));
    }
    match declared.length {
        Some(length) => vec![VerilogStatement::Loop(VerilogLoop {
            index: INDICES[0].to_owned(),
            from: 0_usize.into(),
            to: length.into(),
            block,
        })],
        None => block,
    }
}

/// Index arithmetic as the text between brackets.
fn text(index: &Linear) -> String {
    let mut out = String::new();
    let negative = index.terms.iter().any(|&(_, factor)| factor < 0);
    if negative || index.terms.is_empty() {
        out.push_str(&index.constant.to_string());
    }
    for &(depth, factor) in &index.terms {
        let name = INDICES[depth];
        if !out.is_empty() {
            out.push(if factor < 0 { '-' } else { '+' });
        }
        match factor.abs() {
            1 => out.push_str(name),
            size => out.push_str(&format!("{name}*{size}")),
        }
    }
    match index.constant {
        _ if negative || index.terms.is_empty() => {}
        0 => {}
        constant if constant < 0 => out.push_str(&constant.to_string()),
        constant => out.push_str(&format!("+{constant}")),
    }
    out
}

/// Index arithmetic as an expression.
fn arithmetic(index: &Linear) -> Ast {
    let number = |value: i64| Ast::Literal(VerilogLiteral::from(value.unsigned_abs()));
    let joined = |a: Ast, op: VerilogOp, b: Ast| Ast::Binary(Box::new(a), op, Box::new(b));
    let mut sum: Option<Ast> = (index.terms.iter().any(|&(_, factor)| factor < 0)
        || index.terms.is_empty())
    .then(|| number(index.constant));
    let constant_done = sum.is_some();
    for &(depth, factor) in &index.terms {
        let name = Ast::Signal(INDICES[depth].to_owned());
        let term = match factor.abs() {
            1 => name,
            size => joined(name, VerilogOp::Mul, number(size)),
        };
        sum = Some(match (sum, factor < 0) {
            (None, _) => term,
            (Some(sum), false) => joined(sum, VerilogOp::Add, term),
            (Some(sum), true) => joined(sum, VerilogOp::Sub, term),
        });
    }
    let sum = sum.unwrap_or_else(|| number(0));
    match index.constant {
        _ if constant_done => sum,
        0 => sum,
        constant if constant < 0 => joined(sum, VerilogOp::Sub, number(constant)),
        constant => joined(sum, VerilogOp::Add, number(constant)),
    }
}

fn literal(value: Value, form: LiteralForm) -> Ast {
    let integer = value.to_u128().map(|number| match u64::try_from(number) {
        Ok(number) => VerilogLiteral::from(number),
        Err(_) => VerilogLiteral::from(number),
    });
    let cast = |literal| Ast::Cast(Box::new(Ast::Literal(literal)), value.width());
    match (form, integer) {
        (LiteralForm::Integer, Some(integer)) => Ast::Literal(integer),
        (LiteralForm::Cast, Some(integer)) => cast(integer),
        (LiteralForm::Constant, _) if value.width() == 1 => {
            Ast::Literal(VerilogLiteral::from(value.is_true()))
        }
        _ => cast(value.literal()),
    }
}

fn unary(op: UnaryOp) -> VerilogOpUnary {
    match op {
        UnaryOp::Not => VerilogOpUnary::Not,
        UnaryOp::Neg => VerilogOpUnary::Neg,
        UnaryOp::All => VerilogOpUnary::All,
        UnaryOp::Any => VerilogOpUnary::Any,
        UnaryOp::Xor => VerilogOpUnary::Xor,
    }
}

fn binary(op: BinaryOp) -> VerilogOp {
    match op {
        BinaryOp::Add => VerilogOp::Add,
        BinaryOp::Sub => VerilogOp::Sub,
        BinaryOp::And => VerilogOp::BitAnd,
        BinaryOp::Or => VerilogOp::BitOr,
        BinaryOp::Xor => VerilogOp::BitXor,
        BinaryOp::Shl => VerilogOp::Shl,
        BinaryOp::Shr => VerilogOp::Shr,
        BinaryOp::Eq => VerilogOp::Eq,
        BinaryOp::Ne => VerilogOp::Ne,
        BinaryOp::Lt => VerilogOp::Lt,
        BinaryOp::Le => VerilogOp::Le,
        BinaryOp::Gt => VerilogOp::Gt,
        BinaryOp::Ge => VerilogOp::Ge,
        BinaryOp::LogicalAnd => VerilogOp::LogicalAnd,
        BinaryOp::LogicalOr => VerilogOp::LogicalOr,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_arithmetic_reads_like_arithmetic() {
        let linear = |terms: &[(usize, i64)], constant| {
            text(&Linear {
                terms: terms.to_vec(),
                constant,
            })
        };
        assert_eq!(linear(&[], 3), "3");
        assert_eq!(linear(&[(0, 1)], 0), "i");
        assert_eq!(linear(&[(0, 1)], -1), "i-1");
        assert_eq!(linear(&[(0, 4), (1, 1)], 2), "i*4+j+2");
        assert_eq!(linear(&[(0, -1)], 3), "3-i");
    }
}
