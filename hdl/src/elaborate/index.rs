//! Whole numbers that select a bit, a slice or an array element.
//!
//! In Rust such a number is a `usize`, whose arithmetic does not wrap at a hardware width. An
//! [`Index`] keeps that meaning: a constant is computed, a loop index stays symbolic so that the
//! loop stays rolled, and a number that comes from a signal grows by as many bits as its
//! arithmetic may need.

use rust_hdl::core::ast::{VerilogExpression, VerilogOp};

use super::expression::{binary, cast, integer};

/// A number used as a position; see the module's comment.
#[derive(Clone, Debug)]
pub struct Index {
    form: Form,
    /// The largest value that the number may take.
    max: u128,
}

#[derive(Clone, Debug)]
enum Form {
    Constant,
    /// Arithmetic over loop indices, as it stands in a signal's name and as an expression.
    Loop {
        text: String,
        atomic: bool,
        expression: VerilogExpression,
    },
    Dynamic(VerilogExpression),
}

impl Index {
    /// A number known when the design is elaborated.
    pub fn constant(value: usize) -> Self {
        Index {
            form: Form::Constant,
            max: value as u128,
        }
    }

    /// The index of an enclosing loop that ends before `end`.
    pub fn of_loop(name: &str, end: usize) -> Self {
        Index {
            form: Form::Loop {
                text: name.to_owned(),
                atomic: true,
                expression: VerilogExpression::Signal(name.to_owned()),
            },
            max: end.saturating_sub(1) as u128,
        }
    }

    /// The value of a signal of `width` bits.
    pub fn dynamic(expression: VerilogExpression, width: usize) -> Self {
        let max = match width {
            0..=127 => (1 << width) - 1,
            _ => u128::MAX,
        };
        Index {
            form: Form::Dynamic(expression),
            max,
        }
    }

    /// The value where it is known.
    pub fn known(&self) -> Option<usize> {
        matches!(self.form, Form::Constant).then_some(self.max as usize)
    }

    /// The value where the language of the AST wants a number.
    ///
    /// # Panics
    /// When the number depends on a loop index or a signal.
    pub fn expect_constant(&self, what: &str) -> usize {
        self.known()
            .unwrap_or_else(|| panic!("{what} must be known at elaboration time"))
    }

    /// How the number stands between the brackets of a signal's name, or `None` for a number
    /// that comes from a signal.
    pub fn text(&self) -> Option<String> {
        match &self.form {
            Form::Constant => Some(self.max.to_string()),
            Form::Loop { text, .. } => Some(text.clone()),
            Form::Dynamic(_) => None,
        }
    }

    /// The number as an expression without a width of its own.
    pub fn expression(&self) -> VerilogExpression {
        match &self.form {
            Form::Constant => integer(self.max),
            Form::Loop { expression, .. } | Form::Dynamic(expression) => expression.clone(),
        }
    }

    /// The number cut or extended to `width` bits, as beside an operand of that width.
    pub fn sized(&self, width: usize) -> VerilogExpression {
        match &self.form {
            Form::Constant => integer(self.max),
            Form::Loop { expression, .. } | Form::Dynamic(expression) => {
                cast(expression.clone(), width)
            }
        }
    }

    /// A comparison of two numbers, exact whatever their widths.
    pub fn compare(&self, op: VerilogOp, other: &Index) -> VerilogExpression {
        match (&self.form, &other.form) {
            (Form::Constant, Form::Constant) => {
                VerilogExpression::Literal(known_comparison(&op, self.max, other.max).into())
            }
            (Form::Dynamic(_), _) | (_, Form::Dynamic(_)) => {
                let width = width_for(self.max.max(other.max));
                binary(self.fitted(width), op, other.fitted(width))
            }
            _ => binary(self.expression(), op, other.expression()),
        }
    }

    /// Bits that hold every value of the number.
    pub fn width(&self) -> usize {
        width_for(self.max)
    }

    /// As [`sized`](Self::sized), but leaves an expression alone that has this width already.
    fn fitted(&self, width: usize) -> VerilogExpression {
        match &self.form {
            Form::Dynamic(expression) if self.width() == width => expression.clone(),
            _ => self.sized(width),
        }
    }

