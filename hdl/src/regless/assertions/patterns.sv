// A register that follows a pattern is found, and comes back from the pattern and two of its lanes.
module TOP (
  input logic clock,
  input logic reset,
  input logic [1023:0] data
);

  logic [2:0] pattern;
  logic [1023:0] again;

  MATCH u_match (
    .data(data),
    .pattern(pattern)
  );

  EXPAND u_expand (
    .pattern(pattern),
    .low(data[31:0]),
    .high(data[543:512]),
    .data(again)
  );

  // Lanes that follow the one before by a stride; lane 16 begins the upper half.
  logic [31:1] equal;
  logic [31:1] one;
  logic [31:1] four;
  for (genvar i = 1; i < 32; i++) begin : gen_follows
    assign equal[i] = data[32*i+:32] == data[32*i-32+:32];
    assign one[i] = data[32*i+:32] == data[32*i-32+:32] + 32'd1;
    assign four[i] = data[32*i+:32] == data[32*i-32+:32] + 32'd4;
  end

  logic [2:0] expected;
  always_comb begin
    expected = 3'd0;
    if (&(four | 31'h8000)) expected = 3'd5;
    if (&(one | 31'h8000)) expected = 3'd4;
    if (&four) expected = 3'd3;
    if (&one) expected = 3'd2;
    if (&equal) expected = 3'd1;
  end

IN_RESET
  EveryPatternIsFound_A: assert property (@(posedge clock) disable iff (in_reset)
    pattern == expected);

  for (genvar i = 0; i < 32; i++) begin : gen_lane
    PatternReturnsRegister_A: assert property (@(posedge clock) disable iff (in_reset)
      (pattern != 3'd0) -> (again[32*i+:32] == data[32*i+:32]));
  end

endmodule
