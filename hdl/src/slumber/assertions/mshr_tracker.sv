  // The last report of each warp.
  logic [1:0] last_q[64];
  logic cleared_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      for (int i = 0; i < 64; i++) last_q[i] <= 2'd0;
      cleared_q <= 1'b1;
    end else begin
      cleared_q <= in_clear;
      if (in_report_valid) last_q[in_report_warp] <= in_report_outcome;
      if (in_clear) begin
        for (int i = 0; i < 64; i++) last_q[i] <= 2'd0;
      end
    end
  end

  logic reported;
  logic [9:0] least;
  assign reported = in_report_valid && in_report_warp == in_query_warp;
  always_comb begin
    case (out_outcome)
      2'd0: least = 10'dL1_LATENCY;
      2'd1: least = 10'dL2_LATENCY;
      default: least = 10'dDRAM_LATENCY;
    endcase
  end

  QueryFindsLastReport_A: assert property (@(posedge clock) disable iff (in_reset)
    out_outcome == (reported ? in_report_outcome : last_q[in_query_warp]));

  LatencyFollowsOutcome_A: assert property (@(posedge clock) disable iff (in_reset)
    out_latency == least);

  ClearIsHit_A: assert property (@(posedge clock) disable iff (in_reset)
    (cleared_q && !reported) -> (out_outcome == 2'd0));
