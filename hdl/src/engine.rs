//! Driving a block from outside, cycle by cycle, with packed frames.
//!
//! The same [frame](crate::ports) drives any other engine for the unit, so frames are the common tongue of
//! cosimulation.

use rust_hdl::core::block::Block;
use rust_hdl::core::clock::Clock;
use rust_hdl::core::direction::In;
use rust_hdl::core::signal::Signal;

use crate::ports::Port;

/// Rounds of propagation after which a circuit counts as oscillating. A round carries a change
/// through one level of hierarchy, so real designs settle within a few dozen.
const ROUNDS: usize = 10_000;

/// A block that frames drive. [`derive(HdlUnit)`](hdl_macros::HdlUnit) implements it: inputs are its
/// fields of direction `In` but for the clock, outputs those of direction `Out`, each in their order.
pub trait HdlUnit: Block {
    /// The inputs in the order of the frame, without the clock.
    fn inputs(&self) -> Vec<Port>;

    /// The outputs in the order of the frame.
    fn outputs(&self) -> Vec<Port>;

    /// Claims the inputs as driven from outside and connects the inside.
    fn prepare(&mut self);

    /// Makes arbitrary words a frame of legal inputs: clears the bits beyond a port's width, and
    /// replaces bits that encode no variant of an enum.
    ///
    /// # Panics
    /// When the frame is shorter than the [`inputs`](Self::inputs).
    fn normalize(inputs: &mut [u32]);

    /// Applies a frame to the inputs.
    ///
    /// # Panics
    /// When the frame is shorter than the [`inputs`](Self::inputs).
    fn drive(&mut self, inputs: &[u32]);

    /// Reads the outputs into a frame.
    ///
    /// # Panics
    /// When the frame is shorter than the [`outputs`](Self::outputs).
    fn sample(&self, outputs: &mut [u32]);

    /// The clock input; none for a combinational unit.
    fn clock(&mut self) -> Option<&mut Signal<In, Clock>>;
}

/// Any [`HdlUnit`], for lists of units of different types.
pub trait AnyUnit {
    /// The block, for the emitter.
    fn block(&self) -> &dyn Block;
    /// The inputs in the order of the frame, without the clock.
    fn inputs(&self) -> Vec<Port>;
    /// The outputs in the order of the frame.
    fn outputs(&self) -> Vec<Port>;
    /// As [`HdlUnit::prepare`].
    fn prepare(&mut self);
    /// As [`HdlUnit::normalize`].
    fn normalize(&self, inputs: &mut [u32]);
    /// As [`cycle`].
    fn cycle(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<(), Unsettled>;
    /// Applies a frame and lets it propagate, without an edge of the clock.
    fn apply(&mut self, inputs: &[u32]) -> Result<(), Unsettled>;
}

impl<U: HdlUnit> AnyUnit for U {
    fn block(&self) -> &dyn Block {
        self
    }

    fn inputs(&self) -> Vec<Port> {
        HdlUnit::inputs(self)
    }

    fn outputs(&self) -> Vec<Port> {
        HdlUnit::outputs(self)
    }

    fn prepare(&mut self) {
        HdlUnit::prepare(self);
    }

    fn normalize(&self, inputs: &mut [u32]) {
        U::normalize(inputs);
    }

    fn cycle(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<(), Unsettled> {
        cycle(self, inputs, outputs)
    }

    fn apply(&mut self, inputs: &[u32]) -> Result<(), Unsettled> {
        self.drive(inputs);
        settle(self)
    }
}

/// The circuit does not settle: a combinational loop oscillates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsettled {
    /// Rounds of propagation that were tried.
    pub rounds: usize,
}

impl std::fmt::Display for Unsettled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the circuit has not settled after {} rounds: it contains a combinational loop",
            self.rounds
        )
    }
}

impl std::error::Error for Unsettled {}

/// Lets changes propagate until nothing changes any more.
pub fn settle(unit: &mut impl Block) -> Result<(), Unsettled> {
    match rust_hdl::core::simulate::simulate(unit, ROUNDS) {
        true => Ok(()),
        false => Err(Unsettled { rounds: ROUNDS }),
    }
}

/// One clock cycle: applies the inputs while the clock is low, samples the outputs once they have
/// settled, then gives the rising edge.
///
/// Outputs that depend on registers thus show the state before the edge, together with what the
/// inputs of this cycle make of it.
pub fn cycle<U: HdlUnit>(
    unit: &mut U,
    inputs: &[u32],
    outputs: &mut [u32],
) -> Result<(), Unsettled> {
    unit.drive(inputs);
    settle(unit)?;
    unit.sample(outputs);
    if let Some(clock) = unit.clock() {
        clock.next = true.into();
        settle(unit)?;
    }
    if let Some(clock) = unit.clock() {
        clock.next = false.into();
    }
    Ok(())
}
