//! Moves and conversions.

use super::float::ROUNDINGS;
use super::words::Words;
use super::Lowering;
use crate::ir::{Convert, Op, Operand, Reg, Rounding};
use crate::layout;
use crate::ptx::ast::OperandKind;
use crate::ptx::types::Width;
use crate::ptx::{Problem, Space, Type};

const INTEGRAL: &[(&str, Rounding)] = &[
    ("rni", Rounding::Nearest),
    ("rzi", Rounding::Zero),
    ("rmi", Rounding::Down),
    ("rpi", Rounding::Up),
];

/// `.b16`, `.b32` or `.b64` as the items of a vector operand.
fn part(whole: Type, count: usize) -> Option<Type> {
    match (whole.bytes() as usize).checked_div(count)? {
        1 => Some(Type::Bits(Width::W8)),
        2 => Some(Type::Bits(Width::W16)),
        4 => Some(Type::Bits(Width::W32)),
        _ => None,
    }
}

impl<'s> Lowering<'_, 's> {
    pub fn mov(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words.last_type(|ty| ty.bytes() != 1 && ty != Type::Float(Width::W16))?;
        words.operand_count(&[2])?;
        let operands = &words.instruction().operands;
        let Some(width) = ty.width() else {
            return self.simple(words, Op::PredicateMov, ty, &[ty]);
        };
        let is_bits = matches!(ty, Type::Bits(_));
        match (&operands[0].kind, &operands[1].kind) {
            (OperandKind::Vector(items), _) if is_bits => {
                let item = self.item_type(ty, items.len(), words)?;
                let source = self.source(&operands[1], ty)?;
                let mut results = Vec::with_capacity(4);
                for item_operand in items {
                    results.push(self.item_result(item_operand, item)?);
                }
                self.emit(Op::Unpack(width), results, [source]);
                Ok(())
            }
            (_, OperandKind::Vector(items)) if is_bits => {
                let item = self.item_type(ty, items.len(), words)?;
                let mut sources = Vec::with_capacity(4);
                for item_operand in items {
                    sources.push(self.wide_item(item_operand, item)?);
                }
                let result = self.result(&operands[0], ty)?;
                self.emit(Op::Pack(width), [result], sources);
                Ok(())
            }
            _ => self.simple(words, Op::Mov(width), ty, &[ty]),
        }
    }

    fn item_type(&self, ty: Type, count: usize, words: &Words<'_, 's>) -> Result<Type, Problem> {
        let item = part(ty, count).filter(|_| count == 2 || count == 4);
        item.ok_or_else(|| {
            let message = format!("{ty} is no vector of {count} items");
            Problem::new(words.instruction().at, message)
        })
    }

    /// Items of 8 bits live in wider registers; others fit exactly.
    fn item_result(
        &mut self,
        operand: &crate::ptx::ast::Operand<'s>,
        item: Type,
    ) -> Result<Option<crate::ir::Reg>, Problem> {
        if item.bytes() == 1 {
            return Ok(self.wide_result(operand, item)?.map(|(reg, _)| reg));
        }
        self.result(operand, item)
    }

    fn wide_item(
        &mut self,
        operand: &crate::ptx::ast::Operand<'s>,
        item: Type,
    ) -> Result<crate::ir::Operand, Problem> {
        if item.bytes() == 1 {
            return self.wide_source(operand, item);
        }
        self.source(operand, item)
    }

    pub fn cvt(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let integral = words.one_of(INTEGRAL);
        let rounding = match integral {
            Some(_) => integral,
            None => words.one_of(ROUNDINGS),
        };
        let ftz = words.maybe("ftz");
        let sat = words.maybe("sat");
        let to = words.a_type()?;
        let from = words.last_type(|ty| ty != Type::Pred && !matches!(ty, Type::Bits(_)))?;
        if to == Type::Pred || matches!(to, Type::Bits(_)) {
            return Err(words.expected("a result that is a number"));
        }
        let fraction_lost = match (to.is_float(), from.is_float()) {
            (true, true) => to.bytes() < from.bytes(),
            (true, false) => true,
            (false, _) => false,
        };
        if from.is_float() && !to.is_float() && integral.is_none() {
            return Err(words.expected("'.rni', '.rzi', '.rmi' or '.rpi' before the types"));
        }
        if fraction_lost && (rounding.is_none() || integral.is_some()) {
            return Err(words.expected("'.rn', '.rz', '.rm' or '.rp' before the types"));
        }
        let has_single = [to, from].contains(&Type::Float(Width::W32));
        let pointless = (rounding.is_some() && !to.is_float() && !from.is_float())
            || (rounding.is_some() && integral.is_none() && !fraction_lost)
            || (integral.is_some() && to.is_float() && to.bytes() != from.bytes())
            || (ftz && !has_single);
        if pointless {
            return Err(words.expected("no rounding or '.ftz' for these types"));
        }
        words.operand_count(&[2])?;
        let convert = Convert {
            to,
            from,
            rounding: rounding.unwrap_or(Rounding::Nearest),
            integral: integral.is_some(),
            ftz,
            sat,
            register: Width::W32,
        };
        let operands = &words.instruction().operands;
        let source = self.wide_source(&operands[1], from)?;
        let Some((result, declared)) = self.wide_result(&operands[0], to)? else {
            return Err(Problem::new(operands[0].at, "expected a register"));
        };
        let register = declared.width().unwrap_or(Width::W32);
        let convert = Convert {
            register,
            ..convert
        };
        self.emit(Op::Cvt(convert), [Some(result)], [source]);
        Ok(())
    }

    /// Copies a value of a `.param` of a call, cut to its type and extended to the register.
    pub fn copy(&mut self, result: Reg, declared: Type, ty: Type, source: Operand) {
        let width = ty.width().unwrap_or(Width::W32);
        let register = declared.width().unwrap_or(Width::W32);
        if register == width && width >= Width::W32 {
            self.emit(Op::Mov(width), [Some(result)], [source]);
            return;
        }
        let number = match ty {
            Type::Signed(_) => ty,
            _ => Type::Unsigned(width),
        };
        let convert = Convert {
            to: number,
            from: number,
            rounding: Rounding::Nearest,
            integral: false,
            ftz: false,
            sat: false,
            register,
        };
        self.emit(Op::Cvt(convert), [Some(result)], [source]);
    }

    pub fn cvta(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let to_generic = !words.maybe("to");
        let space = self.space(words)?;
        let ty = words.last_type(|ty| matches!(ty, Type::Unsigned(w) if w >= Width::W32))?;
        if ty.bytes() * 8 != self.kernel.address_bits {
            let message = format!(
                "addresses of this module have {} bits",
                self.kernel.address_bits
            );
            return Err(Problem::new(words.instruction().at, message));
        }
        if layout::window(space).is_none() {
            let message = "generic addresses of parameters are not supported";
            return Err(Problem::new(words.instruction().at, message));
        }
        let width = ty.width().unwrap_or(Width::W32);
        let op = Op::Cvta {
            space,
            to_generic,
            width,
        };
        self.simple(words, op, ty, &[ty])
    }

    pub fn isspacep(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let space = self.space(words)?;
        words.end()?;
        let width = if self.kernel.address_bits == 64 {
            Width::W64
        } else {
            Width::W32
        };
        let address = Type::Bits(width);
        self.simple(words, Op::Isspacep(space), Type::Pred, &[address])
    }

    fn space(&self, words: &mut Words<'_, 's>) -> Result<Space, Problem> {
        let found = words.peek().and_then(Space::from_name);
        let space = found.ok_or_else(|| words.expected("a state space"))?;
        words.take();
        Ok(space)
    }
}
