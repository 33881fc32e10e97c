//! What proofs of `regfile` see inside it: of a file of one cluster that compresses and forwards.

use crate::assertions::inside::Inside;
use spec::regfile::RegfileParameters;

/// Nets that are one vector: its range, its name behind `unit_`, the net.
const NETS: &[(&str, &str, &str)] = &[
    ("[REGISTERS-1:0]", "pending", "u_acceptance.pending_q"),
    ("[REGISTERS-1:0]", "coming", "u_acceptance.coming_q"),
    ("[REGISTERS-1:0]", "compressed", "u_acceptance.compressed_q"),
    ("", "turn", "u_acceptance.turn_q"),
    ("[PLACE_MSB:0]", "oldest", "u_collectors.oldest_q"),
    ("[PLACE_MSB:0]", "tail", "u_collectors.tail_q"),
    ("[PLACE_BITS:0]", "used", "u_collectors.used_q"),
    ("[COLLECTORS-1:0]", "open_a", "u_collectors.open_a_q"),
    ("[COLLECTORS-1:0]", "open_b", "u_collectors.open_b_q"),
    ("[COLLECTORS-1:0]", "open_c", "u_collectors.open_c_q"),
    ("[COLLECTORS-1:0]", "open_mov", "u_collectors.open_mov_q"),
    (
        "[COLLECTORS-1:0]",
        "open_older",
        "u_collectors.open_older_q",
    ),
    ("[COLLECTORS-1:0]", "wait_a", "u_arbiter.wait_a_q"),
    ("[COLLECTORS-1:0]", "wait_b", "u_arbiter.wait_b_q"),
    ("[COLLECTORS-1:0]", "wait_c", "u_arbiter.wait_c_q"),
    ("[COLLECTORS-1:0]", "wait_mov", "u_arbiter.wait_mov_q"),
    ("[REGISTERS-1:0]", "stored", "u_cluster.u_table.stored_q"),
    (
        "[REGISTERS-1:0]",
        "range_high",
        "u_cluster.u_table.range_high_q",
    ),
    (
        "[REGISTERS-1:0]",
        "range_low",
        "u_cluster.u_table.range_low_q",
    ),
    ("", "access_valid", "u_cluster.u_reader.access_valid_q"),
    ("[1:0]", "access_kind", "u_cluster.u_reader.access_kind_q"),
    (
        "[PLACE_MSB:0]",
        "access_place",
        "u_cluster.u_reader.access_place_q",
    ),
    (
        "[INDEX_MSB:0]",
        "access_entry",
        "u_cluster.u_reader.access_address_q",
    ),
    ("", "data_valid", "u_cluster.u_reader.data_valid_q"),
    ("[1:0]", "data_kind", "u_cluster.u_reader.data_kind_q"),
    (
        "[PLACE_MSB:0]",
        "data_place",
        "u_cluster.u_reader.data_place_q",
    ),
    ("", "data_stored", "u_cluster.u_reader.data_stored_q"),
    ("[1:0]", "data_range", "u_cluster.u_reader.data_range_q"),
    ("", "fetched_valid", "u_cluster.u_reader.fetched_valid_q"),
    ("[1:0]", "fetched_kind", "u_cluster.u_reader.fetched_kind_q"),
    (
        "[PLACE_MSB:0]",
        "fetched_place",
        "u_cluster.u_reader.fetched_place_q",
    ),
    (
        "[1:0]",
        "fetched_range",
        "u_cluster.u_reader.fetched_range_q",
    ),
    ("", "fetched_quick", "u_cluster.u_reader.fetched_quick_q"),
    (
        "[1023:0]",
        "fetched_data",
        "u_cluster.u_reader.fetched_data_q",
    ),
    ("", "wide_valid", "u_cluster.u_reader.u_wide.result_valid_q"),
    (
        "[9:0]",
        "wide_tag",
        "u_cluster.u_reader.u_wide.result_tag_q",
    ),
    (
        "[1023:0]",
        "wide_data",
        "u_cluster.u_reader.u_wide.result_data_q",
    ),
    ("", "slot_taken", "u_cluster.u_mov.taken_q"),
    ("", "slot_filled", "u_cluster.u_mov.filled_q"),
    (
        "[INDEX_MSB:0]",
        "slot_entry",
        "u_cluster.u_mov.kept_entry_q",
    ),
    ("", "stage_full", "u_cluster.u_write_stage.full_q"),
    (
        "[7:0]",
        "stage_banks",
        "u_cluster.u_write_stage.kept_banks_q",
    ),
    (
        "[INDEX_MSB:0]",
        "stage_entry",
        "u_cluster.u_write_stage.kept_entry_q",
    ),
    (
        "[31:0]",
        "stage_mask",
        "u_cluster.u_write_stage.kept_mask_q",
    ),
    (
        "",
        "stage_divergent",
        "u_cluster.u_write_stage.kept_divergent_q",
    ),
    (
        "[1:0]",
        "stage_range",
        "u_cluster.u_write_stage.kept_range_q",
    ),
    ("", "stage_mov", "u_cluster.u_write_stage.kept_mov_q"),
    (
        "[2:0]",
        "behind",
        "u_cluster.u_write_stage.u_with_mov.behind_q",
    ),
    ("[7:0]", "read_events", "u_counters.u_bank_reads.happened_q"),
    ("[31:0]", "reads", "u_counters.u_bank_reads.count_q"),
    (
        "[7:0]",
        "write_events",
        "u_counters.u_bank_writes.happened_q",
    ),
    ("[31:0]", "writes", "u_counters.u_bank_writes.count_q"),
    (
        "[7:0]",
        "forward_events",
        "u_counters.u_bank_forwards.happened_q",
    ),
    ("[31:0]", "forwards", "u_counters.u_bank_forwards.count_q"),
    ("", "mov_event", "u_counters.u_movs.happened_q"),
    ("[31:0]", "movs", "u_counters.u_movs.count_q"),
    ("[7:0]", "was_gated", "u_counters.was_gated_q"),
];

