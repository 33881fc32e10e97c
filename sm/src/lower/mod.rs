//! Lowering: from syntax to the executable form over virtual registers.
//!
//! Here instructions get their meaning and types are checked; what is not supported is refused by
//! name, never skipped. Device functions are inlined at their calls, as compilers for GPUs do, so
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
mod control;
mod conversion;
mod data;
mod float;
mod instruction;
mod integer;
mod memory;
mod operand;
mod scope;
mod warp;
mod words;

pub use data::{DataVariable, Image};

use crate::ir::{Kernel, Parameter, Registers};
use crate::ptx::ast::{self, Element};
use crate::ptx::{Diagnostic, Problem, Space, Type};
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
    /// `.global` variables.
    pub global: Image,
    /// `.const` variables.
    pub constant: Image,
    /// `.texref` variables.
    pub textures: Vec<String>,
}

impl Module {
    /// Parses and lowers a module. `name` is what errors call the text, usually its path.
    pub fn load(name: &str, text: &str) -> Result<Self, Box<Diagnostic>> {
        let module = crate::ptx::parse(name, text)?;
        lower(&module, text).map_err(|problem| Box::new(Diagnostic::new(name, text, &problem)))
    }

    /// The kernel of this name.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }
}

fn lower(module: &ast::Module<'_>, text: &str) -> Result<Module, Problem> {
    let data = data::lay_out(module)?;
    let mut functions = HashMap::new();
    for function in &module.functions {
        let known = functions.get(function.name);
        let defined = known.is_some_and(|f: &&ast::Function<'_>| f.body.is_some());
        if defined && function.body.is_some() {
            let message = format!("'{}' is defined a second time", function.name);
            return Err(Problem::new(function.at, message));
        }
        if !defined {
            functions.insert(function.name, function);
        }
    }
    let lines = Lines::new(text);
    let mut kernels = Vec::new();
    for function in &module.functions {
        if function.entry && function.body.is_some() {
            let mut lowering = Lowering::new(module, &functions, &data, &lines, function)?;
            lowering.entry(function)?;
            kernels.push(lowering.finish()?);
        } else if let (false, Some(_)) = (function.entry, &function.body) {
            // A function that no kernel calls must be understood too: nothing is skipped.
            let mut lowering = Lowering::new(module, &functions, &data, &lines, function)?;
            lowering.uncalled(function)?;
        }
    }
    Ok(Module {
        version: module.version,
        target: module.target.to_owned(),
        address_bits: module.address_size,
        kernels,
        global: data.global,
        constant: data.constant,
        textures: data.textures,
    })
}

/// Where lines begin, so that a line number is a binary search.
struct Lines(Vec<u32>);

impl Lines {
    fn new(text: &str) -> Self {
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        Self(newlines.map(|(at, _)| at as u32).collect())
    }

    fn line(&self, at: crate::ptx::At) -> u32 {
        1 + self.0.partition_point(|&newline| newline < at.0) as u32
    }
}

/// The state of lowering one kernel.
struct Lowering<'m, 's> {
    functions: &'m HashMap<&'s str, &'m ast::Function<'s>>,
    lines: &'m Lines,
    kernel: Kernel,
    classes: Vec<crate::ir::Class>,
    constants: HashMap<u64, u32>,
    /// Innermost last; the first one is the module's.
    scopes: Vec<Scope<'s>>,
    /// Instruction index of each label, once it is known, and where it was first named.
    labels: Vec<Option<u32>>,
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
    fn new(
        module: &'m ast::Module<'s>,
        functions: &'m HashMap<&'s str, &'m ast::Function<'s>>,
        data: &data::Data<'s>,
        lines: &'m Lines,
        function: &ast::Function<'s>,
    ) -> Result<Self, Problem> {
        let mut lowering = Self {
            functions,
            lines,
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
                textures: data.textures.clone(),
                required_block: function.required_block,
                largest_block: function.largest_block,
            },
            classes: Vec::new(),
            constants: HashMap::new(),
            scopes: vec![Scope::default()],
            labels: Vec::new(),
            calls: vec![function.name],
            return_label: None,
            carry: None,
            dynamic: Vec::new(),
            guard: None,
            line: lines.line(function.at),
        };
        for (name, symbol) in &data.symbols {
            lowering.scopes[0].declare(name, *symbol);
        }
        // Shared variables of the module: laid out for each kernel alike.
        for variable in module.variables.iter().filter(|v| v.space == Space::Shared) {
            lowering.memory_variable(variable)?;
        }
        Ok(lowering)
    }

    fn entry(&mut self, function: &ast::Function<'s>) -> Result<(), Problem> {
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

    /// Lowers a function that nothing calls, for its errors.
    fn uncalled(&mut self, function: &ast::Function<'s>) -> Result<(), Problem> {
        self.scopes.push(Scope::default());
        for parameter in function.returns.iter().chain(&function.parameters) {
            self.parameter_variable(parameter)?;
        }
        let end = self.new_label();
        self.return_label = Some(end);
        self.statements(function.body.as_deref().unwrap_or_default())?;
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
