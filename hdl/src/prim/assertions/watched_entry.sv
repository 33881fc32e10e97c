  // One entry, any, from when it enters until it leaves: how many are before it.
  logic [COUNT_BITS-1:0] inside_q;
  logic watched_q;
  logic [COUNT_BITS-1:0] before_q;
  logic [WIDTH-1:0] watched_data_q;
  always_ff @(posedge clock) begin
    if (reset) begin
      inside_q <= '0;
      watched_q <= 1'b0;
      before_q <= '0;
    end else begin
      inside_q <= inside_q + COUNT_BITS'(enters) - COUNT_BITS'(leaves);
      if (watched_q) begin
        watched_q <= !(leaves && before_q == '0);
        if (leaves) before_q <= before_q - COUNT_BITS'(1);
      end else if (watch && enters) begin
        watched_q <= 1'b1;
        before_q <= inside_q - COUNT_BITS'(leaves);
      end
    end
  end
  always_ff @(posedge clock) if (!watched_q) watched_data_q <= entering;

IN_RESET
  OrderIsKept_A: assert property (@(posedge clock) disable iff (in_reset)
    (watched_q && before_q == '0) -> (leaving_valid && leaving == watched_data_q));

  NothingIsLostOrDoubled_A: assert property (@(posedge clock) disable iff (in_reset)
    inside_q <= COUNT_BITS'(DEPTH) && leaving_valid == (inside_q != '0)
    && (!watched_q || before_q < inside_q));
