//! The generator: what a random circuit consists of.

use super::block::{Kind, Signal};
use super::tree::{Environment, Expr, Offset, SignalId, Stmt};
use super::value::{Comparison, Reduction, Value, WordOp, WIDTHS};
use super::SplitMix64;

/// Deepest expression.
const DEPTH: usize = 4;

/// Longest loop.
const LOOP: usize = 5;

/// Everything that makes a circuit.
pub struct Circuit {
    pub signals: Vec<Signal>,
    pub body: Vec<Stmt>,
}

/// A circuit from a seed.
pub fn circuit(seed: u64) -> Circuit {
    let mut generator = Generator {
        random: SplitMix64::new(seed),
        signals: vec![],
        assigned: vec![],
        in_loop: None,
    };
    generator.declare();
    let body = generator.body();
    Circuit {
        signals: generator.signals,
        body,
    }
}

struct Generator {
    random: SplitMix64,
    signals: Vec<Signal>,
    /// Signals that may be read at this point.
    assigned: Vec<SignalId>,
    /// Length of the loop around the current statement.
    in_loop: Option<usize>,
}

impl Environment for Generator {
    fn width(&self, id: SignalId) -> usize {
        self.signals[id].width
    }

    fn read(&self, id: SignalId, _: usize) -> Value {
        Value::zero(self.signals[id].width)
    }

    fn write(&mut self, _: SignalId, _: usize, _: Value) {}

    fn source(&self, id: SignalId, _: Option<&str>) -> String {
        self.signals[id].name.clone()
    }

    fn target(&self, id: SignalId, _: Option<&str>) -> String {
        self.signals[id].name.clone()
    }
}

impl Generator {
    fn signal(
        &mut self,
        name: String,
        kind: Kind,
        width: usize,
        length: Option<usize>,
    ) -> SignalId {
        let initial = match kind {
            Kind::Register { .. } => self.literal(width),
            _ => Value::zero(width),
        };
        self.signals.push(Signal {
            name,
            kind,
            width,
            length,
            initial,
        });
        self.signals.len() - 1
    }

    fn width(&mut self) -> usize {
        // Narrow words more often: they show more per gate.
        if self.random.one_in(3) {
            *self.random.choose(WIDTHS)
        } else {
            *self.random.choose(&WIDTHS[..11])
        }
    }

    fn declare(&mut self) {
        for index in 0..2 + self.random.below(4) {
            let width = self.width();
            let id = self.signal(format!("in_{index}"), Kind::Input, width, None);
            self.assigned.push(id);
        }
        for index in 0..self.random.below(3) {
            let width = self.width();
            // Without reset a register starts unknown in Verilog: nothing could be compared.
            let kind = Kind::Register { reset: true };
            let id = self.signal(format!("state_{index}"), kind, width, None);
            self.assigned.push(id);
        }
        for index in 0..self.random.below(2) {
            let width = self.width();
            let length = 2 + self.random.below(LOOP - 1);
            let kind = Kind::Register { reset: true };
            self.signal(format!("table_{index}"), kind, width, Some(length));
        }
        for index in 0..self.random.below(4) {
            let width = self.width();
            self.signal(format!("local_{index}"), Kind::Local, width, None);
        }
        for index in 0..1 + self.random.below(3) {
            let width = self.width();
            self.signal(format!("out_{index}"), Kind::Output, width, None);
        }
        self.signal("digest".to_owned(), Kind::Output, 1, None);
    }

    fn targets(&self) -> Vec<SignalId> {
        (0..self.signals.len())
            .filter(|&id| {
                let signal = &self.signals[id];
                signal.kind != Kind::Input && signal.length.is_none() && signal.name != "digest"
            })
            .collect()
    }

    fn body(&mut self) -> Vec<Stmt> {
        let mut out = vec![];
        // Defaults first: a register keeps its value, anything else takes an expression of what
        // is known by then.
        for id in 0..self.signals.len() {
            let signal = &self.signals[id];
            match (signal.kind, signal.length) {
                (Kind::Register { .. }, None) => out.push(Stmt::Assign(id, Expr::Signal(id))),
                (Kind::Register { .. }, Some(length)) => out.push(Stmt::For(
                    length,
                    vec![Stmt::AssignElement(id, Expr::Element(id))],
                )),
                (Kind::Local | Kind::Output, _) if signal.name != "digest" => {
                    let width = signal.width;
                    let value = self.expr(width, DEPTH);
                    out.push(Stmt::Assign(id, value));
                    self.assigned.push(id);
                }
                _ => {}
            }
        }
        for _ in 0..2 + self.random.below(6) {
            out.push(self.statement(2));
        }
        out.push(self.digest());
        out.extend(self.table_digest());
        out
    }

