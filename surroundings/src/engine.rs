//! What runs a unit: golden model, rust_hdl's simulator, Verilated RTL.

use std::cell::RefCell;
use std::fmt;
use std::path::Path;
use std::rc::Rc;

/// A unit that runs in batches of cycles.
///
/// In a cycle inputs and reset are applied, outputs settle and are read, then the clock rises.
/// After construction an engine is at power-up: its registers hold anything.
pub trait Engine {
    /// The kind of engine, such as `golden`.
    fn name(&self) -> &'static str;

    /// Runs one cycle for each row of `rows` and writes each cycle's output frame to `outputs`.
    ///
    /// Rows are laid out as [`crate::interface`] says; both slices hold the same number of
    /// cycles. In cycles of reset the output frame may be left as it is. When the engine halts in
    /// some cycle the frames before it are written, and the engine must not be used any more.
    fn run(&mut self, rows: &[u32], outputs: &mut [u32]) -> Result<(), Halt>;

    /// From the next cycle on writes every signal inside the unit to a VCD file, or with `None` stops
    /// to. Only for engines of [`Bench::start_traceable`].
    fn trace(&mut self, vcd: Option<&Path>) -> Result<(), EngineError> {
        let _ = vcd;
        Err(EngineError::new("the engine has no signals to trace"))
    }
}

/// An engine that is looked at after it has run in the hands of another.
impl<E: Engine> Engine for Rc<RefCell<E>> {
    fn name(&self) -> &'static str {
        self.borrow().name()
    }

    fn run(&mut self, rows: &[u32], outputs: &mut [u32]) -> Result<(), Halt> {
        self.borrow_mut().run(rows, outputs)
    }
}

/// Why an engine stopped within a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The contract defines no answer to the stimulus.
    OutOfContract {
        /// The cycle within the batch.
        index: usize,
        /// What the stimulus did.
        reason: String,
    },
    /// The engine itself failed.
    Failed(EngineError),
}

/// An engine that can't be built or that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineError {
    /// One line, or several when a tool's own messages follow.
    pub message: String,
}

impl EngineError {
    /// From a message, which may be what a tool has said. Terminals and files get no control
    /// characters of it.
    pub fn new(message: impl Into<String>) -> Self {
        let message: String = message.into();
        let plain = |c: char| match c {
            '\n' | '\t' => c,
            c if c.is_control() => '?',
            c => c,
        };
        Self {
            message: message.chars().map(plain).collect(),
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for EngineError {}

/// A built unit from which any number of engines can be started, each at power-up.
pub trait Bench: Send + Sync {
    /// An engine whose registers start with values drawn from `power_up`.
    fn start(&self, power_up: u64) -> Result<Box<dyn Engine>, EngineError>;

    /// The same, ready for [`Engine::trace`]. `None` when the engine has nothing to show beside its
    /// ports.
    fn start_traceable(&self, power_up: u64) -> Result<Option<Box<dyn Engine>>, EngineError> {
        let _ = power_up;
        Ok(None)
    }
}

/// A bench from a closure that starts engines.
pub struct FnBench<F>(pub F);

impl<F> Bench for FnBench<F>
where
    F: Fn(u64) -> Result<Box<dyn Engine>, EngineError> + Send + Sync,
{
    fn start(&self, power_up: u64) -> Result<Box<dyn Engine>, EngineError> {
        (self.0)(power_up)
    }
}
