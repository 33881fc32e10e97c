//! Parameters of the units around the power switches. Only legal values can be constructed.

use super::lanes::MAXIMUM_REGISTERS;
use super::numbers::{parameters_are_numbers, Numbers};
use crate::parameters::{ParameterError, Setting};

/// Bits of the wake counter (section 4.3).
pub const COUNTER_BITS: usize = 10;
/// The greatest number that the wake counter holds.
pub const COUNTER_MAXIMUM: u16 = (1 << COUNTER_BITS) - 1;
/// Bits that name a warp: the tracker of 16 bytes has 2 bits for each of 64 (section 4.3).
pub const WARP_INDEX_BITS: usize = 6;
/// Bytes from one PC to the next; a line of 16 PCs (section 4.3) is one of 128 bytes.
pub const PC_BYTES: u16 = 8;

const fn setting(key: &'static str, allowed: &'static str) -> Setting {
    Setting { key, allowed }
}

const REGISTERS: Setting = setting("registers", "a multiple of 32 from 32 to 1024");
const SHALLOW_WAKE: Setting = setting("shallow_wake", "1 to deep_wake");
const DEEP_WAKE: Setting = setting("deep_wake", "shallow_wake to off_wake");
const OFF_WAKE: Setting = setting("off_wake", "deep_wake to 1022");
const DEEP_LIFT: Setting = setting("deep_lift", "1 to the lesser of deep_wake and off_lift");
const OFF_LIFT: Setting = setting(
    "off_lift",
    "deep_lift to off_wake, and with shallow_wake at most 1023",
);
const SHALLOW_BREAK_EVEN: Setting = setting(
    "shallow_break_even",
    "shallow_wake, or 1 where the unit has none, to deep_break_even",
);
const DEEP_BREAK_EVEN: Setting = setting(
    "deep_break_even",
    "the greater of deep_wake and shallow_break_even to off_break_even",
);
const OFF_BREAK_EVEN: Setting = setting(
    "off_break_even",
    "the greater of off_wake and deep_break_even to 1022",
);
const WARPS: Setting = setting("warps", "1 to 64");
const L1_LATENCY: Setting = setting("l1_latency", "1 to l2_latency");
const L2_LATENCY: Setting = setting("l2_latency", "l1_latency to dram_latency");
const DRAM_LATENCY: Setting = setting("dram_latency", "l2_latency to 1023");
const LIST_ENTRIES: Setting = setting("list_entries", "1 to 64");
const LINE_PCS: Setting = setting("line_pcs", "1, 2, 4, 8, 16, 32 or 64");

/// The place of the first condition that does not hold.
fn first_false(conditions: &[bool]) -> Option<usize> {
    conditions.iter().position(|&holds| !holds)
}

/// Cycles that the voltage takes to rise, and the power that it takes to have risen.
///
/// Open for writing; a unit takes it through its parameters, which check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Delays {
    /// SS to ON (Table 1: 4).
    pub shallow_wake: u16,
    /// DS to ON (Table 1: 13).
    pub deep_wake: u16,
    /// OFF to ON (Table 1: 16).
    pub off_wake: u16,
    /// DS to SS. Not in the paper; docs/rationale/slumber.md has the reason for 9.
    pub deep_lift: u16,
    /// OFF to SS. Not in the paper; docs/rationale/slumber.md has the reason for 12.
    pub off_lift: u16,
}

impl Delays {
    /// Table 1, and lifts along the same charging curve: 13 - 4 and 16 - 4.
    pub const FERMI: Delays = Delays {
        shallow_wake: 4,
        deep_wake: 13,
        off_wake: 16,
        deep_lift: 9,
        off_lift: 12,
    };

    const SETTINGS: [Setting; 5] = [SHALLOW_WAKE, DEEP_WAKE, OFF_WAKE, DEEP_LIFT, OFF_LIFT];

    fn numbers(&mut self) -> [&mut u16; 5] {
        [
            &mut self.shallow_wake,
            &mut self.deep_wake,
            &mut self.off_wake,
            &mut self.deep_lift,
            &mut self.off_lift,
        ]
    }

