//! The settings of the Slumber units, each with what it takes. A setting that several units have is
//! the same in all of them.

use crate::parameters::Setting;

const fn setting(key: &'static str, allowed: &'static str) -> Setting {
    Setting { key, allowed }
}

pub(super) const REGISTERS: Setting =
    setting("registers", "32, 64, 128, 256, 384, 512, 768 or 1024");
pub(super) const SHALLOW_WAKE: Setting = setting("shallow_wake", "1 to deep_wake");
pub(super) const DEEP_WAKE: Setting = setting("deep_wake", "shallow_wake to off_wake");
pub(super) const OFF_WAKE: Setting = setting("off_wake", "deep_wake to 16");
pub(super) const DEEP_LIFT: Setting =
    setting("deep_lift", "1 to the lesser of deep_wake and off_lift");
pub(super) const OFF_LIFT: Setting = setting(
    "off_lift",
    "deep_lift to off_wake, and with shallow_wake at most 31",
);
pub(super) const SHALLOW_BREAK_EVEN: Setting = setting(
    "shallow_break_even",
    "shallow_wake, or 1 where the unit has none, to deep_break_even",
);
pub(super) const DEEP_BREAK_EVEN: Setting = setting(
    "deep_break_even",
    "the greater of deep_wake and shallow_break_even to off_break_even",
);
pub(super) const OFF_BREAK_EVEN: Setting = setting(
    "off_break_even",
    "the greater of off_wake and deep_break_even to 1022",
);
pub(super) const WARPS: Setting = setting("warps", "1 to 64");
pub(super) const L1_LATENCY: Setting = setting("l1_latency", "1 to l2_latency");
pub(super) const L2_LATENCY: Setting = setting("l2_latency", "l1_latency to dram_latency");
pub(super) const DRAM_LATENCY: Setting = setting("dram_latency", "l2_latency to 1023");
pub(super) const LIST_ENTRIES: Setting = setting("list_entries", "1 to 64");
pub(super) const LINE_PCS: Setting = setting("line_pcs", "1, 2, 4, 8, 16, 32 or 64");

/// The place of the first condition that does not hold.
pub(super) fn first_false(conditions: &[bool]) -> Option<usize> {
    conditions.iter().position(|&holds| !holds)
}
