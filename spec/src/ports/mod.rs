//! Ports as structs with meaning, and their packed form.
//!
//! A unit's inputs and outputs are structs made by [`ports!`](crate::ports!), of single ports and of groups
//! and arrays of groups that other structs of ports share. Between engines they travel as frames: each
//! port takes as many little-endian 32-bit words as its Rust type needs, in declared order, whatever
//! width the parameters give it: a frame pads with zeros, silicon does not. Clock and reset are not part
//! of a frame.
//!
//! Its files need each other: what a port is, and the macro that declares ports and makes values and
//! names of them.

mod declare;
mod ready;
mod values;

pub use ready::Ready;
#[doc(hidden)]
pub use values::single;
pub use values::{Group, Wires};

/// When an output is compared between engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compare {
    /// In every cycle out of reset.
    Always,
    /// Only in cycles in which the named one-bit output is 1.
    When(String),
}

/// One port of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The name in Verilog: the names of the fields on the way to it, behind the prefix.
    pub name: String,
    /// Width in bits, as the parameters ask for it.
    pub width: usize,
    /// 32-bit words that it takes in a frame: those of its Rust type, at least what the width needs.
    pub words: usize,
    /// For outputs: when it is compared. Inputs carry [`Compare::Always`].
    pub compare: Compare,
    /// The first line of its documentation.
    pub meaning: String,
}

impl Port {
    /// The bits of one of its words that belong to it; the others are 0 in a frame.
    pub const fn mask(&self, word: usize) -> u32 {
        match self.width.saturating_sub(32 * word) {
            bits @ 0..32 => (1 << bits) - 1,
            _ => u32::MAX,
        }
    }
}

/// Words of a frame that holds these ports.
pub fn frame_words(ports: &[Port]) -> usize {
    ports.iter().map(|port| port.words).sum()
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

/// The ports of a field: what a declaration says of it, for [`Wires::list`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// What stands before the field's name.
    pub prefix: &'a str,
    /// The name, empty where the ports of a group stand among those of the struct that holds it.
    pub name: &'a str,
    /// The first line of its documentation.
    pub meaning: &'a str,
    /// The field beside it that says when it is compared.
    pub when: Option<&'a str>,
}

impl Place<'_> {
    /// What stands before the names of a group's ports.
    fn inside(&self, number: Option<usize>) -> String {
        let number = number.map(|number| number.to_string());
        match self.name {
            "" => self.prefix.to_owned(),
            name => format!("{}{name}{}_", self.prefix, number.unwrap_or_default()),
        }
    }

    fn compare(&self) -> Compare {
        match self.when {
            None => Compare::Always,
            Some(valid) => Compare::When(format!("{}{valid}", self.prefix)),
        }
    }
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

    crate::ports! {
        /// A place in a memory.
        pub struct Spot<ROW> {
            /// The row.
            row: u16 = ROW,
            /// The column.
            column: u8 = 3,
        }
    }

    crate::ports! {
        /// What is asked for.
        pub struct Question<ROW> {
            /// It is asked.
            valid: bool = 1,
            /// Of whom.
            spot as "": Spot = [ROW],
            /// The value, when it is known.
            data: u64 = 2 * ROW, when valid,
        }
    }

    crate::ports! {
        /// Groups of every kind.
        pub struct Grouped for Extra as shape, widths [ROW = 9 + shape.extra], prefix "" {
            /// Question # is asked.
            ask: [Question; 2] = [ROW],
            /// Alone.
            last: bool = 1,
            /// Where it began.
            origin: Spot = [5],
        }
    }

    pub struct Extra {
        extra: usize,
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
            ports.iter().map(|port| port.words).collect::<Vec<_>>(),
            [1, 1, 2, 3]
        );
        assert_eq!(ports[1].compare, Compare::When("s_valid".to_owned()));
        assert_eq!(ports[3].meaning, "Many words.");
        let mut frame = vec![0; frame_words(&ports)];
        sample.pack(&mut frame);
        assert_eq!(frame, [1, 0x3ff, 0x3456_789a, 0x12, 1, 2, 3]);
        assert_eq!(Sample::unpack(&frame), sample);
    }

    #[test]
    fn groups_stand_in_order_under_their_names() {
        let ports = Grouped::ports(&Extra { extra: 8 });
        let shown: Vec<(&str, usize)> = ports
            .iter()
            .map(|port| (port.name.as_str(), port.width))
            .collect();
        assert_eq!(
            shown,
            [
                ("ask0_valid", 1),
                ("ask0_row", 17),
                ("ask0_column", 3),
                ("ask0_data", 34),
                ("ask1_valid", 1),
                ("ask1_row", 17),
                ("ask1_column", 3),
                ("ask1_data", 34),
                ("last", 1),
                ("origin_row", 5),
                ("origin_column", 3),
            ]
        );
        assert_eq!(ports[7].compare, Compare::When("ask1_valid".to_owned()));
        let meanings: Vec<&str> = ports.iter().map(|port| port.meaning.as_str()).collect();
        assert_eq!(
            meanings[4..],
            [
                "Question 1 is asked.",
                "Of whom.",
                "The column.",
                "The value, when it is known.",
                "Alone.",
                "Where it began.",
                "The column.",
            ]
        );
        let mut grouped = Grouped::default();
        grouped.ask[1].valid = true;
        grouped.ask[1].spot.row = 0x1_23;
        grouped.ask[1].data = 0x3_0000_0001;
        grouped.origin.column = 7;
        let mut frame = vec![0; frame_words(&ports)];
        grouped.pack(&mut frame);
        assert_eq!(frame, [0, 0, 0, 0, 0, 1, 0x123, 0, 1, 3, 0, 0, 7]);
        assert_eq!(Grouped::unpack(&frame), grouped);
    }
}
