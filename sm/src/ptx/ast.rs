//! The syntax tree of a module. Names borrow from the source text.

use super::{At, Problem, Space, Type};

/// A module.
#[derive(Clone, Debug)]
pub struct Module<'s> {
    /// `.version`.
    pub version: (u32, u32),
    /// `.target`'s first word.
    pub target: &'s str,
    /// Bits of an address: 32 or 64.
    pub address_size: u32,
    /// Module-scope variables.
    pub variables: Vec<Variable<'s>>,
    /// Kernels and device functions; a declaration without body stands beside its definition.
    pub functions: Vec<Function<'s>>,
    /// Where the text comes from.
    pub debugging: Debugging<'s>,
}

/// What `.file` and `.loc` say: where the compiler's source text is.
#[derive(Clone, Debug, Default)]
pub struct Debugging<'s> {
    /// Numbers and names of source files.
    pub files: Vec<(u64, &'s str)>,
    /// Places of the source, in order of the text; each holds up to the next one.
    pub locations: Vec<(At, Option<Location>)>,
}

/// A `.loc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Number of the file, and line.
    pub place: (u64, u64),
    /// Where the function that it belongs to has been inlined.
    pub inlined_at: Option<(u64, u64)>,
}

/// What a variable is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Numbers.
    Type(Type),
    /// `.texref`.
    Texture,
    /// `.surfref`.
    Surface,
    /// `.samplerref`.
    Sampler,
}

/// A variable or parameter.
#[derive(Clone, Debug)]
pub struct Variable<'s> {
    /// Where its name stands.
    pub at: At,
    /// Its name; parameters of declarations may have none.
    pub name: &'s str,
    /// Its state space.
    pub space: Space,
    /// Whether this is `.reg` (parameters of functions only).
    pub register: bool,
    /// `.extern`.
    pub external: bool,
    /// `.align`, or the element's size.
    pub align: u32,
    /// Element type.
    pub element: Element,
    /// Elements in all, vectors and dimensions multiplied; `None` for `[]`.
    pub count: Option<u64>,
    /// The innermost sizes of an initialiser's nesting, outermost first.
    pub dimensions: Vec<u64>,
    /// Initial value.
    pub initial: Option<Initial<'s>>,
}

impl Variable<'_> {
    /// Bytes; 0 for `[]` and textures.
    pub fn bytes(&self) -> u64 {
        match self.element {
            Element::Type(ty) => u64::from(ty.bytes()).saturating_mul(self.count.unwrap_or(0)),
            Element::Texture | Element::Surface | Element::Sampler => 0,
        }
    }
}

/// An initial value.
#[derive(Clone, Debug)]
pub enum Initial<'s> {
    /// A number.
    Number(At, Number),
    /// The address of another variable.
    Symbol(At, &'s str, i64),
    /// `{ ... }`.
    List(At, Vec<Initial<'s>>),
}

/// A literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole number; negative ones wrap.
    Integer(u64),
    /// `0f`.
    Single(u32),
    /// `0d`, or a decimal.
    Double(u64),
}

/// A kernel or device function.
#[derive(Clone, Debug)]
pub struct Function<'s> {
    /// Where its name stands.
    pub at: At,
    /// Its name.
    pub name: &'s str,
    /// `.entry` or `.func`.
    pub entry: bool,
    /// Return parameters.
    pub returns: Vec<Variable<'s>>,
    /// Parameters.
    pub parameters: Vec<Variable<'s>>,
    /// Threads of a block that `.reqntid` demands.
    pub required_block: Option<[u32; 3]>,
    /// Threads of a block that `.maxntid` allows.
    pub largest_block: Option<[u32; 3]>,
    /// A directive that asks for what is not supported.
    pub refused: Option<Problem>,
    /// `None` for a declaration.
    pub body: Option<Vec<Statement<'s>>>,
}

/// Results and parameters of functions that a register may name.
#[derive(Clone, Debug)]
pub struct Prototype<'s> {
    /// Return parameters.
    pub returns: Vec<Variable<'s>>,
    /// Parameters.
    pub parameters: Vec<Variable<'s>>,
}

/// A statement of a function's body.
#[derive(Clone, Debug)]
pub enum Statement<'s> {
    /// `.reg`: type, and names with the count of `%r<count>`.
    Registers(Type, Vec<(At, &'s str, Option<u32>)>),
    /// `.local`, `.shared`, `.param`, ...
    Variable(Variable<'s>),
    /// `label:`
    Label(At, &'s str),
    /// `label: .branchtargets a, b;`
    Targets(At, &'s str, Vec<(At, &'s str)>),
    /// `label: .callprototype (...) _ (...);`
    Prototype(At, &'s str, Prototype<'s>),
    /// `label: .calltargets f, g;`
    Callees(At, &'s str, Vec<(At, &'s str)>),
    /// `{ ... }`
    Block(Vec<Statement<'s>>),
    /// What could not be read. Only who comes here is told.
    Refused(Problem),
    /// An instruction.
    Instruction(Instruction<'s>),
}

/// An instruction, not yet understood.
#[derive(Clone, Debug)]
pub struct Instruction<'s> {
    /// Where its opcode stands.
    pub at: At,
    /// Guard: predicate, and whether it is negated.
    pub guard: Option<(At, &'s str, bool)>,
    /// First word.
    pub opcode: &'s str,
    /// The words after it, without dots.
    pub modifiers: Vec<(At, &'s str)>,
    /// Operands.
    pub operands: Vec<Operand<'s>>,
}

impl Instruction<'_> {
    /// The opcode with its modifiers, as written.
    pub fn full_name(&self) -> String {
        let modifiers = self.modifiers.iter().map(|(_, word)| format!(".{word}"));
        std::iter::once(self.opcode.to_owned())
            .chain(modifiers)
            .collect()
    }
}

/// An operand and where it stands.
#[derive(Clone, Debug)]
pub struct Operand<'s> {
    /// Where.
    pub at: At,
    /// What.
    pub kind: OperandKind<'s>,
}

/// What an operand is.
#[derive(Clone, Debug)]
pub enum OperandKind<'s> {
    /// A register, variable, label or function.
    Name(&'s str),
    /// `%tid.x`
    Component(&'s str, &'s str),
    /// `!%p`
    Not(&'s str),
    /// A literal.
    Number(Number),
    /// `variable+8` outside of brackets.
    Offset(&'s str, i64),
    /// `[base+offset]`; no base is an absolute address.
    Address(Option<&'s str>, i64),
    /// `[texture, {x, y}]`
    Texture(&'s str, Vec<Operand<'s>>),
    /// `{a, b}`
    Vector(Vec<Operand<'s>>),
    /// `a|p`
    Pair(&'s str, At, &'s str),
    /// `(a, b)` of a call.
    Group(Vec<Operand<'s>>),
}
