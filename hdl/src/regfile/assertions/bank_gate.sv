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

  // Entries that hold a value: since a store was granted, until they are released or all are cleared.
  logic [ENTRIES-1:0] holds_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      holds_q <= '0;
    end else begin
      if (in_release0_valid) holds_q[in_release0_entry] <= 1'b0;
      if (in_release1_valid) holds_q[in_release1_entry] <= 1'b0;
      if (out_grant && in_store) holds_q[in_entry] <= 1'b1;
      if (in_clear) holds_q <= '0;
    end
  end

  // The cycle before found the bank empty, not asked for and not on its way up.
  logic idle_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) idle_q <= 1'b0;
    else idle_q <= !out_waking && !out_occupied && !in_request;
  end

  GatedOnlyWhenEmpty_A: assert property (@(posedge clock) disable iff (in_reset)
    out_occupied == (holds_q != '0) && !(out_occupied && (out_gated || out_waking)));

  EmptyBankIsGated_A: assert property (@(posedge clock) disable iff (in_reset)
    idle_q -> out_gated);

  if (1) begin : gen_wait
    RequestWaitsExactly_A: assert property (@(posedge clock) disable iff (in_reset)
      (since_q != 11'd0 && in_request) -> (out_grant == (since_q == 11'dWAKE_DELAY + 11'd1)));
  end

  // The state by the contract's table: gated, or so many cycles from awake.
  logic gated_q;
  logic [9:0] left_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      gated_q <= 1'b1;
      left_q <= 10'd0;
    end else if (gated_q) begin
      gated_q <= !in_request;
      left_q <= in_request ? 10'dWAKE_DELAY : 10'd0;
    end else if (left_q != 10'd0) begin
      left_q <= left_q - 10'd1;
    end else begin
      gated_q <= holds_q == '0 && !in_request;
    end
  end

  if (1) begin : gen_table
    RequestWaitsExactly_A: assert property (@(posedge clock) disable iff (in_reset)
      out_gated == gated_q && out_waking == (left_q != 10'd0));
  end

  GrantImpliesAwake_A: assert property (@(posedge clock) disable iff (in_reset)
    out_grant == (in_request && !out_gated && !out_waking));

  IsolatedUnlessAwake_A: assert property (@(posedge clock) disable iff (in_reset)
    out_isolate == (out_gated || out_waking));

  ResetIsGated_A: assert property (@(posedge clock) disable iff (in_reset)
    fresh_q -> (out_gated && !out_occupied));
