//! Runs the AST of one block under the rules of `docs/rationale/hdl-ast.md`.
//!
//! It is written from that page, not from the attribute or the emitter, so that it can judge
//! them. Everything that the page calls an error panics here.

use std::collections::{BTreeMap, HashMap};

use rust_hdl::core::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogExpression as X, VerilogOp as Op,
    VerilogOpUnary as Unary, VerilogStatement as S,
};

use super::scopes::{literal, Scope};

/// A value with its width; literals and loop indices have none.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Value {
    value: u128,
    width: Option<usize>,
}

/// The state while a block runs.
pub struct Interpreter<'a> {
    scope: &'a Scope,
    /// What the block has assigned: signals and `let`s.
    pub assigned: BTreeMap<String, (u128, usize)>,
    pub(super) indices: HashMap<String, u128>,
}

/// Runs the block's AST on the values that its signals have, and gives what it assigns.
pub fn run(scope: &Scope) -> BTreeMap<String, (u128, usize)> {
    let mut interpreter = Interpreter {
        scope,
        assigned: BTreeMap::new(),
        indices: HashMap::new(),
    };
    if let Some(body) = &scope.body {
        interpreter.block(body);
    }
    interpreter.assigned
}

fn cut(value: u128, width: usize) -> u128 {
    match width {
        0 => 0,
        1..=127 => value & ((1 << width) - 1),
        _ => value,
    }
}

fn sized(value: u128, width: usize) -> Value {
    Value {
        value: cut(value, width),
        width: Some(width),
    }
}

