//! Kits of units whose stimulus comes from a closed loop, and oracles that see ports as structs.

use crate::engine::{Bench, Engine, FnBench};
use crate::generate::closed_loop::{ClosedLoop, Surroundings};
use crate::generate::facing::{Facing, Reacting};
use crate::generate::Generator;
use crate::golden_engine::GoldenEngine;
use crate::interface::Interface;
use crate::kit::Kit;
use crate::oracle::{Oracle, Violation};
use spec::{Ports, Unit, UnitModel};
use std::marker::PhantomData;

/// An oracle of one unit.
pub trait Watcher<U: Unit> {
    /// A cycle of reset.
    fn reset(&mut self);

    /// A cycle out of reset.
    fn observe(&mut self, inputs: &U::Inputs, outputs: &U::Outputs) -> Result<(), Violation>;
}

/// A watcher behind frames.
pub struct Watched<U, W> {
    watcher: W,
    unit: PhantomData<fn() -> U>,
}

impl<U: Unit, W: Watcher<U>> Watched<U, W> {
    /// An oracle from a watcher.
    pub fn new(watcher: W) -> Self {
        Self {
            watcher,
            unit: PhantomData,
        }
    }
}

impl<U: Unit, W: Watcher<U>> Oracle for Watched<U, W> {
    fn reset(&mut self) {
        self.watcher.reset();
    }

    fn observe(&mut self, inputs: &[u32], outputs: &[u32]) -> Result<(), Violation> {
        let (inputs, outputs) = (U::Inputs::unpack(inputs), U::Outputs::unpack(outputs));
        self.watcher.observe(&inputs, &outputs)
    }
}

/// The kit of a unit from its golden model, what stands around it, and its watcher.
pub struct ClosedKit<U: Unit, M, S, W> {
    /// What was chosen.
    pub parameters: U::Parameters,
    /// The golden model after reset.
    pub model: fn(U::Parameters) -> M,
    /// What stands around the unit.
    pub around: fn(U::Parameters) -> S,
    /// Its watcher after reset.
    pub watcher: fn(U::Parameters) -> W,
}

impl<U, M, S, W> Kit for ClosedKit<U, M, S, W>
where
    U: Unit + 'static,
    U::Parameters: Copy + Send + Sync + 'static,
    M: UnitModel<U> + 'static,
    S: Surroundings<U> + 'static,
    W: Watcher<U> + 'static,
{
    fn golden(&self) -> Box<dyn Bench> {
        let (parameters, model) = (self.parameters, self.model);
        Box::new(FnBench(move |_| {
            let engine = GoldenEngine::<U, _>::new(&parameters, model(parameters));
            Ok(Box::new(engine) as Box<dyn Engine>)
        }))
    }

    fn generator(&self, _interface: &Interface, seed: u64) -> Box<dyn Generator> {
        let (model, around) = (
            (self.model)(self.parameters),
            (self.around)(self.parameters),
        );
        Box::new(ClosedLoop::<U, M, S>::new(
            &self.parameters,
            model,
            around,
            seed,
        ))
    }

    fn facing(&self, _: &Interface, seed: u64, engine: Box<dyn Engine>) -> Box<dyn Facing> {
        let parts = (
            (self.model)(self.parameters),
            (self.around)(self.parameters),
        );
        let parameters = &self.parameters;
        Box::new(Reacting::<U, M, S>::new(parameters, parts, seed, engine))
    }

    fn oracle(&self) -> Option<Box<dyn Oracle>> {
        let watcher = (self.watcher)(self.parameters);
        Some(Box::new(Watched::<U, W>::new(watcher)))
    }
}
