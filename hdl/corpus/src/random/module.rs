//! A random program as a block of rust_hdl.
//!
//! A block runs its program, and the program runs on the block's signals: so this file and `run` need each other.

use std::rc::Rc;

use rust_hdl::core::ast::Verilog;
use rust_hdl::core::block::Block;
use rust_hdl::core::clock::Clock;
use rust_hdl::core::direction::In;
use rust_hdl::core::logic::Logic;
use rust_hdl::core::probe::Probe;
use rust_hdl::core::signal::Signal;
use rust_hdl::core::timing::TimingInfo;

use super::program::{Declaration, Program, Variable};
use super::run;
use super::value::Value;
use super::wire::{self, Cell, Elements, Wire};
use hdl::engine::{settle, AnyUnit, Unsettled};
use hdl::ports::Port;
use hdl::tag::Tag;

/// A block that behaves as a [`Program`] says. It has the signals that the program mentions.
pub struct RandomModule {
    program: Rc<Program>,
    clock: Option<Signal<In, Clock>>,
    inputs: Vec<Elements<dyn Wire>>,
    outputs: Vec<Elements<dyn Wire>>,
    locals: Vec<Elements<dyn Wire>>,
    registers: Vec<Elements<dyn Cell>>,
    input_ports: Vec<Port>,
    output_ports: Vec<Port>,
}

impl RandomModule {
    /// The block of a program, in its initial state.
    pub fn new(program: &Program) -> Self {
        // A signal that is not mentioned has no elements.
        let wires = |declared: &[Declaration],
                     variable: fn(usize) -> Variable,
                     make: fn(&Declaration) -> Elements<dyn Wire>| {
            let present = |number: usize| program.mentions(variable(number));
            (declared.iter().enumerate())
                .map(|(number, declared)| match present(number) {
                    true => make(declared),
                    false => vec![],
                })
                .collect::<Vec<_>>()
        };
        let ports = |declared: &[Declaration], variable: fn(usize) -> Variable| {
            (declared.iter().enumerate())
                .filter(|&(number, _)| program.mentions(variable(number)))
                .map(|(_, declared)| Port {
                    name: declared.name.to_owned(),
                    width: declared.width,
                })
                .collect()
        };
        let registers: Vec<_> = (program.registers.iter().enumerate())
            .map(|(number, declared)| match program.has_register(number) {
                true => wire::register(declared),
                false => vec![],
            })
            .collect();
        let clocked = registers.iter().any(|elements| !elements.is_empty());
        RandomModule {
            clock: clocked.then(Signal::default),
            inputs: wires(&program.inputs, Variable::Input, wire::input),
            outputs: wires(&program.outputs, Variable::Output, wire::output),
            locals: wires(&program.locals, Variable::Local, wire::local),
            registers,
            input_ports: ports(&program.inputs, Variable::Input),
            output_ports: ports(&program.outputs, Variable::Output),
            program: Rc::new(program.clone()),
        }
    }

    pub(super) fn program(&self) -> &Rc<Program> {
        &self.program
    }

    pub(super) fn read(&self, variable: Variable, element: usize) -> Value {
        match variable {
            Variable::Input(number) => self.inputs[number][element].read(),
            Variable::Output(number) => self.outputs[number][element].read(),
            Variable::Local(number) => self.locals[number][element].read(),
            Variable::Q(number) => self.registers[number][element].q().read(),
            Variable::D(_) | Variable::Let(_) => panic!("{variable:?} is no signal to read"),
        }
    }

    pub(super) fn next(&mut self, variable: Variable, element: usize) -> Value {
        self.target(variable, element).next()
    }

    pub(super) fn write(&mut self, variable: Variable, element: usize, value: Value) {
        self.target(variable, element).write(value);
    }

    fn target(&mut self, variable: Variable, element: usize) -> &mut dyn Wire {
        match variable {
            Variable::Output(number) => self.outputs[number][element].as_mut(),
            Variable::Local(number) => self.locals[number][element].as_mut(),
            Variable::D(number) => self.registers[number][element].d(),
            Variable::Input(_) | Variable::Q(_) | Variable::Let(_) => {
                panic!("{variable:?} is no signal to assign")
            }
        }
    }

    /// All blocks inside.
    fn children(&mut self) -> Vec<&mut dyn Block> {
        let mut children: Vec<&mut dyn Block> = vec![];
        children.extend(self.clock.iter_mut().map(|clock| clock as &mut dyn Block));
        for group in [&mut self.inputs, &mut self.outputs, &mut self.locals] {
            children.extend(
                group
                    .iter_mut()
                    .flatten()
                    .map(|wire| wire.as_mut() as &mut dyn Block),
            );
        }
        let registers = self.registers.iter_mut().flatten();
        children.extend(registers.map(|register| register.as_mut() as &mut dyn Block));
        children
    }
}