impl Interpreter<'_> {
    fn block(&mut self, block: &VerilogBlock) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &S) {
        match statement {
            S::Assignment(target, value) => {
                let value = self.expression(value);
                let (name, width) = self.target(target, Some(value));
                let value = self.fit(value, width, &name);
                self.assigned.insert(name, (value, width));
            }
            S::SliceAssignment {
                base,
                width,
                offset,
                replacement,
            } => {
                let replacement = self.expression(replacement);
                let replacement = self.fit(replacement, *width, "slice");
                let offset = self.expression(offset).value as usize;
                let (name, whole) = self.target(base, None);
                let old = self.read(&name).value;
                let hole = cut(u128::MAX, *width)
                    .checked_shl(offset as u32)
                    .unwrap_or(0);
                let fill = replacement.checked_shl(offset as u32).unwrap_or(0);
                self.assigned
                    .insert(name, (cut(old & !hole | fill, whole), whole));
            }
            S::If(choice) => {
                if self.condition(&choice.test) {
                    self.block(&choice.then);
                } else {
                    match &choice.otherwise {
                        VerilogBlockOrConditional::Block(block) => self.block(block),
                        VerilogBlockOrConditional::Conditional(inner) => self.statement(inner),
                        VerilogBlockOrConditional::None => {}
                    }
                }
            }
            S::Match(choice) => {
                let test = self.expression(&choice.test);
                assert!(test.width.is_some(), "a match on {:?}", choice.test);
                let case = choice.cases.iter().find(|case| {
                    case.condition == "default"
                        || case
                            .condition
                            .split(" | ")
                            .any(|label| self.pattern(label) == test.value)
                });
                if let Some(case) = case {
                    self.block(&case.block);
                }
            }
            S::Loop(repeat) => {
                assert!(
                    !self.indices.contains_key(&repeat.index)
                        && !self.scope.signals.contains_key(&repeat.index),
                    "the index `{}` is taken",
                    repeat.index
                );
                for index in repeat.from.as_usize()..repeat.to.as_usize() {
                    self.indices.insert(repeat.index.clone(), index as u128);
                    self.block(&repeat.block);
                }
                self.indices.remove(&repeat.index);
            }
            S::Comment(_) => {}
            S::Link(_) | S::Macro(_) => panic!("not a form of the agreement: {statement:?}"),
        }
    }

    fn pattern(&self, condition: &str) -> u128 {
        if let Some(constant) = condition.strip_prefix("const$") {
            return constant_value(constant);
        }
        match self.scope.variants.get(condition) {
            Some(&code) => code,
            None => condition
                .parse()
                .unwrap_or_else(|_| panic!("unknown pattern {condition}")),
        }
    }

    fn condition(&self, test: &X) -> bool {
        let test = self.expression(test);
        assert_eq!(test.width, Some(1), "a condition has one bit");
        test.value != 0
    }

    /// The name and width of an assignment's target.
    fn target(&self, target: &X, value: Option<Value>) -> (String, usize) {
        let X::Signal(name) = target else {
            panic!("{target:?} is no target");
        };
        let name = self.resolve(name.strip_suffix("$next").unwrap_or(name));
        if name.starts_with("let$") {
            let width = value.map(|value| {
                value
                    .width
                    .unwrap_or_else(|| panic!("{name} is assigned a value without a width"))
            });
            let known = self.assigned.get(&name).map(|(_, width)| *width);
            let width = known.or(width).expect("a let is assigned whole first");
            return (name, width);
        }
        let signal = self
            .scope
            .signals
            .get(&name)
            .unwrap_or_else(|| panic!("unknown target {name}"));
        (name, signal.bits)
    }

    fn fit(&self, value: Value, width: usize, place: &str) -> u128 {
        match value.width {
            Some(other) => assert_eq!(other, width, "the width assigned to {place}"),
            None => assert_eq!(
                cut(value.value, width),
                value.value,
                "{place}: does not fit"
            ),
        }
        value.value
    }

    fn read(&self, name: &str) -> Value {
        if let Some(&(value, width)) = self.assigned.get(name) {
            return sized(value, width);
        }
        assert!(
            !name.starts_with("let$"),
            "{name} is read before it is assigned"
        );
        let signal = self
            .scope
            .signals
            .get(name)
            .unwrap_or_else(|| panic!("unknown signal {name}"));
        sized(signal.value, signal.bits)
    }

    fn expression(&self, expression: &X) -> Value {
        match expression {
            X::Signal(name) => {
                if let Some(constant) = name.strip_prefix("const$") {
                    let value = constant_value(constant);
                    return Value { value, width: None };
                }
                if let Some(&value) = self.indices.get(name) {
                    return Value { value, width: None };
                }
                if let Some(&code) = self.scope.variants.get(name) {
                    let bits = self.enum_width(name);
                    return sized(code, bits);
                }
                self.read(&self.resolve(name))
            }
            X::Literal(value) => Value {
                value: literal(value),
                // A `bool`.
                width: format!("{value:x}").starts_with("1'").then_some(1),
            },
            X::Cast(inner, width) => sized(self.expression(inner).value, *width),
            X::Paren(inner) => self.expression(inner),
            X::Binary(left, op, right) => self.binary(left, op, right),
            X::Unary(op, inner) => {
                let inner = self.expression(inner);
                let width = inner.width.expect("an operand has a width");
                match op {
                    Unary::Not => sized(!inner.value, width),
                    Unary::Neg => sized(inner.value.wrapping_neg(), width),
                    Unary::All => sized((inner.value == cut(u128::MAX, width)).into(), 1),
                    Unary::Any => sized((inner.value != 0).into(), 1),
                    Unary::Xor => sized(u128::from(inner.value.count_ones() & 1), 1),
                }
            }
            X::Index(base, index) => {
                let index = self.expression(index).value;
                let base = self.expression(base).value;
                sized(base.checked_shr(index as u32).unwrap_or(0), 1)
            }
            X::Slice(base, width, offset) => {
                let offset = self.expression(offset).value;
                let base = self.expression(base).value;
                sized(base.checked_shr(offset as u32).unwrap_or(0), *width)
            }
            X::IndexReplace(base, index, value) => {
                let index = self.expression(index).value;
                let base = self.expression(base);
                let value = self.expression(value);
                let value = self.fit(value, 1, "bit");
                let width = base.width.expect("an operand has a width");
                if index >= width as u128 {
                    return base;
                }
                sized(base.value & !(1 << index) | value << index, width)
            }
            X::Signed(_) | X::Unsigned(_) => panic!("not a form of the agreement"),
        }
    }

    fn enum_width(&self, variant: &str) -> usize {
        let name = variant.split('$').next().unwrap_or_default();
        let count = self
            .scope
            .variants
            .keys()
            .filter(|other| other.split('$').next() == Some(name))
            .count();
        rust_hdl::core::bits::clog2(count)
    }

    fn binary(&self, left: &X, op: &Op, right: &X) -> Value {
        let (left, right) = (self.expression(left), self.expression(right));
        if matches!(op, Op::Shl | Op::Shr) {
            let width = left.width.expect("what is shifted has a width");
            let by = u32::try_from(right.value).unwrap_or(u32::MAX);
            let shifted = match op {
                Op::Shl => left.value.checked_shl(by),
                _ => left.value.checked_shr(by),
            };
            return sized(shifted.unwrap_or(0), width);
        }
        let width = match (left.width, right.width) {
            (Some(left), Some(right)) => {
                assert_eq!(left, right, "operands of {op:?}");
                Some(left)
            }
            (left, right) => left.or(right),
        };
        if let Some(width) = width {
            for operand in [left, right] {
                assert_eq!(
                    cut(operand.value, width),
                    operand.value,
                    "a literal of {op:?}"
                );
            }
        }
        let (a, b) = (left.value, right.value);
        let result = match op {
            Op::Add => a.wrapping_add(b),
            Op::Sub => a.wrapping_sub(b),
            Op::Mul => {
                assert!(width.is_none(), "only indices multiply");
                a * b
            }
            Op::BitXor => a ^ b,
            Op::BitAnd => a & b,
            Op::BitOr => a | b,
            Op::LogicalAnd | Op::LogicalOr => {
                assert_eq!(width, Some(1), "an operand of {op:?}");
                match op {
                    Op::LogicalAnd => a & b,
                    _ => a | b,
                }
            }
            Op::Eq => return sized((a == b).into(), 1),
            Op::Ne => return sized((a != b).into(), 1),
            Op::Lt => return sized((a < b).into(), 1),
            Op::Le => return sized((a <= b).into(), 1),
            Op::Gt => return sized((a > b).into(), 1),
            Op::Ge => return sized((a >= b).into(), 1),
            Op::Shl | Op::Shr => unreachable!("handled above"),
        };
        match width {
            Some(width) => sized(result, width),
            None => Value {
                value: result,
                width: None,
            },
        }
    }
}

/// The value in the name of a constant, `OFF_WAKE$10`.
fn constant_value(name: &str) -> u128 {
    let digits = name.rsplit('$').next().expect("a constant has a value");
    u128::from_str_radix(digits, 16).expect("hexadecimal")
}
