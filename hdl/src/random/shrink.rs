//! The steps by which a failing program becomes small: each drops or simplifies one thing.
//!
//! A step keeps what [`Program::generate`] guarantees, except for what only the emitter can judge
//! (parts of arrays); a program that the emitter refuses is no smaller failure.

use std::collections::BTreeSet;

use super::program::*;
use super::value::Value;

impl Program {
    /// Programs that are a step smaller, the smallest first.
    pub fn smaller(&self) -> Vec<Program> {
        let mut bodies = vec![];
        let targets = self.targets();
        bodies.extend(targets.iter().map(|&target| without(&self.body, target)));
        bodies.extend(smaller_block(&self.body));
        let mut programs: Vec<Program> = bodies
            .into_iter()
            .map(|body| Program {
                body,
                ..self.clone()
            })
            .map(Program::pruned)
            .filter(Program::is_sound)
            .collect();
        programs.sort_by_key(Program::size);
        programs.dedup();
        programs
    }

    /// How much there is to read.
    pub fn size(&self) -> usize {
        let mut size = 0;
        for statement in &self.body {
            size += statement_size(statement);
        }
        size
    }

    fn targets(&self) -> BTreeSet<Variable> {
        let mut targets = BTreeSet::new();
        for statement in &self.body {
            statement.targets(&mut |place| {
                targets.insert(place.variable);
            });
        }
        targets
    }

    /// Without assignments to what nothing reads.
    fn pruned(mut self) -> Self {
        loop {
            let unread = self.targets().into_iter().find(|&target| match target {
                Variable::Output(_) | Variable::Input(_) | Variable::Q(_) => false,
                Variable::D(number) => !self.reads(Variable::Q(number)),
                Variable::Local(_) | Variable::Let(_) => !self.reads(target),
            });
            match unread {
                Some(target) => self.body = without(&self.body, target),
                None => return self,
            }
        }
    }

    /// Whether all that is read or must be driven is assigned first.
    fn is_sound(&self) -> bool {
        let mut assigned = BTreeSet::new();
        for number in 0..self.inputs.len() {
            assigned.insert(Variable::Input(number));
        }
        for (number, register) in self.registers.iter().enumerate() {
            assigned.insert(Variable::Q(number));
            if register.holds {
                assigned.insert(Variable::D(number));
            }
        }
        let registers = (0..self.registers.len()).filter(|&number| self.has_register(number));
        let must_be_driven = self
            .targets()
            .into_iter()
            .filter(|target| matches!(target, Variable::Output(_) | Variable::Local(_)));
        let has_output = (0..self.outputs.len()).any(|n| self.mentions(Variable::Output(n)));
        let must_be_driven: Vec<Variable> =
            must_be_driven.chain(registers.map(Variable::D)).collect();
        has_output
            && block_is_sound(&self.body, &mut assigned)
            && must_be_driven
                .iter()
                .all(|target| assigned.contains(target))
    }
}

fn statement_size(statement: &Statement) -> usize {
    let mut size = 2;
    statement.expressions(&mut |_| size += 1);
    let inner = statement.blocks().into_iter().flatten();
    // Expressions of inner statements have been counted.
    size + inner.map(|inner| 2 * count(inner)).sum::<usize>()
}

fn count(statement: &Statement) -> usize {
    1 + statement
        .blocks()
        .into_iter()
        .flatten()
        .map(count)
        .sum::<usize>()
}

fn block_is_sound(block: &[Statement], assigned: &mut BTreeSet<Variable>) -> bool {
    block.iter().all(|statement| is_sound(statement, assigned))
}

fn is_sound(statement: &Statement, assigned: &mut BTreeSet<Variable>) -> bool {
    let reads = |expression: &Expression, assigned: &BTreeSet<Variable>| {
        let mut known = true;
        expression.walk(&mut |inner| {
            if let Expression::Read(place, _) = inner {
                known &= assigned.contains(&place.variable)
            }
        });
        known
    };
    match statement {
        Statement::Assign(target, value) => {
            let known = reads(value, assigned);
            // An array whose elements are made one from another reads itself.
            let sound = known || {
                let mut with_target = assigned.clone();
                with_target.insert(target.variable);
                target.element.is_some() && reads(value, &with_target)
            };
            assigned.insert(target.variable);
            sound
        }
        Statement::AssignSlice(target, _, at, value) => {
            assigned.contains(&target.variable)
                && reads(value, assigned)
                && at.chosen().is_none_or(|at| reads(at, assigned))
        }
        Statement::If(branches, _) => {
            branches.iter().all(|(test, _)| reads(test, assigned))
                && branches_are_sound(statement, assigned)
        }
        Statement::Match { subject, .. } => {
            reads(subject, assigned) && branches_are_sound(statement, assigned)
        }
        Statement::For { from, to, body } => from < to && block_is_sound(body, assigned),
    }
}