    fn legal(&self) -> [bool; 5] {
        let below_maximum = self.off_lift < COUNTER_MAXIMUM
            && self.off_lift + self.shallow_wake.min(COUNTER_MAXIMUM) <= COUNTER_MAXIMUM;
        [
            (1..=self.deep_wake).contains(&self.shallow_wake),
            (self.shallow_wake..=self.off_wake).contains(&self.deep_wake),
            (self.deep_wake..COUNTER_MAXIMUM).contains(&self.off_wake),
            (1..=self.deep_wake.min(self.off_lift)).contains(&self.deep_lift),
            (self.deep_lift..=self.off_wake).contains(&self.off_lift) && below_maximum,
        ]
    }

    fn suffix(&self) -> String {
        format!(
            "w{}_{}_{}_l{}_{}",
            self.shallow_wake, self.deep_wake, self.off_wake, self.deep_lift, self.off_lift
        )
    }
}

/// Of `power_controller`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ControllerParameters(Delays);

impl ControllerParameters {
    /// Refuses a delay of 0, one beyond the counter, and a deeper state that wakes faster.
    pub fn new(delays: Delays) -> Result<Self, ParameterError> {
        Self(delays).checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(super) const fn of_preset(delays: Delays) -> Self {
        Self(delays)
    }

    /// The delays.
    pub fn delays(&self) -> Delays {
        self.0
    }

    pub(super) fn suffix(&self) -> String {
        self.0.suffix()
    }
}

impl Numbers for ControllerParameters {
    const SETTINGS: &'static [Setting] = &Delays::SETTINGS;

    fn numbers(&mut self) -> Vec<&mut u16> {
        self.0.numbers().into()
    }

    fn offence(&self) -> Option<usize> {
        first_false(&self.0.legal())
    }
}

/// Of `power_array`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArrayParameters {
    registers: u16,
    delays: Delays,
}

impl ArrayParameters {
    /// Checks the number of registers and the delays.
    pub fn new(registers: u16, delays: Delays) -> Result<Self, ParameterError> {
        Self { registers, delays }.checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(super) const fn of_preset(registers: u16, delays: Delays) -> Self {
        Self { registers, delays }
    }

    /// Registers that exist: those with an index below this.
    pub fn registers(&self) -> usize {
        usize::from(self.registers)
    }

    /// The delays of every register.
    pub fn delays(&self) -> Delays {
        self.delays
    }

    pub(super) fn suffix(&self) -> String {
        format!("r{}_{}", self.registers, self.delays.suffix())
    }

    fn legal_registers(&self) -> bool {
        self.registers.is_multiple_of(32) && (1..=MAXIMUM_REGISTERS).contains(&self.registers())
    }
}

impl Numbers for ArrayParameters {
    const SETTINGS: &'static [Setting] = &[
        REGISTERS,
        SHALLOW_WAKE,
        DEEP_WAKE,
        OFF_WAKE,
        DEEP_LIFT,
        OFF_LIFT,
    ];

    fn numbers(&mut self) -> Vec<&mut u16> {
        let mut numbers = vec![&mut self.registers];
        numbers.extend(self.delays.numbers());
        numbers
    }

    fn offence(&self) -> Option<usize> {
        let delays = || first_false(&self.delays.legal()).map(|place| place + 1);
        (!self.legal_registers()).then_some(0).or_else(delays)
    }
}

/// Least cycles from the report of an outcome to the data. Open for writing, like [`Delays`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryLatencies {
    /// After an L1 hit.
    pub l1: u16,
    /// After an L1 miss, should L2 have it.
    pub l2: u16,
    /// After an L2 miss.
    pub dram: u16,
}

impl MemoryLatencies {
    /// "Order of hundreds" for L2 (4.1) and the low end of "400-600 cc" for DRAM (4.3); least
    /// latencies are wanted. The L1's is of no consequence: a hit changes no state.
    pub const FERMI: MemoryLatencies = MemoryLatencies {
        l1: 45,
        l2: 200,
        dram: 400,
    };

    fn numbers(&mut self) -> [&mut u16; 3] {
        [&mut self.l1, &mut self.l2, &mut self.dram]
    }

    fn legal(&self) -> [bool; 3] {
        [
            (1..=self.l2).contains(&self.l1),
            (self.l1..=self.dram).contains(&self.l2),
            (self.l2..=COUNTER_MAXIMUM).contains(&self.dram),
        ]
    }
}

