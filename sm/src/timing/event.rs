//! What can happen.

/// Something that will happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// A register can be named again by instructions: the instruction that wrote it, and its lanes.
    Written {
        warp: u8,
        register: u8,
        by: (u32, u32),
    },
    /// An instruction's result is there.
    Done(u8),
    /// What a warp's instruction writes is there soon.
    Near { warp: u8, pc: u32 },
    /// A fetch has come.
    Fetched(u8),
    /// A warp that the register file refused may try again.
    Retry(u8),
}

/// An event as a number; numbers are ordered as events are. What waits for its time is compared again and again,
/// and a number in two words is compared in two steps, an enum field by field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Packed(u128);

/// Where the fields of [`Packed`] begin, from the one that counts least: lanes, instruction, register, and a warp
/// or an operation.
const PC: u32 = 32;
const REGISTER: u32 = 64;
const NUMBER: u32 = 72;
const KIND: u32 = 80;

impl From<Event> for Packed {
    fn from(event: Event) -> Self {
        let (kind, number, register, pc, mask) = match event {
            Event::Written { warp, register, by } => (0, warp, register, by.0, by.1),
            Event::Done(operation) => (1, operation, 0, 0, 0),
            Event::Near { warp, pc } => (2, warp, 0, pc, 0),
            Event::Fetched(warp) => (3, warp, 0, 0, 0),
            Event::Retry(warp) => (4, warp, 0, 0, 0),
        };
        let high = u128::from(number) << NUMBER | u128::from(register) << REGISTER;
        Self(kind << KIND | high | u128::from(pc) << PC | u128::from(mask))
    }
}

impl From<Packed> for Event {
    fn from(Packed(bits): Packed) -> Self {
        let (warp, pc) = ((bits >> NUMBER) as u8, (bits >> PC) as u32);
        match bits >> KIND {
            0 => Self::Written {
                warp,
                register: (bits >> REGISTER) as u8,
                by: (pc, bits as u32),
            },
            1 => Self::Done(warp),
            2 => Self::Near { warp, pc },
            3 => Self::Fetched(warp),
            _ => Self::Retry(warp),
        }
    }
}
