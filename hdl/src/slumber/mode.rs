//! The states of a controller, in the codes of `spec`.

use crate::prelude::*;

/// What a controller is doing; the low two bits of the code are the voltage select.
#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum Mode {
    On,
    ShallowSleep,
    DeepSleep,
    Off,
    /// On the way to ON.
    Waking,
    /// On the way from DS or OFF to SS.
    Lifting,
}

#[cfg(test)]
mod tests {
    use super::*;
    use spec::slumber as contract;

    #[test]
    fn codes_are_those_of_the_contract() {
        fn code<T: Packed>(value: T) -> usize {
            (0..T::BITS)
                .map(|position| usize::from(value.bit(position)) << position)
                .sum()
        }
        let modes = [
            Mode::On,
            Mode::ShallowSleep,
            Mode::DeepSleep,
            Mode::Off,
            Mode::Waking,
            Mode::Lifting,
        ];
        assert_eq!(
            modes.map(code::<Mode>),
            contract::Mode::ALL.map(|mode| mode as usize)
        );
    }
}
