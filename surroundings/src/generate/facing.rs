//! A unit on an engine, among neighbours that react to what it does itself. A [`Generator`]'s react to a golden model:
//! they are no more what the contract asks for once the unit differs from it.

use super::closed_loop::{ClosedLoop, Surroundings};
use super::Generator;
use crate::engine::{Engine, Halt};
use crate::interface::Interface;
use spec::{Ports, Unit, UnitFault, UnitModel};
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

/// A unit and its neighbours.
pub trait Facing {
    /// The next cycle; an error is the engine's, and the last that is to be heard of it.
    fn cycle(&mut self) -> Result<(), Halt>;
}

/// An engine, a row of inputs and a frame of outputs.
struct Rig {
    engine: Box<dyn Engine>,
    row: Vec<u32>,
    outputs: Vec<u32>,
}

impl Rig {
    fn new(engine: Box<dyn Engine>, interface: &Interface) -> Self {
        Self {
            engine,
            row: vec![0; interface.row_words()],
            outputs: vec![0; interface.output_words()],
        }
    }

    fn run(&mut self) -> Result<(), Halt> {
        self.engine.run(&self.row, &mut self.outputs)
    }
}

/// Neighbours that react to nothing.
pub struct Told {
    generator: Box<dyn Generator>,
    rig: Rig,
}

impl Told {
    /// Of such a generator.
    pub fn new(
        generator: Box<dyn Generator>,
        engine: Box<dyn Engine>,
        interface: &Interface,
    ) -> Self {
        let rig = Rig::new(engine, interface);
        Self { generator, rig }
    }
}

impl Facing for Told {
    fn cycle(&mut self) -> Result<(), Halt> {
        self.generator.fill(&mut self.rig.row);
        self.rig.run()
    }
}

/// Neighbours that react. What the contract allows says a golden model that is given the same.
pub struct Reacting<U: Unit, M, S> {
    around: ClosedLoop<U, Beside<U, M>, S>,
    halt: Rc<RefCell<Option<Halt>>>,
    row: Vec<u32>,
}

impl<U: Unit, M: UnitModel<U>, S: Surroundings<U>> Reacting<U, M, S> {
    /// The stream of a seed.
    pub fn new(
        parameters: &U::Parameters,
        (model, around): (M, S),
        seed: u64,
        engine: Box<dyn Engine>,
    ) -> Self {
        let interface = Interface::new(U::Inputs::ports(parameters), U::Outputs::ports(parameters));
        let halt = Rc::new(RefCell::new(None));
        let beside = Beside {
            model,
            rig: Rig::new(engine, &interface),
            halt: Rc::clone(&halt),
            unit: PhantomData,
        };
        Self {
            around: ClosedLoop::new(parameters, beside, around, seed),
            halt,
            row: vec![0; interface.row_words()],
        }
    }
}

impl<U: Unit, M: UnitModel<U>, S: Surroundings<U>> Facing for Reacting<U, M, S> {
    fn cycle(&mut self) -> Result<(), Halt> {
        self.around.fill(&mut self.row);
        self.halt.take().map_or(Ok(()), Err)
    }
}

/// A golden model that refuses, and an engine that answers.
struct Beside<U, M> {
    model: M,
    rig: Rig,
    halt: Rc<RefCell<Option<Halt>>>,
    unit: PhantomData<fn() -> U>,
}

impl<U: Unit, M: UnitModel<U>> Beside<U, M> {
    fn run(&mut self) -> bool {
        let halt = self.rig.run().err();
        let runs = halt.is_none();
        if !runs {
            *self.halt.borrow_mut() = halt;
        }
        runs
    }
}

impl<U: Unit, M: UnitModel<U>> UnitModel<U> for Beside<U, M> {
    fn reset(&mut self) {
        self.model.reset();
        self.rig.row.fill(0);
        self.rig.row[0] = 1;
        self.run();
    }

    fn cycle(&mut self, inputs: &U::Inputs) -> Result<U::Outputs, UnitFault<U::Outputs>> {
        let expected = self.model.cycle(inputs)?;
        self.rig.row[0] = 0;
        inputs.pack(&mut self.rig.row[1..]);
        Ok(match self.run() {
            true => U::Outputs::unpack(&self.rig.outputs),
            false => expected,
        })
    }
}
