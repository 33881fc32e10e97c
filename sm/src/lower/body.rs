//! Statements: declarations, labels, blocks, and calls, which are inlined.

use super::scope::{Scope, Symbol};
use super::Lowering;
use crate::ir::{Class, Guard, Op, Reg};
use crate::ptx::ast::{self, Element, OperandKind, Statement, Variable};
use crate::ptx::{At, Problem, Space, Type};

/// Instructions that a kernel may grow to by inlining.
const LARGEST_KERNEL: usize = 1 << 20;
/// Functions inlined into each other: deeper than programs call, less deep than the stack.
const DEEPEST_CALL: usize = 64;
/// Bytes of `.local` of one thread: what hardware allows is 512 KiB.
const LARGEST_LOCAL: u64 = 512 << 10;

impl<'s> Lowering<'_, 's> {
    /// Lowers the statements of one block, whose scope is the innermost one.
    pub fn statements(&mut self, statements: &[Statement<'s>]) -> Result<(), Problem> {
        // Branches go forward too: a block's labels are known before its first statement.
        for statement in statements {
            match statement {
                Statement::Label(at, name) => {
                    let label = self.new_label();
                    self.declare(*at, name, Symbol::Label(label))?;
                }
                Statement::Targets(at, name, _) => {
                    let table = self.kernel.tables.len() as u32;
                    self.kernel.tables.push(Vec::new());
                    self.declare(*at, name, Symbol::Table(table))?;
                }
                _ => {}
            }
        }
        for statement in statements {
            self.statement(statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement<'s>) -> Result<(), Problem> {
        match statement {
            Statement::Registers(ty, names) => {
                for &(at, name, count) in names {
                    match count {
                        Some(count) => self.declare_bank(at, name, count, *ty)?,
                        None => {
                            let register = self.new_register(*ty);
                            self.declare(at, name, Symbol::Register(register, *ty))?;
                        }
                    }
                }
            }
            Statement::Variable(variable) if variable.space == Space::Param => {
                self.parameter_variable(variable)?;
            }
            Statement::Variable(variable) => self.memory_variable(variable)?,
            Statement::Label(_, name) => {
                if let Some(Symbol::Label(label)) = self.lookup(name) {
                    self.place_label(label);
                }
            }
            Statement::Targets(_, name, targets) => {
                let mut labels = Vec::new();
                for &(at, target) in targets {
                    labels.push(self.label(at, target)?);
                }
                if let Some(Symbol::Table(table)) = self.lookup(name) {
                    self.kernel.tables[table as usize] = labels;
                }
            }
            Statement::Block(inner) => {
                self.scopes.push(Scope::default());
                self.statements(inner)?;
                self.scopes.pop();
            }
            Statement::Instruction(instruction) => {
                self.line = self.lines.line(instruction.at);
                self.guard = self.guard_of(instruction)?;
                self.instruction(instruction)?;
                if self.kernel.code.len() > LARGEST_KERNEL {
                    let message = format!("the kernel grows beyond {LARGEST_KERNEL} instructions");
                    return Err(Problem::new(instruction.at, message));
                }
            }
        }
        Ok(())
    }

    fn guard_of(&mut self, instruction: &ast::Instruction<'s>) -> Result<Option<Guard>, Problem> {
        let Some((at, name, negated)) = instruction.guard else {
            return Ok(None);
        };
        match self.resolve(at, name)? {
            Symbol::Register(predicate, Type::Pred) => Ok(Some(Guard { predicate, negated })),
            _ => Err(Problem::new(
                at,
                format!("expected a predicate, found '{name}'"),
            )),
        }
    }

    /// The label of a name.
    pub fn label(&mut self, at: At, name: &'s str) -> Result<u32, Problem> {
        match self.lookup(name) {
            Some(Symbol::Label(label)) => Ok(label),
            _ => Err(Problem::new(
                at,
                format!("expected a label of this function, found '{name}'"),
            )),
        }
    }

    /// The label is here.
    pub fn place_label(&mut self, label: u32) {
        self.labels[label as usize] = Some(self.kernel.code.len() as u32);
    }

    /// A variable in shared or local memory.
    pub fn memory_variable(&mut self, variable: &Variable<'s>) -> Result<(), Problem> {
        let space = variable.space;
        let Element::Type(ty) = variable.element else {
            return Err(Problem::new(
                variable.at,
                "textures are .global variables of the module",
            ));
        };
        if ty == Type::Pred {
            return Err(Problem::new(
                variable.at,
                "predicates live in registers only",
            ));
        }
        if !matches!(space, Space::Shared | Space::Local) {
            let message = format!("{space} variables inside of functions are not supported");
            return Err(Problem::new(variable.at, message));
        }
        if variable.count.is_none() {
            if space == Space::Shared && variable.external {
                // Dynamic shared memory begins where the static ends, known only afterwards.
                let symbol = Symbol::Address(space, super::memory::DYNAMIC_SHARED);
                return self.declare(variable.at, variable.name, symbol);
            }
            return Err(Problem::new(
                variable.at,
                "only .extern .shared arrays have no size",
            ));
        }
        let address = self.reserve(variable.at, space, variable.align, variable.bytes())?;
        self.declare(variable.at, variable.name, Symbol::Address(space, address))
    }

    fn reserve(&mut self, at: At, space: Space, align: u32, bytes: u64) -> Result<u64, Problem> {
        let (used, most) = match space {
            // 227 KiB is the most that any architecture gives a block; we keep to 1 MiB.
            Space::Shared => (&mut self.kernel.shared_bytes, 1 << 20),
            _ => (&mut self.kernel.local_bytes, LARGEST_LOCAL),
        };
        let address = u64::from(*used).next_multiple_of(u64::from(align));
        if address + bytes > most {
            let message = format!("{space} variables take more than {most} bytes");
            return Err(Problem::new(at, message));
        }
        *used = (address + bytes) as u32;
        Ok(address)
    }

    /// A `.param` or `.reg` of a call: scalars in registers, structs in local memory.
    pub fn parameter_variable(&mut self, variable: &Variable<'s>) -> Result<(), Problem> {
        let Element::Type(ty) = variable.element else {
            return Err(Problem::new(
                variable.at,
                "textures are .global variables of the module",
            ));
        };
        let symbol = if variable.register {
            Symbol::Register(self.new_register(ty), ty)
        } else if ty == Type::Pred {
            return Err(Problem::new(variable.at, "a .param cannot be a predicate"));
        } else if variable.dimensions.is_empty() && variable.count == Some(1) {
            Symbol::Parameter(self.new_register(ty), ty)
        } else if variable.count.is_none() {
            return Err(Problem::new(
                variable.at,
                "variable arguments are not supported",
            ));
        } else {
            let bytes = variable.bytes();
            let address = self.reserve(variable.at, Space::Local, variable.align, bytes)?;
            Symbol::Address(Space::Local, address)
        };
        self.declare(variable.at, variable.name, symbol)
    }

    /// `call (returns), function, (arguments);`
    pub fn call(&mut self, instruction: &ast::Instruction<'s>) -> Result<(), Problem> {
        let (returns, callee, arguments) = call_operands(instruction)?;
        let OperandKind::Name(name) = callee.kind else {
            return Err(Problem::new(callee.at, "expected a function's name"));
        };
        let Some(&function) = self.functions.get(name) else {
            let message = format!("expected a function of this module, found '{name}'; calls through registers are not supported");
            return Err(Problem::new(callee.at, message));
        };
        let Some(body) = &function.body else {
            let message = format!("function '{name}' is declared but not defined in this module");
            return Err(Problem::new(callee.at, message));
        };
        if function.entry {
            return Err(Problem::new(
                callee.at,
                format!("'{name}' is a kernel, not a function"),
            ));
        }
        if self.calls.contains(&name) {
            let message = format!("'{name}' calls itself: recursion is not supported");
            return Err(Problem::new(callee.at, message));
        }
        if self.calls.len() > DEEPEST_CALL {
            let message = format!("calls nest deeper than {DEEPEST_CALL}");
            return Err(Problem::new(callee.at, message));
        }
        let mut scope = Scope::default();
        let pairs = [
            (returns, &function.returns),
            (arguments, &function.parameters),
        ];
        for (actuals, formals) in pairs {
            if actuals.len() != formals.len() {
                let (given, wanted) = (actuals.len(), formals.len());
                let what = if std::ptr::eq(formals, &function.returns) {
                    "results"
                } else {
                    "arguments"
                };
                let message = format!("'{name}' has {wanted} {what}, found {given}");
                return Err(Problem::new(callee.at, message));
            }
            for (actual, formal) in actuals.iter().zip(formals) {
                let by_value = std::ptr::eq(formals, &function.parameters);
                let symbol = self.bind(actual, formal, by_value)?;
                scope.declare(formal.name, symbol);
            }
        }
        // A guarded call is a branch around it.
        let skip = self.new_label();
        if let Some(Guard { predicate, negated }) = self.guard.take() {
            self.guard = Some(Guard {
                predicate,
                negated: !negated,
            });
            self.emit(Op::Bra(skip), [], []);
            self.guard = None;
        }
        // The callee sees the module's names and its own.
        let outer: Vec<_> = self.scopes.drain(1..).collect();
        let outer_return = self.return_label;
        self.scopes.push(scope);
        self.scopes.push(Scope::default());
        self.calls.push(name);
        let end = self.new_label();
        self.return_label = Some(end);
        let line = self.line;
        self.statements(body)?;
        self.line = line;
        self.place_label(end);
        self.place_label(skip);
        self.return_label = outer_return;
        self.calls.pop();
        self.scopes.truncate(1);
        self.scopes.extend(outer);
        Ok(())
    }

    /// What a formal parameter stands for in this call.
    fn bind(
        &mut self,
        actual: &ast::Operand<'s>,
        formal: &Variable<'s>,
        by_value: bool,
    ) -> Result<Symbol, Problem> {
        let Element::Type(ty) = formal.element else {
            return Err(Problem::new(formal.at, "expected a parameter with a type"));
        };
        if formal.register {
            if !by_value {
                let result = self.result(actual, ty)?;
                let register = result.unwrap_or_else(|| self.new_register(ty));
                return Ok(Symbol::Register(register, ty));
            }
            let value = self.source(actual, ty)?;
            let copy = self.new_register(ty);
            self.emit(mov(copy), [Some(copy)], [value]);
            return Ok(Symbol::Register(copy, ty));
        }
        let OperandKind::Name(name) = actual.kind else {
            return Err(Problem::new(actual.at, "expected a .param variable"));
        };
        let symbol = self.resolve(actual.at, name)?;
        let scalar = formal.dimensions.is_empty();
        match symbol {
            Symbol::Parameter(_, given) if scalar && given.bytes() == ty.bytes() => Ok(symbol),
            Symbol::Address(Space::Local, _) if !scalar => Ok(symbol),
            _ => {
                let message = format!(
                    "expected a .param variable like '{}' of the function",
                    formal.name
                );
                Err(Problem::new(actual.at, message))
            }
        }
    }
}

/// The operation that copies a register of this class.
pub fn mov(register: Reg) -> Op {
    use crate::ptx::types::Width;
    match register.class {
        Class::Word => Op::Mov(Width::W32),
        Class::Pair => Op::Mov(Width::W64),
        Class::Predicate => Op::PredicateMov,
    }
}

type CallOperands<'i, 's> = (
    &'i [ast::Operand<'s>],
    &'i ast::Operand<'s>,
    &'i [ast::Operand<'s>],
);

fn call_operands<'i, 's>(
    instruction: &'i ast::Instruction<'s>,
) -> Result<CallOperands<'i, 's>, Problem> {
    fn group<'i, 's>(operand: &'i ast::Operand<'s>) -> Option<&'i [ast::Operand<'s>]> {
        match &operand.kind {
            OperandKind::Group(items) => Some(items),
            _ => None,
        }
    }
    match instruction.operands.as_slice() {
        [callee] => Some((&[] as &[_], callee, &[] as &[_])),
        [first, second] => match (group(first), group(second)) {
            (None, Some(arguments)) => Some((&[] as &[_], first, arguments)),
            (Some(returns), None) => Some((returns, second, &[] as &[_])),
            _ => None,
        },
        [first, callee, last] => match (group(first), group(last)) {
            (Some(returns), Some(arguments)) => Some((returns, callee, arguments)),
            _ => None,
        },
        _ => None,
    }
    .ok_or_else(|| {
        let message = "expected 'call (returns), function, (arguments)'; calls through registers are not supported";
        Problem::new(instruction.at, message)
    })
}
