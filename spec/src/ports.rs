//! Ports as structs with meaning, and their packed form.
//!
//! A unit's inputs and outputs are structs made by [`ports!`](crate::ports!). Between engines they travel as
//! frames: each port takes `ceil(width / 32)` little-endian 32-bit words, in declared order. Clock
//! and reset are not part of a frame.

/// When an output is compared between engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// In every cycle out of reset.
    Always,
    /// Only in cycles in which the named one-bit output is 1.
    When(&'static str),
}

/// One port of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// The name in Verilog and in rust_hdl; in the struct of ports it lacks the prefix.
    pub name: &'static str,
    /// Width in bits.
    pub width: usize,
    /// For outputs: when it is compared. Inputs carry [`Compare::Always`].
    pub compare: Compare,
    /// The first line of its documentation.
    pub meaning: &'static str,
}

impl Port {
    /// 32-bit words that the port takes in a frame.
    pub const fn words(&self) -> usize {
        self.width.div_ceil(32)
    }
}

/// Words of a frame that holds these ports.
pub fn frame_words(ports: &[Port]) -> usize {
    ports.iter().map(Port::words).sum()
}

/// A set of ports that can be packed into a frame and read back.
pub trait Ports: Clone + std::fmt::Debug + PartialEq {
    /// What the widths depend on.
    type Shape;
    /// The ports, in frame order.
    fn ports(shape: &Self::Shape) -> Vec<Port>;
    /// Writes all ports to `frame`, which must be as long as [`frame_words`] says.
    fn pack(&self, frame: &mut [u32]);
    /// Reads all ports from `frame`.
    fn unpack(frame: &[u32]) -> Self;
}

/// A Rust type that a port can have.
pub trait PortValue: Sized {
    /// Words it takes in a frame.
    const WORDS: usize;
    /// Writes the value to exactly [`Self::WORDS`] words.
    fn store(&self, words: &mut [u32]);
    /// Reads the value from exactly [`Self::WORDS`] words.
    fn load(words: &[u32]) -> Self;
}

impl PortValue for bool {
    const WORDS: usize = 1;
    fn store(&self, words: &mut [u32]) {
        words[0] = u32::from(*self);
    }
    fn load(words: &[u32]) -> Self {
        words[0] & 1 == 1
    }
}

macro_rules! small_port_value {
    ($($t:ty),*) => {$(
        impl PortValue for $t {
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
small_port_value!(u8, u16, u32);

impl PortValue for u64 {
    const WORDS: usize = 2;
    fn store(&self, words: &mut [u32]) {
        words[0] = *self as u32;
        words[1] = (*self >> 32) as u32;
    }
    fn load(words: &[u32]) -> Self {
        u64::from(words[0]) | u64::from(words[1]) << 32
    }
}

impl<const N: usize> PortValue for [u32; N] {
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

/// Declares a struct of ports and implements [`Ports`](crate::Ports) for it.
///
/// ```
/// # pub struct Shape { pub tag_bits: usize }
/// spec::ports! {
///     /// What the unit answers.
///     pub struct Answer for Shape as shape, prefix "out_" {
///         /// An answer is present.
///         valid: bool = 1,
///         /// Whose answer it is.
///         tag: u16 = shape.tag_bits, when valid,
///     }
/// }
/// ```
/// A port is named after its field behind the prefix, which keeps inputs and outputs of one module
/// apart: `out_valid`, `out_tag`. The width must fit the type: a port of `bool`, `u8`, `u16` or `u32` takes one word of the
/// frame, `u64` two, `[u32; N]` exactly N.
#[macro_export]
macro_rules! ports {
    (
        $(#[$meta:meta])*
        pub struct $name:ident for $shape:ty as $parameters:ident, prefix $prefix:literal {
            $(
                #[doc = $doc:literal]
                $(#[doc = $more:literal])*
                $field:ident : $type:ty = $width:expr $(, when $valid:ident)?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Default)]
        pub struct $name {
            $(
                #[doc = $doc]
                $(#[doc = $more])*
                pub $field: $type,
            )*
        }

        impl $crate::ports::Ports for $name {
            type Shape = $shape;

            fn ports($parameters: &$shape) -> Vec<$crate::ports::Port> {
                let _ = $parameters;
                vec![$($crate::ports::Port {
                    name: concat!($prefix, stringify!($field)),
                    width: $width,
                    compare: $crate::ports!(@compare $prefix $($valid)?),
                    meaning: $doc.trim_ascii(),
                }),*]
            }

            fn pack(&self, frame: &mut [u32]) {
                let rest = frame;
                $(
                    let (words, rest) =
                        rest.split_at_mut(<$type as $crate::ports::PortValue>::WORDS);
                    $crate::ports::PortValue::store(&self.$field, words);
                )*
                debug_assert!(rest.is_empty());
            }

            fn unpack(frame: &[u32]) -> Self {
                let rest = frame;
                $(
                    let (words, rest) = rest.split_at(<$type as $crate::ports::PortValue>::WORDS);
                    let $field = <$type as $crate::ports::PortValue>::load(words);
                )*
                debug_assert!(rest.is_empty());
                Self { $($field),* }
            }
        }
    };
    (@compare $prefix:literal) => { $crate::ports::Compare::Always };
    (@compare $prefix:literal $valid:ident) => {
        $crate::ports::Compare::When(concat!($prefix, stringify!($valid)))
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    pub struct Shape;
    crate::ports! {
        /// Ports of every kind.
        pub struct Sample for Shape as _shape, prefix "s_" {
            /// Present.
            valid: bool = 1,
            /// Narrow.
            tag: u16 = 10, when valid,
            /// Two words.
            count: u64 = 40,
            /// Many words.
            /// With a second line.
            data: [u32; 3] = 96, when valid,
        }
    }

    #[test]
    fn packing_is_reversible_and_in_declared_order() {
        let sample = Sample {
            valid: true,
            tag: 0x3ff,
            count: 0x12_3456_789a,
            data: [1, 2, 3],
        };
        let ports = Sample::ports(&Shape);
        assert_eq!(
            ports.iter().map(Port::words).collect::<Vec<_>>(),
            [1, 1, 2, 3]
        );
        assert_eq!(ports[1].compare, Compare::When("s_valid"));
        assert_eq!(ports[3].meaning, "Many words.");
        let mut frame = vec![0; frame_words(&ports)];
        sample.pack(&mut frame);
        assert_eq!(frame, [1, 0x3ff, 0x3456_789a, 0x12, 1, 2, 3]);
        assert_eq!(Sample::unpack(&frame), sample);
    }
}