/// Of `mshr_tracker`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrackerParameters {
    warps: u16,
    latencies: MemoryLatencies,
}

impl TrackerParameters {
    /// Checks the number of warps and that a longer way takes no less time.
    pub fn new(warps: u16, latencies: MemoryLatencies) -> Result<Self, ParameterError> {
        Self { warps, latencies }.checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(super) const fn of_preset(warps: u16, latencies: MemoryLatencies) -> Self {
        Self { warps, latencies }
    }

    /// Warps that exist.
    pub fn warps(&self) -> usize {
        usize::from(self.warps)
    }

    /// The latencies.
    pub fn latencies(&self) -> MemoryLatencies {
        self.latencies
    }

    pub(super) fn suffix(&self) -> String {
        let MemoryLatencies { l1, l2, dram } = self.latencies;
        format!("w{}_m{l1}_{l2}_{dram}", self.warps)
    }
}

impl Numbers for TrackerParameters {
    const SETTINGS: &'static [Setting] = &[WARPS, L1_LATENCY, L2_LATENCY, DRAM_LATENCY];

    fn numbers(&mut self) -> Vec<&mut u16> {
        let mut numbers = vec![&mut self.warps];
        numbers.extend(self.latencies.numbers());
        numbers
    }

    fn offence(&self) -> Option<usize> {
        let latencies = || first_false(&self.latencies.legal()).map(|place| place + 1);
        let warps_exist = (1..=1 << WARP_INDEX_BITS).contains(&self.warps);
        (!warps_exist).then_some(0).or_else(latencies)
    }
}

/// Of `fetch_unit_list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ListParameters {
    entries: u16,
    line_pcs: u16,
}

impl ListParameters {
    /// Checks the number of entries and that a line is a power of two.
    pub fn new(entries: u16, line_pcs: u16) -> Result<Self, ParameterError> {
        Self { entries, line_pcs }.checked()
    }

    /// For the table of presets, whose test checks every row.
    pub(super) const fn of_preset(entries: u16, line_pcs: u16) -> Self {
        Self { entries, line_pcs }
    }

    /// Lines that are remembered (section 4.3: 16).
    pub fn entries(&self) -> usize {
        usize::from(self.entries)
    }

    /// Consecutive PCs that a line of the L1I serves (section 4.3: 16).
    pub fn line_pcs(&self) -> u16 {
        self.line_pcs
    }

    /// Low bits of a PC that do not tell lines apart.
    pub fn offset_bits(&self) -> u32 {
        (self.line_pcs * PC_BYTES).trailing_zeros()
    }

    pub(super) fn suffix(&self) -> String {
        format!("e{}_p{}", self.entries, self.line_pcs)
    }
}

impl Numbers for ListParameters {
    const SETTINGS: &'static [Setting] = &[LIST_ENTRIES, LINE_PCS];

    fn numbers(&mut self) -> Vec<&mut u16> {
        vec![&mut self.entries, &mut self.line_pcs]
    }

    fn offence(&self) -> Option<usize> {
        first_false(&[
            (1..=64).contains(&self.entries),
            self.line_pcs.is_power_of_two() && self.line_pcs <= 64,
        ])
    }
}

/// Idle cycles beyond which a low state pays. Open for writing, like [`Delays`].
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
            (off_wake.max(self.deep)..COUNTER_MAXIMUM).contains(&self.off),
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
    pub(super) const fn of_preset(break_evens: BreakEvens) -> Self {
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
    pub(super) const fn of_preset(
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
        } = self.array.delays;
        let wakes = [shallow_wake, deep_wake, off_wake];
        let control = || first_false(&self.control.0.legal(wakes)).map(|place| place + 6);
        let tracker = || self.tracker.offence().map(|place| place + 9);
        let list = || self.list.offence().map(|place| place + 13);
        let array = self.array.offence();
        array.or_else(control).or_else(tracker).or_else(list)
    }
}

parameters_are_numbers!(
    ControllerParameters,
    ArrayParameters,
    TrackerParameters,
    ListParameters,
    ControlParameters,
    TopParameters,
);
