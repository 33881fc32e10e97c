//! Slumber's power-switch controllers and the logic that drives them, and the bank gate of
//! Warped-Compression (`docs/units/slumber.md`).

mod array;
mod bank_gate;
mod controller;
mod events;
mod mode;
mod tracker;

pub use array::PowerArray;
pub use bank_gate::BankGate;
pub use controller::PowerController;
pub use tracker::MshrTracker;

use crate::engine::AnyUnit;
use crate::hdl_unit;
use spec::slumber::{ArrayParameters, BankGateParameters, ControllerParameters, TrackerParameters};

/// The hardware of `power_controller`.
pub fn power_controller(parameters: ControllerParameters) -> Box<dyn AnyUnit> {
    Box::new(PowerController::new(parameters))
}

/// The hardware of `mshr_tracker`.
pub fn mshr_tracker(parameters: TrackerParameters) -> Box<dyn AnyUnit> {
    Box::new(MshrTracker::new(parameters))
}

/// A block with as many bits in a plane as the parameters say: the widths are types in Rust.
macro_rules! of_width {
    ($width:expr, $parameters:expr, $block:ident, [$($bits:literal)*]) => {
        match $width {
            $($bits => Box::new($block::<$bits>::new($parameters)) as Box<dyn AnyUnit>,)*
            other => unreachable!("the contract allows no {other}"),
        }
    };
}

/// The hardware of `power_array`.
pub fn power_array(parameters: ArrayParameters) -> Box<dyn AnyUnit> {
    of_width!(
            parameters.registers(), parameters, PowerArray,
    [32 256 512 1024]
        )
}

/// The hardware of `bank_gate`.
pub fn bank_gate(parameters: BankGateParameters) -> Box<dyn AnyUnit> {
    of_width!(parameters.entries(), parameters, BankGate, [32 64 96 128 160 192 224 256])
}

hdl_unit!(PowerController {
    inputs: [
        in_kernel_start,
        in_finish,
        in_allocate,
        in_wake,
        in_future,
        in_fetch,
        in_read_done,
        in_write_done,
        in_done_next_write,
        in_done_stay,
        in_done_shallow,
        in_write,
        in_write_full,
        in_write_target,
        in_write_count,
        in_load,
        in_load_target,
        in_load_count,
        in_next,
        in_next_write,
    ],
    outputs: [
        out_state,
        out_remaining,
        out_voltage,
        out_sleep,
        out_drowsy,
        out_ready,
        out_retained,
        out_next_write,
    ],
});
hdl_unit!([const N: usize] PowerArray<N> {
    inputs: [
        in_kernel_start, in_allocate_valid, in_allocate_first, in_allocate_last, in_finish_valid,
        in_finish_first, in_finish_last, in_fetch_enable, in_fetch_registers, in_future_enable,
        in_future_registers, in_wake_enable, in_wake_registers, in_done_enable, in_done_registers,
        in_done_next_write, in_done_stay, in_done_shallow, in_write_enable, in_write_registers,
        in_write_full, in_write_targets, in_write_counts, in_load_valid, in_load_register,
        in_load_target, in_load_count, in_next_enable, in_next_registers, in_next_write,
    ],
    outputs: [
        out_sleep, out_drowsy, out_voltage_high, out_voltage_low, out_ready, out_retained, out_grant,
    ],
});
hdl_unit!(MshrTracker {
    inputs: [
        in_clear,
        in_report_valid,
        in_report_warp,
        in_report_outcome,
        in_query_warp
    ],
    outputs: [out_outcome, out_latency],
});
hdl_unit!([const N: usize] BankGate<N> {
    inputs: [
        in_request, in_store, in_entry, in_release0_valid, in_release0_entry, in_release1_valid,
        in_release1_entry, in_clear,
    ],
    outputs: [out_grant, out_gated, out_waking, out_isolate, out_occupied],
});
