//! Draws a program: signals first, then a body that defines each of them in a random order,
//! changes some again, and ends in outputs that read everything.

mod expressions;
mod linear;
mod statements;

use super::prng::Random;
use super::program::*;
use super::value::{Value, WIDTHS};

const INPUTS: &[&str] = &["a", "b", "c", "d", "e"];
const OUTPUTS: &[&str] = &["x", "y", "z"];
const FOLDS: &[&str] = &[
    "fold", "fold_1", "fold_2", "fold_3", "fold_4", "fold_5", "fold_6", "fold_7",
];
const LOCALS: &[&str] = &["s", "t", "u", "v"];
const REGISTERS: &[&str] = &["count", "state", "data"];

/// Widest element of an array; many wide ones only make the model slow.
const WIDEST_ELEMENT: usize = 33;

/// Signals that one `fold` output reads.
const FOLDED: usize = 2;

/// The state of the draw.
pub(super) struct Generator {
    random: Random,
    program: Program,
    /// The widths of this program: few, so that operands of one width are to be found.
    palette: Vec<usize>,
    /// What has been assigned on every path to here.
    readable: Vec<Variable>,
    /// The ranges of the enclosing loops, outermost first.
    loops: Vec<(usize, usize)>,
}

impl Program {
    /// The program of a seed.
    pub fn generate(seed: u64) -> Program {
        let mut random = Random::new(seed);
        let palette = palette(&mut random);
        let mut generator = Generator {
            random,
            program: Program {
                seed,
                inputs: vec![],
                outputs: vec![],
                locals: vec![],
                registers: vec![],
                lets: vec![],
                body: vec![],
            },
            palette,
            readable: vec![],
            loops: vec![],
        };
        generator.declare();
        generator.body();
        generator.program
    }
}

/// One bit, and two to four other widths, of which most are small.
fn palette(random: &mut Random) -> Vec<usize> {
    let mut palette = vec![1];
    for _ in 0..random.between(2, 4) {
        let range = match random.below(10) {
            0..=5 => 2..=9,
            6..=7 => 12..=33,
            _ => 48..=129,
        };
        let fitting: Vec<usize> = WIDTHS
            .iter()
            .copied()
            .filter(|w| range.contains(w))
            .collect();
        palette.push(random.pick(&fitting));
    }
    palette
}

impl Generator {
    fn declare(&mut self) {
        for &name in &INPUTS[..self.random.between(2, INPUTS.len())] {
            let declared = self.declaration(name, false);
            self.readable
                .push(Variable::Input(self.program.inputs.len()));
            self.program.inputs.push(declared);
        }
        for &name in &OUTPUTS[..self.random.between(1, OUTPUTS.len())] {
            let declared = self.declaration(name, false);
            self.program.outputs.push(declared);
        }
        for &name in &LOCALS[..self.random.below(LOCALS.len())] {
            let array = self.random.percent(40);
            let declared = self.declaration(name, array);
            self.program.locals.push(declared);
        }
        for &name in &REGISTERS[..self.random.below(REGISTERS.len() + 1)] {
            let array = self.random.percent(35);
            let signal = self.declaration(name, array);
            let initial = self.number(signal.width);
            self.readable
                .push(Variable::Q(self.program.registers.len()));
            self.program.registers.push(RegisterDeclaration {
                signal,
                initial,
                holds: self.random.percent(60),
            });
        }
    }

    fn declaration(&mut self, name: &'static str, array: bool) -> Declaration {
        let mut width = self.width();
        let length = array.then(|| self.random.between(2, 5));
        if array && width > WIDEST_ELEMENT {
            width = self.palette[0];
        }
        Declaration {
            name,
            width,
            boolean: width == 1 && self.random.percent(50),
            length,
        }
    }

    /// A width of the program.
    fn width(&mut self) -> usize {
        self.random.pick(&self.palette)
    }

