//! Statements that give a variable its value, and statements that change it.

use super::super::program::*;
use super::super::value::{Value, WIDTHS};
use super::Generator;

/// Nesting of expressions in assignments and conditions.
const DEPTH: usize = 2;

/// Nesting of branches and loops in a change.
pub(super) const CHANGE: usize = 2;

/// Nesting of loops: as many as there are names for indices.
const LOOPS: usize = 2;

impl Generator {
    fn place(&self, variable: Variable) -> Place {
        Place {
            variable,
            element: None,
        }
    }

    /// Statements that assign all of a variable on every path.
    pub(super) fn define(&mut self, target: Variable) -> Vec<Statement> {
        let statements = match self.shape(target) {
            (width, None) => self.define_word(self.place(target), width),
            (width, Some(length)) => self.define_array(target, width, length),
        };
        self.now_readable(target);
        statements
    }

    fn now_readable(&mut self, target: Variable) {
        // The input of a register is not read back.
        if !matches!(target, Variable::D(_)) {
            self.readable.push(target);
        }
    }

    /// A new `let`, mutable if it is among the targets of later changes.
    pub(super) fn define_let(&mut self) -> Vec<Statement> {
        let number = self.program.lets.len();
        let width = self.width();
        // A `let` may have the name of a signal.
        let taken = self.program.lets.iter().any(|(name, _)| name == "s");
        let name = match !taken && self.random.percent(5) {
            true => "s".to_owned(),
            false => format!("value_{number}"),
        };
        self.program.lets.push((name, width));
        let target = Variable::Let(number);
        let mut statements = self.define_word(self.place(target), width);
        self.readable.push(target);
        if self.random.percent(30) {
            statements.extend(self.change(target, CHANGE));
        }
        statements
    }

    /// A value for a place: a `let` has no width but that of its value.
    fn value(&mut self, place: &Place, width: usize) -> Expression {
        match place.variable {
            Variable::Let(_) if self.random.percent(8) => self.literal(width),
            Variable::Let(_) => self.sized(width, DEPTH),
            _ => self.expression(width, DEPTH),
        }
    }

    fn assign(&mut self, place: Place, width: usize) -> Statement {
        let value = self.value(&place, width);
        Statement::Assign(place, value)
    }

    fn define_word(&mut self, place: Place, width: usize) -> Vec<Statement> {
        match self.random.below(10) {
            0..=1 => {
                let tests = self.random.between(1, 2);
                let mut branches = vec![];
                for _ in 0..tests {
                    let test = self.condition();
                    branches.push((test, self.branch(&place, width)));
                }
                vec![Statement::If(branches, self.branch(&place, width))]
            }
            2 => {
                let (subject, labels) = self.subject();
                let arms = labels
                    .into_iter()
                    .map(|labels| (labels, self.branch(&place, width)))
                    .collect();
                let default = self.branch(&place, width);
                vec![Statement::Match {
                    subject,
                    arms,
                    default,
                }]
            }
            3..=4 if width > 2 && self.loops.len() < LOOPS => self.define_by_bits(place, width),
            _ => vec![self.assign(place, width)],
        }
    }

    /// A branch that assigns a place whole, perhaps by way of a `let` of its own.
    fn branch(&mut self, place: &Place, width: usize) -> Vec<Statement> {
        let before = self.readable.len();
        let mut block = vec![];
        if self.random.percent(15) {
            let number = self.program.lets.len();
            let own = self.width();
            self.program.lets.push((format!("inner_{number}"), own));
            let place = self.place(Variable::Let(number));
            block.push(self.assign(place, own));
            self.readable.push(Variable::Let(number));
        }
        block.push(self.assign(place.clone(), width));
        self.readable.truncate(before);
        block
    }

    /// Zero or another value first, then slices in a loop.
    fn define_by_bits(&mut self, place: Place, width: usize) -> Vec<Statement> {
        let first = match self.random.percent(60) {
            true => Expression::Literal(Value::zero(width), LiteralForm::Cast),
            false => self.value(&place, width),
        };
        let fitting = |&lane: &usize| lane * 2 <= width && width / lane <= 16;
        let lanes: Vec<usize> = WIDTHS.iter().copied().filter(fitting).collect();
        let lane = self.random.pick(&lanes);
        let count = width / lane;
        self.loops.push((0, count));
        let depth = self.loops.len() - 1;
        let at = Position::Fixed(Linear {
            terms: vec![(depth, lane as i64)],
            constant: 0,
        });
        let value = self.expression(lane, DEPTH - 1);
        let readable_bits = lane == 1 && !matches!(place.variable, Variable::D(_));
        let statement = match readable_bits && self.random.percent(50) {
            true => {
                let whole = Expression::Read(place.clone(), width);
                let replaced = Expression::ReplaceBit(Box::new(whole), at, Box::new(value));
                Statement::Assign(place.clone(), replaced)
            }
            false => Statement::AssignSlice(place.clone(), lane, at, value),
        };
        self.loops.pop();
        vec![
            Statement::Assign(place, first),
            Statement::For {
                from: 0,
                to: count,
                body: vec![statement],
            },
        ]
    }

