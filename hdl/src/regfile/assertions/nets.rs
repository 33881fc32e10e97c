//! The nets of `regfile` that its proofs see.

/// Nets that are one vector: its range, its name behind `unit_`, the net.
pub const NETS: &[(&str, &str, &str)] = &[
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
    ("", "forwarded", "u_cluster.u_reader.forwarded_q"),
    (
        "[1023:0]",
        "forwarded_data",
        "u_cluster.u_reader.forwarded_data_q",
    ),
    ("[1023:0]", "bank_data", "u_cluster.u_banks.read_data"),
    ("[1023:0]", "mov_data", "u_cluster.u_mov.kept_data_q"),
    (
        "[1023:0]",
        "stage_data",
        "u_cluster.u_write_stage.kept_data_q",
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
    (
        "[8:0][31:0]",
        "counts",
        "{u_counters.u_source_reads.count_q, \
         u_counters.u_conflicts.count_q, \
         u_counters.u_movs.count_q, \
         u_counters.u_decompressions.count_q, \
         u_counters.u_divergent_writes.count_q, \
         u_counters.u_four_two.count_q, \
         u_counters.u_four_one.count_q, \
         u_counters.u_four_zero.count_q, \
         u_counters.u_uncompressed.count_q}",
    ),
    (
        "[8:0]",
        "events",
        "{u_counters.u_source_reads.happened_q, \
         u_counters.u_conflicts.happened_q, \
         u_counters.u_movs.happened_q, \
         u_counters.u_decompressions.happened_q, \
         u_counters.u_divergent_writes.happened_q, \
         u_counters.u_four_two.happened_q, \
         u_counters.u_four_one.happened_q, \
         u_counters.u_four_zero.happened_q, \
         u_counters.u_uncompressed.happened_q}",
    ),
    ("", "mov_free", "u_arbiter.mov_free"),
    (
        "[2:0]",
        "stage_requests",
        "{u_cluster.u_write_stage.head1_valid, \
         u_cluster.u_write_stage.head0_valid, \
         u_cluster.u_write_stage.mov_valid}",
    ),
    (
        "[2:0]",
        "stage_grants",
        "{u_cluster.u_write_stage.head1_taken, \
         u_cluster.u_write_stage.head0_taken, \
         u_cluster.u_write_stage.mov_taken}",
    ),
];

/// Nets of which there are several: its width, how many of what, its name, its parts: number N, of port P or of
/// bank B where there are several of each.
pub const VECTORS: &[(&str, &str, &str, &str)] = &[
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
    (
        "1024",
        "2*SLOTS",
        "slot_data",
        "u_write_port_P.u_queue.kept_data_q[N]",
    ),
    (
        "1024",
        "2",
        "measured_data",
        "u_write_port_N.u_wide_compressor.measured_data_q",
    ),
    (
        "31",
        "2",
        "measured_fits",
        "u_write_port_N.u_wide_compressor.measured_fits_q",
    ),
    (
        "248",
        "2",
        "measured_low",
        "u_write_port_N.u_wide_compressor.low_plane",
    ),
    (
        "248",
        "2",
        "measured_high",
        "u_write_port_N.u_wide_compressor.high_plane",
    ),
    (
        "1024",
        "2",
        "result_data",
        "u_write_port_N.u_wide_compressor.result_banks_q",
    ),
    (
        "2",
        "2",
        "result_ranges",
        "u_write_port_N.u_wide_compressor.result_range_q",
    ),
    (
        "128",
        "BANKS*REGISTERS",
        "words",
        "u_cluster.u_banks.g_bank[B].u_bank.words[N]",
    ),
    ("1", "2", "found", "u_write_port_N.found"),
    ("1024", "2", "found_data", "u_write_port_N.found_data"),
    ("2", "2", "found_ranges", "u_write_port_N.found_range"),
];
