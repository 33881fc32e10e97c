//! The statements of one block while its `hdl()` runs, and the names in them.

use std::collections::HashSet;
use std::ops::Range;

use rust_hdl::core::ast::{
    Verilog, VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional,
    VerilogExpression, VerilogLoop, VerilogMatch, VerilogStatement,
};

use super::expression::{known_condition, literal_value, signal, typed};
use super::Index;

/// Collects the AST of one block.
pub struct Context {
    blocks: Vec<VerilogBlock>,
    lets: HashSet<String>,
    /// Names that a loop index must not take: the block's signals and the enclosing indices.
    taken: HashSet<String>,
    /// Loops whose index chooses among numbered ports: they have to be unrolled.
    unrolled: HashSet<String>,
    /// The `#[hardware]` functions being inlined, outermost first.
    functions: Vec<&'static str>,
    /// What the statement at hand assigns: its helpers are named after it.
    subject: &'static str,
}

impl Context {
    /// For a block whose `update` names these fields.
    pub fn new(fields: &[&str]) -> Self {
        Context {
            blocks: vec![vec![]],
            lets: HashSet::new(),
            taken: fields.iter().map(|&field| field.to_owned()).collect(),
            unrolled: HashSet::new(),
            functions: vec![],
            subject: "",
        }
    }

    /// The finished AST.
    pub fn finish(mut self) -> Verilog {
        Verilog::Combinatorial(self.close())
    }

    /// Adds a statement to the innermost open block.
    pub fn push(&mut self, statement: VerilogStatement) {
        match self.blocks.last_mut() {
            Some(block) => block.push(statement),
            None => self.blocks.push(vec![statement]),
        }
    }

    /// Opens a nested block: the statements that follow belong to it.
    pub fn open(&mut self) {
        self.blocks.push(vec![]);
    }

    /// Closes the innermost block.
    pub fn close(&mut self) -> VerilogBlock {
        self.blocks.pop().unwrap_or_default()
    }

    /// Adds a comment.
    pub fn comment(&mut self, text: &str) {
        self.push(VerilogStatement::Comment(text.to_owned()));
    }

    /// Adds an assignment.
    pub fn assign(&mut self, target: VerilogExpression, value: VerilogExpression) {
        self.push(VerilogStatement::Assignment(target, value));
    }

    /// Adds an assignment to a `let` of `width` bits.
    pub fn assign_let(
        &mut self,
        target: &VerilogExpression,
        value: VerilogExpression,
        width: usize,
    ) {
        self.assign(target.clone(), typed(value, width));
    }

    /// Adds an assignment to a slice of a signal or `let`.
    pub fn assign_slice(
        &mut self,
        base: VerilogExpression,
        width: usize,
        offset: VerilogExpression,
        replacement: VerilogExpression,
    ) {
        self.push(VerilogStatement::SliceAssignment {
            base,
            width,
            offset,
            replacement,
        });
    }

    /// A name for a `let`, unique within the block.
    pub fn name(&mut self, name: &str) -> String {
        let name = match name {
            // A trailing `$next` is how rust_hdl spells the target of an assignment.
            "next" => "next_value",
            other => other,
        };
        self.unique_let(&[self.functions.last().copied().unwrap_or_default(), name])
    }

    /// A name for a helper of the statement at hand, which the source does not name.
    pub fn helper_name(&mut self, role: &str) -> String {
        let function = self.functions.last().copied().unwrap_or_default();
        self.unique_let(&[function, self.subject, role])
    }

    /// A name for the value of the function being inlined.
    pub fn result_name(&mut self) -> String {
        self.unique_let(&[self.functions.last().copied().unwrap_or_default()])
    }

    fn unique_let(&mut self, parts: &[&str]) -> String {
        let parts: Vec<&str> = parts
            .iter()
            .copied()
            .filter(|part| !part.is_empty())
            .collect();
        let name = unique(&format!("let${}", parts.join("_")), &self.lets);
        self.lets.insert(name.clone());
        name
    }

    /// Says what the statements to come assign.
    pub fn about(&mut self, subject: &'static str) {
        self.subject = subject;
    }

    /// Adds a `let` of `width` bits and gives the expression that reads it.
    pub fn bind(
        &mut self,
        name: &str,
        value: VerilogExpression,
        width: usize,
    ) -> VerilogExpression {
        let target = signal(self.name(name));
        self.assign_let(&target, value, width);
        target
    }

    /// A name for the index of a loop that starts here.
    pub fn enter_loop(&mut self, name: &str) -> String {
        let unique = unique(name, &self.taken);
        self.taken.insert(unique.clone());
        unique
    }

    /// Frees the name of the index of a loop that ends here.
    pub fn leave_loop(&mut self, name: &str) {
        self.taken.remove(name);
    }

    /// Adds a loop around the block.
    pub fn repeat(&mut self, index: String, from: usize, to: usize, block: VerilogBlock) {
        self.leave_loop(&index);
        if block.is_empty() {
            return;
        }
        self.push(VerilogStatement::Loop(VerilogLoop {
            index,
            from: from.into(),
            to: to.into(),
            block,
        }));
    }

    /// Starts the turns of a loop: the first one stands for all, unless its body needs them one by one.
    pub fn turns(&mut self, name: &str, from: usize, to: usize) -> Turns {
        Turns {
            index: self.enter_loop(name),
            bounds: from..to,
            at: None,
            lets: self.lets.clone(),
        }
    }

