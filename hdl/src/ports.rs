//! Ports of a unit in a frame: what each field of its block that is a signal at its border takes of it.
//!
//! A frame is a row of `u32` words: each port takes as many words as its width needs, lowest word
//! first, in the order of the block's fields. A signal of a struct is a port for each field of it.

use std::ops::{Deref, DerefMut};

use rust_hdl::core::block::Block;
use rust_hdl::core::direction::{Direction, In, Out};
use rust_hdl::core::logic::Logic;
use rust_hdl::core::probe::Probe;
use rust_hdl::core::signal::Signal;
use rust_hdl::core::synth::Synth;
use rust_hdl::core::type_descriptor::{TypeDescriptor, TypeKind};

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
    fn list(&self, name: &str, ports: &mut Vec<Port>);
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
    fn list(&self, name: &str, ports: &mut Vec<Port>) {
        leaves(name, &T::descriptor(), T::BITS, ports);
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

/// A row of signals at a unit's border, each a port with a number in its name: of `issue_ready` they are
/// `issue0_ready`, `issue1_ready` and so on, of a struct `issue` the ports `issue0_tag` and so on.
///
/// It is used as an array is. A loop over it is unrolled in Verilog, for these ports are no array there.
#[derive(Clone, Debug)]
pub struct Numbered<S, const N: usize>([S; N]);

/// The name of a port with its number, which stands behind the first word.
pub(crate) fn numbered(name: &str, number: usize) -> String {
    let name = name.trim_start_matches("r#");
    let end = name.find('_').unwrap_or(name.len());
    format!("{}{number}{}", &name[..end], &name[end..])
}

impl<S: Default, const N: usize> Default for Numbered<S, N> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| S::default()))
    }
}

impl<S, const N: usize> Deref for Numbered<S, N> {
    type Target = [S; N];
    fn deref(&self) -> &[S; N] {
        &self.0
    }
}

impl<S, const N: usize> DerefMut for Numbered<S, N> {
    fn deref_mut(&mut self) -> &mut [S; N] {
        &mut self.0
    }
}

impl<S: Logic, const N: usize> Logic for Numbered<S, N> {
    fn update(&mut self) {}
}

impl<S: Block, const N: usize> Block for Numbered<S, N> {
    fn connect_all(&mut self) {
        self.0.connect_all();
    }

    fn update_all(&mut self) {
        self.0.update_all();
    }

    fn has_changed(&self) -> bool {
        self.0.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        for (number, signal) in self.0.iter().enumerate() {
            signal.accept(&numbered(name, number), probe);
        }
    }
}

impl<S: Ports, const N: usize> Ports for Numbered<S, N> {
    fn list(&self, name: &str, ports: &mut Vec<Port>) {
        let numbers = self.0.iter().enumerate();
        numbers.for_each(|(number, signal)| signal.list(&numbered(name, number), ports));
    }
}

impl<S: Inputs, const N: usize> Inputs for Numbered<S, N> {
    fn claim(&mut self) {
        self.0.iter_mut().for_each(Inputs::claim);
    }

    fn drive<'f>(&mut self, frame: &'f [u32]) -> &'f [u32] {
        { self.0.iter_mut() }.fold(frame, |frame, signal| signal.drive(frame))
    }

    fn normalize(frame: &mut [u32]) -> &mut [u32] {
        (0..N).fold(frame, |frame, _| S::normalize(frame))
    }
}

impl<S: Outputs, const N: usize> Outputs for Numbered<S, N> {
    fn sample<'f>(&self, frame: &'f mut [u32]) -> &'f mut [u32] {
        { self.0.iter() }.fold(frame, |frame, signal| signal.sample(frame))
    }
}

/// A port that is there or not, as the unit's parameters have it: one signal or none.
impl<S: Ports> Ports for Vec<S> {
    fn list(&self, name: &str, ports: &mut Vec<Port>) {
        self.iter().for_each(|signal| signal.list(name, ports));
    }
}

impl<S: Outputs> Outputs for Vec<S> {
    fn sample<'f>(&self, frame: &'f mut [u32]) -> &'f mut [u32] {
        { self.iter() }.fold(frame, |frame, signal| signal.sample(frame))
    }
}

/// A row of signals or blocks, for the elaboration of an element.
#[doc(hidden)]
pub trait Elements {
    /// How many there are.
    fn count(&self) -> usize;

    /// Whether each has a name of its own.
    fn numbered(&self) -> bool {
        false
    }
}

impl<E> Elements for [E] {
    fn count(&self) -> usize {
        self.len()
    }
}

impl<E> Elements for Vec<E> {
    fn count(&self) -> usize {
        self.len()
    }
}

impl<E, const N: usize> Elements for [E; N] {
    fn count(&self) -> usize {
        N
    }
}

impl<S, const N: usize> Elements for Numbered<S, N> {
    fn count(&self) -> usize {
        N
    }

    fn numbered(&self) -> bool {
        true
    }
}

/// The ports of a value: itself, or those of the fields of a struct behind its name. A field without a name
/// has its ports among those of the struct.
fn leaves(name: &str, descriptor: &TypeDescriptor, width: usize, ports: &mut Vec<Port>) {
    let TypeKind::Composite(fields) = &descriptor.kind else {
        ports.push(Port {
            name: name.to_owned(),
            width,
        });
        return;
    };
    for field in fields {
        let name = match field.fieldname.as_str() {
            "" => name.to_owned(),
            field => format!("{name}_{field}"),
        };
        leaves(&name, &field.kind, described_width(&field.kind), ports);
    }
}

fn described_width(descriptor: &TypeDescriptor) -> usize {
    match &descriptor.kind {
        TypeKind::Bits(width) | TypeKind::Signed(width) => *width,
        TypeKind::Enum(variants) => variants.len().max(1).next_power_of_two().ilog2() as usize,
        TypeKind::Composite(fields) => fields.iter().map(|f| described_width(&f.kind)).sum(),
    }
}

fn ports_of<T: Synth>() -> Vec<Port> {
    let mut ports = vec![];
    leaves("", &T::descriptor(), T::BITS, &mut ports);
    ports
}

/// Words that a value of type `T` takes in a frame.
pub fn words<T: Synth>() -> usize {
    frame_words(&ports_of::<T>())
}

/// The value at the start of a frame.
pub fn unpack<T: Packed>(frame: &[u32]) -> T {
    // Where each bit of the value stands in the frame.
    let mut places = Vec::with_capacity(T::BITS);
    let mut first = 0;
    for port in ports_of::<T>() {
        places.extend((0..port.width).map(|bit| 32 * first + bit));
        first += port.words();
    }
    T::from_bits(|position| {
        let place = places.get(position).copied();
        place.is_some_and(|at| {
            frame
                .get(at / 32)
                .is_some_and(|word| word >> (at % 32) & 1 == 1)
        })
    })
}

/// Writes a value to the start of a frame and gives the rest.
pub fn pack<T: Packed>(value: T, frame: &mut [u32]) -> &mut [u32] {
    let mut rest = frame;
    let mut offset = 0;
    for port in ports_of::<T>() {
        let (words, behind) = rest.split_at_mut(port.words());
        for (index, word) in words.iter_mut().enumerate() {
            let bits = 32.min(port.width - index * 32);
            *word = (0..bits).fold(0, |word, bit| {
                word | u32::from(value.bit(offset + index * 32 + bit)) << bit
            });
        }
        offset += port.width;
        rest = behind;
    }
    rest
}
