  // The first cycle out of reset.
  logic fresh_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) fresh_q <= 1'b1;
    else fresh_q <= 1'b0;
  end