/// Registers of which there are several: its width, how many of what, its name, its parts.
const VECTORS: &[(&str, &str, &str, &str)] = &[
    ("8", "COLLECTORS", "tags", "u_collectors.kept_tag_q[N]"),
    (
        "4",
        "COLLECTORS",
        "operands",
        "u_collectors.kept_operands_q[N]",
    ),
    (
        "4*INDEX_MSB+4",
        "COLLECTORS",
        "registers",
        "u_collectors.kept_registers_q[N]",
    ),
    ("32", "COLLECTORS", "masks", "u_collectors.kept_mask_q[N]"),
    ("1024", "COLLECTORS", "data_a", "u_collectors.data_a_q[N]"),
    ("1024", "COLLECTORS", "data_b", "u_collectors.data_b_q[N]"),
    ("1024", "COLLECTORS", "data_c", "u_collectors.data_c_q[N]"),
    (
        "2",
        "BANKS",
        "power",
        "u_cluster.u_banks.g_gate[N].u_gate.power_q",
    ),
    (
        "10",
        "BANKS",
        "waking",
        "u_cluster.u_banks.g_gate[N].u_gate.remaining_q",
    ),
    (
        "REGISTERS",
        "BANKS",
        "gate_valid",
        "u_cluster.u_banks.g_gate[N].u_gate.valid_q",
    ),
    (
        "32",
        "BANKS",
        "gated_cycles",
        "u_counters.gated_cycles_q[N]",
    ),
    ("SLOT_BITS", "2", "heads", "u_write_port_N.u_queue.head_q"),
    ("SLOT_BITS", "2", "tails", "u_write_port_N.u_queue.tail_q"),
    (
        "SLOT_BITS+1",
        "2",
        "insides",
        "u_write_port_N.u_queue.inside_q",
    ),
    ("SLOTS", "2", "holds", "u_write_port_N.u_queue.holds_q"),
    (
        "32",
        "2*SLOTS",
        "slot_masks",
        "u_write_port_P.u_queue.kept_mask_q[N]",
    ),
    (
        "INDEX_MSB+1",
        "2*SLOTS",
        "slot_registers",
        "u_write_port_P.u_queue.kept_register_q[N]",
    ),
    (
        "2",
        "2*SLOTS",
        "slot_ranges",
        "u_write_port_P.u_queue.kept_range_q[N]",
    ),
    (
        "1",
        "2",
        "measured",
        "u_write_port_N.u_wide_compressor.measured_valid_q",
    ),
    (
        "10",
        "2",
        "measured_tags",
        "u_write_port_N.u_wide_compressor.measured_tag_q",
    ),
    (
        "1",
        "2",
        "results",
        "u_write_port_N.u_wide_compressor.result_valid_q",
    ),
    (
        "10",
        "2",
        "result_tags",
        "u_write_port_N.u_wide_compressor.result_tag_q",
    ),
];

