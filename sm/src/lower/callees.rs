//! Functions that a register may name: those whose address a module takes.

use crate::ptx::ast::{Function, Initial, Module, OperandKind, Prototype, Statement, Variable};
use crate::ptx::At;
use std::collections::HashSet;

/// What a call through a register may reach.
#[derive(Clone, Debug)]
pub enum Callees<'s> {
    /// `.callprototype`: every function like this whose address is taken.
    Like(Prototype<'s>),
    /// `.calltargets`.
    Named(Vec<(At, &'s str)>),
}

/// Whether two lists of results or parameters pass the same bytes.
fn pass_alike(a: &[Variable<'_>], b: &[Variable<'_>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.bytes() == b.bytes())
}

/// Whether a function can be called by a prototype.
pub fn fits(function: &Function<'_>, prototype: &Prototype<'_>) -> bool {
    pass_alike(&function.returns, &prototype.returns)
        && pass_alike(&function.parameters, &prototype.parameters)
}

/// The functions whose address the module takes: in an initial value, or in an instruction that is no call.
pub fn taken<'s>(module: &Module<'s>) -> HashSet<&'s str> {
    let mut names = HashSet::new();
    for variable in &module.variables {
        variable
            .initial
            .iter()
            .for_each(|initial| of_initial(initial, &mut names));
    }
    for function in &module.functions {
        of_statements(function.body.as_deref().unwrap_or_default(), &mut names);
    }
    let functions = module.functions.iter().filter(|function| !function.entry);
    functions
        .map(|f| f.name)
        .filter(|name| names.contains(name))
        .collect()
}

fn of_initial<'s>(initial: &Initial<'s>, names: &mut HashSet<&'s str>) {
    match initial {
        Initial::Symbol(_, name, _) => drop(names.insert(name)),
        Initial::List(_, items) => items.iter().for_each(|item| of_initial(item, names)),
        Initial::Number(..) => {}
    }
}

fn of_statements<'s>(statements: &[Statement<'s>], names: &mut HashSet<&'s str>) {
    for statement in statements {
        match statement {
            Statement::Block(inner) => of_statements(inner, names),
            Statement::Instruction(instruction) if instruction.opcode == "mov" => {
                for operand in &instruction.operands {
                    if let OperandKind::Name(name) = operand.kind {
                        names.insert(name);
                    }
                }
            }
            _ => {}
        }
    }
}
