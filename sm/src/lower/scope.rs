//! Names and what they stand for.

use super::Lowering;
use crate::ir::Reg;
use crate::ptx::{At, Problem, Space, Type};
use std::collections::HashMap;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub enum Symbol {
    /// A register.
    Register(Reg, Type),
    /// A variable at an address of its space.
    Address(Space, u64),
    /// A scalar `.param` of a call, which lives in a register.
    Parameter(Reg, Type),
    /// A label.
    Label(u32),
    /// A table of `.branchtargets`.
    Table(u32),
    /// A texture or surface, by the number of its handle.
    Handle(u16),
    /// A function, by its number in the module.
    Function(u32),
    /// A `.callprototype` or `.calltargets`, by its number in the kernel.
    Callees(u32),
    /// A variable that is somewhere else.
    External,
}

/// The problem that a variable is somewhere else.
pub fn external(at: At, name: &str) -> Problem {
    let message = format!("'{name}' is .extern: modules are not linked, define it here");
    Problem::new(at, message)
}

/// The names of one block.
#[derive(Clone, Debug, Default)]
pub struct Scope<'s> {
    names: HashMap<&'s str, Symbol>,
    /// `%r<100>`: prefix, count and type; members become names when they are first used.
    banks: Vec<(&'s str, u32, Type)>,
}

impl<'s> Scope<'s> {
    /// Gives a name a meaning.
    pub fn declare(&mut self, name: &'s str, symbol: Symbol) {
        self.names.insert(name, symbol);
    }

    fn bank_type(&self, name: &str) -> Option<Type> {
        if self.banks.is_empty() {
            return None;
        }
        let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (prefix, digits) = name.split_at(name.len() - digits);
        let number: u32 = digits.parse().ok()?;
        if digits.len() > 1 && digits.starts_with('0') {
            return None;
        }
        let bank = self
            .banks
            .iter()
            .find(|bank| bank.0 == prefix && number < bank.1)?;
        Some(bank.2)
    }
}

impl<'s> Lowering<'_, 's> {
    /// Gives a name a meaning in the innermost block.
    pub fn declare(&mut self, at: At, name: &'s str, symbol: Symbol) -> Result<(), Problem> {
        let Some(scope) = self.scopes.last_mut() else {
            return Ok(());
        };
        if scope.names.contains_key(name) || scope.bank_type(name).is_some() {
            let message = format!("'{name}' is declared a second time in this block");
            return Err(Problem::new(at, message));
        }
        scope.declare(name, symbol);
        Ok(())
    }

    /// Declares `prefix<count>`.
    pub fn declare_bank(
        &mut self,
        at: At,
        prefix: &'s str,
        count: u32,
        ty: Type,
    ) -> Result<(), Problem> {
        let Some(scope) = self.scopes.last_mut() else {
            return Ok(());
        };
        if scope.banks.iter().any(|bank| bank.0 == prefix) {
            let message = format!("'{prefix}<>' is declared a second time in this block");
            return Err(Problem::new(at, message));
        }
        scope.banks.push((prefix, count, ty));
        Ok(())
    }

    /// What a name stands for, innermost block first.
    pub fn lookup(&mut self, name: &'s str) -> Option<Symbol> {
        for index in (0..self.scopes.len()).rev() {
            let scope = &self.scopes[index];
            if let Some(symbol) = scope.names.get(name) {
                return Some(*symbol);
            }
            if let Some(ty) = scope.bank_type(name) {
                let symbol = Symbol::Register(self.new_register(ty), ty);
                self.scopes[index].declare(name, symbol);
                return Some(symbol);
            }
        }
        None
    }

    /// What a name stands for, or the problem that it stands for nothing.
    pub fn resolve(&mut self, at: At, name: &'s str) -> Result<Symbol, Problem> {
        match self.lookup(name) {
            Some(Symbol::External) => Err(external(at, name)),
            Some(symbol) => Ok(symbol),
            None => Err(Problem::new(at, format!("'{name}' is not declared"))),
        }
    }
}
