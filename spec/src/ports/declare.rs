//! The declaration of ports: structs with their place in a frame.

/// Declares a struct of ports: those of a unit, or a group that stands in other structs of ports.
///
/// ```
/// # pub struct Shape { pub tag_bits: usize }
/// spec::ports! {
///     /// An instruction.
///     pub struct Instruction<TAG> {
///         /// It is present.
///         valid: bool = 1,
///         /// Given back with the answer.
///         tag: u16 = TAG,
///     }
/// }
/// spec::ports! {
///     /// What the unit takes in a cycle.
///     pub struct Inputs for Shape as shape, widths [TAG = shape.tag_bits], prefix "in_" {
///         /// Execution unit # has an instruction.
///         issue: [Instruction; 4] = [TAG],
///         /// The answer is taken.
///         ready: bool = 1,
///     }
/// }
/// spec::ports! {
///     /// What the unit answers.
///     pub struct Answer for Shape as shape, widths [TAG = shape.tag_bits], prefix "out_" {
///         /// An answer is present.
///         valid: bool = 1,
///         /// Whose answer it is.
///         tag: u16 = TAG, when valid,
///     }
/// }
/// ```
/// A port is named after its field behind the prefix, which keeps inputs and outputs of one module
/// apart: `out_valid`, `out_tag`. The width must fit the type: a port of `bool`, `u8`, `u16` or `u32` takes one word of the
/// frame, `u64` two, `[u32; N]` exactly N. Of width 0 there is no port, and a frame ends before it: only the last fields of
/// a unit may be so.
///
/// A group is a struct without a place: its ports have the name of the field that holds it before
/// theirs, in an array with a number (`in_issue2_tag`), and with `field as "": Group` none. The first
/// port of a group has the meaning of that field, `#` being the number. Widths that depend on parameters
/// have names: a unit says what they are (`widths`), a group is given them (`= [TAG]`).
///
/// A group that is declared `as osu_issue` can be had by others: the macro `spec::osu_issue!` hands its
/// declaration to a macro, as tokens. So hardware has its signals from here, and this crate knows nothing of
/// hardware.
#[macro_export]
macro_rules! ports {
    (
        $(#[$meta:meta])*
        pub struct $name:ident for $shape:ty as $parameters:ident
        $(, widths [$($width_name:ident = $width_value:expr),* $(,)?])?, prefix $prefix:literal {
            $($fields:tt)*
        }
    ) => {
        $crate::ports! { @struct [$(#[$meta])*] $name { $($fields)* } }

        impl $crate::ports::Ports for $name {
            type Shape = $shape;

            #[allow(non_snake_case, reason = "a width has the name of the constant that it is in hardware")]
            fn ports($parameters: &$shape) -> Vec<$crate::ports::Port> {
                let _ = $parameters;
                $($(let $width_name: usize = $width_value;)*)?
                let mut ports = vec![];
                $crate::ports! { @list $prefix, ports, { $($fields)* } }
                ports
            }

            fn pack(&self, frame: &mut [u32]) {
                $crate::ports! { @store self, frame, { $($fields)* } }
            }

            fn unpack(frame: &[u32]) -> Self {
                $crate::ports! { @load frame, { $($fields)* } }
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident <$($width_name:ident),* $(,)?> $(as $macro:ident)? {
            $($fields:tt)*
        }
    ) => {
        $crate::ports! { @struct [$(#[$meta])*] $name { $($fields)* } }
        $crate::ports! {
            @export [$($macro)?] ($) { $(#[$meta])* pub struct $name <$($width_name),*> { $($fields)* } }
        }

        impl $crate::ports::Group for $name {
            type Widths = [usize; <[&str]>::len(&[$(stringify!($width_name)),*])];
            const WORDS: usize = $crate::ports! { @words { $($fields)* } };

            #[allow(non_snake_case, reason = "a width has the name of the constant that it is in hardware")]
            fn list_behind(
                prefix: &str,
                [$($width_name),*]: Self::Widths,
                ports: &mut Vec<$crate::ports::Port>,
            ) {
                $crate::ports! { @list prefix, *ports, { $($fields)* } }
            }

            fn store_all(&self, words: &mut [u32]) {
                $crate::ports! { @store self, words, { $($fields)* } }
            }

            fn load_all(words: &[u32]) -> Self {
                $crate::ports! { @load words, { $($fields)* } }
            }
        }
    };
    (@struct [$($meta:tt)*] $name:ident {
        $(
            #[doc = $doc:literal]
            $(#[doc = $more:literal])*
            $field:ident $(as $rename:literal)? : $type:ty = $width:expr $(, when $valid:ident)?
        ),* $(,)?
    }) => {
        $($meta)*
        #[derive(Clone, Debug, PartialEq, Eq, Default)]
        pub struct $name {
            $(
                #[doc = $doc]
                $(#[doc = $more])*
                pub $field: $type,
            )*
        }
    };
    (@export [] $dollar:tt $declaration:tt) => {};
    (@export [$name:ident] ($dollar:tt) { $($declaration:tt)* }) => {
        /// Hands the declaration of a group to a macro.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $name {
            ($dollar($dollar callback:tt)*) => {
                $dollar($dollar callback)*! { $($declaration)* }
            };
        }
    };
    (@words {
        $(
            $(#[doc = $doc:literal])+
            $field:ident $(as $rename:literal)? : $type:ty = $width:expr $(, when $valid:ident)?
        ),* $(,)?
    }) => {
        0 $(+ <$type as $crate::ports::Wires>::WORDS)*
    };
    (@list $prefix:expr, $ports:expr, {
        $(
            #[doc = $doc:literal]
            $(#[doc = $more:literal])*
            $field:ident $(as $rename:literal)? : $type:ty = $width:expr $(, when $valid:ident)?
        ),* $(,)?
    }) => {
        $(<$type as $crate::ports::Wires>::list(
            $width,
            $crate::ports::Place {
                prefix: $prefix,
                name: $crate::ports!(@name $field $($rename)?),
                meaning: $doc.trim_ascii(),
                when: $crate::ports!(@when $($valid)?),
            },
            &mut $ports,
        );)*
    };
    (@store $this:expr, $frame:expr, {
        $(
            $(#[doc = $doc:literal])+
            $field:ident $(as $rename:literal)? : $type:ty = $width:expr $(, when $valid:ident)?
        ),* $(,)?
    }) => {
        let rest = $frame;
        $(
            let words = <$type as $crate::ports::Wires>::WORDS.min(rest.len());
            let (words, rest) = rest.split_at_mut(words);
            if !words.is_empty() {
                $crate::ports::Wires::store(&$this.$field, words);
            }
        )*
        debug_assert!(rest.is_empty());
    };
    (@load $frame:expr, {
        $(
            $(#[doc = $doc:literal])+
            $field:ident $(as $rename:literal)? : $type:ty = $width:expr $(, when $valid:ident)?
        ),* $(,)?
    }) => {
        let rest = $frame;
        $(
            let words = <$type as $crate::ports::Wires>::WORDS.min(rest.len());
            let (words, rest) = rest.split_at(words);
            let $field = match words {
                [] => <$type>::default(),
                _ => <$type as $crate::ports::Wires>::load(words),
            };
        )*
        debug_assert!(rest.is_empty());
        Self { $($field),* }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $rename:literal) => { $rename };
    (@when) => { None };
    (@when $valid:ident) => { Some(stringify!($valid)) };
}
