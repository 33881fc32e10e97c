//! An engine as a model of its unit, and beside a golden model.

use crate::lockstep::{Mismatch, Subject};
use crate::window::Window;
use spec::{Difference, OutOfContract, Ports, Unit, UnitFault, UnitModel};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use surroundings::engine::{Engine, Halt};
use surroundings::interface::Interface;

/// Cycles of a trace that are kept at least: what shrinking looks at.
const KEPT: usize = 65_536;

/// What has gone in at the ports of a unit.
#[derive(Debug, Default)]
pub(super) struct Trace {
    pub rows: Vec<u32>,
    row_words: usize,
    /// Cycles that are in no row any more.
    dropped: u64,
}

impl Trace {
    fn push(&mut self, row: &[u32]) {
        self.row_words = row.len();
        // What was before a reset explains nothing.
        if row[0] == 1 {
            self.rows.clear();
            self.dropped = 0;
        }
        if self.rows.len() >= 2 * KEPT * row.len() {
            self.rows.drain(..KEPT * row.len());
            self.dropped += KEPT as u64;
        }
        self.rows.extend_from_slice(row);
    }

    /// Cycles since the last reset.
    pub fn cycles(&self) -> u64 {
        self.dropped + (self.rows.len() / self.row_words.max(1)) as u64
    }
}

/// An engine as a model of its unit, every cycle of it recorded.
pub(super) struct EngineModel {
    engine: Box<dyn Engine>,
    trace: Rc<RefCell<Trace>>,
    window: Option<Rc<RefCell<Window>>>,
    row: Vec<u32>,
    frame: Vec<u32>,
}

impl EngineModel {
    pub fn new(
        interface: &Interface,
        engine: Box<dyn Engine>,
        trace: Rc<RefCell<Trace>>,
        window: Option<Rc<RefCell<Window>>>,
    ) -> Self {
        Self {
            engine,
            trace,
            window,
            row: vec![0; interface.row_words()],
            frame: vec![0; interface.output_words()],
        }
    }

    fn run<O>(&mut self) -> Result<(), UnitFault<O>> {
        self.trace.borrow_mut().push(&self.row);
        if let Some(window) = &self.window {
            let opened = window.borrow_mut().before_cycle(&mut *self.engine);
            opened.map_err(|error| UnitFault::Failed(error.message))?;
        }
        let done = self.engine.run(&self.row, &mut self.frame);
        done.map_err(|halt| match halt {
            Halt::OutOfContract { reason, .. } => OutOfContract { reason }.into(),
            Halt::Failed(error) => UnitFault::Failed(error.message),
        })
    }
}

impl<U: Unit> UnitModel<U> for EngineModel {
    fn reset(&mut self) {
        self.row.fill(0);
        self.row[0] = 1;
        // An engine that fails does so in every cycle: the next one says it.
        let _ = self.run::<()>();
        self.row[0] = 0;
    }

    fn cycle(&mut self, inputs: &U::Inputs) -> Result<U::Outputs, UnitFault<U::Outputs>> {
        inputs.pack(&mut self.row[1..]);
        self.run()?;
        Ok(U::Outputs::unpack(&self.frame))
    }
}

/// A golden model and an engine, compared in every cycle.
pub(super) struct Beside<M> {
    pub golden: M,
    pub engine: EngineModel,
    pub interface: Interface,
    pub expected: Vec<u32>,
    pub mismatch: Rc<RefCell<Option<Mismatch>>>,
}

impl<U: Unit, M: UnitModel<U>> UnitModel<U> for Beside<M> {
    fn reset(&mut self) {
        self.golden.reset();
        UnitModel::<U>::reset(&mut self.engine);
    }

    fn cycle(&mut self, inputs: &U::Inputs) -> Result<U::Outputs, UnitFault<U::Outputs>> {
        let outputs = self.golden.cycle(inputs)?;
        UnitModel::<U>::cycle(&mut self.engine, inputs)?;
        outputs.pack(&mut self.expected);
        let actual = &self.engine.frame;
        if self.interface.agree(&self.expected, actual) {
            return Ok(outputs);
        }
        let first = self.interface.first_difference(&self.expected, actual);
        let port = first.map_or(String::new(), |slot| slot.port.name.clone());
        let cycle = self.engine.trace.borrow().cycles() - 1;
        *self.mismatch.borrow_mut() = Some(Mismatch {
            cycle,
            subject: Subject::Output(port.clone()),
            expected: self.expected.clone(),
            actual: actual.clone(),
        });
        let name = self.engine.engine.name();
        Err(UnitFault::Differs(Box::new(Difference {
            port,
            outputs,
            reason: format!("golden and {name} differ in cycle {cycle} since the unit's reset"),
        })))
    }

    fn inside(&self) -> Option<&dyn Any> {
        self.golden.inside()
    }

    fn quiescent_until(&self) -> u64 {
        self.golden.quiescent_until()
    }
}