    fn operand_text(&self, tight: bool) -> String {
        match &self.form {
            Form::Loop {
                text,
                atomic: false,
                ..
            } if tight => format!("({text})"),
            _ => self.text().unwrap_or_default(),
        }
    }

    fn combine(&self, op: VerilogOp, sign: char, other: &Index, max: u128) -> Index {
        let form = match (&self.form, &other.form) {
            (Form::Constant, Form::Constant) => Form::Constant,
            (Form::Dynamic(_), _) | (_, Form::Dynamic(_)) => {
                // A difference needs the width of its larger operand, a sum that of its result.
                let width = width_for(max.max(self.max).max(other.max));
                Form::Dynamic(binary(self.fitted(width), op, other.fitted(width)))
            }
            _ => Form::Loop {
                text: format!(
                    "{}{sign}{}",
                    self.operand_text(sign == '*'),
                    other.operand_text(sign != '+')
                ),
                atomic: false,
                expression: binary(self.expression(), op, other.expression()),
            },
        };
        Index { form, max }
    }

    /// A product with a constant: shifts and adds, because hardware values do not multiply.
    fn scaled(&self, expression: &VerilogExpression, factor: u128) -> Index {
        let max = self.max.saturating_mul(factor);
        let width = width_for(max);
        let terms = (0..u128::BITS)
            .filter(|bit| factor >> bit & 1 == 1)
            .map(|bit| match bit {
                0 => cast(expression.clone(), width),
                _ => binary(
                    cast(expression.clone(), width),
                    VerilogOp::Shl,
                    integer(u128::from(bit)),
                ),
            });
        match terms.reduce(|sum, term| binary(sum, VerilogOp::Add, term)) {
            Some(product) => Index {
                form: Form::Dynamic(product),
                max,
            },
            None => Index::constant(0),
        }
    }
}

impl std::ops::Add for Index {
    type Output = Index;

    fn add(self, other: Index) -> Index {
        match (self.known(), other.known()) {
            (Some(0), _) => other,
            (_, Some(0)) => self,
            _ => self.combine(
                VerilogOp::Add,
                '+',
                &other,
                self.max.saturating_add(other.max),
            ),
        }
    }
}

impl std::ops::Sub for Index {
    type Output = Index;

    fn sub(self, other: Index) -> Index {
        match (self.known(), other.known()) {
            (Some(left), Some(right)) => {
                let value = left
                    .checked_sub(right)
                    .unwrap_or_else(|| panic!("the index {left} - {right} is negative"));
                Index::constant(value)
            }
            (_, Some(0)) => self,
            _ => self.combine(VerilogOp::Sub, '-', &other, self.max),
        }
    }
}

impl std::ops::Mul for Index {
    type Output = Index;

    fn mul(self, other: Index) -> Index {
        match (&self.form, &other.form) {
            (Form::Dynamic(expression), Form::Constant) => self.scaled(expression, other.max),
            (Form::Constant, Form::Dynamic(expression)) => other.scaled(expression, self.max),
            (Form::Dynamic(_), _) | (_, Form::Dynamic(_)) => {
                panic!("an index that comes from a signal can only be multiplied by a constant")
            }
            _ => match (self.known(), other.known()) {
                (Some(1), _) => other,
                (_, Some(1)) => self,
                _ => self.combine(
                    VerilogOp::Mul,
                    '*',
                    &other,
                    self.max.saturating_mul(other.max),
                ),
            },
        }
    }
}

/// Bits that hold `value`, at least one.
fn width_for(value: u128) -> usize {
    (u128::BITS - value.leading_zeros()).max(1) as usize
}

fn known_comparison(op: &VerilogOp, left: u128, right: u128) -> bool {
    match op {
        VerilogOp::Eq => left == right,
        VerilogOp::Ne => left != right,
        VerilogOp::Lt => left < right,
        VerilogOp::Le => left <= right,
        VerilogOp::Gt => left > right,
        VerilogOp::Ge => left >= right,
        other => panic!("{other:?} is no comparison"),
    }
}
