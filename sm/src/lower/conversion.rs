//! Moves and conversions.

use super::float::ROUNDINGS;
use super::words::Words;
use super::Lowering;
use crate::ir::{Convert, Int, Op, Operand, Reg, Rounding};
use crate::ptx::ast::OperandKind;
use crate::ptx::types::{Half, Width};
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

/// An integer of a type's width; signed ones stay signed.
fn number(ty: Type) -> Type {
    match ty {
        Type::Signed(_) => ty,
        _ => Type::Unsigned(ty.width().unwrap_or(Width::W32)),
    }
}

/// Width of the register that holds a type.
fn container(ty: Type) -> Width {
    ty.width().unwrap_or(Width::W32).max(Width::W32)
}

/// A conversion without modifiers.
fn plain(to: Type, from: Type, register: Width) -> Convert {
    Convert {
        to,
        from,
        rounding: Rounding::Nearest,
        integral: false,
        ftz: false,
        sat: false,
        relu: false,
        register,
    }
}

impl<'s> Lowering<'_, 's> {
    pub fn mov(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let ty = words.last_type(|ty| ty.bytes() != 1 && ty.half().is_none())?;
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
        let mut relu = words.maybe("relu");
        let sat = words.maybe("sat");
        relu |= words.maybe("relu");
        let to = words.a_type()?;
        let from =
            words.last_type(|ty| !matches!(ty, Type::Pred | Type::Bits(_) | Type::Packed(_)))?;
        if let Type::Packed(half) = to {
            let rounding = rounding.filter(|r| matches!(r, Rounding::Nearest | Rounding::Zero));
            let rounding = rounding.filter(|_| integral.is_none() && !ftz && !sat);
            let Some(rounding) = rounding.filter(|_| from == Type::Float(Width::W32)) else {
                return Err(words.expected("'.rn' or '.rz', and '.f32' as what is converted"));
            };
            return self.cvt_packed(words, half, rounding, relu);
        }
        if to == Type::Pred || matches!(to, Type::Bits(_)) {
            return Err(words.expected("a result that is a number"));
        }
        let fraction_lost = match (to.is_float(), from.is_float()) {
            (true, true) => to.bytes() < from.bytes() || (to.bytes() == from.bytes() && to != from),
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
            || (integral.is_some() && to.is_float() && to != from)
            || (relu && (to.half().is_none() || sat || integral.is_some()))
            || (ftz && !has_single);
        if pointless {
            return Err(words.expected("no rounding, '.ftz' or '.relu' for these types"));
        }
        words.operand_count(&[2])?;
        let convert = Convert {
            to,
            from,
            rounding: rounding.unwrap_or(Rounding::Nearest),
            integral: integral.is_some(),
            ftz,
            sat,
            relu,
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

    /// `cvt.rn.f16x2.f32 d, a, b`: a becomes the upper half, b the lower one.
    fn cvt_packed(
        &mut self,
        words: &mut Words<'_, 's>,
        half: Half,
        rounding: Rounding,
        relu: bool,
    ) -> Result<(), Problem> {
        const F32: Type = Type::Float(Width::W32);
        words.operand_count(&[3])?;
        let to = match half {
            Half::F16 => Type::Float(Width::W16),
            Half::Bf16 => Type::Brain,
        };
        let convert = Convert {
            relu,
            rounding,
            ..plain(to, F32, Width::W32)
        };
        let operands = &words.instruction().operands;
        let result = self.result(&operands[0], Type::Packed(half))?;
        let mut halves = Vec::with_capacity(2);
        for operand in [&operands[2], &operands[1]] {
            let source = self.source(operand, F32)?;
            let converted = self.new_register(to);
            self.emit(Op::Cvt(convert), [Some(converted)], [source]);
            halves.push(Operand::Reg(converted));
        }
        self.emit(Op::Pack(Width::W32), [result], halves);
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
        self.emit(
            Op::Cvt(plain(number(ty), number(ty), register)),
            [Some(result)],
            [source],
        );
    }

    /// Reads a part of a `.param` of a call: the value of type `ty` at byte `at` of a register of type `whole`.
    pub fn take_part(&mut self, to: (Reg, Type), ty: Type, from: (Reg, Type), at: u32) {
        let (result, declared) = to;
        let (register, whole) = from;
        let mut source = Operand::Reg(register);
        if ty.bytes() == whole.bytes() {
            return self.copy(result, declared, ty, source);
        }
        let bits = Type::Unsigned(container(whole));
        if at > 0 {
            let shifted = self.new_register(bits);
            let by = self.constant(u64::from(8 * at));
            let int = Int {
                width: container(whole),
                signed: false,
            };
            self.emit(Op::Shr(int), [Some(shifted)], [source, by]);
            source = Operand::Reg(shifted);
        }
        let register = declared.width().unwrap_or(Width::W32);
        self.emit(
            Op::Cvt(plain(number(ty), bits, register)),
            [Some(result)],
            [source],
        );
    }

    /// Writes a part of a `.param` of a call: a value of type `ty` to byte `at` of a register of type `whole`.
    pub fn put_part(&mut self, to: (Reg, Type), at: u32, ty: Type, mut source: Operand) {
        let (register, whole) = to;
        if ty.bytes() == whole.bytes() {
            return self.copy(register, ty, ty, source);
        }
        let width = container(whole);
        if width == Width::W64 && !matches!(source, Operand::Constant(_)) {
            let bits = Type::Unsigned(ty.width().unwrap_or(Width::W32));
            let wide = self.new_register(Type::Unsigned(Width::W64));
            let convert = plain(Type::Unsigned(Width::W64), bits, Width::W64);
            self.emit(Op::Cvt(convert), [Some(wide)], [source]);
            source = Operand::Reg(wide);
        }
        let [start, length] = [at, ty.bytes()].map(|bytes| self.constant(u64::from(8 * bytes)));
        let read = [source, Operand::Reg(register), start, length];
        self.emit(Op::Bfi(width), [Some(register)], read);
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
