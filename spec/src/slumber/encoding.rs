//! States of a controller, the voltage select of Figure 8 and the outcomes of a load.

use crate::ports::Wires;

/// The four inputs of the multiplexer in Figure 8; the discriminant is the 2-bit select.
///
/// The figure gives no codes. These grow with the depth of the state, so that "deeper" is "greater".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Voltage {
    /// 1.0 V: accesses are possible.
    Supply = 0,
    /// 0.9 V: contents are kept, 94 % of the leakage.
    Shallow = 1,
    /// 0.3 V: contents are kept, 42 % of the leakage.
    Deep = 2,
    /// 0 V: contents are lost, no leakage.
    #[default]
    Ground = 3,
}

impl Voltage {
    /// All voltages in encoding order.
    pub const ALL: [Voltage; 4] = [
        Voltage::Supply,
        Voltage::Shallow,
        Voltage::Deep,
        Voltage::Ground,
    ];

    /// From the 2-bit select; higher bits are ignored.
    pub const fn from_bits(bits: u32) -> Self {
        Self::ALL[(bits & 3) as usize]
    }

    /// The signal *sleep* of the tri-modal switch: the register is cut off from the supply.
    pub const fn sleep(self) -> bool {
        !matches!(self, Voltage::Supply)
    }

    /// The signal *drowsy* of the tri-modal switch: it is held at a voltage that keeps contents.
    /// Section 3 gives sleep = 1, drowsy = 0 for 0 V.
    pub const fn drowsy(self) -> bool {
        matches!(self, Voltage::Shallow | Voltage::Deep)
    }

    /// The resting state at this voltage.
    pub const fn resting(self) -> Mode {
        match self {
            Voltage::Supply => Mode::On,
            Voltage::Shallow => Mode::ShallowSleep,
            Voltage::Deep => Mode::DeepSleep,
            Voltage::Ground => Mode::Off,
        }
    }
}

/// What a controller is doing; the discriminant is the encoding on the port `state`, and its low
/// two bits are the voltage select.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// ON: the only state in which accesses take place.
    On = 0,
    /// SS, resting.
    ShallowSleep = 1,
    /// DS, resting.
    DeepSleep = 2,
    /// OFF, resting; the state after reset.
    #[default]
    Off = 3,
    /// On the way to ON: supply voltage is selected but not yet reached.
    Waking = 4,
    /// On the way from DS or OFF to SS: 0.9 V is selected but not yet reached.
    Lifting = 5,
}

impl Mode {
    /// All states in encoding order.
    pub const ALL: [Mode; 6] = [
        Mode::On,
        Mode::ShallowSleep,
        Mode::DeepSleep,
        Mode::Off,
        Mode::Waking,
        Mode::Lifting,
    ];

    /// The voltage that is selected.
    pub const fn voltage(self) -> Voltage {
        Voltage::from_bits(self as u32)
    }

    /// From the 3-bit encoding; the two unused codes are `None`.
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits < Self::ALL.len() as u32 {
            Some(Self::ALL[bits as usize])
        } else {
            None
        }
    }
}

/// How far a load had to go (section 4.1, case 2); the discriminant is the value of the warp's
/// 2-bit counter. Code 3 means nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Counter 0: L1 has it.
    #[default]
    L1Hit = 0,
    /// Counter 1: L2 is asked.
    L1Miss = 1,
    /// Counter 2: DRAM is asked.
    L2Miss = 2,
}

impl Outcome {
    /// All outcomes in encoding order.
    pub const ALL: [Outcome; 3] = [Outcome::L1Hit, Outcome::L1Miss, Outcome::L2Miss];

    /// From the 2-bit counter; `None` for 3.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        match bits & 3 {
            0 => Some(Outcome::L1Hit),
            1 => Some(Outcome::L1Miss),
            2 => Some(Outcome::L2Miss),
            _ => None,
        }
    }
}

macro_rules! one_word {
    ($type:ty, $from:expr) => {
        impl Wires for $type {
            crate::single_port!();
            const WORDS: usize = 1;
            fn store(&self, words: &mut [u32]) {
                words[0] = *self as u32;
            }
            fn load(words: &[u32]) -> Self {
                $from(words[0])
            }
        }
    };
}
one_word!(Voltage, Voltage::from_bits);
// No unit drives the two unused codes; a broken one that does shows as a mismatch all the same,
// because frames are compared as words.
one_word!(Mode, |bits| Mode::from_bits(bits & 7).unwrap_or_default());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_bits_of_the_state_are_the_voltage() {
        for mode in Mode::ALL {
            assert_eq!(mode.voltage() as u8, mode as u8 & 3);
            assert_eq!(Mode::from_bits(mode as u32), Some(mode));
        }
        for voltage in Voltage::ALL {
            assert_eq!(voltage.resting().voltage(), voltage);
        }
        assert_eq!(Mode::from_bits(6), None);
        assert_eq!(Outcome::from_bits(3), None);
    }

    #[test]
    fn switch_signals_are_those_of_section_3() {
        let signals = Voltage::ALL.map(|v| (v.sleep(), v.drowsy()));
        let expected = [(false, false), (true, true), (true, true), (true, false)];
        assert_eq!(signals, expected);
    }
}
