  localparam bit [9:0] Shallow = 10'dSHALLOW_BREAK_EVEN;
  localparam bit [9:0] Deep = 10'dDEEP_BREAK_EVEN;
  localparam bit [9:0] Off = 10'dOFF_BREAK_EVEN;

  // What came a cycle ago and is not told as it came.
  logic [1:0] partial_q;
  logic [1:0] write_load_q;
  logic [19:0] latencies_q;
  logic hit_q;
  logic [9:0] load_latency_q;
  logic [7:0] diverged_q;
  logic [1:0] line_hit_q;
  logic [7:0] fetch_q;
  always_ff @(posedge clock) begin
    partial_q <= in_write_partial;
    write_load_q <= in_write_load;
    latencies_q <= in_write_latencies;
    hit_q <= in_load_outcome == 2'd0;
    load_latency_q <= in_load_latency;
    diverged_q <= {in_slot_diverged[3:2], {3{in_slot_diverged[1]}}, {3{in_slot_diverged[0]}}};
    line_hit_q <= in_line_hit[1:0];
    fetch_q <= in_fetch_enable;
  end

  // Lanes 0 and 1 are writes, lane 2 is the load.
  for (genvar k = 0; k < 3; k++) begin : gen_lane
    logic [9:0] latency;
    logic [9:0] idle;
    logic [5:0] ticks;
    logic [4:0] count;
    logic [1:0] target;
    logic partial;
    logic stays;
    if (k < 2) begin : gen_write
      assign latency = latencies_q[10*k+:10];
      assign count = out_write_counts[5*k+:5];
      assign target = out_write_targets[2*k+:2];
      assign partial = partial_q[k];
      assign stays = write_load_q[k];
    end else begin : gen_load
      assign latency = load_latency_q;
      assign count = out_load_count;
      assign target = out_load_target;
      assign partial = 1'b0;
      assign stays = hit_q;
    end

    assign idle = latency == 10'd0 ? 10'd0 : latency - 10'd1;
    assign ticks = idle[9:4];

    SleepIsPastBreakEven_A: assert property (@(posedge clock) disable iff (in_reset)
      (alive_q && !stays) -> (target == (idle > Off && ticks > 6'd1 && !partial ? 2'd3 :
                                          idle > Deep && ticks > 6'd1 ? 2'd2 :
                                          idle > Shallow ? 2'd1 : 2'd0)));

    PartialWriteIsNeverOff_A: assert property (@(posedge clock) disable iff (in_reset)
      (alive_q && partial) -> (target != 2'd3));

    LoadWaitsInOn_A: assert property (@(posedge clock) disable iff (in_reset)
      (alive_q && stays) -> (target == 2'd0));

    CountEndsInTime_A: assert property (@(posedge clock) disable iff (in_reset)
      alive_q -> (target[1] ? count == (ticks > 6'd32 ? 5'd31 : 5'(ticks - 6'd1)) :
                               count == (idle > 10'd31 ? 5'd31 : idle[4:0])));
  end

  DivergedNextIsRead_A: assert property (@(posedge clock) disable iff (in_reset)
    alive_q -> ((out_done_down & ~out_done_keep & diverged_q) == 8'd0));

  FetchNeedsLine_A: assert property (@(posedge clock) disable iff (in_reset)
    alive_q -> (out_fetch_enable == (fetch_q & {{4{line_hit_q[1]}}, {4{line_hit_q[0]}}})));

  // Of each slot, given to its lanes: whether it sleeps, whether what is next is near, and a read.
  logic [7:0] sleeps_q;
  logic [7:0] near_q;
  logic [7:0] reads_q;
  always_ff @(posedge clock) begin
    sleeps_q <= ~{in_slot_ready[3:2], {3{in_slot_ready[1]}}, {3{in_slot_ready[0]}}};
    near_q <= {in_slot_buffered[3:2], {3{in_slot_buffered[1]}}, {3{in_slot_buffered[0]}}} |
        {in_line_hit[5:4], {3{in_line_hit[3]}}, {3{in_line_hit[2]}}};
    reads_q <= ~in_done_next_write;
  end

  EventsTakeOneCycle_A: assert property (@(posedge clock) disable iff (in_reset)
    alive_q -> (out_done_down == (sleeps_q & ~near_q) && out_write_full == ~partial_q &&
                  out_done_keep == (sleeps_q & (near_q | reads_q | diverged_q))));

  ResetIsQuiet_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> ({out_done_down, out_done_keep} == 16'd0 && out_fetch_enable == 8'd0 &&
                 out_load_target == 2'd0 && out_write_targets == 4'd0 &&
                 out_write_counts == 10'd0 && out_load_count == 5'd0 && out_write_full == 2'd0));
