
  // What the ports do not show.
  OneStorageAccessPerCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    (unit_accesses & (unit_accesses - 6'd1)) == 6'd0);

  for (genvar k = 0; k < LINES; k++) begin : gen_line_held
    for (genvar other = 0; other < k; other++) begin : gen_other
      LineIsHeldOnce_A: assert property (@(posedge clock) disable iff (in_reset)
        (unit_valid[k] && unit_valid[other])
        -> unit_held[6*k+:6] != unit_held[6*other+:6]);
    end
  end

  // A fetch in Act whose register is in a line, while the storage is not in use and Read or Answer is empty: it
  // does not matter who waits.
  logic [LINES-1:0] has_register;
  logic hits_q;
  logic [9:0] hits_name_q;
  for (genvar k = 0; k < LINES; k++) begin : gen_has
    logic [15:0] here;
    assign here = unit_here[16*k+:16];
    assign has_register[k] = unit_valid[k] && unit_held[6*k+:6] == unit_name[5:0]
        && here[unit_name[9:6]];
  end
  always_ff @(posedge clock) begin
    hits_q <= !reset && unit_step == 3'd1 && (unit_kind == 2'd1 || unit_kind == 2'd2)
        && unit_known && !unit_in_memory && has_register != '0 && !response_valid
        && (unit_taken & unit_come) == '0 && (!unit_reading || !answer_valid);
    hits_name_q <= unit_name;
  end

  HitsPassMisses_A: assert property (@(posedge clock) disable iff (in_reset)
    hits_q -> (unit_reading && unit_read_name == hits_name_q));

  // A fetch whose line has come, the lowest, while none comes, nothing is written to the L1, and Read or
  // Answer is empty.
  logic comes_q;
  logic [9:0] comes_name_q;
  logic [9:0] comes_name;
  always_comb begin
    comes_name = 10'd0;
    for (int unsigned f = WAITERS; f > 0; f--) begin
      if (unit_taken[f-1] && unit_come[f-1]) comes_name = unit_names[10*(f-1)+:10];
    end
  end
  always_ff @(posedge clock) begin
    comes_q <= !reset && (unit_taken & unit_come) != '0 && !response_valid && unit_step != 3'd3
        && (!unit_reading || !answer_valid);
    comes_name_q <= comes_name;
  end

  if (1) begin : gen_come
    HitsPassMisses_A: assert property (@(posedge clock) disable iff (in_reset)
      comes_q -> (unit_reading && unit_read_name == comes_name_q));
  end

