//! Statements: declarations, labels, blocks.

use super::callees::Callees;
use super::scope::{Scope, Symbol};
use super::Lowering;
use crate::ir::{Class, Guard, Op, Reg};
use crate::ptx::ast::{self, Element, Statement, Variable};
use crate::ptx::{At, Problem, Space, Type};

/// Instructions that a kernel may grow to by inlining.
const LARGEST_KERNEL: usize = 1 << 20;
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
                Statement::Prototype(at, name, prototype) => {
                    self.callees.push(Callees::Like(prototype.clone()));
                    let symbol = Symbol::Callees(self.callees.len() as u32 - 1);
                    self.declare(*at, name, symbol)?;
                }
                Statement::Callees(at, name, functions) => {
                    self.callees.push(Callees::Named(functions.clone()));
                    let symbol = Symbol::Callees(self.callees.len() as u32 - 1);
                    self.declare(*at, name, symbol)?;
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
            Statement::Prototype(..) | Statement::Callees(..) => {}
            Statement::Refused(problem) => return Err(problem.clone()),
            Statement::Block(inner) => {
                self.scopes.push(Scope::default());
                self.statements(inner)?;
                self.scopes.pop();
            }
            Statement::Instruction(instruction) => {
                self.line = self.context.lines.line(instruction.at);
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
