//! Elaboration-time integers: what stands between the brackets of `lane[2 * i + 1]`.
//!
//! An index is arithmetic over decimal integers and the indices of enclosing loops. It is kept
//! symbolic, so that loops stay loops, and evaluated only by the checks.

use std::collections::BTreeMap;

/// Symbolic index arithmetic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Index {
    Const(i64),
    Var(String),
    Add(Box<Index>, Box<Index>),
    Sub(Box<Index>, Box<Index>),
    Mul(Box<Index>, Box<Index>),
}

/// Values of the loop indices that are in scope.
pub(crate) type Bindings = BTreeMap<String, i64>;

impl Index {
    /// Whether it is a number or a name.
    pub fn is_atom(&self) -> bool {
        matches!(self, Index::Const(_) | Index::Var(_))
    }

    pub fn add(self, other: Index) -> Index {
        match (self, other) {
            (Index::Const(a), Index::Const(b)) => Index::Const(a + b),
            (Index::Const(0), x) | (x, Index::Const(0)) => x,
            // (x + 1) + 2 is x + 3.
            (Index::Add(x, a), Index::Const(b)) if matches!(*a, Index::Const(_)) => {
                x.add(a.add(Index::Const(b)))
            }
            (a, b) => Index::Add(Box::new(a), Box::new(b)),
        }
    }

    pub fn sub(self, other: Index) -> Index {
        match (self, other) {
            (Index::Const(a), Index::Const(b)) => Index::Const(a - b),
            (x, Index::Const(0)) => x,
            (a, b) => Index::Sub(Box::new(a), Box::new(b)),
        }
    }

    pub fn mul(self, other: Index) -> Index {
        match (self, other) {
            (Index::Const(a), Index::Const(b)) => Index::Const(a * b),
            (Index::Const(1), x) | (x, Index::Const(1)) => x,
            (Index::Const(0), _) | (_, Index::Const(0)) => Index::Const(0),
            (a, b) => Index::Mul(Box::new(a), Box::new(b)),
        }
    }

    pub fn constant(&self) -> Option<i64> {
        match self {
            Index::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// The value under the given loop indices, `None` when one of them is missing.
    pub fn eval(&self, bindings: &Bindings) -> Option<i64> {
        Some(match self {
            Index::Const(value) => *value,
            Index::Var(name) => *bindings.get(name)?,
            Index::Add(a, b) => a.eval(bindings)? + b.eval(bindings)?,
            Index::Sub(a, b) => a.eval(bindings)? - b.eval(bindings)?,
            Index::Mul(a, b) => a.eval(bindings)? * b.eval(bindings)?,
        })
    }

    /// The same arithmetic with `var` replaced.
    pub fn substitute(&self, var: &str, by: &Index) -> Index {
        match self {
            Index::Const(_) => self.clone(),
            Index::Var(name) if name == var => by.clone(),
            Index::Var(_) => self.clone(),
            Index::Add(a, b) => a.substitute(var, by).add(b.substitute(var, by)),
            Index::Sub(a, b) => a.substitute(var, by).sub(b.substitute(var, by)),
            Index::Mul(a, b) => a.substitute(var, by).mul(b.substitute(var, by)),
        }
    }

    pub fn mentions(&self, var: &str) -> bool {
        match self {
            Index::Const(_) => false,
            Index::Var(name) => name == var,
            Index::Add(a, b) | Index::Sub(a, b) | Index::Mul(a, b) => {
                a.mentions(var) || b.mentions(var)
            }
        }
    }

    /// Whether no other loop's index occurs in it.
    pub fn is_only(&self, var: &str) -> bool {
        match self {
            Index::Const(_) => true,
            Index::Var(name) => name == var,
            Index::Add(a, b) | Index::Sub(a, b) | Index::Mul(a, b) => {
                a.is_only(var) && b.is_only(var)
            }
        }
    }

    /// Reads the text between the brackets; `None` when it is not index arithmetic over `scope`.
    pub fn parse(text: &str, scope: &dyn Fn(&str) -> Option<Index>) -> Option<Index> {
        let mut parser = Parser {
            rest: text.trim(),
            scope,
        };
        let index = parser.sum()?;
        parser.rest.is_empty().then_some(index)
    }
}

struct Parser<'a> {
    rest: &'a str,
    scope: &'a dyn Fn(&str) -> Option<Index>,
}

impl Parser<'_> {
    fn take(&mut self, token: char) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<Index> {
        let mut left = self.product()?;
        loop {
            if self.take('+') {
                left = left.add(self.product()?);
            } else if self.take('-') {
                left = left.sub(self.product()?);
            } else {
                return Some(left);
            }
        }
    }

    fn product(&mut self) -> Option<Index> {
        let mut left = self.atom()?;
        while self.take('*') {
            left = left.mul(self.atom()?);
        }
        Some(left)
    }

    fn atom(&mut self) -> Option<Index> {
        if self.take('(') {
            let inner = self.sum()?;
            return self.take(')').then_some(inner);
        }
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        let digits = word.trim_end_matches("usize").replace('_', "");
        match digits.parse() {
            Ok(value) => Some(Index::Const(value)),
            Err(_) => (self.scope)(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<Index> {
        Index::parse(text, &|word| {
            (word == "i" || word == "j").then(|| Index::Var(word.to_owned()))
        })
    }

    #[test]
    fn arithmetic_is_read_and_folded() {
        assert_eq!(parse("3"), Some(Index::Const(3)));
        assert_eq!(parse("(2 * 3) + 1usize"), Some(Index::Const(7)));
        assert_eq!(parse("i + 0"), Some(Index::Var("i".to_owned())));
        let bindings = Bindings::from([("i".to_owned(), 5), ("j".to_owned(), 2)]);
        assert_eq!(parse("((i+1))*4-j").unwrap().eval(&bindings), Some(22));
        assert_eq!(parse("(i + 1) + 2"), parse("i + 3"));
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "k", "i +", "(i", "i j", "i / 2"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
