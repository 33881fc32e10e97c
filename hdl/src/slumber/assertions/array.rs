//! The checker of `power_array`, and what proofs see inside it.

use super::PLANES;
use crate::assertions::inside::{declared, Inside};
use crate::assertions::settings::body;
use spec::slumber::ArrayParameters;

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
    let rows = parameters.registers() / ROW;
    let of_rows = |net: &dyn Fn(usize) -> String| {
        let nets: Vec<String> = (0..rows).rev().map(net).collect();
        format!("{{{}}}", nets.join(", "))
    };
    let slices = |register: &str| of_rows(&|row| format!("g_row[{row}].u_row.u_slice.{register}"));
    let lanes = of_rows(&|row| {
        let lanes = NAMED.map(|(name, lanes)| format!("{name}_rows[{}+:{lanes}]", lanes * row));
        lanes.join(", ")
    });
    let columns = NAMED.map(|(name, _)| format!("{name}_columns"));
    let ranges = ["finish", "allocate"].map(|name| {
        let registers = ["valid", "first", "last"];
        let registers = registers.map(|register| format!("u_{name}.was_{register}_q"));
        registers.join(", ")
    });
    let all: usize = NAMED.iter().map(|(_, lanes)| lanes).sum();
    let nets = [
        (ROW * all, "columns", format!("{{{}}}", columns.join(", "))),
        (rows * all, "rows", lanes),
        (42, "ranges", format!("{{{}}}", ranges.join(", "))),
        (4, "since_tick", "since_tick_q".to_owned()),
        (1, "kernel_start", "kernel_start_q".to_owned()),
        (5 * ROW * rows, "counts", slices("counter_q")),
        (ROW * rows, "moving", slices("moving_q")),
        (ROW * rows, "allocated", slices("allocated_q")),
        (ROW * rows, "pending", slices("pending_q")),
        (ROW * rows, "full_next", slices("full_next_q")),
    ];
    Inside {
        nets: nets
            .map(|(width, name, net)| (declared(width, name), net))
            .into(),
        body: include_str!("power_array_inside.sv").replace("LANES", &all.to_string()),
    }
}
