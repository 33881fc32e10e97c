// Who is granted is who comes first behind the last grant that counted.
module TOP (
  input logic clock,
  input logic reset,
  input logic [REQUESTERS-1:0] requests,
  input logic advance
);

  localparam int Requesters = REQUESTERS;
  localparam int IndexBits = INDEX_BITS;

  logic [Requesters-1:0] grant;
  logic any;
  logic [IndexBits-1:0] index;

  BLOCK u_block (
    .clock(clock),
    .reset(reset),
    .requests(requests),
    .advance(advance),
    .grant(grant),
    .any(any),
    .index(index)
  );

  // Where the search begins, and of each requester how many others were granted while it asked.
  logic [7:0] next_q;
  logic [7:0] waited_q[Requesters];
  always_ff @(posedge clock) begin
    if (reset) begin
      next_q <= 8'd0;
      for (int i = 0; i < Requesters; i++) waited_q[i] <= 8'd0;
    end else if (advance && any) begin
      next_q <= 8'(index) == 8'(Requesters - 1) ? 8'd0 : 8'(index) + 8'd1;
      for (int i = 0; i < Requesters; i++)
        waited_q[i] <= requests[i] && !grant[i] ? waited_q[i] + 8'd1 : 8'd0;
    end else begin
      for (int i = 0; i < Requesters; i++) if (!requests[i]) waited_q[i] <= 8'd0;
    end
  end

  logic [Requesters-1:0] expected;
  always_comb begin
    expected = '0;
    for (int i = Requesters - 1; i >= 0; i--)
      if (requests[i]) expected = Requesters'(1) << i;
    for (int i = Requesters - 1; i >= 0; i--)
      if (requests[i] && 8'(i) >= next_q) expected = Requesters'(1) << i;
  end

IN_RESET
  GrantIsOneRequest_A: assert property (@(posedge clock) disable iff (in_reset)
    any == (requests != '0) && (grant != '0) == any && (grant & ~requests) == '0
    && (grant & (grant - Requesters'(1))) == '0);

  for (genvar i = 0; i < Requesters; i++) begin : gen_requester
    IndexIsGrant_A: assert property (@(posedge clock) disable iff (in_reset)
      (any || index == '0) && (!grant[i] || index == IndexBits'(i)));

    NobodyStarves_A: assert property (@(posedge clock) disable iff (in_reset)
      waited_q[i] < 8'(Requesters));
  end

  SearchBeginsBehindLastGrant_A: assert property (@(posedge clock) disable iff (in_reset)
    grant == expected);

endmodule
