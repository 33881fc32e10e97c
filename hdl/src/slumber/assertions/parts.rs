//! What proofs of `slumber_top` see at the ports of its parts: what the contract's picture shows there.

/// An input of a part, or an output of the whole, with its width and with what it is.
type Port = (&'static str, usize, &'static str);

const TRACKER: &[Port] = &[
    ("u_tracker.in_clear", 1, "in_kernel_start"),
    ("u_tracker.in_report_valid", 1, "in_report_valid"),
    ("u_tracker.in_report_warp", 6, "in_report_warp"),
    ("u_tracker.in_report_outcome", 2, "in_report_outcome"),
    ("u_tracker.in_query_warp", 6, "in_load_warp"),
];
const LIST: &[Port] = &[
    ("u_list.in_flush", 1, "in_kernel_start"),
    ("u_list.in_fill_valid", 1, "in_fill_valid"),
    ("u_list.in_fill_pc", 64, "in_fill_pc"),
    ("u_list.in_evict_valid", 1, "in_evict_valid"),
    ("u_list.in_evict_pc", 64, "in_evict_pc"),
    ("u_list.in_lookup_pcs", 384, "in_slot_pcs, in_fetch_pcs"),
];
const CONTROL: &[Port] = &[
    ("u_control.in_fetch_enable", 8, "in_fetch_enable"),
    ("u_control.in_done_next_write", 8, "in_done_next_write"),
    ("u_control.in_slot_ready", 4, "in_slot_ready"),
    ("u_control.in_slot_buffered", 4, "in_slot_buffered"),
    ("u_control.in_slot_diverged", 4, "in_slot_diverged"),
    ("u_control.in_write_partial", 2, "in_write_partial"),
    ("u_control.in_write_load", 2, "in_write_load"),
    ("u_control.in_write_latencies", 20, "in_write_latencies"),
    ("u_control.in_load_outcome", 2, "u_tracker.out_outcome"),
    ("u_control.in_load_latency", 10, "u_tracker.out_latency"),
    ("u_control.in_line_hit", 6, "u_list.out_hit"),
];
const ARRAY: &[Port] = &[
    ("u_array.in_kernel_start", 1, "in_kernel_start"),
    ("u_array.in_allocate_valid", 1, "in_allocate_valid"),
    ("u_array.in_allocate_first", 10, "in_allocate_first"),
    ("u_array.in_allocate_last", 10, "in_allocate_last"),
    ("u_array.in_finish_valid", 1, "in_finish_valid"),
    ("u_array.in_finish_first", 10, "in_finish_first"),
    ("u_array.in_finish_last", 10, "in_finish_last"),
    ("u_array.in_fetch_enable", 8, "u_control.out_fetch_enable"),
    ("u_array.in_fetch_registers", 80, "in_fetch_registers"),
    ("u_array.in_future_enable", 12, "in_future_enable"),
    ("u_array.in_future_registers", 120, "in_future_registers"),
    ("u_array.in_wake_enable", 8, "in_wake_enable"),
    ("u_array.in_wake_registers", 80, "in_wake_registers"),
    ("u_array.in_done_enable", 8, "in_done_enable"),
    ("u_array.in_done_registers", 80, "in_done_registers"),
    ("u_array.in_done_down", 8, "u_control.out_done_down"),
    ("u_array.in_done_keep", 8, "u_control.out_done_keep"),
    ("u_array.in_write_enable", 2, "in_write_enable"),
    ("u_array.in_write_registers", 20, "in_write_registers"),
    ("u_array.in_write_full", 2, "u_control.out_write_full"),
    ("u_array.in_write_targets", 4, "u_control.out_write_targets"),
    ("u_array.in_write_counts", 10, "u_control.out_write_counts"),
    ("u_array.in_load_valid", 1, "in_load_valid"),
    ("u_array.in_load_register", 10, "in_load_register"),
    ("u_array.in_load_target", 2, "u_control.out_load_target"),
    ("u_array.in_load_count", 5, "u_control.out_load_count"),
    ("u_array.in_next_enable", 2, "in_next_enable"),
    ("u_array.in_next_registers", 20, "in_next_registers"),
    ("u_array.in_next_write", 2, "in_next_write"),
];
const PARTS: [(&str, &[Port]); 4] = [
    ("tracker", TRACKER),
    ("list", LIST),
    ("control", CONTROL),
    ("array", ARRAY),
];
/// Of each register.
const PLANES: [&str; 6] = [
    "sleep",
    "drowsy",
    "voltage_high",
    "voltage_low",
    "ready",
    "retained",
];

/// Widths, names and nets: of each part what it is given and what it is due, and the same of the outputs.
pub fn nets(registers: usize) -> Vec<(usize, String, String)> {
    let mut all = vec![];
    let mut pair = |name: &str, width: usize, given: Vec<String>, due: Vec<String>| {
        let joined = |nets: Vec<String>| format!("{{{}}}", nets.join(", "));
        all.push((width, format!("{name}_given"), joined(given)));
        all.push((width, format!("{name}_due"), joined(due)));
    };
    for (name, ports) in PARTS {
        let width = ports.iter().map(|(_, width, _)| width).sum();
        let (given, due) = { ports.iter() }
            .map(|&(given, _, due)| (given.to_owned(), due.to_owned()))
            .unzip();
        pair(name, width, given, due);
    }
    let outputs = |path: &str| {
        let names = PLANES.into_iter().chain(["grant"]);
        names.map(|name| format!("{path}out_{name}")).collect()
    };
    let width = PLANES.len() * registers + 8;
    pair("top", width, outputs(""), outputs("u_array."));
    all
}

/// That what is given is due.
pub fn claims() -> String {
    let names = PARTS.iter().map(|(name, _)| *name).chain(["top"]);
    let claim = |name: &str| {
        format!(
            "
  if (1) begin : gen_{name}
    TopIsItsParts_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_{name}_given == unit_{name}_due);
  end
"
        )
    };
    names.map(claim).collect()
}