impl Logic for RandomModule {
    fn update(&mut self) {
        if let Some(clock) = &self.clock {
            let clock = clock.val();
            for (number, elements) in self.registers.iter_mut().enumerate() {
                for register in elements {
                    register.drive_clock(clock);
                    if self.program.registers[number].holds {
                        register.keep();
                    }
                }
            }
        }
        run::run(self);
    }

    fn connect(&mut self) {
        for group in [&mut self.outputs, &mut self.locals] {
            group.iter_mut().flatten().for_each(|wire| wire.connect());
        }
        let registers = self.registers.iter_mut().flatten();
        registers.for_each(|register| register.claim_inputs());
    }

    fn hdl(&self) -> Verilog {
        Verilog::Combinatorial(self.program.ast())
    }

    fn timing(&self) -> Vec<TimingInfo> {
        Tag::module::<Self>(Some("random".to_owned())).encode()
    }
}

impl Block for RandomModule {
    fn connect_all(&mut self) {
        self.connect();
        self.children().into_iter().for_each(Block::connect_all);
    }

    fn update_all(&mut self) {
        self.update();
        self.children().into_iter().for_each(Block::update_all);
    }

    fn has_changed(&self) -> bool {
        let wires = [&self.inputs, &self.outputs, &self.locals];
        self.clock.iter().any(Block::has_changed)
            || wires
                .into_iter()
                .flatten()
                .flatten()
                .any(|wire| wire.has_changed())
            || self
                .registers
                .iter()
                .flatten()
                .any(|register| register.has_changed())
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        if let Some(clock) = &self.clock {
            clock.accept("clock", probe);
        }
        let groups = [
            (&self.inputs, &self.program.inputs),
            (&self.outputs, &self.program.outputs),
            (&self.locals, &self.program.locals),
        ];
        for (wires, declared) in groups {
            for (elements, declared) in wires.iter().zip(declared) {
                for (number, element) in elements.iter().enumerate() {
                    element.accept(&element_name(declared, number), probe);
                }
            }
        }
        for (elements, declared) in self.registers.iter().zip(&self.program.registers) {
            for (number, element) in elements.iter().enumerate() {
                element.accept(&element_name(&declared.signal, number), probe);
            }
        }
        probe.visit_end_scope(name, self);
    }
}

/// rust_hdl's name of an element of an array.
fn element_name(declared: &Declaration, number: usize) -> String {
    match declared.length {
        Some(_) => format!("{}${number}", declared.name),
        None => declared.name.to_owned(),
    }
}

impl AnyUnit for RandomModule {
    fn block(&self) -> &dyn Block {
        self
    }

    fn inputs(&self) -> Vec<Port> {
        self.input_ports.clone()
    }

    fn outputs(&self) -> Vec<Port> {
        self.output_ports.clone()
    }

    fn prepare(&mut self) {
        self.clock.iter_mut().for_each(|clock| clock.connect());
        self.inputs
            .iter_mut()
            .flatten()
            .for_each(|wire| wire.connect());
        self.connect_all();
    }

    fn normalize(&self, inputs: &mut [u32]) {
        let mut frame = inputs;
        for port in &self.input_ports {
            let (words, rest) = frame.split_at_mut(port.words());
            if let (Some(last), used @ 1..) = (words.last_mut(), port.width % 32) {
                *last &= (1 << used) - 1;
            }
            frame = rest;
        }
    }

    fn cycle(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<(), Unsettled> {
        self.apply(inputs)?;
        let mut frame = outputs;
        for wire in self.outputs.iter().flatten() {
            let value = wire.read();
            let (words, rest) = frame.split_at_mut(value.width().div_ceil(32));
            for (word, bits) in words.iter_mut().enumerate() {
                *bits = (0..32).fold(0, |bits, bit| {
                    bits | u32::from(value.bit(word * 32 + bit)) << bit
                });
            }
            frame = rest;
        }
        if let Some(clock) = &mut self.clock {
            clock.next = true.into();
            settle(self)?;
        }
        if let Some(clock) = &mut self.clock {
            clock.next = false.into();
        }
        Ok(())
    }

    fn apply(&mut self, inputs: &[u32]) -> Result<(), Unsettled> {
        let mut frame = inputs;
        for wire in self.inputs.iter_mut().flatten() {
            let width = wire.read().width();
            let (words, rest) = frame.split_at(width.div_ceil(32));
            wire.write(Value::from_bits(width, |position| {
                words[position / 32] >> (position % 32) & 1 == 1
            }));
            frame = rest;
        }
        settle(self)
    }
}