    /// A number of a width: often one where carries and comparisons turn.
    fn number(&mut self, width: usize) -> Value {
        let random = &mut self.random;
        let (kind, small, at) = (random.below(8), random.below(8), random.below(width));
        let bits = [random.next_u64(), random.next_u64(), random.next_u64()];
        Value::from_bits(width, |position| match kind {
            0 => false,
            1 => true,
            2 => position == 0,
            3 => position == at,
            4 => position + 1 == width,
            5 | 6 => position < 3 && small >> position & 1 == 1,
            _ => bits[position / 64] >> (position % 64) & 1 == 1,
        })
    }

    fn body(&mut self) {
        let mut pending: Vec<Variable> = vec![];
        pending.extend((0..self.program.outputs.len()).map(Variable::Output));
        pending.extend((0..self.program.locals.len()).map(Variable::Local));
        let registers = self.program.registers.iter().enumerate();
        let undriven = registers.filter(|(_, register)| !register.holds);
        pending.extend(undriven.map(|(number, _)| Variable::D(number)));
        let held: Vec<Variable> = (self.program.registers.iter().enumerate())
            .filter(|(_, register)| register.holds)
            .map(|(number, _)| Variable::D(number))
            .collect();

        let mut body = vec![];
        let mut defined = held.clone();
        while !pending.is_empty() {
            match self.random.below(10) {
                0..=2 => {
                    let statement = self.define_let();
                    body.extend(statement);
                }
                3..=5 if !defined.is_empty() => {
                    let target = self.random.pick(&defined);
                    body.extend(self.change(target, statements::CHANGE));
                }
                _ => {
                    let target = pending.swap_remove(self.random.below(pending.len()));
                    body.extend(self.define(target));
                    defined.push(target);
                }
            }
        }
        // A register that nothing drives but itself would be a constant.
        for target in held {
            body.extend(self.change(target, statements::CHANGE));
        }
        body.extend(self.folds());
        self.program.body = body;
    }

    /// The outputs that read what must be read.
    fn folds(&mut self) -> Vec<Statement> {
        let mut sources: Vec<Variable> = (0..self.program.inputs.len())
            .map(Variable::Input)
            .collect();
        sources.extend((0..self.program.locals.len()).map(Variable::Local));
        sources.extend((0..self.program.registers.len()).map(Variable::Q));
        let mut statements = vec![];
        for (group, &name) in sources.chunks(FOLDED).zip(FOLDS) {
            // Each term goes one bit higher than the next, so that equal terms do not cancel; the
            // width has room for that.
            let shapes = group.iter().map(|&source| self.shape(source));
            let terms = shapes
                .clone()
                .map(|(_, length)| length.unwrap_or(1))
                .sum::<usize>();
            let wanted = shapes.map(|(width, _)| width).max().unwrap_or(1) + terms - 1;
            let fitting = WIDTHS.iter().copied().find(|&width| width >= wanted);
            let width = fitting.unwrap_or(WIDTHS[WIDTHS.len() - 1]);
            let mut terms = vec![];
            for &source in group {
                let (own, length) = self.shape(source);
                for element in 0..length.unwrap_or(1) {
                    let place = Place {
                        variable: source,
                        element: length.map(|_| Linear::constant(element)),
                    };
                    let read = Expression::Read(place, own);
                    terms.push(match own == width {
                        true => read,
                        false => Expression::Cast(Box::new(read), width),
                    });
                }
            }
            let sum = terms.into_iter().reduce(|sum, term| {
                let shifted = Expression::Shift(BinaryOp::Shl, Box::new(sum), Linear::constant(1));
                Expression::Binary(BinaryOp::Xor, Box::new(shifted), Box::new(term))
            });
            let target = Variable::Output(self.program.outputs.len());
            self.program.outputs.push(Declaration {
                name,
                width,
                boolean: false,
                length: None,
            });
            let place = Place {
                variable: target,
                element: None,
            };
            statements.extend(sum.map(|sum| Statement::Assign(place, sum)));
        }
        statements
    }

    /// Width and length of a variable.
    fn shape(&self, variable: Variable) -> (usize, Option<usize>) {
        match variable {
            Variable::Let(number) => (self.program.lets[number].1, None),
            _ => {
                let declared = self.program.declaration(variable);
                let declared = declared.expect("every signal is declared");
                (declared.width, declared.length)
            }
        }
    }
}
