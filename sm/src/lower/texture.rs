//! Textures and surfaces: handles, coordinates, texels.

use super::scope::Symbol;
use super::words::Words;
use super::Lowering;
use crate::ir::{Boundary, Fetch, Op, Operand, SurfaceAccess};
use crate::layout;
use crate::ptx::ast::{self, OperandKind};
use crate::ptx::types::Width;
use crate::ptx::{Problem, Type};

const DIMENSIONS: &[(&str, u8)] = &[("1d", 1), ("2d", 2)];

impl<'s> Lowering<'_, 's> {
    /// `[handle, {x, y}]`: the operands of handle and coordinates. The handle is a variable's name, or a register
    /// that holds one. Unused coordinates may follow, as compilers write them.
    fn handle_and_coordinates(
        &mut self,
        operand: &ast::Operand<'s>,
        dimensions: u8,
        ty: Type,
    ) -> Result<Vec<Operand>, Problem> {
        let at = operand.at;
        let OperandKind::Texture(name, coordinates) = &operand.kind else {
            return Err(Problem::new(at, "expected '[texture, {coordinates}]'"));
        };
        let handle = match self.resolve(at, name)? {
            Symbol::Handle(number) => self.constant(layout::handle(number.into())),
            Symbol::Register(register, ty)
                if !ty.is_float() && ty.bytes() * 8 == self.kernel.address_bits =>
            {
                Operand::Reg(register)
            }
            _ => {
                let message = format!("expected a texture, surface or handle, found '{name}'");
                return Err(Problem::new(at, message));
            }
        };
        let wanted = usize::from(dimensions);
        if coordinates.len() != wanted {
            let found = coordinates.len();
            let message = format!("expected {wanted} coordinates, found {found}");
            return Err(Problem::new(at, message));
        }
        let mut read = vec![handle];
        for coordinate in coordinates {
            read.push(self.source(coordinate, ty)?);
        }
        Ok(read)
    }

    pub fn tex(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        // Textures have one level here, which is what every level of detail is clamped to.
        let level = words.maybe("level");
        let dimensions = words.must("a geometry", DIMENSIONS)?;
        words.must("'.v4'", &[("v4", ())])?;
        let ty = words.a_type()?;
        let coordinate = words
            .last_type(|ty| ty == Type::Signed(Width::W32) || ty == Type::Float(Width::W32))?;
        if ty.bytes() != 4 || ty.half().is_some() {
            return Err(words.expected("texels of 32 bits"));
        }
        words.operand_count(&[2 + usize::from(level)])?;
        let operands = &words.instruction().operands;
        let read = self.handle_and_coordinates(&operands[1], dimensions, coordinate)?;
        if level {
            self.source(&operands[2], coordinate)?;
        }
        let mut results = Vec::with_capacity(4);
        for operand in self.vector(&operands[0], 4)? {
            results.push(self.result(operand, ty)?);
        }
        let fetch = Fetch {
            dimensions,
            real: coordinate.is_float(),
            ty,
        };
        self.emit(Op::Tex(fetch), results, read);
        Ok(())
    }

    /// `suld.b.2d.v2.b32.trap {a, b}, [surface, {x, y}]` and `sust.b`.
    pub fn surface(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        const CACHES: &[(&str, ())] = &[
            ("ca", ()),
            ("cg", ()),
            ("cs", ()),
            ("cv", ()),
            ("wb", ()),
            ("wt", ()),
        ];
        let store = words.instruction().opcode == "sust";
        words.must("'.b', unformatted", &[("b", ())])?;
        let dimensions = words.must("a geometry", DIMENSIONS)?;
        words.one_of(CACHES);
        let count = words.one_of(&[("v2", 2), ("v4", 4)]).unwrap_or(1u8);
        let ty = words.a_type()?;
        let bytes = ty.bytes() as u8;
        if !matches!(ty, Type::Bits(_)) || count * bytes > 16 {
            return Err(words.expected("a type of bits, 16 bytes at most"));
        }
        let boundary = words.one_of(&[
            ("trap", Boundary::Trap),
            ("clamp", Boundary::Clamp),
            ("zero", Boundary::Zero),
        ]);
        words.end()?;
        words.operand_count(&[2])?;
        let operands = &words.instruction().operands;
        let (place, values) = if store {
            (&operands[0], &operands[1])
        } else {
            (&operands[1], &operands[0])
        };
        let mut read = self.handle_and_coordinates(place, dimensions, Type::Signed(Width::W32))?;
        // One element may stand in braces or not.
        let values = match &values.kind {
            OperandKind::Vector(_) => self.vector(values, usize::from(count))?,
            _ if count == 1 => std::slice::from_ref(values),
            _ => self.vector(values, usize::from(count))?,
        };
        let access = SurfaceAccess {
            store,
            dimensions,
            bytes,
            count,
            boundary: boundary.unwrap_or(Boundary::Trap),
        };
        if !store {
            let mut results = Vec::with_capacity(4);
            for value in values {
                results.push(self.wide_result(value, ty)?.map(|(register, _)| register));
            }
            self.emit(Op::Surface(access), results, read);
            return Ok(());
        }
        let mut stored = Vec::with_capacity(4);
        for value in values {
            stored.push(self.wide_source(value, ty)?);
        }
        if count == 4 {
            // An instruction has no room for four words beside its address: they come as two pairs.
            for pair in stored.chunks(2) {
                let both = self.new_register(Type::Bits(Width::W64));
                self.emit(Op::Pack(Width::W64), [Some(both)], pair.iter().copied());
                read.push(Operand::Reg(both));
            }
        } else {
            read.extend(stored);
        }
        self.emit(Op::Surface(access), [], read);
        Ok(())
    }
}
