//! Expressions of a wanted width.

use super::super::program::*;
use super::super::value::{Value, WIDTHS};
use super::Generator;

use BinaryOp::*;
use Expression as E;

fn boxed(expression: Expression) -> Box<Expression> {
    Box::new(expression)
}

fn binary(op: BinaryOp, a: Expression, b: Expression) -> Expression {
    E::Binary(op, boxed(a), boxed(b))
}

fn shift(op: BinaryOp, value: Expression, amount: usize) -> Expression {
    E::Shift(op, boxed(value), Linear::constant(amount))
}

impl Generator {
    /// An expression where the context gives a literal its width.
    pub(super) fn expression(&mut self, width: usize, depth: usize) -> Expression {
        if self.random.percent(8) {
            return E::Literal(self.number(width), LiteralForm::Integer);
        }
        self.sized(width, depth)
    }

    /// An expression that has its width by itself.
    pub(super) fn sized(&mut self, width: usize, depth: usize) -> Expression {
        if !WIDTHS.contains(&width) {
            let next = WIDTHS.iter().copied().find(|&known| known >= width);
            return self.sized(next.unwrap_or(WIDTHS[WIDTHS.len() - 1]), depth);
        }
        if depth == 0 || self.random.percent(15) {
            return self.leaf(width);
        }
        if self.random.percent(4) {
            return E::Paren(boxed(self.sized(width, depth)));
        }
        if width == 1 && self.random.percent(75) {
            return self.bit(depth);
        }
        self.word(width, depth - 1)
    }

    /// A signal, a part of one, or a literal.
    fn leaf(&mut self, width: usize) -> Expression {
        let fitting: Vec<Variable> = self
            .readable
            .iter()
            .copied()
            .filter(|&variable| self.shape(variable).0 == width)
            .collect();
        if !fitting.is_empty() && self.random.percent(85) {
            let variable = self.random.pick(&fitting);
            return self.read(variable);
        }
        if self.random.percent(12) {
            return self.literal(width);
        }
        if self.random.percent(15) {
            if let Some(index) = self.index_word(width) {
                return index;
            }
        }
        let variable = self.random.pick(&self.readable);
        let read = self.read(variable);
        let own = read.width();
        if own == width {
            read
        } else if own > width && self.random.percent(60) {
            let position = Position::Fixed(self.linear(own + 1 - width));
            match width {
                1 => E::Bit(boxed(read), position),
                _ => E::Slice(boxed(read), width, position),
            }
        } else {
            E::Cast(boxed(read), width)
        }
    }

    /// A read of a variable, or of one of its elements.
    fn read(&mut self, variable: Variable) -> Expression {
        let (width, length) = self.shape(variable);
        let element = length.map(|length| self.element(length));
        E::Read(Place { variable, element }, width)
    }

    /// A literal that carries its width.
    pub(super) fn literal(&mut self, width: usize) -> Expression {
        let value = self.number(width);
        let constant = self.random.percent(30);
        E::Literal(
            value,
            match constant {
                true => LiteralForm::Constant,
                false => LiteralForm::Cast,
            },
        )
    }

    /// Loop indices as a word, when there is a loop and they fit.
    fn index_word(&mut self, width: usize) -> Option<Expression> {
        if self.loops.is_empty() {
            return None;
        }
        let limit = 1_usize
            .checked_shl(width as u32)
            .unwrap_or(usize::MAX)
            .min(16);
        Some(E::Index(self.linear(limit), width))
    }

    /// What stands beside an operand of this width: a literal may do without its own.
    fn operand(&mut self, width: usize, depth: usize) -> Expression {
        if self.random.percent(15) {
            return E::Literal(self.number(width), LiteralForm::Integer);
        }
        self.sized(width, depth)
    }

    /// Two operands of one width, of which at most one is a bare literal.
    fn operands(&mut self, width: usize, depth: usize) -> (Expression, Expression) {
        match self.random.percent(85) {
            true => (self.sized(width, depth), self.operand(width, depth)),
            false => (self.operand(width, depth), self.sized(width, depth)),
        }
    }

    fn word(&mut self, width: usize, depth: usize) -> Expression {
        match self.random.below(28) {
            0..=3 => {
                let (a, b) = self.operands(width, depth);
                binary(Add, a, b)
            }
            4..=6 => {
                let (a, b) = self.operands(width, depth);
                binary(Sub, a, b)
            }
            7..=10 => {
                let op = self.random.pick(&[And, Or, Xor]);
                let (a, b) = self.operands(width, depth);
                binary(op, a, b)
            }
            11 if width > 1 => binary(Add, self.sized(width, depth), self.sized(1, depth)),
            12..=13 => {
                let op = self.random.pick(&[Shl, Shr]);
                let value = self.sized(width, depth);
                E::Shift(op, boxed(value), self.linear(width + 3))
            }
            14..=15 => {
                let op = self.random.pick(&[Shl, Shr]);
                let value = self.sized(width, depth);
                binary(op, value, self.amount(width, depth))
            }
            16 => E::Unary(UnaryOp::Not, boxed(self.sized(width, depth))),
            17 => E::Unary(UnaryOp::Neg, boxed(self.sized(width, depth))),
            18..=19 => {
                let other = self.width();
                E::Cast(boxed(self.sized(other, depth)), width)
            }
            20..=21 => {
                let total = self.at_least(width);
                let base = self.sized(total, depth);
                let position = self.position(total, width, depth);
                E::Slice(boxed(base), width, position)
            }
            22 => {
                let base = self.sized(width, depth);
                let position = self.position(width, 1, depth);
                E::ReplaceBit(boxed(base), position, boxed(self.expression(1, depth)))
            }
            23..=24 => self.concatenation(width, depth),
            25 => {
                let bit = self.sized(1, depth);
                E::Unary(UnaryOp::Neg, boxed(E::Cast(boxed(bit), width)))
            }
            26 => self.sign_extension(width, depth),
            _ => self.cut(width, depth),
        }
    }

