//! Driving a block from outside, cycle by cycle, with packed frames.
//!
//! A frame is a row of `u32` words: each port takes as many words as its width needs, lowest word
//! first, in the order in which [`hdl_unit!`](crate::hdl_unit) lists the ports. The same frame
//! drives any other engine for the unit, so frames are the common tongue of cosimulation.

use rust_hdl::core::block::Block;
use rust_hdl::core::clock::Clock;
use rust_hdl::core::direction::{Direction, In};
use rust_hdl::core::signal::Signal;
use rust_hdl::core::synth::Synth;

use crate::value::Packed;

/// Rounds of propagation after which a circuit counts as oscillating. A round carries a change
/// through one level of hierarchy, so real designs settle within a few dozen.
const ROUNDS: usize = 10_000;

/// A block that frames drive. [`hdl_unit!`](crate::hdl_unit) implements it.
pub trait HdlUnit: Block {
    /// The inputs in the order of the frame, without the clock.
    const INPUTS: &'static [Port];
    /// The outputs in the order of the frame.
    const OUTPUTS: &'static [Port];
    /// Words of an input frame.
    const INPUT_WORDS: usize = frame_words(Self::INPUTS);
    /// Words of an output frame.
    const OUTPUT_WORDS: usize = frame_words(Self::OUTPUTS);

    /// Claims the inputs as driven from outside and connects the inside.
    fn prepare(&mut self);

    /// Makes arbitrary words a frame of legal inputs: clears the bits beyond a port's width, and
    /// replaces bits that encode no variant of an enum.
    ///
    /// # Panics
    /// When the frame is shorter than [`INPUT_WORDS`](Self::INPUT_WORDS).
    fn normalize(inputs: &mut [u32]);

    /// Applies a frame to the inputs.
    ///
    /// # Panics
    /// When the frame is shorter than [`INPUT_WORDS`](Self::INPUT_WORDS).
    fn drive(&mut self, inputs: &[u32]);

    /// Reads the outputs into a frame.
    ///
    /// # Panics
    /// When the frame is shorter than [`OUTPUT_WORDS`](Self::OUTPUT_WORDS).
    fn sample(&self, outputs: &mut [u32]);

    /// The clock input; none for a combinational unit.
    fn clock(&mut self) -> Option<&mut Signal<In, Clock>>;
}

/// A port of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// The field of the block, which is the name in Verilog.
    pub name: &'static str,
    /// Bits.
    pub width: usize,
}

impl Port {
    /// Words that the port takes in a frame.
    pub const fn words(&self) -> usize {
        self.width.div_ceil(32)
    }
}

/// Words of a frame with these ports.
pub const fn frame_words(ports: &[Port]) -> usize {
    let mut words = 0;
    let mut index = 0;
    while index < ports.len() {
        words += ports[index].words();
        index += 1;
    }
    words
}

/// Any [`HdlUnit`], for lists of units of different types.
pub trait AnyUnit {
    /// The block, for the emitter.
    fn block(&self) -> &dyn Block;
    /// The inputs in the order of the frame, without the clock.
    fn inputs(&self) -> &[Port];
    /// The outputs in the order of the frame.
    fn outputs(&self) -> &[Port];
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

    fn inputs(&self) -> &[Port] {
        U::INPUTS
    }

    fn outputs(&self) -> &[Port] {
        U::OUTPUTS
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

/// Words that a value of type `T` takes in a frame.
pub const fn words<T: Synth>() -> usize {
    T::BITS.div_ceil(32)
}

/// The port that a field of a block is.
#[doc(hidden)]
pub const fn port<B, D: Direction, T: Synth>(
    name: &'static str,
    _: &fn(&B) -> &Signal<D, T>,
) -> Port {
    Port {
        name,
        width: T::BITS,
    }
}

/// The value at the start of a frame.
pub fn unpack<T: Packed>(frame: &[u32]) -> T {
    T::from_bits(|position| {
        frame
            .get(position / 32)
            .is_some_and(|word| word >> (position % 32) & 1 == 1)
    })
}

/// Writes a value to the start of a frame.
pub fn pack<T: Packed>(value: T, frame: &mut [u32]) {
    for (index, word) in frame.iter_mut().take(words::<T>()).enumerate() {
        let bits = 32.min(T::BITS - index * 32);
        *word = (0..bits).fold(0, |word, bit| {
            word | u32::from(value.bit(index * 32 + bit)) << bit
        });
    }
}

/// Drives a signal from the front of a frame and gives the rest of the frame.
#[doc(hidden)]
pub fn drive_signal<'a, T: Packed>(signal: &mut Signal<In, T>, frame: &'a [u32]) -> &'a [u32] {
    let (words, rest) = frame.split_at(words::<T>());
    signal.next = unpack(words);
    rest
}

