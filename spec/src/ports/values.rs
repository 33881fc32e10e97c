//! Values that a field of a struct of ports can have.

use super::{Place, Port};

/// A value at a port, or at the ports of a group.
pub trait Wires: Sized {
    /// What the widths depend on: the width itself for a single port.
    type Widths: Copy;
    /// Words it takes in a frame.
    const WORDS: usize;
    /// Adds its ports.
    #[doc(hidden)]
    fn list(widths: Self::Widths, place: Place<'_>, ports: &mut Vec<Port>);
    /// Writes the value to exactly [`Self::WORDS`] words.
    fn store(&self, words: &mut [u32]);
    /// Reads the value from exactly [`Self::WORDS`] words.
    fn load(words: &[u32]) -> Self;
}

/// A struct of ports without a place of its own: a group. [`ports!`](crate::ports!) implements it.
pub trait Group: Sized {
    #[doc(hidden)]
    type Widths: Copy;
    #[doc(hidden)]
    const WORDS: usize;
    #[doc(hidden)]
    fn list_behind(prefix: &str, widths: Self::Widths, ports: &mut Vec<Port>);
    #[doc(hidden)]
    fn store_all(&self, words: &mut [u32]);
    #[doc(hidden)]
    fn load_all(words: &[u32]) -> Self;
}

/// The port of a value that has one.
#[doc(hidden)]
pub fn single(width: usize, words: usize, place: Place<'_>, ports: &mut Vec<Port>) {
    debug_assert!(
        width <= 32 * words,
        "{}: its type is too narrow",
        place.name
    );
    if width == 0 {
        return;
    }
    ports.push(Port {
        name: format!("{}{}", place.prefix, place.name),
        width,
        words,
        compare: place.compare(),
        meaning: place.meaning.to_owned(),
    });
}

/// In an `impl` of [`Wires`](crate::ports::Wires): the value is that of one port.
#[doc(hidden)]
#[macro_export]
macro_rules! single_port {
    () => {
        type Widths = usize;
        fn list(
            width: usize,
            place: $crate::ports::Place<'_>,
            ports: &mut Vec<$crate::ports::Port>,
        ) {
            $crate::ports::single(width, <Self as $crate::ports::Wires>::WORDS, place, ports);
        }
    };
}

/// The first port of a group carries what the group means where it stands.
fn group<G: Group>(
    widths: G::Widths,
    place: Place<'_>,
    number: Option<usize>,
    ports: &mut Vec<Port>,
) {
    let first = ports.len();
    G::list_behind(&place.inside(number), widths, ports);
    if let Some(port) = ports.get_mut(first) {
        port.meaning = match number {
            Some(number) => place.meaning.replace('#', &number.to_string()),
            None => place.meaning.to_owned(),
        };
    }
}

impl<G: Group> Wires for G {
    type Widths = G::Widths;
    const WORDS: usize = G::WORDS;
    fn list(widths: G::Widths, place: Place<'_>, ports: &mut Vec<Port>) {
        group::<G>(widths, place, None, ports);
    }
    fn store(&self, words: &mut [u32]) {
        self.store_all(words);
    }
    fn load(words: &[u32]) -> Self {
        G::load_all(words)
    }
}

impl<G: Group, const N: usize> Wires for [G; N] {
    type Widths = G::Widths;
    const WORDS: usize = N * G::WORDS;
    fn list(widths: G::Widths, place: Place<'_>, ports: &mut Vec<Port>) {
        for number in 0..N {
            group::<G>(widths, place, Some(number), ports);
        }
    }
    fn store(&self, words: &mut [u32]) {
        for (group, words) in self.iter().zip(words.chunks_exact_mut(G::WORDS)) {
            group.store_all(words);
        }
    }
    fn load(words: &[u32]) -> Self {
        std::array::from_fn(|number| G::load_all(&words[number * G::WORDS..][..G::WORDS]))
    }
}

impl Wires for bool {
    crate::single_port!();
    const WORDS: usize = 1;
    fn store(&self, words: &mut [u32]) {
        words[0] = u32::from(*self);
    }
    fn load(words: &[u32]) -> Self {
        words[0] & 1 == 1
    }
}

macro_rules! numbers {
    ($($t:ty),*) => {$(
        impl Wires for $t {
            crate::single_port!();
            const WORDS: usize = 1;
            fn store(&self, words: &mut [u32]) {
                words[0] = u32::from(*self);
            }
            fn load(words: &[u32]) -> Self {
                words[0] as $t
            }
        }
    )*};
}
numbers!(u8, u16, u32);

impl Wires for u64 {
    crate::single_port!();
    const WORDS: usize = 2;
    fn store(&self, words: &mut [u32]) {
        words[0] = *self as u32;
        words[1] = (*self >> 32) as u32;
    }
    fn load(words: &[u32]) -> Self {
        u64::from(words[0]) | u64::from(words[1]) << 32
    }
}

impl<const N: usize> Wires for [u32; N] {
    crate::single_port!();
    const WORDS: usize = N;
    fn store(&self, words: &mut [u32]) {
        words.copy_from_slice(self);
    }
    fn load(words: &[u32]) -> Self {
        let mut value = [0; N];
        value.copy_from_slice(words);
        value
    }
}