    /// A width of the program that is not less than another, or that width.
    fn at_least(&mut self, width: usize) -> usize {
        let fitting: Vec<usize> = self
            .palette
            .iter()
            .copied()
            .filter(|&w| w >= width)
            .collect();
        match fitting.is_empty() {
            true => width,
            false => self.random.pick(&fitting),
        }
    }

    /// `concat::<N, _, _>(high, low)`, which may extend or cut the high part.
    fn concatenation(&mut self, width: usize, depth: usize) -> Expression {
        let lows: Vec<usize> = WIDTHS.iter().copied().filter(|&low| low < width).collect();
        if lows.is_empty() {
            return self.sized(width, depth);
        }
        let low = self.random.pick(&lows);
        let rest = width - low;
        let high = match WIDTHS.contains(&rest) && self.random.percent(80) {
            true => rest,
            false => self.width(),
        };
        let (high, low) = (self.sized(high, depth), self.sized(low, depth));
        concat(width, high, low)
    }

    /// `sign_extend::<N, _>(x)`
    fn sign_extension(&mut self, width: usize, depth: usize) -> Expression {
        let narrower = |&narrow: &usize| narrow < width && WIDTHS.contains(&(width - narrow));
        let widths: Vec<usize> = WIDTHS.iter().copied().filter(narrower).collect();
        if widths.is_empty() {
            return self.sized(width, depth);
        }
        let narrow = self.random.pick(&widths);
        let value = self.leaf(narrow);
        let top = E::Bit(
            boxed(value.clone()),
            Position::Fixed(Linear::constant(narrow - 1)),
        );
        let copies = E::Unary(UnaryOp::Neg, boxed(E::Cast(boxed(top), width - narrow)));
        concat(width, copies, value)
    }

    /// Results that Rust cuts to their width before they go on: `(a + b) >> 1`,
    /// `(a << 1) >> 1`, a widened sum.
    fn cut(&mut self, width: usize, depth: usize) -> Expression {
        let narrow = self.width();
        let value = self.sized(narrow, depth);
        let wrapped = match self.random.below(5) {
            0 => binary(Add, value, self.operand(narrow, depth)),
            1 => binary(Sub, value, self.operand(narrow, depth)),
            2 => E::Unary(UnaryOp::Not, boxed(value)),
            3 => E::Unary(UnaryOp::Neg, boxed(value)),
            _ => shift(Shl, value, 1),
        };
        let moved = match self.random.percent(50) {
            true => shift(Shr, wrapped, 1),
            false => wrapped,
        };
        match narrow == width {
            true => moved,
            false => E::Cast(boxed(moved), width),
        }
    }

    /// One bit: comparisons, logic, reductions, selections.
    fn bit(&mut self, depth: usize) -> Expression {
        let depth = depth - 1;
        let width = self.width();
        match self.random.below(16) {
            0..=4 => {
                let op = self.random.pick(&[Eq, Ne, Lt, Le, Gt, Ge]);
                let (a, b) = self.operands(width, depth);
                binary(op, a, b)
            }
            5..=6 => self.precedence(width, depth),
            7..=9 => {
                let op = self.random.pick(&[LogicalAnd, LogicalOr]);
                binary(op, self.sized(1, depth), self.sized(1, depth))
            }
            10 => E::Unary(UnaryOp::Not, boxed(self.sized(1, depth))),
            11..=12 => {
                let op = self
                    .random
                    .pick(&[UnaryOp::All, UnaryOp::Any, UnaryOp::Xor]);
                E::Unary(op, boxed(self.sized(width, depth)))
            }
            13 if !self.loops.is_empty() => self.comparison_of_indices(),
            _ => {
                let base = self.sized(width, depth);
                let position = self.position(width, 1, depth);
                E::Bit(boxed(base), position)
            }
        }
    }

    /// What means something else where parentheses are lost or widths differ: `a & b == 0`,
    /// `a + 1 == b`, `!a == 5`, `a - b < c`.
    fn precedence(&mut self, width: usize, depth: usize) -> Expression {
        let a = self.sized(width, depth);
        let b = self.sized(width, depth);
        let bare = |value| E::Literal(value, LiteralForm::Integer);
        match self.random.below(6) {
            0 => binary(Eq, binary(And, a, b), bare(Value::zero(width))),
            1 => {
                let one = bare(Value::number(width, 1));
                binary(Eq, binary(Add, a, one), b)
            }
            2 => {
                let number = bare(self.number(width));
                binary(Eq, E::Unary(UnaryOp::Not, boxed(a)), number)
            }
            3 => {
                let c = self.operand(width, depth);
                binary(Lt, binary(Sub, a, b), c)
            }
            4 => {
                let c = self.sized(width, depth);
                binary(Ge, c, binary(Add, a, b))
            }
            _ => binary(Ne, E::Unary(UnaryOp::Neg, boxed(a)), b),
        }
    }

    /// `i == 2`
    pub(super) fn comparison_of_indices(&mut self) -> Expression {
        let depth = self.random.below(self.loops.len());
        let (from, to) = self.loops[depth];
        let op = self.random.pick(&[Eq, Ne, Lt, Le, Gt, Ge]);
        let number = Linear::constant(self.random.between(from, to));
        E::Compare(op, Linear::index(depth), number)
    }
}

fn concat(width: usize, high: Expression, low: Expression) -> Expression {
    let offset = low.width();
    let at = |part: Expression| E::Cast(boxed(part), width);
    binary(Or, shift(Shl, at(high), offset), at(low))
}