/// Makes the front of a frame a legal value of the type of a port and gives the rest.
#[doc(hidden)]
pub fn normalize_port<B, D: Direction, T: Packed>(
    frame: &mut [u32],
    _: fn(&B) -> &Signal<D, T>,
) -> &mut [u32] {
    let (words, rest) = frame.split_at_mut(words::<T>());
    let value: T = unpack(words);
    pack(value, words);
    rest
}

/// Samples a value into the front of a frame and gives the rest of the frame.
#[doc(hidden)]
pub fn sample_value<T: Packed>(value: T, frame: &mut [u32]) -> &mut [u32] {
    let (words, rest) = frame.split_at_mut(words::<T>());
    pack(value, words);
    rest
}

/// Implements [`HdlUnit`](crate::engine::HdlUnit) for a block: a clocked one, whose clock is the
/// field `clock`, or a combinational one.
///
/// ```ignore
/// hdl_unit!(Accumulator<8> { inputs: [add, amount], outputs: [value] });
/// hdl_unit!(Adder { combinational, inputs: [a, b], outputs: [sum] });
/// hdl_unit!([const N: usize] Delay<N> { inputs: [d], outputs: [q] });
/// ```
#[macro_export]
macro_rules! hdl_unit {
    ([$($generics:tt)*] $unit:ty {
        inputs: [$($input:ident),* $(,)?], outputs: [$($output:ident),* $(,)?] $(,)?
    }) => {
        $crate::hdl_unit!(@unit [$($generics)*], $unit, [clock], [$($input),*], [$($output),*]);
    };
    ([$($generics:tt)*] $unit:ty {
        combinational, inputs: [$($input:ident),* $(,)?], outputs: [$($output:ident),* $(,)?] $(,)?
    }) => {
        $crate::hdl_unit!(@unit [$($generics)*], $unit, [], [$($input),*], [$($output),*]);
    };
    (@unit [$($generics:tt)*], $unit:ty, [$($clock:ident)?], [$($input:ident),*], [$($output:ident),*]) => {
        impl<$($generics)*> $crate::engine::HdlUnit for $unit {
            const INPUTS: &'static [$crate::engine::Port] = &[
                $($crate::engine::port(
                    stringify!($input),
                    &((|unit| &unit.$input) as fn(&Self) -> &_),
                ),)*
            ];
            const OUTPUTS: &'static [$crate::engine::Port] = &[
                $($crate::engine::port(
                    stringify!($output),
                    &((|unit| &unit.$output) as fn(&Self) -> &_),
                ),)*
            ];

            fn prepare(&mut self) {
                $($crate::elaborate::Logic::connect(&mut self.$clock);)?
                $($crate::elaborate::Logic::connect(&mut self.$input);)*
                $crate::prelude::Block::connect_all(self);
            }

            fn normalize(inputs: &mut [u32]) {
                let frame = inputs;
                $(let frame = $crate::engine::normalize_port(
                    frame,
                    (|unit| &unit.$input) as fn(&Self) -> &_,
                );)*
                let _ = frame;
            }

            fn drive(&mut self, inputs: &[u32]) {
                let frame = inputs;
                $(let frame = $crate::engine::drive_signal(&mut self.$input, frame);)*
                let _ = frame;
            }

            fn sample(&self, outputs: &mut [u32]) {
                let frame = outputs;
                $(let frame = $crate::engine::sample_value(self.$output.val(), frame);)*
                let _ = frame;
            }

            fn clock(
                &mut self,
            ) -> Option<&mut $crate::elaborate::Signal<$crate::elaborate::In, $crate::prelude::Clock>>
            {
                $crate::hdl_unit!(@clock self $($clock)?)
            }
        }
    };
    (@clock $this:ident) => { None };
    (@clock $this:ident $clock:ident) => { Some(&mut $this.$clock) };
    ($unit:ty { $($ports:tt)* }) => {
        $crate::hdl_unit!([] $unit { $($ports)* });
    };
}
