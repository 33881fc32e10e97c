//! Lowering: from syntax to the executable form over virtual registers.
//!
//! Here instructions get their meaning and types are checked; an entry that comes to what is not supported is
//! refused by name. Device functions are inlined at their calls, as compilers for GPUs do, so
//! that divergence and registers are one kernel's affair. Before:
//!
//! ```text
//! mad.lo.s32 %r1, %r6, %r7, %r8;
//! @%p1 bra $L__BB0_2;
//! ```
//!
//! and after: `Int3(MadLo, s32)` with a result and three operands, and a guarded `Bra(16)`.

mod bits;
mod body;
mod call;
mod callees;
mod context;
mod control;
mod conversion;
mod data;
mod float;
mod half;
mod instruction;
mod integer;
mod memory;
mod operand;
mod scope;
mod texture;
mod warp;
mod words;

pub use data::{DataVariable, Image};

use crate::ir::{Kernel, Parameter, Registers};
use crate::ptx::ast::{self, Element};
use crate::ptx::{Diagnostic, Problem, Space, Type};
use callees::Callees;
use context::Context;
use scope::{Scope, Symbol};
use std::collections::HashMap;

/// A module, ready to run.
#[derive(Clone, Debug)]
pub struct Module {
    /// `.version`.
    pub version: (u32, u32),
    /// `.target`.
    pub target: String,
    /// Bits of an address.
    pub address_bits: u32,
    /// Kernels, in order of the text.
    pub kernels: Vec<Kernel>,
    /// Entries that cannot be run: they come to something that is not supported, or not PTX.
    pub refused: Vec<Refused>,
    /// `.global` variables.
    pub global: Image,
    /// `.const` variables.
    pub constant: Image,
    /// `.texref` and `.surfref` variables, by the number of their handle.
    pub textures: Vec<String>,
}

/// An entry that cannot be run.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Its name.
    pub name: String,
    /// Why.
    pub diagnostic: Box<Diagnostic>,
}

impl Module {
    /// Parses and lowers a module. `name` is what errors call the text, usually its path. An entry that comes to what
    /// is not supported is among the [`refused`](Self::refused), whatever the others do.
    pub fn load(name: &str, text: &str) -> Result<Self, Box<Diagnostic>> {
        let module = crate::ptx::parse(name, text)?;
        lower(name, &module, text)
            .map_err(|problem| Box::new(Diagnostic::new(name, text, &problem)))
    }

    /// The kernel of this name.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }
}

fn lower(name: &str, module: &ast::Module<'_>, text: &str) -> Result<Module, Problem> {
    let context = Context::new(module, text)?;
    let (mut kernels, mut refused) = (Vec::new(), Vec::new());
    for function in &module.functions {
        if !function.entry || function.body.is_none() {
            continue;
        }
        match context.kernel(function) {
            Ok(kernel) => kernels.push(kernel),
            Err(mut problem) => {
                if let Some(source) = context.source.describe(context.lines.line(problem.at)) {
                    problem.message = format!("{} (of {source})", problem.message);
                }
                refused.push(Refused {
                    name: function.name.to_owned(),
                    diagnostic: Box::new(Diagnostic::new(name, text, &problem)),
                });
            }
        }
    }
    Ok(Module {
        version: module.version,
        target: module.target.to_owned(),
        address_bits: module.address_size,
        kernels,
        refused,
        global: context.data.global,
        constant: context.data.constant,
        textures: context.data.textures,
    })
}

/// The state of lowering one kernel.
struct Lowering<'m, 's> {
    context: &'m Context<'m, 's>,
    kernel: Kernel,
    classes: Vec<crate::ir::Class>,
    constants: HashMap<u64, u32>,
    /// Innermost last; the first one is the module's.
    scopes: Vec<Scope<'s>>,
    /// Instruction index of each label, once it is known, and where it was first named.
    labels: Vec<Option<u32>>,
    /// What calls through registers may reach, by the number of their symbol.
    callees: Vec<Callees<'s>>,
    /// Functions that are being inlined, innermost last.
    calls: Vec<&'s str>,
    /// Where `ret` goes; `None` in the kernel itself, where it is `exit`.
    return_label: Option<u32>,
    /// The condition code's carry flag, once an instruction uses it.
    carry: Option<crate::ir::Reg>,
    /// Constants that are offsets into dynamic shared memory, whose start is known at the end.
    dynamic: Vec<(u32, i64)>,
    /// Guard and line of the instruction that is being lowered.
    guard: Option<crate::ir::Guard>,
    line: u32,
}

