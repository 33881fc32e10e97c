  // The cycle before was out of reset.
  logic alive_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) alive_q <= 1'b0;
    else alive_q <= 1'b1;
  end

