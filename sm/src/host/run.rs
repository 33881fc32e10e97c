//! The state of one run: buffers, names, and what the phases do to them.

use super::buffers::{contents, count, struct_contents};
use super::error::{HostError, Inconsistency};
use super::expression::{evaluate, Value};
use super::machine::Machine;
use super::outcome::{Options, Outcome};
use super::place::{Place, Shape};
use super::session::Session;
use crate::alloc::{allocate, Allocated};
use crate::descriptor::{
    Buffer, BufferType, Check, Descriptor, ElementType, Launch, OutOfBounds, Scalar,
};
use crate::exec::{GlobalMemory, Limits, Program};
use crate::layout;
use crate::ptx::Space;
use crate::references;
use std::collections::BTreeMap;

/// The state of a run.
pub struct Run<'a> {
    pub(super) session: &'a Session,
    memory: GlobalMemory,
    pub(super) places: BTreeMap<String, Place>,
    /// Initial contents by the name that the buffer began with.
    pub(super) initial: BTreeMap<String, Vec<u8>>,
    pub(super) constants: BTreeMap<String, Value>,
    /// Counters and series of the phase that runs.
    pub(super) locals: BTreeMap<String, Value>,
    /// What the host has computed so far.
    pub(super) computed: BTreeMap<String, Value>,
    programs: BTreeMap<String, Program>,
    limits: Limits,
    pub(super) outcome: Outcome,
    options: Options,
    /// Who gets what kernels print, launch by launch.
    print: Option<fn(&str)>,
}

impl<'a> Run<'a> {
    /// Allocates and fills buffers, and looks up every name that the descriptor uses.
    pub fn new(session: &'a Session, options: Options) -> Result<Self, Inconsistency> {
        let descriptor = &session.descriptor();
        let limit = descriptor.instruction_limit;
        let mut run = Self {
            session,
            memory: GlobalMemory::of_module(session.module()),
            places: BTreeMap::new(),
            initial: BTreeMap::new(),
            constants: constants(descriptor)?,
            locals: BTreeMap::new(),
            computed: BTreeMap::new(),
            programs: BTreeMap::new(),
            limits: limit.map_or_else(Limits::default, |instructions| Limits { instructions }),
            outcome: Outcome {
                launches: 0,
                checks: Vec::new(),
                unfinished: None,
                printed: String::new(),
                outside: BTreeMap::new(),
                buffers: BTreeMap::new(),
                shapes: BTreeMap::new(),
                registers: BTreeMap::new(),
            },
            options,
            print: None,
        };
        for buffer in &descriptor.buffers {
            run.add(buffer).map_err(|problem| {
                Inconsistency(format!("buffer {:?}: {}", buffer.name, problem.0))
            })?;
        }
        for (index, texture) in descriptor.textures.iter().enumerate() {
            let name = &texture.name;
            let before = &descriptor.textures[..index];
            let taken = run.places.contains_key(name) || run.constants.contains_key(name);
            if taken || before.iter().any(|other| other.name == *name) {
                let message = format!("texture {name:?}: the name is used twice");
                return Err(Inconsistency(message));
            }
        }
        // A misspelt name fails before the first instruction, not after the last.
        for check in &descriptor.checks {
            run.expectation(check)?;
        }
        Ok(run)
    }

