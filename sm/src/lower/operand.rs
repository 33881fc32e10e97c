//! Operands: names and literals to registers, constants and special registers.

use super::data::literal;
use super::scope::{external, Symbol};
use super::Lowering;
use crate::ir::{Instruction, Op, Operand, Reg, Special};
use crate::layout;
use crate::ptx::ast::{self, OperandKind};
use crate::ptx::types::Width;
use crate::ptx::{At, Problem, Space, Type};

/// Which registers an operand of a given type may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// Of the type's width and kind.
    Exact,
    /// At least of the type's width: operands of `st`, results of `ld`, both of `cvt`.
    Wider,
}

impl<'s> Lowering<'_, 's> {
    /// Emits an instruction with the guard and line of the one that is being lowered.
    pub fn emit<R, S>(&mut self, op: Op, results: R, operands: S)
    where
        R: IntoIterator<Item = Option<Reg>>,
        S: IntoIterator<Item = Operand>,
    {
        self.emit_at(op, 0, results, operands);
    }

    /// As [`Self::emit`], for memory accesses with an offset.
    pub fn emit_at<R, S>(&mut self, op: Op, offset: i64, results: R, operands: S)
    where
        R: IntoIterator<Item = Option<Reg>>,
        S: IntoIterator<Item = Operand>,
    {
        let mut instruction = Instruction::new(op, self.line)
            .with_results(results)
            .with_operands(operands)
            .with_guard(self.guard);
        instruction.offset = offset;
        self.kernel.code.push(instruction);
    }

    /// A constant operand.
    pub fn constant(&mut self, value: u64) -> Operand {
        let constants = &mut self.kernel.constants;
        let index = *self.constants.entry(value).or_insert_with(|| {
            constants.push(value);
            constants.len() as u32 - 1
        });
        Operand::Constant(index)
    }

    /// The register that a result goes to; `None` for `_`.
    pub fn result(&mut self, operand: &ast::Operand<'s>, ty: Type) -> Result<Option<Reg>, Problem> {
        self.register(operand, ty, Fit::Exact)
            .map(|found| found.map(|(reg, _)| reg))
    }

    /// As [`Self::result`], of a register that may be wider; with its type.
    pub fn wide_result(
        &mut self,
        operand: &ast::Operand<'s>,
        ty: Type,
    ) -> Result<Option<(Reg, Type)>, Problem> {
        self.register(operand, ty, Fit::Wider)
    }

    fn register(
        &mut self,
        operand: &ast::Operand<'s>,
        ty: Type,
        fit: Fit,
    ) -> Result<Option<(Reg, Type)>, Problem> {
        let OperandKind::Name(name) = operand.kind else {
            return Err(Problem::new(
                operand.at,
                format!("expected a {ty} register"),
            ));
        };
        if name == "_" {
            return Ok(None);
        }
        match self.resolve(operand.at, name)? {
            Symbol::Register(reg, declared) => {
                check_fit(operand.at, name, declared, ty, fit)?;
                Ok(Some((reg, declared)))
            }
            _ => Err(Problem::new(
                operand.at,
                format!("expected a {ty} register, found '{name}'"),
            )),
        }
    }

    /// A source operand of exactly this type.
    pub fn source(&mut self, operand: &ast::Operand<'s>, ty: Type) -> Result<Operand, Problem> {
        self.any_source(operand, ty, Fit::Exact)
    }

    /// A source operand whose register may be wider than the type.
    pub fn wide_source(
        &mut self,
        operand: &ast::Operand<'s>,
        ty: Type,
    ) -> Result<Operand, Problem> {
        self.any_source(operand, ty, Fit::Wider)
    }

    fn any_source(
        &mut self,
        operand: &ast::Operand<'s>,
        ty: Type,
        fit: Fit,
    ) -> Result<Operand, Problem> {
        let at = operand.at;
        match &operand.kind {
            OperandKind::Number(number) => {
                let bits = literal(ty, *number).map_err(|message| Problem::new(at, message))?;
                Ok(self.constant(bits))
            }
            OperandKind::Not(name) if ty == Type::Pred => match self.resolve(at, name)? {
                Symbol::Register(reg, Type::Pred) => Ok(Operand::Not(reg)),
                _ => Err(Problem::new(
                    at,
                    format!("expected a predicate, found '{name}'"),
                )),
            },
            OperandKind::Component(name, component) => {
                let special = Special::from_name(name, Some(component));
                let special = special.ok_or_else(|| {
                    let message = format!("special register '{name}.{component}' is not supported");
                    Problem::new(at, message)
                })?;
                special_operand(at, special, ty)
            }
            OperandKind::Name(name) => self.named_source(at, name, 0, ty, fit),
            OperandKind::Offset(name, offset) => self.named_source(at, name, *offset, ty, fit),
            _ => Err(Problem::new(at, format!("expected a {ty} operand"))),
        }
    }

    fn named_source(
        &mut self,
        at: At,
        name: &'s str,
        offset: i64,
        ty: Type,
        fit: Fit,
    ) -> Result<Operand, Problem> {
        if name == "WARP_SZ" {
            return Ok(self.constant(32));
        }
        match self.lookup(name) {
            Some(Symbol::External) => Err(external(at, name)),
            Some(symbol @ (Symbol::Function(_) | Symbol::Handle(_))) if offset == 0 => {
                if ty.bytes() * 8 != self.kernel.address_bits || ty.is_float() {
                    let message = format!("the address of '{name}' does not fit {ty}");
                    return Err(Problem::new(at, message));
                }
                Ok(self.constant(match symbol {
                    Symbol::Function(index) => layout::function(index),
                    Symbol::Handle(number) => layout::handle(number.into()),
                    _ => 0,
                }))
            }
            Some(Symbol::Register(reg, declared)) if offset == 0 => {
                check_fit(at, name, declared, ty, fit)?;
                Ok(Operand::Reg(reg))
            }
            Some(Symbol::Address(space, address)) => {
                // Whatever the width of addresses, offsets into windows are 32 bits.
                let bits = match space {
                    Space::Global | Space::Generic => self.kernel.address_bits,
                    _ => 32,
                };
                if ty.bytes() * 8 < bits || ty.is_float() {
                    let message = format!("the address of '{name}' does not fit {ty}");
                    return Err(Problem::new(at, message));
                }
                if space == Space::Shared && address == super::memory::DYNAMIC_SHARED {
                    return Ok(self.dynamic_shared(offset));
                }
                Ok(self.constant(address.wrapping_add(offset as u64)))
            }
            Some(Symbol::Parameter(..)) => {
                let message = format!("the address of the scalar .param '{name}' is not supported");
                Err(Problem::new(at, message))
            }
            None if offset == 0 && name.starts_with('%') => match Special::from_name(name, None) {
                Some(special) => special_operand(at, special, ty),
                None => {
                    let message = format!(
                        "'{name}' is not declared, and no special register that is supported"
                    );
                    Err(Problem::new(at, message))
                }
            },
            None => Err(Problem::new(at, format!("'{name}' is not declared"))),
            Some(_) => Err(Problem::new(
                at,
                format!("expected a {ty} operand, found '{name}'"),
            )),
        }
    }

    /// The operands of an address in brackets, and its offset.
    pub fn address(
        &mut self,
        operand: &ast::Operand<'s>,
        space: Space,
    ) -> Result<(Operand, i64), Problem> {
        let at = operand.at;
        let bits = self.kernel.address_bits;
        match operand.kind {
            OperandKind::Address(None, offset) => Ok((self.constant(offset as u64), 0)),
            OperandKind::Address(Some(name), offset) => match self.resolve(at, name)? {
                Symbol::Register(reg, ty) => {
                    // A 64-bit module may hold addresses below 4 GiB in 32-bit registers.
                    let fits = ty.bytes() == 4 || (ty.bytes() == 8 && bits == 64);
                    if !fits || ty.is_float() {
                        let message =
                            format!("expected an address of {bits} bits, '{name}' is {ty}");
                        return Err(Problem::new(at, message));
                    }
                    Ok((Operand::Reg(reg), offset))
                }
                Symbol::Address(declared, address) => {
                    if declared == Space::Shared && address == super::memory::DYNAMIC_SHARED {
                        let window = match space {
                            Space::Shared => 0,
                            Space::Generic => layout::SHARED_WINDOW as i64,
                            _ => {
                                let message =
                                    format!("'{name}' is {declared}, the access is {space}");
                                return Err(Problem::new(at, message));
                            }
                        };
                        return Ok((self.dynamic_shared(window), offset));
                    }
                    let address = match space {
                        _ if space == declared => address,
                        // Structs that are passed to functions live in local memory.
                        Space::Param if declared == Space::Local => address,
                        Space::Generic => address.wrapping_add(layout::window(declared)),
                        _ => {
                            let message = format!("'{name}' is {declared}, the access is {space}");
                            return Err(Problem::new(at, message));
                        }
                    };
                    Ok((self.constant(address), offset))
                }
                _ => Err(Problem::new(
                    at,
                    format!("expected an address, found '{name}'"),
                )),
            },
            _ => Err(Problem::new(at, "expected an address in brackets")),
        }
    }

    /// Items of `{a, b}`.
    pub fn vector<'i>(
        &self,
        operand: &'i ast::Operand<'s>,
        count: usize,
    ) -> Result<&'i [ast::Operand<'s>], Problem> {
        match &operand.kind {
            OperandKind::Vector(items) if items.len() == count => Ok(items),
            OperandKind::Vector(items) => {
                let message = format!("expected {count} items in braces, found {}", items.len());
                Err(Problem::new(operand.at, message))
            }
            _ => Err(Problem::new(
                operand.at,
                format!("expected {count} items in braces"),
            )),
        }
    }
}

