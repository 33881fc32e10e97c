//! The checker of `power_array`, and what proofs see inside it, by itself and in `slumber_top`.

use super::{parts, PLANES};
use crate::assertions::inside::{declared, Inside};
use crate::assertions::settings::{body, told};
use spec::slumber::{ArrayParameters, TopParameters};

/// Lanes that name registers, in the order of their bits from the top.
const NAMED: [(&str, usize); 5] = [
    ("corrected", 2),
    ("wait", 3),
    ("done", 8),
    ("future", 12),
    ("fetch", 8),
];
/// Registers of a row.
const ROW: usize = 32;

/// Body of the checker: some registers by the rules of the controller, and all by their planes.
pub fn power_array(parameters: &ArrayParameters) -> String {
    watching(include_str!("power_array_watched.sv"), parameters)
}

/// The same of one register, any.
pub fn power_array_any(parameters: &ArrayParameters) -> String {
    watching(include_str!("power_array_any.sv"), parameters)
}

fn watching(watched: &str, parameters: &ArrayParameters) -> String {
    let parts = [
        PLANES,
        watched,
        include_str!("power_array.sv"),
        include_str!("power_array_planes.sv"),
    ];
    body(&parts, parameters)
}

/// What proofs of `power_array` are helped by: the decoders and the registers of all controllers, row 0 at the bottom.
pub fn power_array_inside(parameters: &ArrayParameters) -> Inside {
    Inside {
        nets: nets(parameters, "").into(),
        body: include_str!("power_array_inside.sv").replace("LANES", &lanes().to_string()),
    }
}

/// What proofs of `slumber_top` are helped by: the same of its array, what control tells, and what the tracker holds.
pub fn slumber_top_inside(parameters: &TopParameters) -> Inside {
    let array = parameters.array();
    let registers = array.registers();
    let told_by = [
        (registers, "finish", "u_array.u_finish.plane"),
        (registers, "allocate", "u_array.u_allocate.plane"),
        (8, "down", "u_control.done_down_q"),
        (8, "keep", "u_control.done_keep_q"),
        (2, "write_full", "u_control.write_full_q"),
        (6, "targets", "u_control.wait_targets_q"),
        (15, "wait_counts", "u_control.wait_counts_q"),
    ];
    let mut all = nets(&array, "u_array.").to_vec();
    all.extend(told_by.map(|(width, name, net)| (declared(width, name), net.to_owned())));
    let ports = parts::nets(registers).into_iter();
    all.extend(ports.map(|(width, name, net)| (declared(width, &name), net)));
    let warps = parameters.tracker().warps();
    all.push((
        format!("logic [1:0] unit_outcome_q[{warps}]"),
        "u_tracker.outcome_q".to_owned(),
    ));
    let mut text = include_str!("slumber_top_inside.sv").replace("ALL_LANES", &lanes().to_string());
    for (at, (name, _)) in NAMED.iter().enumerate() {
        // A name's lanes stand above those of all that come behind it.
        let below: usize = NAMED[at + 1..].iter().map(|(_, lanes)| lanes).sum();
        text = text.replace(
            &format!("{}_LANES", name.to_uppercase()),
            &below.to_string(),
        );
    }
    Inside {
        nets: all,
        body: told(text, parameters) + &parts::claims(),
    }
}

/// Lanes that name registers, all together.
fn lanes() -> usize {
    NAMED.iter().map(|(_, lanes)| lanes).sum()
}

/// What is seen of an array at that path.
fn nets(parameters: &ArrayParameters, path: &str) -> [(String, String); 10] {
    let rows = parameters.registers() / ROW;
    let of_rows = |net: &dyn Fn(usize) -> String| {
        let nets: Vec<String> = (0..rows).rev().map(net).collect();
        format!("{{{}}}", nets.join(", "))
    };
    let slices =
        |register: &str| of_rows(&|row| format!("{path}g_row[{row}].u_row.u_slice.{register}"));
    let rows_of = of_rows(&|row| {
        let lanes =
            NAMED.map(|(name, lanes)| format!("{path}{name}_rows[{}+:{lanes}]", lanes * row));
        lanes.join(", ")
    });
    let columns = NAMED.map(|(name, _)| format!("{path}{name}_columns"));
    let ranges = ["finish", "allocate"].map(|name| {
        let registers = ["valid", "first", "last"];
        let registers = registers.map(|register| format!("{path}u_{name}.was_{register}_q"));
        registers.join(", ")
    });
    let all = lanes();
    let nets = [
        (ROW * all, "columns", format!("{{{}}}", columns.join(", "))),
        (rows * all, "rows", rows_of),
        (42, "ranges", format!("{{{}}}", ranges.join(", "))),
        (4, "since_tick", format!("{path}since_tick_q")),
        (1, "kernel_start", format!("{path}kernel_start_q")),
        (5 * ROW * rows, "counts", slices("counter_q")),
        (ROW * rows, "moving", slices("moving_q")),
        (ROW * rows, "allocated", slices("allocated_q")),
        (ROW * rows, "pending", slices("pending_q")),
        (ROW * rows, "full_next", slices("full_next_q")),
    ];
    nets.map(|(width, name, net)| (declared(width, name), net))
}