    fn define_array(&mut self, target: Variable, width: usize, length: usize) -> Vec<Statement> {
        let at = |element: Linear| Place {
            variable: target,
            element: Some(element),
        };
        let depth = self.loops.len();
        match self.random.below(4) {
            // One after the other.
            0 => (0..length)
                .map(|element| self.assign(at(Linear::constant(element)), width))
                .collect(),
            // Each from the one before it.
            1 if !matches!(target, Variable::D(_)) => {
                let first = self.assign(at(Linear::constant(0)), width);
                self.loops.push((1, length));
                let before = Linear {
                    terms: vec![(depth, 1)],
                    constant: -1,
                };
                let before = Expression::Read(at(before), width);
                let op = self
                    .random
                    .pick(&[BinaryOp::Add, BinaryOp::Xor, BinaryOp::Or]);
                let other = self.sized(width, DEPTH - 1);
                let value = Expression::Binary(op, Box::new(before), Box::new(other));
                let next = Statement::Assign(at(Linear::index(depth)), value);
                self.loops.pop();
                vec![
                    first,
                    Statement::For {
                        from: 1,
                        to: length,
                        body: vec![next],
                    },
                ]
            }
            _ => {
                self.loops.push((0, length));
                let body = self.define_word(at(Linear::index(depth)), width);
                self.loops.pop();
                vec![Statement::For {
                    from: 0,
                    to: length,
                    body,
                }]
            }
        }
    }

    /// Statements that assign a variable, or a part of it, on some path. `budget` bounds how
    /// deep branches nest.
    pub(super) fn change(&mut self, target: Variable, budget: usize) -> Vec<Statement> {
        if budget == 0 {
            return vec![self.change_now(target)];
        }
        match self.random.below(14) {
            0..=3 => {
                let mut branches = vec![];
                for _ in 0..self.random.between(1, 2) {
                    let test = self.condition();
                    branches.push((test, self.change(target, budget - 1)));
                }
                let otherwise = match self.random.percent(40) {
                    true => self.change(target, budget - 1),
                    false => vec![],
                };
                vec![Statement::If(branches, otherwise)]
            }
            4..=5 => {
                let (subject, labels) = self.subject();
                let arms = labels
                    .into_iter()
                    .map(|labels| (labels, self.change(target, budget - 1)))
                    .collect();
                let default = match self.random.percent(50) {
                    true => self.change(target, budget - 1),
                    false => vec![],
                };
                vec![Statement::Match {
                    subject,
                    arms,
                    default,
                }]
            }
            6..=8 if self.loops.len() < LOOPS => {
                let from = self.random.below(2);
                let to = match self.shape(target).1 {
                    Some(length) if self.random.percent(70) => length,
                    _ => self.random.between(2, 4),
                };
                self.loops.push((from, to.max(from + 1)));
                let body = self.change(target, budget - 1);
                self.loops.pop();
                vec![Statement::For {
                    from,
                    to: to.max(from + 1),
                    body,
                }]
            }
            _ => vec![self.change_now(target)],
        }
    }

    /// One assignment of a variable, an element of it, or a slice.
    fn change_now(&mut self, target: Variable) -> Statement {
        let (width, length) = self.shape(target);
        let element = length.map(|length| self.element(length));
        let place = Place {
            variable: target,
            element,
        };
        let lanes: Vec<usize> = WIDTHS
            .iter()
            .copied()
            .filter(|&lane| lane < width)
            .collect();
        match self.random.below(10) {
            0..=2 if !lanes.is_empty() => {
                let lane = self.random.pick(&lanes);
                let at = self.position(width, lane, 1);
                let value = self.expression(lane, DEPTH - 1);
                Statement::AssignSlice(place, lane, at, value)
            }
            3..=4 if !matches!(target, Variable::D(_)) => {
                let at = self.position(width, 1, 1);
                let bit = self.expression(1, DEPTH - 1);
                let whole = Expression::Read(place.clone(), width);
                let replaced = Expression::ReplaceBit(Box::new(whole), at, Box::new(bit));
                Statement::Assign(place, replaced)
            }
            _ => self.assign(place, width),
        }
    }

    fn condition(&mut self) -> Expression {
        match self.random.below(8) {
            0 | 1 if !self.loops.is_empty() => self.comparison_of_indices(),
            2 => self.sized(1, 1),
            _ => self.sized(1, DEPTH),
        }
    }

    /// What a `match` looks at, and the labels of its arms.
    fn subject(&mut self) -> (Expression, Vec<Vec<u128>>) {
        let widths: Vec<usize> = self.palette.iter().copied().filter(|&w| w <= 128).collect();
        let width = self.random.pick(&widths);
        let subject = self.sized(width, DEPTH - 1);
        let mut used = vec![];
        let mut arms = vec![];
        for _ in 0..self.random.between(1, 3) {
            let mut labels = vec![];
            for _ in 0..self.random.between(1, 2) {
                // Small numbers are what stimulus hits.
                let value = match self.random.percent(70) {
                    true => Some(self.random.below(1 << width.min(3)) as u128),
                    false => self.number(width).to_u128(),
                };
                let fresh = value.filter(|value| !used.contains(value));
                used.extend(fresh);
                labels.extend(fresh);
            }
            if !labels.is_empty() {
                arms.push(labels);
            }
        }
        (subject, arms)
    }
}
