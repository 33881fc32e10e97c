//! The statements of one block while its `hdl()` runs, and the names in them.

use std::collections::HashSet;

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
