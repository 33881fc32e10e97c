  // Cycles since the request that found the bank gated; 0 when no such request waits.
  logic [10:0] since_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      since_q <= 11'd0;
    end else if (!in_request || out_grant) begin
      since_q <= 11'd0;
    end else if (since_q != 11'd0) begin
      since_q <= since_q + 11'd1;
    end else if (out_gated) begin
      since_q <= 11'd1;
    end
  end

  // The cycle before found the bank awake, empty and not asked for.
  logic idle_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) idle_q <= 1'b0;
    else idle_q <= !out_gated && !out_waking && !out_occupied && !in_request;
  end

  GatedOnlyWhenEmpty_A: assert property (@(posedge clock) disable iff (in_reset)
    (out_gated || out_waking) -> !out_occupied);

  EmptyBankIsGated_A: assert property (@(posedge clock) disable iff (in_reset)
    idle_q -> out_gated);

  RequestWaitsExactly_A: assert property (@(posedge clock) disable iff (in_reset)
    (since_q != 11'd0 && in_request) -> (out_grant == (since_q == 11'dWAKE_DELAY + 11'd1)));

  GrantImpliesAwake_A: assert property (@(posedge clock) disable iff (in_reset)
    out_grant == (in_request && !out_gated && !out_waking));

  IsolatedUnlessAwake_A: assert property (@(posedge clock) disable iff (in_reset)
    out_isolate == (out_gated || out_waking));

  ResetIsGated_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (out_gated && !out_occupied));