    /// Ends a turn; whether there is another.
    pub fn next_turn(&mut self, turns: &mut Turns) -> bool {
        let block = self.close();
        match turns.at {
            None if !self.unrolled.remove(&turns.index) => {
                let Range { start, end } = turns.bounds;
                self.repeat(turns.index.clone(), start, end, block);
                return false;
            }
            // What was written with the index is not used.
            None => {
                self.lets = std::mem::take(&mut turns.lets);
                turns.at = Some(turns.bounds.start);
            }
            Some(at) => {
                block.into_iter().for_each(|statement| self.push(statement));
                turns.at = Some(at + 1);
            }
        }
        let more = turns.at < Some(turns.bounds.end);
        if !more {
            self.leave_loop(&turns.index);
        }
        more
    }

    /// Says that the enclosing loops whose indices a number names must be unrolled.
    pub fn unroll(&mut self, number: &str) {
        let names = number.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        self.unrolled.extend(names.map(str::to_owned));
    }

    /// Adds an `if`. A condition that is known leaves only the branch taken.
    pub fn choose(&mut self, test: VerilogExpression, then: VerilogBlock, otherwise: VerilogBlock) {
        match known_condition(&test) {
            Some(true) => then.into_iter().for_each(|statement| self.push(statement)),
            Some(false) => otherwise
                .into_iter()
                .for_each(|statement| self.push(statement)),
            None if then.is_empty() && otherwise.is_empty() => {}
            None => self.push(VerilogStatement::If(VerilogConditional {
                test,
                then,
                otherwise: else_branch(otherwise),
            })),
        }
    }

    /// Adds a chain of `if`s, as a `match` on a loop index or a `bool` needs it. The last arm
    /// may have no condition.
    pub fn chain(&mut self, arms: Vec<(Option<VerilogExpression>, VerilogBlock)>) {
        let mut otherwise = vec![];
        for (test, block) in arms.into_iter().rev() {
            match test {
                Some(test) => {
                    self.open();
                    self.choose(test, block, otherwise);
                    otherwise = self.close();
                }
                None => otherwise = block,
            }
        }
        otherwise
            .into_iter()
            .for_each(|statement| self.push(statement));
    }

    /// Adds a `match`. The alternatives of an arm share a case.
    pub fn matches(&mut self, test: VerilogExpression, arms: Vec<(Vec<String>, VerilogBlock)>) {
        let cases = arms
            .into_iter()
            .map(|(conditions, block)| VerilogCase {
                condition: conditions.join(" | "),
                block,
            })
            .collect();
        self.push(VerilogStatement::Match(VerilogMatch { test, cases }));
    }

    /// Starts the inlining of a `#[hardware]` function.
    /// Gives what [`leave`](Self::leave) wants back.
    #[must_use]
    pub fn enter(&mut self, function: &'static str) -> &'static str {
        self.functions.push(function);
        std::mem::take(&mut self.subject)
    }

    /// Ends the inlining.
    pub fn leave(&mut self, subject: &'static str) {
        self.functions.pop();
        self.subject = subject;
    }

    /// Connects the clock of a child, or of each element of an array of children.
    pub fn connect_clock(&mut self, child: &str, shape: &[usize], clock: &str, hold: bool) {
        let mut indices = vec![];
        let mut name = child.to_owned();
        for _ in shape {
            let index = self.enter_loop("i");
            name.push_str(&format!("[{index}]"));
            indices.push(index);
        }
        self.open();
        self.assign(signal(format!("{name}$clock")), signal(clock));
        if hold {
            self.assign(signal(format!("{name}$d")), signal(format!("{name}$q")));
        }
        let mut block = self.close();
        for (index, &count) in indices.into_iter().zip(shape).rev() {
            self.open();
            self.repeat(index, 0, count, block);
            block = self.close();
        }
        block.into_iter().for_each(|statement| self.push(statement));
    }
}

/// How far the turns of a loop are.
pub struct Turns {
    index: String,
    bounds: Range<usize>,
    /// The turn at hand of a loop that is unrolled.
    at: Option<usize>,
    /// Names of `let`s before the loop.
    lets: HashSet<String>,
}

impl Turns {
    /// The index in the turn at hand.
    pub fn index(&self) -> Index {
        match self.at {
            None => Index::of_loop(&self.index, self.bounds.end),
            Some(at) => Index::constant(at),
        }
    }
}

/// The pattern of a `match` as the AST spells it.
pub fn condition(pattern: &VerilogExpression) -> String {
    match pattern {
        VerilogExpression::Signal(name) => name.clone(),
        VerilogExpression::Literal(literal) => match literal_value(literal) {
            Some(value) => value.to_string(),
            None => literal.to_string(),
        },
        VerilogExpression::Cast(inner, _) => condition(inner),
        other => panic!("{other:?} is no pattern"),
    }
}

/// `index == number`, as a pattern of a `match` on a loop index.
pub fn selected(index: &Index, number: usize) -> VerilogExpression {
    index.compare(rust_hdl::core::ast::VerilogOp::Eq, &Index::constant(number))
}

fn else_branch(block: VerilogBlock) -> VerilogBlockOrConditional {
    match block.as_slice() {
        [] => VerilogBlockOrConditional::None,
        [inner @ VerilogStatement::If(_)] => {
            VerilogBlockOrConditional::Conditional(Box::new(inner.clone()))
        }
        _ => VerilogBlockOrConditional::Block(block),
    }
}

fn unique(base: &str, taken: &HashSet<String>) -> String {
    if !taken.contains(base) {
        return base.to_owned();
    }
    let mut number = 2;
    loop {
        let name = format!("{base}_{number}");
        if !taken.contains(&name) {
            return name;
        }
        number += 1;
    }
}
