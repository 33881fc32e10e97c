//! What a random program is made of.

pub use super::operators::{BinaryOp, UnaryOp};
use super::value::Value;

/// A typed program over the signals of one block.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The seed that it was drawn from.
    pub seed: u64,
    pub(super) inputs: Vec<Declaration>,
    pub(super) outputs: Vec<Declaration>,
    pub(super) locals: Vec<Declaration>,
    pub(super) registers: Vec<RegisterDeclaration>,
    /// Names and widths of the `let`s.
    pub(super) lets: Vec<(String, usize)>,
    pub(super) body: Vec<Statement>,
}

/// A signal, or an array of signals.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Declaration {
    pub name: &'static str,
    pub width: usize,
    /// One bit is a `bool` and not a `Bits<1>`.
    pub boolean: bool,
    /// The length of the array.
    pub length: Option<usize>,
}

/// A register, or an array of registers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RegisterDeclaration {
    pub signal: Declaration,
    pub initial: Value,
    /// `registers!`: keeps its value where the body assigns none. Otherwise `clock!`.
    pub holds: bool,
}

/// Something that the body reads or assigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Variable {
    Input(usize),
    Output(usize),
    Local(usize),
    /// The output of a register.
    Q(usize),
    /// The input of a register, which the body may not read back.
    D(usize),
    Let(usize),
}

/// A variable or an element of one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    pub variable: Variable,
    pub element: Option<Linear>,
}

/// Arithmetic over the indices of the enclosing loops.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Linear {
    /// Depth of the loop, counted from the outermost, and factor, which is not 0.
    pub terms: Vec<(usize, i64)>,
    pub constant: i64,
}

/// A position in a word.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Position {
    /// Known when the circuit is built.
    Fixed(Linear),
    /// Computed by the circuit; may be out of range.
    Chosen(Box<Expression>),
}

