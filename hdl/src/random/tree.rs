//! The tree of a random circuit: evaluated here, and told to the emitter as AST.

use super::value::{Comparison, Reduction, Value, WordOp};
use rust_hdl::core::ast::{
    VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression as X,
    VerilogLoop, VerilogMatch, VerilogOp, VerilogOpUnary, VerilogStatement as S,
};

/// A signal of the circuit: position in its table.
pub type SignalId = usize;

/// The one loop index; random loops do not nest.
pub const INDEX: &str = "i";

#[derive(Clone, Debug)]
pub enum Expr {
    Signal(SignalId),
    /// An element of an array at the loop's index.
    Element(SignalId),
    Literal(Value),
    /// The loop's index at a width.
    Index(usize),
    Cast(usize, Box<Expr>),
    Not(Box<Expr>),
    Word(WordOp, Box<Expr>, Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `&&`, or `||` when false.
    Logical(bool, Box<Expr>, Box<Expr>),
    /// `<<`, or `>>` when false.
    Shift(bool, Box<Expr>, Box<Expr>),
    Reduce(Reduction, Box<Expr>),
    /// Width and constant offset.
    Slice(Box<Expr>, usize, usize),
    /// Width and dynamic offset.
    DynamicSlice(Box<Expr>, usize, Box<Expr>),
    ReplaceBit(Box<Expr>, Box<Expr>, Box<Expr>),
    Concat(usize, Box<Expr>, Box<Expr>),
    Replicate(usize, Box<Expr>),
    SignExtend(usize, Box<Expr>),
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Assign(SignalId, Expr),
    /// The array's element at the loop's index.
    AssignElement(SignalId, Expr),
    /// Offset, width and value; the offset may be `i * stride` inside a loop.
    Part(SignalId, Offset, usize, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// Labels and a default.
    Match(Expr, Vec<(usize, Vec<Stmt>)>, Vec<Stmt>),
    For(usize, Vec<Stmt>),
}

#[derive(Clone, Debug)]
pub enum Offset {
    Fixed(usize),
    /// Times the loop's index.
    Stride(usize),
    Dynamic(Expr),
}

/// Names, widths and current values of all signals.
pub trait Environment {
    fn width(&self, id: SignalId) -> usize;
    fn read(&self, id: SignalId, element: usize) -> Value;
    fn write(&mut self, id: SignalId, element: usize, value: Value);
    /// The value that assignments so far have given.
    fn pending(&self, id: SignalId) -> Value {
        self.read(id, 0)
    }
    fn source(&self, id: SignalId, element: Option<&str>) -> String;
    fn target(&self, id: SignalId, element: Option<&str>) -> String;
}

impl Expr {
    pub fn width(&self, env: &dyn Environment) -> usize {
        match self {
            Expr::Signal(id) | Expr::Element(id) => env.width(*id),
            Expr::Literal(value) => value.width(),
            Expr::Index(width)
            | Expr::Cast(width, _)
            | Expr::Slice(_, width, _)
            | Expr::DynamicSlice(_, width, _)
            | Expr::Concat(width, ..)
            | Expr::Replicate(width, _)
            | Expr::SignExtend(width, _) => *width,
            Expr::Not(a) | Expr::Word(_, a, _) | Expr::Shift(_, a, _) => a.width(env),
            Expr::ReplaceBit(a, ..) => a.width(env),
            Expr::Compare(..) | Expr::Logical(..) | Expr::Reduce(..) => 1,
        }
    }

    pub fn evaluate(&self, env: &dyn Environment, index: usize) -> Value {
        let value = |e: &Expr| e.evaluate(env, index);
        match self {
            Expr::Signal(id) => env.read(*id, 0),
            Expr::Element(id) => env.read(*id, index),
            Expr::Literal(value) => *value,
            Expr::Index(width) => Value::from_fn(*width, |bit| index >> bit & 1 == 1),
            Expr::Cast(width, a) => value(a).cast(*width),
            Expr::Not(a) => value(a).not(),
            Expr::Word(op, a, b) => Value::word(*op, value(a), value(b)),
            Expr::Compare(op, a, b) => Value::from_bool(Value::compare(*op, value(a), value(b))),
            Expr::Logical(true, a, b) => Value::from_bool(value(a).truth() && value(b).truth()),
            Expr::Logical(false, a, b) => Value::from_bool(value(a).truth() || value(b).truth()),
            Expr::Shift(true, a, b) => value(a).shift_left(&value(b)),
            Expr::Shift(false, a, b) => value(a).shift_right(&value(b)),
            Expr::Reduce(op, a) => Value::from_bool(value(a).reduce(*op)),
            Expr::Slice(a, width, offset) => value(a).slice(*width, *offset),
            Expr::DynamicSlice(a, width, offset) => {
                let a = value(a);
                a.slice(*width, value(offset).number(a.width()))
            }
            Expr::ReplaceBit(a, at, bit) => {
                let a = value(a);
                a.replace(value(at).number(a.width()), value(bit))
            }
            Expr::Concat(width, high, low) => Value::concat(*width, value(high), value(low)),
            Expr::Replicate(width, bit) => Value::replicate(*width, value(bit).truth()),
            Expr::SignExtend(width, a) => value(a).sign_extend(*width),
        }
    }

    pub fn ast(&self, env: &dyn Environment) -> X {
        let ast = |e: &Expr| Box::new(e.ast(env));
        let binary = |a: X, op: VerilogOp, b: X| X::Binary(Box::new(a), op, Box::new(b));
        let number = |n: usize| X::Literal(n.into());
        match self {
            Expr::Signal(id) => X::Signal(env.source(*id, None)),
            Expr::Element(id) => X::Signal(env.source(*id, Some(INDEX))),
            // With its width around it, as the attribute writes a typed constant.
            Expr::Literal(value) => X::Cast(Box::new(X::Literal(value.literal())), value.width()),
            Expr::Index(width) => X::Cast(Box::new(X::Signal(INDEX.to_owned())), *width),
            Expr::Cast(width, a) => X::Cast(ast(a), *width),
            Expr::Not(a) => X::Unary(VerilogOpUnary::Not, ast(a)),
            Expr::Word(op, a, b) => {
                let op = match op {
                    WordOp::Add => VerilogOp::Add,
                    WordOp::Sub => VerilogOp::Sub,
                    WordOp::And => VerilogOp::BitAnd,
                    WordOp::Or => VerilogOp::BitOr,
                    WordOp::Xor => VerilogOp::BitXor,
                };
                X::Binary(ast(a), op, ast(b))
            }
            Expr::Compare(op, a, b) => {
                let op = match op {
                    Comparison::Eq => VerilogOp::Eq,
                    Comparison::Ne => VerilogOp::Ne,
                    Comparison::Lt => VerilogOp::Lt,
                    Comparison::Le => VerilogOp::Le,
                    Comparison::Gt => VerilogOp::Gt,
                    Comparison::Ge => VerilogOp::Ge,
                };
                X::Binary(ast(a), op, ast(b))
            }
            Expr::Logical(true, a, b) => X::Binary(ast(a), VerilogOp::LogicalAnd, ast(b)),
            Expr::Logical(false, a, b) => X::Binary(ast(a), VerilogOp::LogicalOr, ast(b)),
            Expr::Shift(true, a, b) => X::Binary(ast(a), VerilogOp::Shl, ast(b)),
            Expr::Shift(false, a, b) => X::Binary(ast(a), VerilogOp::Shr, ast(b)),
            Expr::Reduce(op, a) => {
                let op = match op {
                    Reduction::All => VerilogOpUnary::All,
                    Reduction::Any => VerilogOpUnary::Any,
                    Reduction::Xor => VerilogOpUnary::Xor,
                };
                X::Unary(op, ast(a))
            }
            Expr::Slice(a, width, offset) => X::Slice(ast(a), *width, Box::new(number(*offset))),
            Expr::DynamicSlice(a, 1, offset) => X::Index(ast(a), ast(offset)),
            Expr::DynamicSlice(a, width, offset) => X::Slice(ast(a), *width, ast(offset)),
            Expr::ReplaceBit(a, at, bit) => X::IndexReplace(ast(a), ast(at), ast(bit)),
            Expr::Concat(width, high, low) => {
                let shift = number(low.width(env));
                let high = X::Cast(ast(high), *width);
                binary(
                    binary(high, VerilogOp::Shl, shift),
                    VerilogOp::BitOr,
                    X::Cast(ast(low), *width),
                )
            }
            Expr::Replicate(width, bit) => {
                X::Unary(VerilogOpUnary::Neg, Box::new(X::Cast(ast(bit), *width)))
            }
            Expr::SignExtend(width, a) => {
                let own = a.width(env);
                if own == *width {
                    return a.ast(env);
                }
                let top = X::Index(ast(a), Box::new(number(own - 1)));
                let fill = X::Unary(
                    VerilogOpUnary::Neg,
                    Box::new(X::Cast(Box::new(top), *width - own)),
                );
                binary(
                    binary(X::Cast(Box::new(fill), *width), VerilogOp::Shl, number(own)),
                    VerilogOp::BitOr,
                    X::Cast(ast(a), *width),
                )
            }
        }
    }
}

/// Runs a body.
pub fn execute(body: &[Stmt], env: &mut dyn Environment, index: usize) {
    for stmt in body {
        match stmt {
            Stmt::Assign(id, value) => {
                let value = value.evaluate(env, index);
                env.write(*id, 0, value);
            }
            Stmt::AssignElement(id, value) => {
                let value = value.evaluate(env, index);
                env.write(*id, index, value);
            }
            Stmt::Part(id, offset, _, value) => {
                let value = value.evaluate(env, index);
                let old = env.pending(*id);
                let offset = match offset {
                    Offset::Fixed(offset) => *offset,
                    Offset::Stride(stride) => index * stride,
                    Offset::Dynamic(offset) => offset.evaluate(env, index).number(old.width()),
                };
                env.write(*id, 0, old.replace(offset, value));
            }
            Stmt::If(test, then, otherwise) => {
                if test.evaluate(env, index).truth() {
                    execute(then, env, index);
                } else {
                    execute(otherwise, env, index);
                }
            }
            Stmt::Match(subject, arms, default) => {
                let subject = subject.evaluate(env, index).number(usize::MAX / 4);
                match arms.iter().find(|(label, _)| *label == subject) {
                    Some((_, body)) => execute(body, env, index),
                    None => execute(default, env, index),
                }
            }
            Stmt::For(count, body) => {
                for index in 0..*count {
                    execute(body, env, index);
                }
            }
        }
    }
}

/// The AST of a body.
pub fn statements(body: &[Stmt], env: &dyn Environment) -> Vec<S> {
    let target = |id: SignalId| X::Signal(env.target(id, None));
    body.iter()
        .map(|stmt| match stmt {
            Stmt::Assign(id, value) => S::Assignment(target(*id), value.ast(env)),
            Stmt::AssignElement(id, value) => {
                S::Assignment(X::Signal(env.target(*id, Some(INDEX))), value.ast(env))
            }
            Stmt::Part(id, offset, width, value) => S::SliceAssignment {
                base: target(*id),
                width: *width,
                offset: match offset {
                    Offset::Fixed(offset) => X::Literal((*offset).into()),
                    Offset::Stride(stride) => X::Binary(
                        Box::new(X::Signal(INDEX.to_owned())),
                        VerilogOp::Mul,
                        Box::new(X::Literal((*stride).into())),
                    ),
                    Offset::Dynamic(offset) => offset.ast(env),
                },
                replacement: value.ast(env),
            },
            Stmt::If(test, then, otherwise) => S::If(VerilogConditional {
                test: test.ast(env),
                then: statements(then, env),
                otherwise: match otherwise.is_empty() {
                    true => VerilogBlockOrConditional::None,
                    false => VerilogBlockOrConditional::Block(statements(otherwise, env)),
                },
            }),
            Stmt::Match(subject, arms, default) => {
                let arms = arms.iter().map(|(label, body)| VerilogCase {
                    condition: label.to_string(),
                    block: statements(body, env),
                });
                let default = VerilogCase {
                    condition: "default".to_owned(),
                    block: statements(default, env),
                };
                S::Match(VerilogMatch {
                    test: subject.ast(env),
                    cases: arms.chain([default]).collect(),
                })
            }
            Stmt::For(count, body) => S::Loop(VerilogLoop {
                index: INDEX.to_owned(),
                from: 0_usize.into(),
                to: (*count).into(),
                block: statements(body, env),
            }),
        })
        .collect()
}
