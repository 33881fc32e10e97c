
  // Counters 2 to 10: what is stored as each range, divergent writes, decompressions, MOVs, conflicts, sources.
  // A compressed register that is read is known a cycle after its access.
  logic [2:10] happens;
  logic [2:10] happened_q;
  logic [2:10][31:0] count_of_q;
  ring_t moves_now, requests;
  logic is_written;
  assign is_written = unit_stage_full && bank_write == unit_stage_banks;
  assign moves_now = unit_mov_free ? unit_wait_mov : '0;
  assign requests = unit_wait_a | unit_wait_b | unit_wait_c | moves_now;
  for (genvar i = 2; i <= 5; i++) begin : gen_stored
    assign happens[i] = is_written && !unit_stage_mov && !unit_stage_divergent
        && unit_stage_range == 2'(i - 2);
  end
  assign happens[6] = is_written && unit_stage_divergent;
  assign happens[7] = unit_data_valid && unit_data_range != 2'd0;
  assign happens[8] = unit_access_valid && unit_access_kind == 2'd3;
  assign happens[9] = (requests & (requests - ring_t'(1))) != '0
      || (unit_wait_a & unit_wait_b) != '0 || ((unit_wait_a | unit_wait_b) & unit_wait_c) != '0
      || ((unit_wait_a | unit_wait_b | unit_wait_c) & moves_now) != '0;
  assign happens[10] = unit_access_valid && unit_access_kind != 2'd3;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      happened_q <= '0;
      count_of_q <= '0;
    end else begin
      happened_q <= happens;
      for (int i = 2; i <= 10; i++) begin
        count_of_q[i] <= count_of_q[i] + 32'(i == 7 ? happens[i] : happened_q[i]);
      end
    end
  end

  for (genvar i = 2; i <= 10; i++) begin : gen_counter
    // CounterIsRecord rests on its CounterIsRecord and MovIsInItsSlot.
    CounterIsRecord_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_counts[i-2] == count_of_q[i]
      && unit_events[i-2] == (i == 7 ? happens[i] : happened_q[i]));

    // CountersAddUp rests on its CounterIsRecord.
    CountersAddUp_A: assert property (@(posedge clock) disable iff (in_reset)
      counter_select != 6'(i) || counter_value == count_of_q[i]);
  end

  // Who enters the write stage, MOV, port 0, port 1: the one that waits first behind the last that entered.
  logic [2:0] entered_q;
  logic [2:0] behind_it, first_behind;
  assign behind_it = ~(entered_q | (entered_q - 3'd1));
  assign first_behind = (unit_stage_requests & behind_it) != 3'd0 ? unit_stage_requests & behind_it
      : unit_stage_requests;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) entered_q <= 3'b100;
    else if (unit_stage_grants != 3'd0) entered_q <= unit_stage_grants;
  end

  EnteredIsRecord_A: assert property (@(posedge clock) disable iff (in_reset)
    unit_behind == behind_it && entered_q inside {3'b001, 3'b010, 3'b100});

  if (1) begin : gen_turns
    // WriteIsDoneInTime rests on EnteredIsRecord.
    WriteIsDoneInTime_A: assert property (@(posedge clock) disable iff (in_reset)
      unit_stage_grants == 3'd0 || unit_stage_grants == (first_behind & (~first_behind + 3'd1)));
  end
