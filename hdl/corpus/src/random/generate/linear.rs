//! Positions: index arithmetic within bounds, and offsets that the circuit computes.

use super::super::program::*;
use super::Generator;

impl Generator {
    /// Index arithmetic whose value is less than `limit` in every iteration.
    pub(super) fn linear(&mut self, limit: usize) -> Linear {
        if !self.loops.is_empty() && self.random.percent(85) {
            for _ in 0..6 {
                let candidate = self.any_linear(limit);
                if self.stays_below(&candidate, limit) {
                    return candidate;
                }
            }
        }
        Linear::constant(self.random.below(limit))
    }

    /// The plain index of the innermost loop, or an element that exists.
    pub(super) fn element(&mut self, length: usize) -> Linear {
        let innermost = self.loops.len().checked_sub(1).map(Linear::index);
        match innermost {
            Some(index) if self.random.percent(60) && self.stays_below(&index, length) => index,
            _ => self.linear(length),
        }
    }

    fn any_linear(&mut self, limit: usize) -> Linear {
        let mut terms = vec![];
        for depth in 0..self.loops.len() {
            let (_, to) = self.loops[depth];
            let stride = (limit / to.max(1)).max(1) as i64;
            let factor = match self.random.below(8) {
                0..=2 => 1,
                3 => 2,
                4 => -1,
                5 => stride,
                _ => 0,
            };
            if factor != 0 {
                terms.push((depth, factor));
            }
        }
        let negative = terms.iter().any(|&(_, factor)| factor < 0);
        let constant = match self.random.below(4) {
            0..=1 if negative => limit.saturating_sub(1) as i64,
            0..=1 => 0,
            2 if !terms.is_empty() && !negative => -1,
            _ => self.random.below(limit) as i64,
        };
        Linear { terms, constant }
    }

    fn stays_below(&self, index: &Linear, limit: usize) -> bool {
        let (mut low, mut high) = (index.constant, index.constant);
        for &(depth, factor) in &index.terms {
            let (from, to) = self.loops[depth];
            let ends = [factor * from as i64, factor * (to as i64 - 1)];
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
        }
        low >= 0 && high < limit as i64
    }

    /// Where `width` bits are taken from `total`.
    pub(super) fn position(&mut self, total: usize, width: usize, depth: usize) -> Position {
        if self.random.percent(50) {
            return Position::Fixed(self.linear(total + 1 - width));
        }
        Position::Chosen(Box::new(self.amount(total, depth)))
    }

    /// A computed number: mostly one that reaches just beyond `limit`, sometimes far beyond.
    pub(super) fn amount(&mut self, limit: usize, depth: usize) -> Expression {
        let near = (usize::BITS - limit.leading_zeros()) as usize;
        let width = match self.random.below(4) {
            0 => near.saturating_sub(1).max(1),
            1 => near + 1,
            2 => self.width(),
            _ => near,
        };
        self.sized(width, depth)
    }
}
