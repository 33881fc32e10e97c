  localparam int Latency = LATENCY;

  // What went in, Latency cycles later.
  logic valid_q[Latency];
  logic [9:0] tag_q[Latency];
  logic [4:0] age_q;
  always_ff @(posedge clockRESET_EDGE) begin
    if (RESET) begin
      for (int i = 0; i < Latency; i++) valid_q[i] <= 1'b0;
      age_q <= 5'd0;
    end else begin
      valid_q[0] <= in_valid;
      for (int i = 1; i < Latency; i++) valid_q[i] <= valid_q[i-1];
      if (age_q != 5'd31) age_q <= age_q + 5'd1;
    end
  end
  always_ff @(posedge clock) begin
    tag_q[0] <= in_tag;
    for (int i = 1; i < Latency; i++) tag_q[i] <= tag_q[i-1];
  end
