  // For each shard the requests of others that were taken while it asked; the one behind that taken last.
  logic [2:0] others_q[4];
  logic [1:0] behind_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      behind_q <= 2'd0;
      for (int unsigned s = 0; s < 4; s++) others_q[s] <= 3'd0;
    end else begin
      for (int unsigned s = 0; s < 4; s++) begin
        if (taken[s]) behind_q <= 2'(s + 1);
        if (taken[s] || !valid[s]) others_q[s] <= 3'd0;
        else if (taken != 4'd0) others_q[s] <= others_q[s] + 3'd1;
      end
    end
  end

