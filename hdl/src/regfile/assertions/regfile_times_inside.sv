
  // Counters are the record.
  CountersAreRecord_A: assert property (@(posedge clock) disable iff (in_reset)
    reads_q == unit_reads && read_events_q == 32'($countones(unit_read_events))
    && writes_q == unit_writes && write_events_q == 32'($countones(unit_write_events))
    && forwards_q == unit_forwards && forward_events_q == 32'($countones(unit_forward_events))
    && was_gated_q == unit_was_gated);

  for (genvar i = 0; i < 32; i++) begin : gen_cycles
    if (i < BANKS) begin : gen_bank
      GatedCyclesAreRecord_A: assert property (@(posedge clock) disable iff (in_reset)
        gated_cycles_q[i] == unit_gated_cycles[i]);
    end else begin : gen_none
      NoBankIsNeverGated_A: assert property (@(posedge clock) disable iff (in_reset)
        gated_cycles_q[i] == 32'd0);
    end
  end

  // A MOV takes from what its writer asked for, and from what a full result compressed.
  logic [32:0] asked;
  assign asked = 33'($countones(unit_open_mov & used)) + 33'(unit_mov_event) + 33'(unit_movs);

  MovsAreAskedFor_A: assert property (@(posedge clock) disable iff (in_reset)
    over_q[0] || asked <= 33'(divergent_q));

  logic [32:0] stocked;
  assign stocked = 33'($countones(coming_set)) + 33'(unit_mov_event) + 33'(unit_movs)
      + 33'($countones(compressed_set & ~(mov_at[4:1] != 4'd0 ? mov_slot : '0) & ~mov_stage));

  MovsAreStocked_A: assert property (@(posedge clock) disable iff (in_reset)
    over_q[1] || stocked <= 33'(full_q));

  // The time of a result since it was accepted; its low bits are enough once it is bounded.
  typedef logic [15:0] time_t;
  logic [31:0] long[REGISTERS];
  time_t age[REGISTERS];
  set_t at_1, at_2, at_3, at_4;
  for (genvar r = 0; r < REGISTERS; r++) begin : gen_age
    assign long[r] = now_q - result_at_q[r];
    assign age[r] = now_q[15:0] - result_at_q[r][15:0];
    assign at_1[r] = resulted_q[r] && age[r] == 16'd1;
    assign at_2[r] = resulted_q[r] && age[r] == 16'd2;
    assign at_3[r] = resulted_q[r] && age[r] == 16'd3;
    assign at_4[r] = resulted_q[r] && age[r] == 16'd4;

    AgeIsBounded_A: assert property (@(posedge clock) disable iff (in_reset)
      !resulted_q[r] || (long[r] != 32'd0 && long[r] <= LongestWrite + 32'd1
        + 32'((INDEX_MSB+1)'(now_q - 32'(r) - 32'd1))));
  end

  set_t on_its_way;
  assign on_its_way = queued | stage_full_set | stage_uneven_set;

  ResultIsRemembered_A: assert property (@(posedge clock) disable iff (in_reset)
    (on_its_way & ~resulted_q) == '0);

  WholeIsKnown_A: assert property (@(posedge clock) disable iff (in_reset)
    (coming_set & ~whole_q) == '0 && ((queued_uneven | stage_uneven_set) & whole_q) == '0);

  WholeIsMeasuredFirst_A: assert property (@(posedge clock) disable iff (in_reset)
    measuring == (at_1 & whole_q) && resulting == (at_2 & whole_q));

  WholeIsFilledThird_A: assert property (@(posedge clock) disable iff (in_reset)
    (at_3 & whole_q & ~held_full) == '0 && (at_4 & whole_q & ~coming_set) == '0);

  DivergentIsFilledAtOnce_A: assert property (@(posedge clock) disable iff (in_reset)
    (at_1 & ~whole_q & ~queued_uneven) == '0
    && (at_2 & ~whole_q & ~(queued_uneven | stage_uneven_set)) == '0);

  // Cycles until what is in the write stage is written.
  localparam time_t Stay = 16'dWAKE_DELAY + 16'd2;
  time_t stage_left;
  always_comb begin
    stage_left = 16'd1;
    for (int i = 0; i < 8; i++) begin
      if (unit_stage_banks[i] && unit_power[i] == 2'd0) stage_left = Stay;
    end
    for (int i = 0; i < 8; i++) begin
      if (unit_stage_banks[i] && unit_power[i] == 2'd1 && 16'(unit_waking[i]) + 16'd1 > stage_left)
        stage_left = 16'(unit_waking[i]) + 16'd1;
    end
  end

  TurnsAreCyclic_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_behind inside {3'b000, 3'b110, 3'b100});

  // Cycles until the MOV, and until the heads of the queues enter it.
  time_t to_fill, mov_left, order_mov;
  time_t head_left[2];
  time_t order[2];
  assign order_mov = unit_behind[1] ? 16'd2 : unit_behind[2] ? 16'd1 : 16'd0;
  assign order[0] = unit_behind[1] ? 16'd0 : unit_behind[2] ? 16'd2 : 16'd1;
  assign order[1] = unit_behind[1] ? 16'd1 : unit_behind[2] ? 16'd0 : 16'd2;
  assign to_fill = mov_at[0] ? 16'd4 : mov_at[1] ? 16'd3 : mov_at[2] ? 16'd2 : 16'd1;
  assign mov_left = unit_slot_filled ? stage_left + order_mov * Stay : to_fill + 16'd3 * Stay;

  localparam time_t Turn = 16'd5 * Stay + 16'd6;
  for (genvar p = 0; p < 2; p++) begin : gen_left
    logic [INDEX_MSB:0] its;
    assign its = unit_slot_registers[p*SLOTS+unit_heads[p]];
    assign head_left[p] = !unit_holds[p][unit_heads[p]]
      ? 16'd5 * Stay + 16'd4
        + (measured_slot[p][unit_heads[p]] ? 16'd2 : 16'd1)
      : unit_slot_taken && unit_slot_entry == its ? mov_left + 16'd2 * Stay
      : stage_left + order[p] * Stay;

    for (genvar i = 0; i < SLOTS; i++) begin : gen_slot
      ResultIsWrittenInTime_A: assert property (@(posedge clock) disable iff (in_reset)
        !slots[p][i]
        || age[unit_slot_registers[p*SLOTS+i]] + head_left[p]
          + 16'(SLOT_BITS'(SLOT_BITS'(i) - unit_heads[p])) * Turn + Stay <= 16'(LongestWrite));
    end
  end

  StageIsWrittenInTime_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_stage_full || unit_stage_mov
    || age[unit_stage_entry] + stage_left <= 16'(LongestWrite));

  // The oldest instruction.
  logic waits_a, waits_b, waits_c, waits_mov;
  logic [31:0] waiting;
  assign {waits_a, waits_b, waits_c, waits_mov} = {
    unit_wait_a[head_q], unit_wait_b[head_q], unit_wait_c[head_q], unit_wait_mov[head_q]
  };
  assign waiting = 32'(waits_a) + 32'(waits_b) + 32'(waits_c);
  function automatic logic source(logic valid, logic [1:0] kind, logic [PLACE_MSB:0] its);
    return valid && kind != 2'd3 && its == head_q;
  endfunction

  OldestIsServed_A: assert property (@(posedge clock) disable iff (in_reset)
    count_q == 8'd0
    || ((waiting == 32'd0 || late_q + waiting <= 32'd3)
    && (!source(unit_access_valid, unit_access_kind, unit_access_place) || late_q <= 32'd3)
    && (!source(unit_data_valid, unit_data_kind, unit_data_place) || late_q <= 32'd4)
    && (!source(unit_fetched_valid, unit_fetched_kind, unit_fetched_place) || late_q <= 32'd5)
    && (!source(unit_wide_valid, unit_wide_tag[1:0], unit_wide_tag[2+:PLACE_BITS])
      || late_q <= 32'd6)
    && (!waits_mov
      || late_q + waiting + (unit_slot_taken ? 32'(mov_left) : 32'd0) <= 32'd3 * 32'(Stay) + 32'd7)
    && (!at_mov[head_q] || late_q <= 32'd3 * 32'(Stay) + 32'd8)
    && (!unit_open_older[head_q] || late_q < 32'(age[oldest.destination]))));

  // A source is as it was when its instruction was accepted.
  function automatic logic its_stored(logic [1:0] kind, logic [PLACE_MSB:0] its);
    return inside_q[its].stored[kind];
  endfunction

  logic [2:0] holds_nothing;
  assign holds_nothing = {
    unit_data_valid && unit_data_kind != 2'd3 && !its_stored(unit_data_kind, unit_data_place),
    unit_fetched_valid && unit_fetched_kind != 2'd3
      && !its_stored(unit_fetched_kind, unit_fetched_place),
    unit_wide_valid && unit_wide_tag[1:0] != 2'd3
      && !its_stored(unit_wide_tag[1:0], unit_wide_tag[2+:PLACE_BITS])
  };
  ReadOfNothingIsZero_A: assert property (@(posedge clock) disable iff (in_reset)
    (!holds_nothing[2] || (!unit_data_stored && unit_data_range == 2'd0))
    && (!holds_nothing[1] || (unit_fetched_data == '0 && unit_fetched_range == 2'd0))
    && (!holds_nothing[0] || unit_wide_data == '0));

  logic [PLACE_MSB:0] accessed;
  assign accessed = unit_access_place;
  AccessFindsWhatIsStored_A: assert property (@(posedge clock) disable iff (in_reset)
    !unit_access_valid || unit_access_kind == 2'd3
    || (stored_q[unit_access_entry] == its_stored(unit_access_kind, accessed)
      && !(measuring[unit_access_entry] || resulting[unit_access_entry])));

  for (genvar i = 0; i < COLLECTORS; i++) begin : gen_data
    logic [INDEX_MSB:0] a, b, c;
    assign {c, b, a} = unit_registers[i][0+:3*(INDEX_MSB+1)];

    NothingIsZero_A: assert property (@(posedge clock) disable iff (in_reset)
      (!has_a[i] || unit_open_a[i] || inside_q[i].stored[0] || unit_data_a[i] == '0)
      && (!has_b[i] || unit_open_b[i] || inside_q[i].stored[1] || unit_data_b[i] == '0)
      && (!has_c[i] || unit_open_c[i] || inside_q[i].stored[2] || unit_data_c[i] == '0));

    WaitingIsAsAccepted_A: assert property (@(posedge clock) disable iff (in_reset)
      (!unit_wait_a[i] || (inside_q[i].stored[0] == stored_q[a] && !measuring[a]))
      && (!unit_wait_b[i] || (inside_q[i].stored[1] == stored_q[b] && !measuring[b]))
      && (!unit_wait_c[i] || (inside_q[i].stored[2] == stored_q[c] && !measuring[c])));
  end