fn branches_are_sound(statement: &Statement, assigned: &mut BTreeSet<Variable>) -> bool {
    let mut common: Option<BTreeSet<Variable>> = None;
    for block in statement.blocks() {
        let mut inside = assigned.clone();
        if !block_is_sound(block, &mut inside) {
            return false;
        }
        common = Some(match common {
            Some(common) => common.intersection(&inside).copied().collect(),
            None => inside,
        });
    }
    assigned.extend(common.unwrap_or_default());
    true
}

/// The block without the assignments to a variable.
fn without(block: &[Statement], target: Variable) -> Vec<Statement> {
    let keep = |statement: &Statement| match statement {
        Statement::Assign(place, _) | Statement::AssignSlice(place, ..) => place.variable != target,
        _ => true,
    };
    let inside = block
        .iter()
        .filter(|statement| keep(statement))
        .map(|statement| with_blocks(statement, |inner| without(inner, target)));
    inside.filter(|statement| !is_empty(statement)).collect()
}

fn is_empty(statement: &Statement) -> bool {
    let blocks = statement.blocks();
    !blocks.is_empty() && blocks.into_iter().all(Vec::is_empty)
}

fn with_blocks(
    statement: &Statement,
    change: impl Fn(&[Statement]) -> Vec<Statement>,
) -> Statement {
    match statement {
        Statement::Assign(..) | Statement::AssignSlice(..) => statement.clone(),
        Statement::If(branches, otherwise) => Statement::If(
            (branches.iter())
                .map(|(test, body)| (test.clone(), change(body)))
                .collect(),
            change(otherwise),
        ),
        Statement::Match {
            subject,
            arms,
            default,
        } => Statement::Match {
            subject: subject.clone(),
            arms: (arms.iter())
                .map(|(labels, body)| (labels.clone(), change(body)))
                .collect(),
            default: change(default),
        },
        Statement::For { from, to, body } => Statement::For {
            from: *from,
            to: *to,
            body: change(body),
        },
    }
}

fn smaller_block(block: &[Statement]) -> Vec<Vec<Statement>> {
    let mut found = vec![];
    for (position, statement) in block.iter().enumerate() {
        let mut spliced = |middle: Vec<Statement>| {
            let (before, after) = (&block[..position], &block[position + 1..]);
            found.push([before, &middle, after].concat());
        };
        spliced(vec![]);
        for replacement in smaller_statement(statement) {
            spliced(replacement);
        }
    }
    found
}

fn smaller_statement(statement: &Statement) -> Vec<Vec<Statement>> {
    let mut found: Vec<Vec<Statement>> = vec![];
    match statement {
        Statement::Assign(target, value) => {
            let values = smaller_expression(value).into_iter();
            found.extend(values.map(|value| vec![Statement::Assign(target.clone(), value)]));
        }
        Statement::AssignSlice(target, width, at, value) => {
            let with = |at: Position, value: Expression| {
                vec![Statement::AssignSlice(target.clone(), *width, at, value)]
            };
            found.extend(
                smaller_position(at)
                    .into_iter()
                    .map(|at| with(at, value.clone())),
            );
            let values = smaller_expression(value).into_iter();
            found.extend(values.map(|value| with(at.clone(), value)));
        }
        Statement::If(branches, otherwise) => {
            found.extend(statement.blocks().into_iter().cloned());
            for (position, (test, body)) in branches.iter().enumerate() {
                let mut with = |test: Expression, body: Vec<Statement>| {
                    let mut branches = branches.clone();
                    branches[position] = (test, body);
                    found.push(vec![Statement::If(branches, otherwise.clone())]);
                };
                smaller_block(body)
                    .into_iter()
                    .for_each(|body| with(test.clone(), body));
                let tests = smaller_expression(test).into_iter();
                tests.for_each(|test| with(test, body.clone()));
                if branches.len() > 1 {
                    let mut branches = branches.clone();
                    branches.remove(position);
                    found.push(vec![Statement::If(branches, otherwise.clone())]);
                }
            }
            let otherwises = smaller_block(otherwise).into_iter();
            found.extend(otherwises.map(|other| vec![Statement::If(branches.clone(), other)]));
        }
        Statement::Match {
            subject,
            arms,
            default,
        } => {
            found.extend(statement.blocks().into_iter().cloned());
            let with = |subject: &Expression, arms: Vec<_>, default: &[Statement]| {
                vec![Statement::Match {
                    subject: subject.clone(),
                    arms,
                    default: default.to_vec(),
                }]
            };
            for position in 0..arms.len() {
                let mut fewer = arms.clone();
                let (labels, body) = fewer.remove(position);
                found.push(with(subject, fewer, default));
                for body in smaller_block(&body) {
                    let mut arms = arms.clone();
                    arms[position] = (labels.clone(), body);
                    found.push(with(subject, arms, default));
                }
            }
            for default in smaller_block(default) {
                found.push(with(subject, arms.clone(), &default));
            }
            for subject in smaller_expression(subject) {
                found.push(with(&subject, arms.clone(), default));
            }
        }
        Statement::For { from, to, body } => {
            let with = |from: usize, to: usize, body: Vec<Statement>| {
                vec![Statement::For { from, to, body }]
            };
            if to - from > 1 {
                found.push(with(*from, from + 1, body.clone()));
                found.push(with(*from, to - 1, body.clone()));
            }
            found.extend(
                smaller_block(body)
                    .into_iter()
                    .map(|body| with(*from, *to, body)),
            );
        }
    }
    found
}