/// How a literal stands in the AST.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LiteralForm {
    /// A bare integer, whose width comes from what stands beside it.
    Integer,
    /// `bits::<N>(integer)`
    Cast,
    /// A constant of type `bool` or `Bits<N>`, as the attribute writes them.
    Constant,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Literal(Value, LiteralForm),
    /// Loop indices as a word.
    Index(Linear, usize),
    /// A comparison of loop indices.
    Compare(BinaryOp, Linear, Linear),
    Read(Place, usize),
    Paren(Box<Expression>),
    Cast(Box<Expression>, usize),
    Unary(UnaryOp, Box<Expression>),
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// A shift by loop indices or a constant.
    Shift(BinaryOp, Box<Expression>, Linear),
    Bit(Box<Expression>, Position),
    Slice(Box<Expression>, usize, Position),
    ReplaceBit(Box<Expression>, Position, Box<Expression>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Statement {
    Assign(Place, Expression),
    /// A slice of a place that has been assigned whole.
    AssignSlice(Place, usize, Position, Expression),
    /// `if .. {} else if .. {} else {}`
    If(Vec<(Expression, Vec<Statement>)>, Vec<Statement>),
    Match {
        subject: Expression,
        arms: Vec<(Vec<u128>, Vec<Statement>)>,
        default: Vec<Statement>,
    },
    For {
        from: usize,
        to: usize,
        body: Vec<Statement>,
    },
}

impl Linear {
    pub fn constant(constant: usize) -> Self {
        Linear {
            terms: vec![],
            constant: constant as i64,
        }
    }

    pub fn index(depth: usize) -> Self {
        Linear {
            terms: vec![(depth, 1)],
            constant: 0,
        }
    }

    pub fn eval(&self, loops: &[usize]) -> i64 {
        let terms = self.terms.iter();
        terms.fold(self.constant, |sum, &(depth, factor)| {
            sum + factor * loops[depth] as i64
        })
    }
}

impl Expression {
    /// Bits of the value.
    pub fn width(&self) -> usize {
        match self {
            Expression::Literal(value, _) => value.width(),
            Expression::Index(_, width)
            | Expression::Read(_, width)
            | Expression::Cast(_, width)
            | Expression::Slice(_, width, _) => *width,
            Expression::Compare(..) | Expression::Bit(..) => 1,
            Expression::Paren(inner)
            | Expression::Shift(_, inner, _)
            | Expression::ReplaceBit(inner, ..) => inner.width(),
            Expression::Unary(op, inner) => match op {
                UnaryOp::Not | UnaryOp::Neg => inner.width(),
                _ => 1,
            },
            Expression::Binary(op, a, _) if !op.compares() => a.width(),
            Expression::Binary(..) => 1,
        }
    }

    /// The expressions inside.
    pub fn children(&self) -> Vec<&Expression> {
        match self {
            Expression::Literal(..)
            | Expression::Index(..)
            | Expression::Compare(..)
            | Expression::Read(..) => vec![],
            Expression::Paren(inner)
            | Expression::Cast(inner, _)
            | Expression::Unary(_, inner)
            | Expression::Shift(_, inner, _) => vec![inner],
            Expression::Binary(_, a, b) => vec![a, b],
            Expression::Bit(base, at) | Expression::Slice(base, _, at) => {
                [Some(base.as_ref()), at.chosen()]
                    .into_iter()
                    .flatten()
                    .collect()
            }
            Expression::ReplaceBit(base, at, bit) => {
                let inside = [Some(base.as_ref()), at.chosen(), Some(bit.as_ref())];
                inside.into_iter().flatten().collect()
            }
        }
    }
}

impl Position {
    pub fn chosen(&self) -> Option<&Expression> {
        match self {
            Position::Fixed(_) => None,
            Position::Chosen(inner) => Some(inner),
        }
    }
}

impl Statement {
    /// Calls `visit` with every place that the statement assigns.
    pub fn targets(&self, visit: &mut impl FnMut(&Place)) {
        match self {
            Statement::Assign(target, _) | Statement::AssignSlice(target, ..) => visit(target),
            _ => {}
        }
        for block in self.blocks() {
            block.iter().for_each(|statement| statement.targets(visit));
        }
    }

    /// Calls `visit` with every expression of the statement, outermost first.
    pub fn expressions(&self, visit: &mut impl FnMut(&Expression)) {
        match self {
            Statement::Assign(_, value) => value.walk(visit),
            Statement::AssignSlice(_, _, at, value) => {
                at.chosen().into_iter().for_each(|at| at.walk(visit));
                value.walk(visit);
            }
            Statement::If(branches, _) => branches.iter().for_each(|(test, _)| test.walk(visit)),
            Statement::Match { subject, .. } => subject.walk(visit),
            Statement::For { .. } => {}
        }
        for block in self.blocks() {
            block
                .iter()
                .for_each(|statement| statement.expressions(visit));
        }
    }

    /// The blocks inside.
    pub fn blocks(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::Assign(..) | Statement::AssignSlice(..) => vec![],
            Statement::If(branches, otherwise) => {
                let bodies = branches.iter().map(|(_, body)| body);
                bodies.chain([otherwise]).collect()
            }
            Statement::Match { arms, default, .. } => {
                let bodies = arms.iter().map(|(_, body)| body);
                bodies.chain([default]).collect()
            }
            Statement::For { body, .. } => vec![body],
        }
    }
}

impl Expression {
    /// Calls `visit` with the expression and all inside.
    pub fn walk(&self, visit: &mut impl FnMut(&Expression)) {
        visit(self);
        self.children()
            .into_iter()
            .for_each(|child| child.walk(visit));
    }
}

impl Program {
    /// The declaration of a signal; none for a `let`.
    pub(super) fn declaration(&self, variable: Variable) -> Option<&Declaration> {
        match variable {
            Variable::Input(number) => self.inputs.get(number),
            Variable::Output(number) => self.outputs.get(number),
            Variable::Local(number) => self.locals.get(number),
            Variable::Q(number) | Variable::D(number) => {
                self.registers.get(number).map(|register| &register.signal)
            }
            Variable::Let(_) => None,
        }
    }

    /// Whether the body reads the variable.
    pub(super) fn reads(&self, variable: Variable) -> bool {
        let mut found = false;
        for statement in &self.body {
            statement.expressions(&mut |expression| {
                if let Expression::Read(place, _) = expression {
                    found |= place.variable == variable
                }
            });
        }
        found
    }

    /// Whether the body assigns the variable.
    pub(super) fn assigns(&self, variable: Variable) -> bool {
        let mut found = false;
        for statement in &self.body {
            statement.targets(&mut |place| found |= place.variable == variable);
        }
        found
    }

    /// Whether the body reads or assigns the variable.
    pub(super) fn mentions(&self, variable: Variable) -> bool {
        self.reads(variable) || self.assigns(variable)
    }

    /// Whether the body reads or assigns the register.
    pub(super) fn has_register(&self, number: usize) -> bool {
        self.mentions(Variable::Q(number)) || self.mentions(Variable::D(number))
    }
}
