//! Ports of a unit in a frame: what each field of its block that is a signal at its border takes of it.
//!
//! A frame is a row of `u32` words: each port takes as many words as its width needs, lowest word
//! first, in the order of the block's fields.

use rust_hdl::core::direction::{Direction, In, Out};
use rust_hdl::core::logic::Logic;
use rust_hdl::core::signal::Signal;
use rust_hdl::core::synth::Synth;

use crate::value::Packed;

/// A port of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The name in Verilog.
    pub name: String,
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
pub fn frame_words(ports: &[Port]) -> usize {
    ports.iter().map(Port::words).sum()
}

/// A field of a block that is a port, or several.
pub trait Ports {
    /// Adds the ports of a field of this name.
    fn list(name: &str, ports: &mut Vec<Port>);
}

/// Ports that a frame drives.
pub trait Inputs: Ports {
    /// Claims them as driven from outside.
    fn claim(&mut self);

    /// Drives them from the front of a frame and gives the rest.
    fn drive<'f>(&mut self, frame: &'f [u32]) -> &'f [u32];

    /// Makes the front of a frame legal values of their types and gives the rest.
    fn normalize(frame: &mut [u32]) -> &mut [u32];
}

/// Ports that are sampled into a frame.
pub trait Outputs: Ports {
    /// Samples them into the front of a frame and gives the rest.
    fn sample<'f>(&self, frame: &'f mut [u32]) -> &'f mut [u32];
}

impl<D: Direction, T: Synth> Ports for Signal<D, T> {
    fn list(name: &str, ports: &mut Vec<Port>) {
        ports.push(Port {
            name: name.to_owned(),
            width: T::BITS,
        });
    }
}

impl<T: Packed> Inputs for Signal<In, T> {
    fn claim(&mut self) {
        self.connect();
    }

    fn drive<'f>(&mut self, frame: &'f [u32]) -> &'f [u32] {
        self.next = unpack(frame);
        &frame[words::<T>()..]
    }

    fn normalize(frame: &mut [u32]) -> &mut [u32] {
        pack(unpack::<T>(frame), frame)
    }
}

impl<T: Packed> Outputs for Signal<Out, T> {
    fn sample<'f>(&self, frame: &'f mut [u32]) -> &'f mut [u32] {
        pack(self.val(), frame)
    }
}

/// Words that a value of type `T` takes in a frame.
pub const fn words<T: Synth>() -> usize {
    T::BITS.div_ceil(32)
}

/// The value at the start of a frame.
pub fn unpack<T: Packed>(frame: &[u32]) -> T {
    T::from_bits(|position| {
        frame
            .get(position / 32)
            .is_some_and(|word| word >> (position % 32) & 1 == 1)
    })
}

/// Writes a value to the start of a frame and gives the rest.
pub fn pack<T: Packed>(value: T, frame: &mut [u32]) -> &mut [u32] {
    let (words, rest) = frame.split_at_mut(words::<T>());
    for (index, word) in words.iter_mut().enumerate() {
        let bits = 32.min(T::BITS - index * 32);
        *word = (0..bits).fold(0, |word, bit| {
            word | u32::from(value.bit(index * 32 + bit)) << bit
        });
    }
    rest
}