fn smaller_position(position: &Position) -> Vec<Position> {
    match position {
        Position::Fixed(index) if *index == Linear::constant(0) => vec![],
        Position::Fixed(_) => vec![Position::Fixed(Linear::constant(0))],
        Position::Chosen(inner) => {
            let mut found = vec![Position::Fixed(Linear::constant(0))];
            let inside = smaller_expression(inner).into_iter();
            found.extend(inside.map(|inner| Position::Chosen(Box::new(inner))));
            found
        }
    }
}

/// Simpler expressions of the same width.
fn smaller_expression(expression: &Expression) -> Vec<Expression> {
    use Expression as E;
    let width = expression.width();
    let mut found = vec![];
    if !matches!(expression, E::Literal(..)) {
        found.push(E::Literal(Value::zero(width), LiteralForm::Cast));
    }
    for child in expression.children() {
        match child.width() == width {
            true => found.push(child.clone()),
            false if !matches!(expression, E::Cast(..)) => {
                found.push(E::Cast(Box::new(child.clone()), width));
            }
            false => {}
        }
    }
    // One child made simpler. A bare literal has no simpler form, so no width is lost.
    let each = |child: &Expression, rebuild: &dyn Fn(Box<Expression>) -> Expression| {
        let smaller = smaller_expression(child).into_iter();
        smaller
            .map(|child| rebuild(Box::new(child)))
            .collect::<Vec<_>>()
    };
    match expression {
        E::Literal(..) | E::Index(..) | E::Compare(..) | E::Read(..) => {}
        E::Paren(inner) => found.extend(each(inner, &E::Paren)),
        E::Cast(inner, _) => found.extend(each(inner, &|inner| E::Cast(inner, width))),
        E::Unary(op, inner) => found.extend(each(inner, &|inner| E::Unary(*op, inner))),
        E::Shift(op, inner, by) => {
            found.extend(each(inner, &|inner| E::Shift(*op, inner, by.clone())));
        }
        E::Binary(op, a, b) => {
            found.extend(each(a, &|a| E::Binary(*op, a, b.clone())));
            found.extend(each(b, &|b| E::Binary(*op, a.clone(), b)));
        }
        E::Bit(base, at) => {
            found.extend(each(base, &|base| E::Bit(base, at.clone())));
            let positions = smaller_position(at).into_iter();
            found.extend(positions.map(|at| E::Bit(base.clone(), at)));
        }
        E::Slice(base, _, at) => {
            found.extend(each(base, &|base| E::Slice(base, width, at.clone())));
            let positions = smaller_position(at).into_iter();
            found.extend(positions.map(|at| E::Slice(base.clone(), width, at)));
        }
        E::ReplaceBit(base, at, bit) => {
            found.extend(each(base, &|base| {
                E::ReplaceBit(base, at.clone(), bit.clone())
            }));
            found.extend(each(bit, &|bit| {
                E::ReplaceBit(base.clone(), at.clone(), bit)
            }));
            let positions = smaller_position(at).into_iter();
            found.extend(positions.map(|at| E::ReplaceBit(base.clone(), at, bit.clone())));
        }
    }
    found
}
