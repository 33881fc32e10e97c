//! Loops around edits, and indices that grow with them.

use crate::ir::Index;

/// A loop around an edit: its index runs from `from` to below `to`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Loop {
    pub var: String,
    pub from: i64,
    pub to: i64,
    /// Whether the edit itself brings it: then it runs over the positions that all its brackets have.
    pub free: bool,
}

impl Loop {
    /// Over all of so many elements.
    pub fn over(var: &str, length: usize) -> Self {
        Loop {
            var: var.to_owned(),
            from: 0,
            to: length as i64,
            free: true,
        }
    }

    /// Over all positions that its index can have where it stands.
    pub fn unbounded(var: &str) -> Self {
        Self::over(var, u32::MAX as usize)
    }

    /// Keeps `step * var + offset` within what has `limit` elements.
    pub fn shrink(&mut self, step: i64, offset: i64, limit: usize) {
        let room = limit as i64 - 1 - offset;
        self.from = self
            .from
            .max((-offset).div_euclid(step) + i64::from(-offset % step != 0));
        self.to = self.to.min(room.div_euclid(step) + 1);
    }
}

/// `k` with 2 and 1, of `2 * k + 1`.
pub(super) fn linear(index: &Index) -> Option<(&str, i64, i64)> {
    match index {
        Index::Const(_) => None,
        Index::Var(var) => Some((var, 1, 0)),
        Index::Add(a, b) => match (linear(a), b.constant(), linear(b), a.constant()) {
            (Some((var, step, offset)), Some(more), ..)
            | (.., Some((var, step, offset)), Some(more)) => Some((var, step, offset + more)),
            _ => None,
        },
        Index::Sub(a, b) => {
            let ((var, step, offset), less) = (linear(a)?, b.constant()?);
            Some((var, step, offset - less))
        }
        Index::Mul(a, b) => match (linear(a), b.constant(), linear(b), a.constant()) {
            (Some((var, step, offset)), Some(times), ..)
            | (.., Some((var, step, offset)), Some(times)) => {
                (times > 0).then_some((var, step * times, offset * times))
            }
            _ => None,
        },
    }
}