fn special_operand(at: At, special: Special, ty: Type) -> Result<Operand, Problem> {
    let width = if special.is_wide() {
        Width::W64
    } else {
        Width::W32
    };
    // `mov.u16 %rs, %tid.x` is old PTX; a `.u64` would need an extension that nobody wrote.
    let narrow = ty.width() == Some(Width::W16);
    if ty.is_float() || (ty.width() != Some(width) && !narrow) {
        let message = format!(
            "expected a {ty} operand, found a special register of {} bits",
            width.bits()
        );
        return Err(Problem::new(at, message));
    }
    Ok(Operand::Special(special))
}

/// PTX's table of operand compatibility: bits fit anything of their size, integers fit integers.
fn check_fit(at: At, name: &str, declared: Type, wanted: Type, fit: Fit) -> Result<(), Problem> {
    let kinds = match (declared, wanted) {
        (Type::Pred, Type::Pred) => true,
        (Type::Pred, _) | (_, Type::Pred) => false,
        (Type::Bits(_), _) | (_, Type::Bits(_)) => true,
        (declared, wanted) if declared.is_float() || wanted.is_float() => declared == wanted,
        _ => true,
    };
    let sizes = match fit {
        Fit::Exact => declared.bytes() == wanted.bytes(),
        // Floating-point values keep their size; only bits and integers have an upper part.
        Fit::Wider if wanted.is_float() && !matches!(declared, Type::Bits(_)) => {
            declared.bytes() == wanted.bytes()
        }
        Fit::Wider => declared.bytes() >= wanted.bytes(),
    };
    if kinds && sizes {
        return Ok(());
    }
    Err(Problem::new(
        at,
        format!("expected a {wanted} operand, found '{name}', which is {declared}"),
    ))
}
