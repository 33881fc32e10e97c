//! Slumber's power-switch controllers and the logic that drives them, and the bank gate of
//! Warped-Compression (`docs/units/slumber.md`).

mod any_list;
mod array;
pub mod assertions;
mod bank_gate;
mod control;
mod controller;
mod decisions;
mod events;
mod fetch_list;
pub mod power_intent;
mod rules;
mod top;
mod tracker;

pub use array::PowerArray;
pub use bank_gate::BankGate;
pub use control::SlumberControl;
pub use controller::PowerController;
pub use fetch_list::FetchUnitList;
pub use top::SlumberTop;
pub use tracker::MshrTracker;

use crate::engine::AnyUnit;
use crate::hdl_unit;
use spec::slumber::{
    ArrayParameters, BankGateParameters, ControlParameters, ControllerParameters, ListParameters,
    TopParameters, TrackerParameters,
};

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

/// The same with the bits of as many counters.
macro_rules! of_registers {
    ($parameters:expr, $registers:expr, $block:ident, [$($count:literal)*]) => {
        match $registers {
            $($count => Box::new($block::<$count, { 10 * $count }>::new($parameters))
                as Box<dyn AnyUnit>,)*
            other => unreachable!("the contract allows no {other} registers"),
        }
    };
    ($parameters:expr, $registers:expr, $block:ident) => {
        of_registers!($parameters, $registers, $block, [
            32 64 128 256 384 512 768 1024
        ])
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

/// The hardware of `bank_gate`.
pub fn bank_gate(parameters: BankGateParameters) -> Box<dyn AnyUnit> {
    of_width!(
        parameters.entries(),
        parameters,
        BankGate,
        [16 32 64 128 256]
    )
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
hdl_unit!([const N: usize, const M: usize] PowerArray<N, M> {
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
hdl_unit!([const L: usize] FetchUnitList<L> {
    inputs: [in_flush, in_fill_valid, in_fill_pc, in_evict_valid, in_evict_pc, in_lookup_pcs],
    outputs: [out_hit],
});
hdl_unit!(SlumberControl {
    inputs: [
        in_kernel_start,
        in_allocate_valid,
        in_allocate_first,
        in_allocate_last,
        in_finish_valid,
        in_finish_first,
        in_finish_last,
        in_fetch_enable,
        in_fetch_registers,
        in_future_enable,
        in_future_registers,
        in_done_enable,
        in_done_registers,
        in_done_next_write,
        in_slot_ready,
        in_slot_buffered,
        in_slot_diverged,
        in_write_enable,
        in_write_registers,
        in_write_partial,
        in_write_load,
        in_write_latencies,
        in_load_valid,
        in_load_register,
        in_load_outcome,
        in_load_latency,
        in_next_enable,
        in_next_registers,
        in_next_write,
        in_line_hit,
    ],
    outputs: [
        out_kernel_start,
        out_allocate_valid,
        out_allocate_first,
        out_allocate_last,
        out_finish_valid,
        out_finish_first,
        out_finish_last,
        out_fetch_enable,
        out_fetch_registers,
        out_future_enable,
        out_future_registers,
        out_done_enable,
        out_done_registers,
        out_done_next_write,
        out_done_stay,
        out_done_shallow,
        out_write_enable,
        out_write_registers,
        out_write_full,
        out_write_targets,
        out_write_counts,
        out_load_valid,
        out_load_register,
        out_load_target,
        out_load_count,
        out_next_enable,
        out_next_registers,
        out_next_write,
    ],
});
hdl_unit!([const N: usize, const M: usize] SlumberTop<N, M> {
    inputs: [
        in_kernel_start, in_allocate_valid, in_allocate_first, in_allocate_last,
        in_finish_valid, in_finish_first, in_finish_last, in_fetch_enable, in_fetch_registers,
        in_fetch_pcs, in_future_enable, in_future_registers, in_wake_enable, in_wake_registers,
        in_done_enable, in_done_registers, in_done_next_write, in_slot_ready, in_slot_buffered,
        in_slot_diverged, in_slot_pcs, in_write_enable, in_write_registers, in_write_partial,
        in_write_load, in_write_latencies, in_report_valid, in_report_warp, in_report_outcome,
        in_load_valid, in_load_warp, in_load_register, in_next_enable, in_next_registers,
        in_next_write, in_fill_valid, in_fill_pc, in_evict_valid, in_evict_pc,
    ],
    outputs: [
        out_sleep, out_drowsy, out_voltage_high, out_voltage_low, out_ready, out_retained, out_grant,
    ],
});
