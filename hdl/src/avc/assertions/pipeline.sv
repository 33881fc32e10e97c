  localparam int Latency = LATENCY;

  // What went in, Latency cycles later.
  logic valid_q[Latency];
  logic [2:0] age_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      for (int i = 0; i < Latency; i++) valid_q[i] <= 1'b0;
      age_q <= 3'd0;
    end else begin
      valid_q[0] <= in_valid;
      for (int i = 1; i < Latency; i++) valid_q[i] <= valid_q[i-1];
      if (age_q != 3'd7) age_q <= age_q + 3'd1;
    end
  end

  LatencyIsExact_A: assert property (@(posedge clock) disable iff (in_reset)
    out_valid == valid_q[Latency-1]);

  ResetEmptiesPipeline_A: assert property (@(posedge clock) disable iff (in_reset)
    (age_q < 3'dLATENCY) -> !out_valid);
