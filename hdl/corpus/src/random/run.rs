//! A program's meaning: statement after statement, on the signals of the block.

use std::rc::Rc;

use super::module::RandomModule;
use super::program::*;
use super::value::Value;

/// What `update` knows besides the signals.
struct Run<'a> {
    module: &'a mut RandomModule,
    lets: Vec<Option<Value>>,
    /// Values of the enclosing loops' indices, outermost first.
    loops: Vec<usize>,
}

/// Runs the body once.
pub(super) fn run(module: &mut RandomModule) {
    let program = Rc::clone(module.program());
    let lets = vec![None; program.lets.len()];
    Run {
        module,
        lets,
        loops: vec![],
    }
    .block(&program.body);
}

impl Run<'_> {
    fn block(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign(target, value) => {
                let value = self.expression(value);
                self.assign(target, value);
            }
            Statement::AssignSlice(target, _, at, value) => {
                let value = self.expression(value);
                let offset = self.position(at);
                let whole = self.assigned(target).replace_slice(offset, value);
                self.assign(target, whole);
            }
            Statement::If(branches, otherwise) => {
                let taken = branches
                    .iter()
                    .find(|(test, _)| self.expression(test).is_true());
                match taken {
                    Some((_, body)) => self.block(body),
                    None => self.block(otherwise),
                }
            }
            Statement::Match {
                subject,
                arms,
                default,
            } => {
                let key = self.expression(subject).to_u128();
                let arm = arms
                    .iter()
                    .find(|(labels, _)| labels.iter().any(|&label| Some(label) == key));
                self.block(arm.map_or(default, |(_, body)| body));
            }
            Statement::For { from, to, body } => {
                for index in *from..*to {
                    self.loops.push(index);
                    self.block(body);
                    self.loops.pop();
                }
            }
        }
    }

    fn element(&self, place: &Place) -> usize {
        let index = place
            .element
            .as_ref()
            .map_or(0, |index| index.eval(&self.loops));
        usize::try_from(index).expect("an index is not negative")
    }

    fn assign(&mut self, place: &Place, value: Value) {
        match place.variable {
            Variable::Let(number) => self.lets[number] = Some(value),
            variable => self.module.write(variable, self.element(place), value),
        }
    }

    /// What has been assigned to a place last.
    fn assigned(&mut self, place: &Place) -> Value {
        match place.variable {
            Variable::Let(_) => self.read(place),
            variable => self.module.next(variable, self.element(place)),
        }
    }

    fn read(&self, place: &Place) -> Value {
        match place.variable {
            Variable::Let(number) => self.lets[number].expect("a `let` is assigned first"),
            variable => self.module.read(variable, self.element(place)),
        }
    }

    fn index(&self, index: &Linear) -> usize {
        usize::try_from(index.eval(&self.loops)).expect("an index is not negative")
    }

    fn position(&self, position: &Position) -> usize {
        match position {
            Position::Fixed(index) => self.index(index),
            Position::Chosen(inner) => self.expression(inner).amount(),
        }
    }

    fn expression(&self, expression: &Expression) -> Value {
        match expression {
            Expression::Literal(value, _) => *value,
            Expression::Index(index, width) => Value::number(*width, self.index(index) as u128),
            Expression::Compare(op, a, b) => {
                let word = |index| Value::number(64, self.index(index) as u128);
                word(a).binary(*op, word(b))
            }
            Expression::Read(place, _) => self.read(place),
            Expression::Paren(inner) => self.expression(inner),
            Expression::Cast(inner, width) => self.expression(inner).cast(*width),
            Expression::Unary(op, inner) => self.expression(inner).unary(*op),
            Expression::Binary(op, a, b) => {
                let (a, b) = (self.expression(a), self.expression(b));
                match op {
                    BinaryOp::Shl => a.shift_left(b.amount()),
                    BinaryOp::Shr => a.shift_right(b.amount()),
                    BinaryOp::Add if a.width() > b.width() => a.add_bool(b.is_true()),
                    _ => a.binary(*op, b),
                }
            }
            Expression::Shift(op, value, amount) => {
                let (value, amount) = (self.expression(value), self.index(amount));
                match op {
                    BinaryOp::Shl => value.shift_left(amount),
                    _ => value.shift_right(amount),
                }
            }
            Expression::Bit(base, at) => Value::truth(self.expression(base).bit(self.position(at))),
            Expression::Slice(base, width, at) => {
                self.expression(base).slice(*width, self.position(at))
            }
            Expression::ReplaceBit(base, at, bit) => {
                let bit = self.expression(bit).is_true();
                self.expression(base).replace_bit(self.position(at), bit)
            }
        }
    }
}
