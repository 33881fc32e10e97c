//! Loads, stores and atomics.

use super::scope::Symbol;
use super::words::Words;
use super::Lowering;
use crate::ir::{Access, Atomic, Op, Operand, Reg};
use crate::ptx::ast::{self, OperandKind};
use crate::ptx::types::Width;
use crate::ptx::{Problem, Space, Type};

/// Stands for the address of dynamic shared memory until the static part is laid out.
pub const DYNAMIC_SHARED: u64 = u64::MAX;

/// Words of `ld` and `st` that choose caches or orders, which one sequential memory has not.
const IDLE_WORDS: &[(&str, ())] = &[
    ("weak", ()),
    ("volatile", ()),
    ("relaxed", ()),
    ("acquire", ()),
    ("release", ()),
    ("cta", ()),
    ("gpu", ()),
    ("sys", ()),
    ("nc", ()),
    ("ca", ()),
    ("cg", ()),
    ("cs", ()),
    ("lu", ()),
    ("cv", ()),
    ("wb", ()),
    ("wt", ()),
    ("L1::evict_normal", ()),
    ("L1::evict_unchanged", ()),
    ("L1::evict_first", ()),
    ("L1::evict_last", ()),
    ("L1::no_allocate", ()),
    ("L2::64B", ()),
    ("L2::128B", ()),
    ("L2::256B", ()),
];

