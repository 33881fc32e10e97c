//! What the parser understands of an `update`: the common source of its three translations
//! (simulation, AST, claims).

use proc_macro2::{Ident, Span, TokenStream};
use syn::{BinOp, Type};

/// When the value of an expression is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// When the design is elaborated: Rust computes it.
    Known,
    /// In each round of a loop, without a signal.
    Loop,
    /// In the circuit.
    Hardware,
}

/// What an expression stands for in the AST. Known expressions may stand for either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number without a width: a position in an array or a value.
    Number,
    /// A value that wires carry.
    Value,
}

/// An expression: what it is in the AST, and its Rust tokens.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: Kind,
    pub class: Class,
    pub shape: Shape,
    /// The expression in Rust, for the simulation and for type inference.
    pub rust: TokenStream,
    pub span: Span,
}

impl Expr {
    pub fn is_number(&self) -> bool {
        self.shape == Shape::Number && self.class != Class::Known
    }

    pub fn is_value(&self) -> bool {
        self.shape == Shape::Value && self.class != Class::Known
    }
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// Computed by Rust at elaboration time.
    Known(Known),
    /// `self.x.val()`.
    Read(Place),
    /// A `let`, a parameter or a loop index; its AST is in the variable that `ast_variable` names.
    Local(Ident),
    /// `value.into()`: the same bits under another type.
    Into(Box<Expr>),
    /// `value.index()`.
    Position(Box<Expr>),
    /// `+ - *` on numbers.
    Arithmetic(BinOp, Box<Expr>, Box<Expr>),
    /// A comparison of two numbers.
    Compare(BinOp, Box<Expr>, Box<Expr>),
    /// An operation on values, one of which may be a number or known.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    /// `all`, `any`, `xor`.
    Reduce(Reduction, Box<Expr>),
    /// A value or number at a stated width.
    Sized(Box<Expr>, TokenStream),
    Slice {
        value: Box<Expr>,
        width: TokenStream,
        offset: Box<Expr>,
    },
    Bit {
        value: Box<Expr>,
        index: Box<Expr>,
    },
    ReplaceBit {
        value: Box<Expr>,
        index: Box<Expr>,
        bit: Box<Expr>,
    },
    ReplaceBits {
        value: Box<Expr>,
        offset: Box<Expr>,
        bits: Box<Expr>,
    },
    Concat {
        high: Box<Expr>,
        low: Box<Expr>,
        width: TokenStream,
    },
    Replicate(Box<Expr>, TokenStream),
    SignExtend(Box<Expr>, TokenStream),
    /// A field of a `LogicStruct`.
    Field(Box<Expr>, Ident),
    Struct {
        fields: Vec<(Ident, Expr)>,
        rest: Option<Box<Expr>>,
    },
    /// A call of a `#[hardware]` function; the path of its companion.
    Call(TokenStream, Vec<Expr>),
    If(Box<If>),
    Match(Box<Match>),
    Block(Block),
}

/// A known expression as Rust computes it. Its tokens lack an outer `.into()`, whose target type
/// is the context's affair.
#[derive(Clone, Debug)]
pub enum Known {
    Integer(u128),
    Bool(bool),
    /// `literals` tells that integer literals in it may take their type from the context, `name` the
    /// constant, parameter or field that it is.
    Tokens {
        tokens: TokenStream,
        literals: bool,
        name: Option<String>,
    },
}

#[derive(Clone, Copy, Debug)]
pub enum Reduction {
    All,
    Any,
    Xor,
}

/// A signal: fields from `self` on, with array indices.
#[derive(Clone, Debug)]
pub struct Place {
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub enum Part {
    Field(Ident),
    Element(Expr),
}

/// A lexical scope, with the value it ends in where it is used as an expression.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub statements: Vec<Statement>,
    pub value: Option<Box<Expr>>,
}

#[derive(Clone, Debug)]
pub enum Statement {
    /// `const` and `use`, passed through.
    Item(TokenStream),
    Let(Let),
    /// An assignment to a `let mut` or to a `let` without initial value.
    AssignLet(Ident, Expr),
    AssignSignal {
        target: Place,
        fields: Vec<Ident>,
        value: Expr,
    },
    If(If),
    Match(Match),
    For(For),
    Block(Block),
    Clock {
        children: Vec<Place>,
        hold: bool,
    },
    Comment(String),
}

#[derive(Clone, Debug)]
pub struct Let {
    pub name: Ident,
    pub ty: Option<Type>,
    pub mutable: bool,
    pub value: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct If {
    pub test: Expr,
    pub then: Block,
    pub otherwise: Option<Block>,
}

#[derive(Clone, Debug)]
pub struct Match {
    pub test: Expr,
    pub kind: MatchKind,
    pub arms: Vec<Arm>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchKind {
    /// Over the variants of an enum.
    Variants,
    /// Over `Bits` or a number, with integer patterns.
    Integers,
    /// Over `bool`.
    Bools,
}

#[derive(Clone, Debug)]
pub struct Arm {
    /// One or more alternatives; empty for `_`.
    pub patterns: Vec<Pattern>,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub enum Pattern {
    Integer(u128),
    Bool(bool),
    /// A variant, or a constant in a match over integers.
    Path(TokenStream),
}

#[derive(Clone, Debug)]
pub struct For {
    pub index: Ident,
    pub from: TokenStream,
    /// Exclusive.
    pub to: TokenStream,
    pub body: Block,
}

/// The variable of the generated code that holds the AST of a `let`.
pub fn ast_variable(name: &Ident) -> Ident {
    let name = name.to_string();
    quote::format_ident!(
        "__hw_{}",
        name.trim_start_matches("r#"),
        span = Span::call_site()
    )
}
