//! Slumber's power-switch controllers and the logic that drives them (`docs/units/slumber.md`).

mod any_list;
mod array;
pub mod assertions;
mod control;
mod controller;
mod decoder;
mod fetch_list;
mod names;
mod row;
mod slice;
mod top;
mod tracker;

pub use array::PowerArray;
pub use control::SlumberControl;
pub use controller::PowerController;
pub use fetch_list::FetchUnitList;
pub use top::SlumberTop;
pub use tracker::MshrTracker;

use crate::engine::AnyUnit;
use spec::slumber::{
    ArrayParameters, ControlParameters, ControllerParameters, ListParameters, TopParameters,
    TrackerParameters, COUNTER_BITS,
};
use spec::warp::REGISTER_INDEX_BITS;

/// Registers of a row: the largest number that every register file is a multiple of.
pub(crate) const SLICE: usize = 32;
/// Bits that name a register.
const INDEX_BITS: usize = REGISTER_INDEX_BITS;

/// The hardware of `power_controller`.
pub fn power_controller(parameters: ControllerParameters) -> Box<dyn AnyUnit> {
    Box::new(PowerController::new(parameters))
}

/// The hardware of `mshr_tracker`.
pub fn mshr_tracker(parameters: TrackerParameters) -> Box<dyn AnyUnit> {
    Box::new(MshrTracker::new(parameters))
}

/// A block with as many bits in a plane as the parameters say: widths are types in Rust.
macro_rules! of_width {
    ($width:expr, $parameters:expr, $block:ident, [$($bits:literal)*]) => {
        match $width {
            $($bits => Box::new($block::<$bits>::new($parameters)) as Box<dyn AnyUnit>,)*
            other => unreachable!("the contract allows no {other}"),
        }
    };
}

/// The same of a register file.
macro_rules! of_registers {
    ($parameters:expr, $registers:expr, $block:ident) => {
        of_width!($registers, $parameters, $block, [32 64 128 256 384 512 768 1024])
    };
}

/// The hardware of `power_array`.
pub fn power_array(parameters: ArrayParameters) -> Box<dyn AnyUnit> {
    of_registers!(parameters, parameters.registers(), PowerArray)
}

/// The hardware of `fetch_unit_list`.
pub fn fetch_unit_list(parameters: ListParameters) -> Box<dyn AnyUnit> {
    of_width!(
        line_bits(&parameters),
        parameters,
        FetchUnitList,
        [55 56 57 58 59 60 61]
    )
}

/// Bits of a PC that tell lines apart.
fn line_bits(parameters: &ListParameters) -> usize {
    64 - parameters.offset_bits() as usize
}

/// The hardware of `slumber_control`.
pub fn slumber_control(parameters: ControlParameters) -> Box<dyn AnyUnit> {
    Box::new(SlumberControl::new(parameters))
}

/// The hardware of `slumber_top`.
pub fn slumber_top(parameters: TopParameters) -> Box<dyn AnyUnit> {
    of_registers!(parameters, parameters.array().registers(), SlumberTop)
}