impl<'s> Lowering<'_, 's> {
    /// The address of dynamic shared memory, moved by an offset.
    pub fn dynamic_shared(&mut self, offset: i64) -> Operand {
        let known = self.dynamic.iter().find(|&&(_, moved)| moved == offset);
        let index = known.map(|&(index, _)| index).unwrap_or_else(|| {
            // Not in the map of constants: its value is not known yet.
            self.kernel.constants.push(0);
            let index = self.kernel.constants.len() as u32 - 1;
            self.dynamic.push((index, offset));
            index
        });
        Operand::Constant(index)
    }

    fn access(&mut self, words: &mut Words<'_, 's>) -> Result<Access, Problem> {
        let mut space = None;
        loop {
            if words.one_of(IDLE_WORDS).is_some() {
                continue;
            }
            match words.peek().and_then(Space::from_name) {
                Some(found) if space.is_none() => {
                    space = Some(found);
                    words.take();
                }
                _ => break,
            }
        }
        let count = words.one_of(&[("v2", 2), ("v4", 4)]).unwrap_or(1);
        let ty = words.last_type(|ty| {
            let bytes = ty.bytes() * u32::from(count);
            (1..=16).contains(&bytes)
        })?;
        Ok(Access {
            space: space.unwrap_or(Space::Generic),
            ty,
            count,
            register: ty.width().unwrap_or(Width::W32),
        })
    }

    pub fn load(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let access = self.access(words)?;
        words.operand_count(&[2])?;
        let operands = &words.instruction().operands;
        let mut results = Vec::with_capacity(4);
        for item in self.items(&operands[0], access.count)? {
            results.push(self.wide_result(item, access.ty)?);
        }
        if let Some((register, whole, at)) = self.parameter(&operands[1], access)? {
            for (to, at) in results
                .into_iter()
                .zip((at..).step_by(access.ty.bytes() as usize))
            {
                if let Some(to) = to {
                    self.take_part(to, access.ty, (register, whole), at);
                }
            }
            return Ok(());
        }
        let (address, offset) = self.address(&operands[1], access.space)?;
        let declared = results.iter().flatten().next().map(|found| found.1);
        let access = Access {
            register: declared.and_then(Type::width).unwrap_or(access.register),
            ..self.where_parameters_are(&operands[1], access)
        };
        let registers = results.iter().map(|found| found.map(|(reg, _)| reg));
        self.emit_at(Op::Ld(access), offset, registers, [address]);
        Ok(())
    }

    pub fn store(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        let access = self.access(words)?;
        words.operand_count(&[2])?;
        let operands = &words.instruction().operands;
        if access.space == Space::Const {
            return Err(words.expected("a space that can be written"));
        }
        let mut read = Vec::with_capacity(5);
        for item in self.items(&operands[1], access.count)? {
            read.push(self.wide_source(item, access.ty)?);
        }
        if let Some((register, whole, at)) = self.parameter(&operands[0], access)? {
            for (source, at) in read
                .into_iter()
                .zip((at..).step_by(access.ty.bytes() as usize))
            {
                self.put_part((register, whole), at, access.ty, source);
            }
            return Ok(());
        }
        let (address, offset) = self.address(&operands[0], access.space)?;
        let access = self.where_parameters_are(&operands[0], access);
        if access.space == Space::Param {
            return Err(Problem::new(
                operands[0].at,
                "a kernel's parameters cannot be written",
            ));
        }
        read.insert(0, address);
        self.emit_at(Op::St(access), offset, [], read);
        Ok(())
    }

    fn items<'i>(
        &self,
        operand: &'i ast::Operand<'s>,
        count: u8,
    ) -> Result<&'i [ast::Operand<'s>], Problem> {
        if count == 1 {
            // `ld.f32 {%f1}, [a]` is not PTX; a single operand is itself.
            return Ok(std::slice::from_ref(operand));
        }
        self.vector(operand, usize::from(count))
    }

    /// The register of a scalar `.param` of a call, if that is what an address names, its type, and the byte
    /// where the access begins.
    fn parameter(
        &mut self,
        operand: &ast::Operand<'s>,
        access: Access,
    ) -> Result<Option<(Reg, Type, u32)>, Problem> {
        let OperandKind::Address(Some(name), offset) = operand.kind else {
            return Ok(None);
        };
        let Some(Symbol::Parameter(register, declared)) = self.lookup(name) else {
            return Ok(None);
        };
        if access.space != Space::Param {
            let message = format!("'{name}' is a .param, the access is {}", access.space);
            return Err(Problem::new(operand.at, message));
        }
        let (bytes, whole) = (
            access.ty.bytes() * u32::from(access.count),
            declared.bytes(),
        );
        let at = u32::try_from(offset)
            .ok()
            .filter(|at| at.checked_add(bytes).is_some_and(|end| end <= whole));
        let Some(at) = at else {
            let message = format!(
                "'{name}' is a .param of {whole} bytes; the access is of bytes {offset} to {}",
                offset.wrapping_add(i64::from(bytes) - 1)
            );
            return Err(Problem::new(operand.at, message));
        };
        if !at.is_multiple_of(bytes) {
            return Err(Problem::new(
                operand.at,
                format!("{bytes} bytes at byte {offset} are misaligned"),
            ));
        }
        Ok(Some((register, declared, at)))
    }

    /// Structs that are passed to functions live in local memory.
    fn where_parameters_are(&mut self, operand: &ast::Operand<'s>, access: Access) -> Access {
        let OperandKind::Address(Some(name), _) = operand.kind else {
            return access;
        };
        match (self.lookup(name), access.space) {
            (Some(Symbol::Address(Space::Local, _)), Space::Param) => Access {
                space: Space::Local,
                ..access
            },
            _ => access,
        }
    }

    pub fn prefetch(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        if let Some(Space::Global | Space::Local) = words.peek().and_then(Space::from_name) {
            words.take();
        }
        words.must("a cache level", &[("L1", ()), ("L2", ())])?;
        words.end()?;
        words.operand_count(&[1])?;
        self.address(&words.instruction().operands[0], Space::Generic)?;
        self.idle();
        Ok(())
    }

    pub fn atom(&mut self, words: &mut Words<'_, 's>) -> Result<(), Problem> {
        const ORDERS: &[(&str, ())] = &[
            ("relaxed", ()),
            ("acquire", ()),
            ("release", ()),
            ("acq_rel", ()),
        ];
        const SCOPES: &[(&str, ())] = &[("cta", ()), ("gpu", ()), ("sys", ())];
        words.one_of(ORDERS);
        words.one_of(SCOPES);
        let space = match words.peek().and_then(Space::from_name) {
            Some(space @ (Space::Global | Space::Shared)) => {
                words.take();
                space
            }
            _ => Space::Generic,
        };
        // Older PTX puts the scope here.
        words.one_of(SCOPES);
        let atomic = words.must(
            "an operation",
            &[
                ("and", Atomic::And),
                ("or", Atomic::Or),
                ("xor", Atomic::Xor),
                ("cas", Atomic::Cas),
                ("exch", Atomic::Exch),
                ("add", Atomic::Add),
                ("inc", Atomic::Inc),
                ("dec", Atomic::Dec),
                ("min", Atomic::Min),
                ("max", Atomic::Max),
            ],
        )?;
        let reduces = words.instruction().opcode == "red";
        let halves = words.maybe("noftz");
        let ty = words
            .last_type(|ty| ty.half().is_some() == halves && atomic_type(atomic, ty, reduces))?;
        let sources = if atomic == Atomic::Cas { 2 } else { 1 };
        let results = usize::from(!reduces);
        words.operand_count(&[results + 1 + sources])?;
        let operands = &words.instruction().operands;
        let (address, offset) = self.address(&operands[results], space)?;
        let mut read = vec![address];
        for operand in &operands[results + 1..] {
            read.push(self.source(operand, ty)?);
        }
        let result = if reduces {
            None
        } else {
            self.result(&operands[0], ty)?
        };
        let access = Access {
            space,
            ty,
            count: 1,
            register: ty.width().unwrap_or(Width::W32),
        };
        self.emit_at(Op::Atom(atomic, access), offset, [result], read);
        Ok(())
    }
}

/// PTX's table of atomics.
fn atomic_type(atomic: Atomic, ty: Type, reduces: bool) -> bool {
    use Width::{W32, W64};
    match atomic {
        Atomic::And | Atomic::Or | Atomic::Xor => matches!(ty, Type::Bits(W32 | W64)),
        Atomic::Cas | Atomic::Exch => matches!(ty, Type::Bits(W32 | W64)) && !reduces,
        Atomic::Add => matches!(
            ty,
            Type::Unsigned(W32 | W64)
                | Type::Signed(W32)
                | Type::Float(_)
                | Type::Brain
                | Type::Packed(_)
        ),
        Atomic::Inc | Atomic::Dec => ty == Type::Unsigned(W32),
        Atomic::Min | Atomic::Max => {
            matches!(ty, Type::Unsigned(W32 | W64) | Type::Signed(W32 | W64))
        }
    }
}