impl<'m, 's> Lowering<'m, 's> {
    fn new(context: &'m Context<'m, 's>, function: &ast::Function<'s>) -> Result<Self, Problem> {
        let module = context.module;
        let mut lowering = Self {
            context,
            kernel: Kernel {
                name: function.name.to_owned(),
                address_bits: module.address_size,
                code: Vec::new(),
                constants: Vec::new(),
                tables: Vec::new(),
                registers: Registers::Virtual(Vec::new()),
                parameters: Vec::new(),
                parameter_bytes: 0,
                shared_bytes: 0,
                local_bytes: 0,
                textures: context.data.textures.clone(),
                source: context.source.clone(),
                required_block: function.required_block,
                largest_block: function.largest_block,
            },
            classes: Vec::new(),
            constants: HashMap::new(),
            scopes: vec![Scope::default()],
            labels: Vec::new(),
            callees: Vec::new(),
            calls: vec![function.name],
            return_label: None,
            carry: None,
            dynamic: Vec::new(),
            guard: None,
            line: context.lines.line(function.at),
        };
        for (name, symbol) in &context.data.symbols {
            lowering.scopes[0].declare(name, *symbol);
        }
        // Shared variables of the module: laid out for each kernel alike.
        for variable in module.variables.iter().filter(|v| v.space == Space::Shared) {
            lowering.memory_variable(variable)?;
        }
        Ok(lowering)
    }

    fn entry(&mut self, function: &ast::Function<'s>) -> Result<(), Problem> {
        if let Some(refused) = &function.refused {
            return Err(refused.clone());
        }
        if let Some(value) = function.returns.first() {
            return Err(Problem::new(value.at, "a kernel returns nothing"));
        }
        self.scopes.push(Scope::default());
        let mut offset = 0u64;
        for parameter in &function.parameters {
            let Element::Type(ty) = parameter.element else {
                return Err(Problem::new(
                    parameter.at,
                    "expected a parameter with a type",
                ));
            };
            if parameter.register || parameter.count.is_none() {
                let message = "a kernel's parameter is a .param of known size";
                return Err(Problem::new(parameter.at, message));
            }
            offset = offset.next_multiple_of(u64::from(parameter.align.max(ty.bytes())));
            let bytes = parameter.bytes();
            // The ISA allows 4,352 bytes, later 32,764.
            if offset + bytes > 32_764 {
                return Err(Problem::new(
                    parameter.at,
                    "parameters take more than 32,764 bytes",
                ));
            }
            self.kernel.parameters.push(Parameter {
                name: parameter.name.to_owned(),
                ty,
                offset: offset as u32,
                bytes: bytes as u32,
            });
            let address = Symbol::Address(Space::Param, offset);
            self.declare(parameter.at, parameter.name, address)?;
            offset += bytes;
        }
        self.kernel.parameter_bytes = offset as u32;
        let statements = function.body.as_deref().unwrap_or_default();
        self.statements(statements)?;
        self.scopes.pop();
        Ok(())
    }

    fn finish(mut self) -> Result<Kernel, Problem> {
        use crate::ir::{Instruction, Op};
        // Control that falls off the end of a kernel leaves it; labels may stand there too.
        let end = Instruction::new(Op::Exit, self.line);
        self.kernel.code.push(end);
        let last = self.kernel.code.len() as u32 - 1;
        // Dynamic shared memory suits every type there is.
        let dynamic = self.kernel.shared_bytes.next_multiple_of(16);
        if !self.dynamic.is_empty() {
            self.kernel.shared_bytes = dynamic;
        }
        for &(index, offset) in &self.dynamic {
            self.kernel.constants[index as usize] = u64::from(dynamic).wrapping_add(offset as u64);
        }
        let labels = &self.labels;
        // Every label was declared where it stands, so each has a place by now.
        let place = |label: u32| labels[label as usize].unwrap_or(last);
        for instruction in &mut self.kernel.code {
            if let Op::Bra(target) = &mut instruction.op {
                *target = place(*target);
            }
        }
        for target in self.kernel.tables.iter_mut().flatten() {
            *target = place(*target);
        }
        self.kernel.registers = Registers::Virtual(self.classes);
        Ok(self.kernel)
    }

    fn new_register(&mut self, ty: Type) -> crate::ir::Reg {
        let class = crate::ir::Class::of(ty);
        self.classes.push(class);
        crate::ir::Reg {
            class,
            index: self.classes.len() as u32 - 1,
        }
    }

    fn new_label(&mut self) -> u32 {
        self.labels.push(None);
        self.labels.len() as u32 - 1
    }
}