/// What proofs of `regfile` are helped by; of a file of another kind there is nothing.
pub fn regfile_inside(parameters: &RegfileParameters) -> Option<Inside> {
    let of_one_cluster = parameters.clusters() == 1 && parameters.gates();
    if !(of_one_cluster && parameters.modes().is_some() && parameters.forwards()) {
        return None;
    }
    let slots = (parameters.compression_latency() + 2).next_power_of_two();
    let slot_bits = slots.ilog2();
    let number = |text: &str| -> usize {
        let named = numbers(text, parameters, slots, slot_bits);
        let sums = named.split('+');
        sums.map(|sum| sum.split('*').map(factor).product::<usize>())
            .sum()
    };
    let mut nets: Vec<(String, String)> = NETS
        .iter()
        .map(|(range, name, net)| {
            let range = numbers(range, parameters, slots, slot_bits);
            (format!("logic {range} unit_{name}"), (*net).to_owned())
        })
        .collect();
    for (width, count, name, part) in VECTORS {
        let (width, count) = (number(width), number(count));
        let parts = (0..count).rev().map(|n| match part.contains('P') {
            true => part
                .replace('P', &(n / slots).to_string())
                .replace('N', &(n % slots).to_string()),
            false => part.replace('N', &n.to_string()),
        });
        let parts = parts.collect::<Vec<_>>().join(", ");
        let each = match width {
            1 => String::new(),
            _ => format!("[{}:0]", width - 1),
        };
        let declared = format!("logic [{}:0]{each} unit_{name}", count - 1);
        nets.push((declared, format!("{{{parts}}}")));
    }
    let body = [
        include_str!("regfile_inside.sv"),
        include_str!("regfile_movs_inside.sv"),
        include_str!("regfile_times_inside.sv"),
    ];
    Some(Inside {
        nets,
        body: numbers(&body.concat(), parameters, slots, slot_bits),
    })
}

fn factor(text: &str) -> usize {
    text.trim().parse().unwrap_or_default()
}

/// A text with the file's numbers for their names.
fn numbers(text: &str, parameters: &RegfileParameters, slots: usize, slot_bits: u32) -> String {
    text.replace("BANKS", &parameters.banks().to_string())
        .replace("WAKE_DELAY", &parameters.wake_delay().to_string())
        .replace(
            "PLACE_MSB",
            &(parameters.collectors().ilog2() - 1).to_string(),
        )
        .replace("PLACE_BITS", &parameters.collectors().ilog2().to_string())
        .replace("REGISTERS", &parameters.registers().to_string())
        .replace("INDEX_MSB+1", &parameters.index_bits().to_string())
        .replace("INDEX_MSB", &(parameters.index_bits() - 1).to_string())
        .replace("COLLECTORS", &parameters.collectors().to_string())
        .replace("SLOT_BITS", &slot_bits.to_string())
        .replace("SLOTS", &slots.to_string())
}
