//! Slumber's power-switch controllers and the logic that drives them (Slumber, sections 3 and 4).
//!
//! The cycle-level contract in prose, with state and timing diagrams, is `docs/units/slumber.md`.

mod array;
mod bits;
mod control;
mod controller;
mod delays;
mod encoding;
mod fetch_list;
mod lanes;
mod memory;
mod parameters;
mod settings;
mod top;
mod tracker;

pub use array::{ArrayInputs, ArrayOutputs, PowerArray};
pub use bits::{
    COUNTER_BITS, COUNTER_MAXIMUM, LATENCY_BITS, LATENCY_MAXIMUM, PC_BYTES, TICK, WARP_INDEX_BITS,
};
pub use control::{ControlInputs, ControlOutputs, SlumberControl};
pub use controller::{ControllerInputs, ControllerOutputs, PowerController};
pub use delays::{ArrayParameters, ControllerParameters, Delays};
pub use encoding::{Mode, Outcome, Voltage};
pub use fetch_list::{FetchUnitList, ListInputs, ListOutputs};
pub use lanes::{
    Lanes, PcLanes, RegisterLanes, RegisterPlane, ACCESS_LANES, DONE_SLOTS, FETCH_LANES,
    FETCH_SLOTS, FUTURE_LANES, LOOKUPS, MAXIMUM_REGISTERS, NEXT_LANES, READ_LANES, WRITE_LANES,
};
pub use memory::{ListParameters, MemoryLatencies, TrackerParameters};
pub use parameters::{BreakEvens, ControlParameters, TopParameters};
pub use top::{SlumberTop, TopInputs, TopOutputs};
pub use tracker::{MshrTracker, TrackerInputs, TrackerOutputs};
