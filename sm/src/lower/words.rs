//! The words of an opcode, taken one by one in the order that PTX prescribes.

use crate::ptx::ast::Instruction;
use crate::ptx::{At, Problem, Type};

/// A cursor over an instruction's modifiers.
pub struct Words<'i, 's> {
    instruction: &'i Instruction<'s>,
    next: usize,
}

impl<'i, 's> Words<'i, 's> {
    /// At the first modifier.
    pub fn new(instruction: &'i Instruction<'s>) -> Self {
        Self {
            instruction,
            next: 0,
        }
    }

    /// The next modifier.
    pub fn peek(&self) -> Option<&'s str> {
        self.instruction
            .modifiers
            .get(self.next)
            .map(|&(_, word)| word)
    }

    /// Takes the next modifier.
    pub fn take(&mut self) -> Option<&'s str> {
        let word = self.peek()?;
        self.next += 1;
        Some(word)
    }

    /// Where the next modifier stands.
    pub fn at(&self) -> At {
        let modifier = self.instruction.modifiers.get(self.next);
        modifier.map_or(self.instruction.at, |&(at, _)| at)
    }

    /// Takes the next modifier if it is this word.
    pub fn maybe(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.next += usize::from(found);
        found
    }

    /// Takes the next modifier if the table has it.
    pub fn one_of<T: Copy>(&mut self, table: &[(&str, T)]) -> Option<T> {
        let word = self.peek()?;
        let row = table.iter().find(|row| row.0 == word)?;
        self.next += 1;
        Some(row.1)
    }

    /// Takes the next modifier, which must be in the table.
    pub fn must<T: Copy>(&mut self, what: &str, table: &[(&str, T)]) -> Result<T, Problem> {
        let found = self.one_of(table);
        found.ok_or_else(|| {
            let names: Vec<_> = table.iter().map(|row| format!(".{}", row.0)).collect();
            self.expected(&format!("{what} ({})", names.join(" ")))
        })
    }

    /// Takes the next modifier, which must be a type.
    pub fn a_type(&mut self) -> Result<Type, Problem> {
        let found = self.peek().and_then(Type::from_name);
        let ty = found.ok_or_else(|| self.expected("a type"))?;
        self.next += 1;
        Ok(ty)
    }

    /// Takes the last modifier, which must be a type that the test allows.
    pub fn last_type(&mut self, allowed: impl Fn(Type) -> bool) -> Result<Type, Problem> {
        let at = self.at();
        let ty = self.a_type()?;
        if !allowed(ty) {
            let name = self.instruction.full_name();
            let message = format!("'{name}' is not supported: no such instruction for {ty}");
            return Err(Problem::new(at, message));
        }
        self.end()?;
        Ok(ty)
    }

    /// No modifiers are left.
    pub fn end(&self) -> Result<(), Problem> {
        let Some(word) = self.peek() else {
            return Ok(());
        };
        let name = self.instruction.full_name();
        let message = format!("'{name}' is not supported: unexpected '.{word}'");
        Err(Problem::new(self.at(), message))
    }

    /// The problem that something else was expected.
    pub fn expected(&self, what: &str) -> Problem {
        let name = self.instruction.full_name();
        let found = self
            .peek()
            .map_or_else(String::new, |word| format!(", found '.{word}'"));
        let message = format!("'{name}' is not supported: expected {what}{found}");
        Problem::new(self.at(), message)
    }

    /// The instruction's operands, whose number must be one of those given.
    pub fn operand_count(&self, allowed: &[usize]) -> Result<usize, Problem> {
        let count = self.instruction.operands.len();
        if allowed.contains(&count) {
            return Ok(count);
        }
        let counts: Vec<_> = allowed.iter().map(ToString::to_string).collect();
        let message = format!(
            "'{}' takes {} operands, found {count}",
            self.instruction.full_name(),
            counts.join(" or ")
        );
        Err(Problem::new(self.instruction.at, message))
    }

    /// The instruction.
    pub fn instruction(&self) -> &'i Instruction<'s> {
        self.instruction
    }
}

/// The refusal of an instruction that is not on the list.
pub fn unsupported(instruction: &Instruction<'_>) -> Problem {
    let name = instruction.full_name();
    let message = format!("instruction '{name}' is not supported; docs/sm/ptx.md lists what is");
    Problem::new(instruction.at, message)
}
