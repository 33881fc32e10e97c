//! The properties of the Slumber units as SystemVerilog assertions: bodies of checker modules.
//!
//! Each assertion has the name of its `spec` property with `_A` behind it. A checker sees ports
//! only; what it needs to know beside them it records itself. `KEY` in a text stands for the
//! setting `key`, `RESET` for "reset is asserted".

mod array;
mod parts;

pub use array::{power_array, power_array_any, power_array_inside, slumber_top_inside};

use crate::assertions::inside::Inside;
use crate::assertions::settings::body;

const PLANES: &str = include_str!("planes.sv");

macro_rules! checkers {
    ($($(#[$attribute:meta])* $unit:ident($parameters:ty) = $parts:expr;)*) => {$(
        $(#[$attribute])*
        pub fn $unit(parameters: &$parameters) -> String {
            body(&$parts, parameters)
        }
    )*};
}

checkers! {
    /// Body of the checker of `power_controller`.
    power_controller(spec::slumber::ControllerParameters) = [include_str!("power_controller.sv")];
    /// Body of the checker of `mshr_tracker`.
    mshr_tracker(spec::slumber::TrackerParameters) = [include_str!("mshr_tracker.sv")];
    /// Body of the checker of `slumber_control`.
    slumber_control(spec::slumber::ControlParameters) = [include_str!("slumber_control.sv")];
    /// Body of the checker of `slumber_top`.
    slumber_top(spec::slumber::TopParameters) = [PLANES, include_str!("slumber_top.sv")];
}

/// Body of the checker of `fetch_unit_list`.
pub fn fetch_unit_list(parameters: &spec::slumber::ListParameters) -> String {
    body(&[include_str!("fetch_unit_list.sv")], parameters)
        .replace("OFFSET_BITS", &parameters.offset_bits().to_string())
}

/// What proofs of `fetch_unit_list` are helped by: the list itself beside the checker's record of it.
pub fn fetch_unit_list_inside(parameters: &spec::slumber::ListParameters) -> Inside {
    let entries = parameters.entries();
    let line_bits = LINE_BITS - parameters.offset_bits();
    let net = |declared: String, net: &str| (format!("logic {declared}"), net.to_owned());
    Inside {
        nets: vec![
            net(format!("[{}:0] unit_valid_q", entries - 1), "valid_q"),
            net("[5:0] unit_oldest_q".to_owned(), "oldest_q"),
            net(
                format!("[{}:0] unit_line_q[{entries}]", line_bits - 1),
                "line_q",
            ),
            net(format!("[{}:0] unit_same", 8 * entries - 1), "same"),
        ],
        body: include_str!("fetch_unit_list_inside.sv").to_owned(),
    }
}

/// Bits of a PC.
const LINE_BITS: u32 = 64;