    /// One bit of everything, so that nothing is unread.
    fn digest(&mut self) -> Stmt {
        let digest = self.signals.len() - 1;
        let mut value = Expr::Literal(Value::from_bool(false));
        for id in 0..digest {
            if self.signals[id].length.is_none() {
                let parity = Expr::Reduce(Reduction::Xor, Box::new(Expr::Signal(id)));
                value = Expr::Word(WordOp::Xor, Box::new(value), Box::new(parity));
            }
        }
        Stmt::Assign(digest, value)
    }

    fn table_digest(&mut self) -> Vec<Stmt> {
        let digest = self.signals.len() - 1;
        let mut out = vec![];
        for id in 0..digest {
            if let Some(length) = self.signals[id].length {
                let parity = Expr::Reduce(Reduction::Xor, Box::new(Expr::Element(id)));
                let value = Expr::Word(
                    WordOp::Xor,
                    Box::new(Expr::Signal(digest)),
                    Box::new(parity),
                );
                out.push(Stmt::For(length, vec![Stmt::Assign(digest, value)]));
            }
        }
        out
    }

    fn block(&mut self, depth: usize) -> Vec<Stmt> {
        (0..1 + self.random.below(2))
            .map(|_| self.statement(depth))
            .collect()
    }

    fn statement(&mut self, depth: usize) -> Stmt {
        let choice = if depth == 0 { 0 } else { self.random.below(7) };
        match choice {
            1 | 2 => {
                let test = self.expr(1, DEPTH - 1);
                let then = self.block(depth - 1);
                let otherwise = match self.random.one_in(2) {
                    true => self.block(depth - 1),
                    false => vec![],
                };
                Stmt::If(test, then, otherwise)
            }
            3 => {
                let width = *self.random.choose(&[2, 3, 4]);
                let subject = self.expr(width, DEPTH - 2);
                let count = 1 + self.random.below(3);
                let arms = (0..count)
                    .map(|label| (label, self.block(depth - 1)))
                    .collect();
                let default = self.block(depth - 1);
                Stmt::Match(subject, arms, default)
            }
            4 if self.in_loop.is_none() => self.repeat(),
            _ => self.assignment(),
        }
    }

    fn repeat(&mut self) -> Stmt {
        let tables: Vec<SignalId> = (0..self.signals.len())
            .filter(|&id| self.signals[id].length.is_some())
            .collect();
        let table = match tables.is_empty() || self.random.one_in(3) {
            true => None,
            false => Some(*self.random.choose(&tables)),
        };
        let length = match table {
            Some(table) => self.signals[table].length.unwrap_or(1),
            None => 2 + self.random.below(LOOP - 1),
        };
        self.in_loop = Some(length);
        let mut body = vec![];
        if let Some(table) = table {
            let width = self.signals[table].width;
            let value = self.expr(width, DEPTH - 1);
            let chosen = self.expr(3, DEPTH - 2);
            let hit = Expr::Compare(Comparison::Eq, Box::new(chosen), Box::new(Expr::Index(3)));
            let store = Stmt::AssignElement(table, value);
            body.push(match self.random.one_in(4) {
                true => store,
                false => Stmt::If(hit, vec![store], vec![]),
            });
        }
        if table.is_none() || self.random.one_in(2) {
            body.push(self.statement(1));
        }
        self.in_loop = None;
        Stmt::For(length, body)
    }

    fn assignment(&mut self) -> Stmt {
        let targets = self.targets();
        let id = *self.random.choose(&targets);
        let width = self.signals[id].width;
        let narrow: Vec<usize> = WIDTHS.iter().copied().filter(|&w| w < width).collect();
        if narrow.is_empty() || self.random.one_in(2) {
            return Stmt::Assign(id, self.expr(width, DEPTH));
        }
        let part = *self.random.choose(&narrow);
        let value = self.expr(part, DEPTH - 1);
        let offset = match (self.in_loop, self.random.below(3)) {
            (Some(length), 0) if length * part <= width => Offset::Stride(part),
            (_, 1) => {
                let own = *self.random.choose(&[2, 3, 5, 8]);
                Offset::Dynamic(self.expr(own, DEPTH - 2))
            }
            _ => Offset::Fixed(self.random.below(width - part + 1)),
        };
        Stmt::Part(id, offset, part, value)
    }

