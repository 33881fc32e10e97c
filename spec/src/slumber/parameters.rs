//! Parameters of `slumber_control` and `slumber_top`. Only legal values can be constructed.

use super::bits::LATENCY_MAXIMUM;
use super::delays::{ArrayParameters, Delays};
use super::memory::{ListParameters, TrackerParameters};
use super::settings::{
    first_false, DEEP_BREAK_EVEN, DEEP_LIFT, DEEP_WAKE, DRAM_LATENCY, L1_LATENCY, L2_LATENCY,
    LINE_PCS, LIST_ENTRIES, OFF_BREAK_EVEN, OFF_LIFT, OFF_WAKE, REGISTERS, SHALLOW_BREAK_EVEN,
    SHALLOW_WAKE, WARPS,
};
use crate::numbers::{parameters_are_numbers, Numbers};
use crate::parameters::{ParameterError, Setting};

/// Idle cycles beyond which a low state pays. Open for writing, like [`Delays`](super::Delays).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BreakEvens {
    /// Of SS.
    pub shallow: u16,
    /// Of DS.
    pub deep: u16,
    /// Of OFF.
    pub off: u16,
}

impl BreakEvens {
    /// The thresholds that the paper argues with: "6 cc ... saving of 2 cc" for SS (4.1), and
    /// "more than 16 clock cycles" for power gating (section 5).
    pub const FERMI: BreakEvens = BreakEvens {
        shallow: 4,
        deep: 13,
        off: 16,
    };

    fn numbers(&mut self) -> [&mut u16; 3] {
        [&mut self.shallow, &mut self.deep, &mut self.off]
    }

    fn legal(&self, [shallow_wake, deep_wake, off_wake]: [u16; 3]) -> [bool; 3] {
        [
            (shallow_wake..=self.deep).contains(&self.shallow),
            (deep_wake.max(self.shallow)..=self.off).contains(&self.deep),
            (off_wake.max(self.deep)..LATENCY_MAXIMUM).contains(&self.off),
        ]
    }
}

/// Of `slumber_control`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ControlParameters(BreakEvens);

impl ControlParameters {
    /// Checks that a deeper state pays no earlier.
    pub fn new(break_evens: BreakEvens) -> Result<Self, ParameterError> {
        Self(break_evens).checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(crate) const fn of_preset(break_evens: BreakEvens) -> Self {
        Self(break_evens)
    }

    /// The break-even times.
    pub fn break_evens(&self) -> BreakEvens {
        self.0
    }

    pub(super) fn suffix(&self) -> String {
        let BreakEvens { shallow, deep, off } = self.0;
        format!("b{shallow}_{deep}_{off}")
    }
}

impl Numbers for ControlParameters {
    const SETTINGS: &'static [Setting] = &[SHALLOW_BREAK_EVEN, DEEP_BREAK_EVEN, OFF_BREAK_EVEN];

    fn numbers(&mut self) -> Vec<&mut u16> {
        self.0.numbers().into()
    }

    fn offence(&self) -> Option<usize> {
        first_false(&self.0.legal([1; 3]))
    }
}

/// Of `slumber_top`: those of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TopParameters {
    array: ArrayParameters,
    control: ControlParameters,
    tracker: TrackerParameters,
    list: ListParameters,
}

impl TopParameters {
    /// Checks that no break-even time is shorter than the wake delay that it must hide.
    pub fn new(
        array: ArrayParameters,
        control: ControlParameters,
        tracker: TrackerParameters,
        list: ListParameters,
    ) -> Result<Self, ParameterError> {
        Self::of_preset(array, control, tracker, list).checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(crate) const fn of_preset(
        array: ArrayParameters,
        control: ControlParameters,
        tracker: TrackerParameters,
        list: ListParameters,
    ) -> Self {
        Self {
            array,
            control,
            tracker,
            list,
        }
    }

    /// Of its `power_array`.
    pub fn array(&self) -> ArrayParameters {
        self.array
    }

    /// Of its `slumber_control`.
    pub fn control(&self) -> ControlParameters {
        self.control
    }

    /// Of its `mshr_tracker`.
    pub fn tracker(&self) -> TrackerParameters {
        self.tracker
    }

    /// Of its `fetch_unit_list`.
    pub fn list(&self) -> ListParameters {
        self.list
    }

    pub(super) fn suffix(&self) -> String {
        let [array, control] = [self.array.suffix(), self.control.suffix()];
        let [tracker, list] = [self.tracker.suffix(), self.list.suffix()];
        format!("{array}_{control}_{tracker}_{list}")
    }
}

impl Numbers for TopParameters {
    const SETTINGS: &'static [Setting] = &[
        REGISTERS,
        SHALLOW_WAKE,
        DEEP_WAKE,
        OFF_WAKE,
        DEEP_LIFT,
        OFF_LIFT,
        SHALLOW_BREAK_EVEN,
        DEEP_BREAK_EVEN,
        OFF_BREAK_EVEN,
        WARPS,
        L1_LATENCY,
        L2_LATENCY,
        DRAM_LATENCY,
        LIST_ENTRIES,
        LINE_PCS,
    ];

    fn numbers(&mut self) -> Vec<&mut u16> {
        let mut numbers = self.array.numbers();
        numbers.extend(self.control.numbers());
        numbers.extend(self.tracker.numbers());
        numbers.extend(self.list.numbers());
        numbers
    }

    fn offence(&self) -> Option<usize> {
        let Delays {
            shallow_wake,
            deep_wake,
            off_wake,
            ..
        } = self.array.delays();
        let wakes = [shallow_wake, deep_wake, off_wake];
        let control = || first_false(&self.control.0.legal(wakes)).map(|place| place + 6);
        let tracker = || self.tracker.offence().map(|place| place + 9);
        let list = || self.list.offence().map(|place| place + 13);
        let array = self.array.offence();
        array.or_else(control).or_else(tracker).or_else(list)
    }
}

parameters_are_numbers!(ControlParameters, TopParameters);
