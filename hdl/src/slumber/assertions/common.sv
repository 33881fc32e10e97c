  // The first cycle out of reset, and whether the cycle before was out of reset.
  logic fresh_q;
  logic alive_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      fresh_q <= 1'b1;
      alive_q <= 1'b0;
    end else begin
      fresh_q <= 1'b0;
      alive_q <= 1'b1;
    end
  end