    pub(super) fn kernel(&self, launch: &Launch) -> Result<&'a crate::ir::Kernel, Inconsistency> {
        let kernel = self.session.kernel(&launch.entry);
        kernel.ok_or_else(|| format!("no kernel {:?} in the module", launch.entry).into())
    }

    fn expectation(&self, check: &Check) -> Result<(), Inconsistency> {
        self.place(&check.buffer)?;
        match (&check.file, &check.reference) {
            (Some(_), None) => Ok(()),
            (None, Some(name)) if references::find(name).is_some() => Ok(()),
            (None, Some(name)) => {
                let known: Vec<&str> = references::REFERENCES.iter().map(|r| r.0).collect();
                let known = known.join(", ");
                let message = format!("there is no reference {name:?}; there are {known}");
                Err(Inconsistency(message))
            }
            _ => Err(Inconsistency(format!(
                "check of {:?}: expected either file or reference",
                check.buffer
            ))),
        }
    }

    /// The number of a texture's or surface's handle: of a variable of the module, or, behind those, of an object that
    /// the descriptor alone knows.
    pub(super) fn handle(&self, name: &str) -> Option<u32> {
        let variables = &self.session.module().textures;
        let of_module = variables.iter().position(|variable| variable == name);
        let textures = &self.session.descriptor().textures;
        let object = || {
            let index = textures.iter().position(|texture| texture.name == name)?;
            Some(variables.len() + index)
        };
        of_module.or_else(object).map(|number| number as u32)
    }

    pub(super) fn place(&self, name: &str) -> Result<Place, Inconsistency> {
        let place = self.places.get(name).copied();
        place.ok_or_else(|| Inconsistency(format!("there is no buffer {name:?}")))
    }

    /// A scalar's value over constants and the phase's names, in arguments over buffers too.
    pub(super) fn value(&self, scalar: &Scalar, addresses: bool) -> Result<Value, Inconsistency> {
        let lookup = |name: &str| {
            let local = self.locals.get(name).or_else(|| self.computed.get(name));
            let local = local.or_else(|| self.constants.get(name));
            local.copied().or_else(|| {
                if !addresses {
                    return None;
                }
                let address = match self.places.get(name) {
                    Some(place) => place.address + layout::window(place.space),
                    None => layout::handle(self.handle(name)?),
                };
                Some(Value::Integer(address as i64))
            })
        };
        Ok(evaluate(scalar, &lookup)?)
    }

    fn add(&mut self, buffer: &Buffer) -> Result<(), Inconsistency> {
        let shape = match &buffer.element {
            BufferType::Element(element) => Shape::Element(*element),
            BufferType::Struct(name) => {
                let structs = &self.session.descriptor().structs;
                let index = structs.iter().position(|known| known.name == *name);
                Shape::Struct(index.ok_or_else(|| {
                    let elements = ElementType::ALL.map(ElementType::name).join(", ");
                    format!(
                        "type {name:?}: expected {elements}, or one of the descriptor's structs"
                    )
                })?)
            }
        };
        let size = count(self.value(&buffer.size, false)?, "size")?;
        let width = buffer.width.as_ref().map(|width| {
            self.value(width, false)
                .and_then(|value| count(value, "width"))
        });
        let value = |scalar: &Scalar| self.value(scalar, false);
        let folder = self.session.folder();
        let initial = match shape {
            Shape::Element(element) => contents(element, size, &buffer.init, folder, &value)?,
            Shape::Struct(_) => {
                struct_contents(&self.layout(shape), size, &buffer.init, folder, &value)?
            }
        };
        let width = width.transpose()?;
        let bytes = initial.len() as u64;
        let (space, address) = match (&buffer.symbol, buffer.out_of_bounds) {
            (None, OutOfBounds::Error) => {
                (Space::Global, self.memory.allocate(&buffer.name, bytes)?)
            }
            (None, OutOfBounds::Zero) => {
                let address = self.memory.allocate_forgiving(&buffer.name, bytes)?;
                (Space::Global, address)
            }
            (Some(symbol), OutOfBounds::Error) => self.symbol(symbol, bytes)?,
            (Some(_), OutOfBounds::Zero) => {
                return Err("out_of_bounds is for fresh memory, not for a variable".into());
            }
        };
        let place = Place {
            shape,
            width,
            space,
            address,
            bytes,
        };
        if self.places.insert(buffer.name.clone(), place).is_some() {
            return Err("the name is used twice".into());
        }
        if self.constants.contains_key(&buffer.name) {
            return Err("a constant has this name".into());
        }
        self.write(place, &initial);
        self.initial.insert(buffer.name.clone(), initial);
        Ok(())
    }

    fn symbol(&self, symbol: &str, bytes: u64) -> Result<(Space, u64), Inconsistency> {
        let module = &self.session.module();
        for (space, image) in [
            (Space::Global, &module.global),
            (Space::Const, &module.constant),
        ] {
            if let Some(variable) = image.variables.iter().find(|v| v.name == symbol) {
                if bytes > variable.bytes {
                    let most = variable.bytes;
                    return Err(format!("{bytes} bytes, '{symbol}' has {most}").into());
                }
                return Ok((space, variable.address));
            }
        }
        Err(format!("no .global or .const variable '{symbol}' in the module").into())
    }

    pub(super) fn write(&mut self, place: Place, contents: &[u8]) {
        let target = match place.space {
            Space::Const => {
                let start = place.address as usize;
                self.memory.constant.get_mut(start..start + contents.len())
            }
            _ => self.memory.slice_mut(place.address, place.bytes),
        };
        if let Some(target) = target {
            target.copy_from_slice(contents);
        }
    }

    pub(super) fn read(&self, place: Place) -> &[u8] {
        let found = match place.space {
            Space::Const => {
                let start = place.address as usize;
                self.memory
                    .constant
                    .get(start..start + place.bytes as usize)
            }
            _ => self.memory.slice(place.address, place.bytes),
        };
        found.unwrap_or_default()
    }

    pub(super) fn launch<M: Machine>(
        &mut self,
        launch: &Launch,
        machine: &mut M,
    ) -> Result<(), HostError> {
        let session = self.session;
        let problem = |problem: Inconsistency| {
            let message = format!("launch of {:?}: {}", launch.entry, problem.0);
            session.inconsistent(Inconsistency(message))
        };
        if !self.programs.contains_key(&launch.entry) {
            let kernel = self.kernel(launch).map_err(problem)?;
            let program = self.program(kernel)?;
            self.programs.insert(launch.entry.clone(), program);
        }
        for compute in &launch.compute {
            self.compute(compute).map_err(problem)?;
        }
        let description = self.describe(launch).map_err(problem)?;
        // Nothing was removed in between; a missing program would be an empty launch.
        if let Some(program) = self.programs.get(&launch.entry) {
            let done = machine.launch(program, &description, &mut self.memory, &mut self.limits);
            // What was printed before a fault is what one looks for.
            let printed = self.memory.take_printed();
            let printed = String::from_utf8_lossy(&printed);
            if let Some(print) = self.print.filter(|_| !printed.is_empty()) {
                print(&printed);
            }
            self.outcome.printed.push_str(&printed);
            done?;
            self.outcome.launches += 1;
        }
        Ok(())
    }

    /// The run with somebody who gets what kernels print, launch by launch.
    pub fn printing(self, print: Option<fn(&str)>) -> Self {
        Self { print, ..self }
    }

    /// The memory as it is.
    pub fn memory(&self) -> &GlobalMemory {
        &self.memory
    }

    fn program(&mut self, kernel: &crate::ir::Kernel) -> Result<Program, HostError> {
        if !self.options.physical {
            return Ok(Program::new(kernel.clone()));
        }
        let Allocated { kernel, report } = allocate(kernel, self.options.max_registers)?;
        self.outcome.registers.insert(kernel.name.clone(), report);
        Ok(Program::new(kernel))
    }
}

/// The values of all constants: those that need no others first, then those that need these.
fn constants(descriptor: &Descriptor) -> Result<BTreeMap<String, Value>, Inconsistency> {
    let mut known: BTreeMap<String, Value> = BTreeMap::new();
    while known.len() < descriptor.constants.len() {
        let before = known.len();
        let mut problem = None;
        for (name, scalar) in &descriptor.constants {
            if known.contains_key(name) {
                continue;
            }
            match evaluate(scalar, &|other| known.get(other).copied()) {
                Ok(value) => drop(known.insert(name.clone(), value)),
                Err(error) => problem = Some(format!("constant {name:?}: {error}")),
            }
        }
        if let (true, Some(problem)) = (known.len() == before, problem) {
            return Err(Inconsistency(problem));
        }
    }
    Ok(known)
}
