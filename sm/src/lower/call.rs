//! Calls. Functions are inlined where they are called; a call through a register becomes a chain of comparisons with the
//! addresses of the functions that it may reach, each with that function inlined:
//!
//! ```text
//! call (r), %rd9, (a), prototype_0;
//! ```
//!
//! becomes, where `add` and `mul` are alike and have their addresses taken,
//!
//! ```text
//!         setp.eq.u64 p, %rd9, add;  @!p bra NEXT0;  (body of add)  bra DONE;
//! NEXT0:  setp.eq.u64 p, %rd9, mul;  @!p bra NEXT1;  (body of mul)  bra DONE;
//! NEXT1:  a fault, which names %rd9
//! DONE:
//! ```
//!
//! What CUDA's device runtime provides and we have (`vprintf`, `__assertfail`) are single instructions.

use super::body::mov;
use super::callees::{fits, Callees};
use super::scope::{Scope, Symbol};
use super::Lowering;
use crate::ir::{Comparand, Compare, Guard, Int, Op, Operand};
use crate::layout;
use crate::ptx::ast::{self, Element, Function, OperandKind, Variable};
use crate::ptx::types::Width;
use crate::ptx::{Problem, Space, Type};

/// Functions inlined into each other: deeper than programs call, less deep than the stack.
const DEEPEST_CALL: usize = 64;

/// The operands of a call.
struct Call<'i, 's> {
    returns: &'i [ast::Operand<'s>],
    callee: &'i ast::Operand<'s>,
    arguments: &'i [ast::Operand<'s>],
    /// What a call through a register may reach.
    reach: Option<&'i ast::Operand<'s>>,
}