    fn literal(&mut self, width: usize) -> Value {
        let word = match self.random.below(4) {
            0 => 0,
            1 => u64::MAX,
            2 => self.random.below(4) as u64,
            _ => self.random.next_u64(),
        };
        Value::from_fn(width, |bit| word >> (bit % 64) & 1 == 1)
    }

    /// A signal of any width, brought to the one that is wanted.
    fn leaf(&mut self, width: usize) -> Expr {
        let table = (0..self.signals.len()).find(|&id| {
            self.signals[id].length.is_some() && self.signals[id].length == self.in_loop
        });
        let source = match (table, self.in_loop, self.random.below(6)) {
            (_, _, 0) => return Expr::Literal(self.literal(width)),
            (_, Some(_), 1) if width >= 3 => return Expr::Index(width),
            (Some(table), _, 2 | 3) => Expr::Element(table),
            _ => Expr::Signal(*self.random.choose(&self.assigned.clone())),
        };
        let own = source.width(self);
        if own == width {
            source
        } else if own > width && self.random.one_in(2) {
            let offset = self.random.below(own - width + 1);
            Expr::Slice(Box::new(source), width, offset)
        } else {
            Expr::Cast(width, Box::new(source))
        }
    }

    fn expr(&mut self, width: usize, depth: usize) -> Expr {
        if depth == 0 || self.random.one_in(5) {
            return self.leaf(width);
        }
        let depth = depth - 1;
        let any = self.width();
        if width == 1 {
            match self.random.below(6) {
                0 => {
                    let op = *self.random.choose(&[
                        Comparison::Eq,
                        Comparison::Ne,
                        Comparison::Lt,
                        Comparison::Le,
                        Comparison::Gt,
                        Comparison::Ge,
                    ]);
                    let a = self.expr(any, depth);
                    return Expr::Compare(op, Box::new(a), Box::new(self.expr(any, depth)));
                }
                1 => {
                    let and = self.random.one_in(2);
                    let a = self.expr(1, depth);
                    return Expr::Logical(and, Box::new(a), Box::new(self.expr(1, depth)));
                }
                2 => {
                    let op = *self
                        .random
                        .choose(&[Reduction::All, Reduction::Any, Reduction::Xor]);
                    return Expr::Reduce(op, Box::new(self.expr(any, depth)));
                }
                _ => {}
            }
        }
        match self.random.below(12) {
            0..=2 => {
                let op = *self.random.choose(&[
                    WordOp::Add,
                    WordOp::Sub,
                    WordOp::And,
                    WordOp::Or,
                    WordOp::Xor,
                ]);
                let a = self.expr(width, depth);
                Expr::Word(op, Box::new(a), Box::new(self.expr(width, depth)))
            }
            3 => Expr::Not(Box::new(self.expr(width, depth))),
            4 => {
                let left = self.random.one_in(2);
                let a = self.expr(width, depth);
                let amount = match self.random.one_in(2) {
                    true => Expr::Literal(self.literal(5)),
                    false => self.expr(5, depth),
                };
                Expr::Shift(left, Box::new(a), Box::new(amount))
            }
            5 | 6 => Expr::Cast(width, Box::new(self.expr(any, depth))),
            7 if any > width => {
                let offset = self.random.below(any - width + 1);
                Expr::Slice(Box::new(self.expr(any, depth)), width, offset)
            }
            8 => {
                let a = self.expr(any, depth);
                let offset = self.expr(*[2, 3, 4, 7].get(any % 4).unwrap_or(&3), depth);
                Expr::DynamicSlice(Box::new(a), width, Box::new(offset))
            }
            9 => {
                let a = self.expr(width, depth);
                let at = self.expr(4, depth);
                Expr::ReplaceBit(Box::new(a), Box::new(at), Box::new(self.expr(1, depth)))
            }
            10 => {
                let pairs: Vec<(usize, usize)> = WIDTHS
                    .iter()
                    .filter(|&&low| low < width && WIDTHS.contains(&(width - low)))
                    .map(|&low| (width - low, low))
                    .collect();
                if pairs.is_empty() {
                    return Expr::Replicate(width, Box::new(self.expr(1, depth)));
                }
                let (high, low) = *self.random.choose(&pairs);
                let high = self.expr(high, depth);
                Expr::Concat(width, Box::new(high), Box::new(self.expr(low, depth)))
            }
            11 => {
                let narrow: Vec<usize> = WIDTHS.iter().copied().filter(|&w| w <= width).collect();
                let own = *self.random.choose(&narrow);
                Expr::SignExtend(width, Box::new(self.expr(own, depth)))
            }
            _ => self.leaf(width),
        }
    }
}
