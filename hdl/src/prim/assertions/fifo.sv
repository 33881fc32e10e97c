// What enters leaves, in its turn and as it was; and while there is room, more may enter.
module TOP (
  input logic clock,
  input logic reset,
  input logic input_valid,
  input logic [WIDTH-1:0] input_data,
  input logic output_ready,
  input logic watch
);

  logic input_ready;
  logic output_valid;
  logic [WIDTH-1:0] output_data;
  logic [COUNT_BITS-1:0] count;

  BLOCK u_block (
    .clock(clock),
    .reset(reset),
    .input_valid(input_valid),
    .input_ready(input_ready),
    .input_data(input_data),
    .output_valid(output_valid),
    .output_ready(output_ready),
    .output_data(output_data),
    .count(count)
  );

  logic enters;
  logic leaves;
  logic leaving_valid;
  logic [WIDTH-1:0] entering;
  logic [WIDTH-1:0] leaving;
  assign enters = input_valid && input_ready;
  assign leaves = output_valid && output_ready;
  assign leaving_valid = output_valid;
  assign entering = input_data;
  assign leaving = output_data;

WATCHED_ENTRY
  RoomIsTold_A: assert property (@(posedge clock) disable iff (in_reset)
    count == inside_q && input_ready == (inside_q != COUNT_BITS'(DEPTH)));

endmodule