impl<'s> Lowering<'_, 's> {
    /// `call (returns), function, (arguments);`, and through a register with `, prototype`.
    pub fn call(&mut self, instruction: &ast::Instruction<'s>) -> Result<(), Problem> {
        let call = operands(instruction)?;
        let at = call.callee.at;
        let OperandKind::Name(name) = call.callee.kind else {
            return Err(Problem::new(at, "expected a function's name"));
        };
        match self.lookup(name) {
            Some(Symbol::Function(number)) => {
                let function = self.context.functions[number as usize];
                if function.body.is_none() {
                    return self.builtin(name, &call);
                }
                self.inline(function, &call)
            }
            Some(Symbol::Register(register, ty))
                if !ty.is_float() && ty.bytes() * 8 == self.kernel.address_bits =>
            {
                self.call_address(Operand::Reg(register), &call)
            }
            _ => {
                let message = format!("expected a function of this module, found '{name}'");
                Err(Problem::new(at, message))
            }
        }
    }

    /// Inlines a function that has a body.
    fn inline(&mut self, function: &Function<'s>, call: &Call<'_, 's>) -> Result<(), Problem> {
        let (at, name) = (call.callee.at, function.name);
        if function.entry {
            return Err(Problem::new(
                at,
                format!("'{name}' is a kernel, not a function"),
            ));
        }
        if self.calls.contains(&name) {
            let message = format!("'{name}' calls itself: recursion is not supported");
            return Err(Problem::new(at, message));
        }
        if self.calls.len() > DEEPEST_CALL {
            return Err(Problem::new(
                at,
                format!("calls nest deeper than {DEEPEST_CALL}"),
            ));
        }
        if let Some(refused) = &function.refused {
            return Err(refused.clone());
        }
        let mut scope = Scope::default();
        let pairs = [
            (call.returns, &function.returns, "results", false),
            (call.arguments, &function.parameters, "arguments", true),
        ];
        for (actuals, formals, what, by_value) in pairs {
            if actuals.len() != formals.len() {
                let (given, wanted) = (actuals.len(), formals.len());
                let message = format!("'{name}' has {wanted} {what}, found {given}");
                return Err(Problem::new(at, message));
            }
            for (actual, formal) in actuals.iter().zip(formals) {
                let symbol = self.bind(actual, formal, by_value)?;
                scope.declare(formal.name, symbol);
            }
        }
        let skip = self.skip_if_guarded();
        // The callee sees the module's names and its own.
        let outer: Vec<_> = self.scopes.drain(1..).collect();
        let outer_return = self.return_label;
        self.scopes.push(scope);
        self.scopes.push(Scope::default());
        self.calls.push(name);
        let end = self.new_label();
        self.return_label = Some(end);
        let line = self.line;
        self.statements(function.body.as_deref().unwrap_or_default())?;
        self.line = line;
        self.guard = None;
        self.place_label(end);
        self.place_label(skip);
        self.return_label = outer_return;
        self.calls.pop();
        self.scopes.truncate(1);
        self.scopes.extend(outer);
        Ok(())
    }

    /// A guarded call is a branch around it; gives the label that it branches to.
    fn skip_if_guarded(&mut self) -> u32 {
        let skip = self.new_label();
        if let Some(Guard { predicate, negated }) = self.guard.take() {
            self.guard = Some(Guard {
                predicate,
                negated: !negated,
            });
            self.emit(Op::Bra(skip), [], []);
            self.guard = None;
        }
        skip
    }

    /// A call of the function at an address.
    fn call_address(&mut self, address: Operand, call: &Call<'_, 's>) -> Result<(), Problem> {
        let candidates = self.candidates(call)?;
        let skip = self.skip_if_guarded();
        let width = if self.kernel.address_bits == 64 {
            Width::W64
        } else {
            Width::W32
        };
        let unsigned = Comparand::Int(Int {
            width,
            signed: false,
        });
        for number in candidates {
            let next = self.new_label();
            let is_this = self.new_register(Type::Pred);
            let known = self.constant(layout::function(number));
            let setp = Op::Setp(Compare::Eq, unsigned, None);
            self.emit(setp, [Some(is_this), None], [address, known]);
            self.guard = Some(Guard {
                predicate: is_this,
                negated: true,
            });
            self.emit(Op::Bra(next), [], []);
            self.guard = None;
            self.inline(self.context.functions[number as usize], call)?;
            self.emit(Op::Bra(skip), [], []);
            self.place_label(next);
        }
        self.emit(Op::NoFunction, [], [address]);
        self.place_label(skip);
        Ok(())
    }

    /// The functions that a call through a register may reach. What is being called already is left out: that it is
    /// called again is seen, and said, when it happens.
    fn candidates(&mut self, call: &Call<'_, 's>) -> Result<Vec<u32>, Problem> {
        let (at, label) = match call.reach.map(|operand| (operand.at, &operand.kind)) {
            Some((at, OperandKind::Name(label))) => (at, *label),
            _ => {
                let message = "expected a label of .callprototype or .calltargets behind a call through a register";
                return Err(Problem::new(call.callee.at, message));
            }
        };
        let Symbol::Callees(index) = self.resolve(at, label)? else {
            let message =
                format!("expected a label of .callprototype or .calltargets, found '{label}'");
            return Err(Problem::new(at, message));
        };
        let functions = &self.context.functions;
        let free = |name: &str| !self.calls.contains(&name);
        match &self.callees[index as usize] {
            Callees::Like(prototype) => {
                let reached = |function: &Function<'s>| {
                    self.context.taken.contains(function.name)
                        && function.body.is_some()
                        && fits(function, prototype)
                        && free(function.name)
                };
                let numbers = functions.iter().enumerate().filter(|(_, f)| reached(f));
                Ok(numbers.map(|(number, _)| number as u32).collect())
            }
            Callees::Named(names) => {
                let mut numbers = Vec::new();
                for &(at, name) in names {
                    let number = functions
                        .iter()
                        .position(|f| f.name == name && f.body.is_some());
                    let number = number.ok_or_else(|| {
                        Problem::new(
                            at,
                            format!("expected a function of this module, found '{name}'"),
                        )
                    })?;
                    numbers.extend(free(name).then_some(number as u32));
                }
                Ok(numbers)
            }
        }
    }

    /// A function that is declared only: one of CUDA's device runtime.
    fn builtin(&mut self, name: &str, call: &Call<'_, 's>) -> Result<(), Problem> {
        let at = call.callee.at;
        let (op, wanted) = match name {
            "vprintf" => (Op::Printf, 2),
            "__assertfail" => (Op::Assert, 5),
            "malloc" | "free" => {
                let message =
                    format!("'{name}' in a kernel is not supported: pass a buffer instead");
                return Err(Problem::new(at, message));
            }
            _ => {
                let message =
                    format!("function '{name}' is declared but not defined in this module");
                return Err(Problem::new(at, message));
            }
        };
        if call.arguments.len() != wanted {
            let given = call.arguments.len();
            let message = format!("'{name}' has {wanted} arguments, found {given}");
            return Err(Problem::new(at, message));
        }
        let mut read = Vec::with_capacity(5);
        for argument in call.arguments {
            read.push(Operand::Reg(self.passed(argument)?));
        }
        // The size of a character, which is 1, says nothing.
        read.truncate(4);
        let mut result = None;
        if op == Op::Printf {
            if let [returned] = call.returns {
                result = Some(self.passed(returned)?);
            }
        }
        self.emit(op, [result], read);
        Ok(())
    }

    /// The register of a scalar `.param` or of a `.reg`.
    fn passed(&mut self, operand: &ast::Operand<'s>) -> Result<crate::ir::Reg, Problem> {
        let at = operand.at;
        if let OperandKind::Name(name) = operand.kind {
            if let Symbol::Parameter(register, _) | Symbol::Register(register, _) =
                self.resolve(at, name)?
            {
                return Ok(register);
            }
        }
        Err(Problem::new(at, "expected a scalar .param variable"))
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

fn operands<'i, 's>(instruction: &'i ast::Instruction<'s>) -> Result<Call<'i, 's>, Problem> {
    fn group<'i, 's>(operand: Option<&'i ast::Operand<'s>>) -> Option<&'i [ast::Operand<'s>]> {
        match &operand?.kind {
            OperandKind::Group(items) => Some(items),
            _ => None,
        }
    }
    let mut rest = instruction.operands.as_slice();
    let take_group = |rest: &mut &'i [ast::Operand<'s>]| {
        let found = group(rest.first());
        if found.is_some() {
            *rest = &rest[1..];
        }
        found.unwrap_or_default()
    };
    let returns = take_group(&mut rest);
    if let [callee, behind @ ..] = rest {
        let mut behind = behind;
        let arguments = take_group(&mut behind);
        if group(Some(callee)).is_none() && behind.len() <= 1 {
            return Ok(Call {
                returns,
                callee,
                arguments,
                reach: behind.first(),
            });
        }
    }
    let message = "expected 'call (returns), function, (arguments)'";
    Err(Problem::new(instruction.at, message))
}
