// The operations that wait for a bank leave in their turn and as they came.
module TOP (
  input logic clock,
  input logic reset,
  input logic enter,
  input logic [1:0] operation_kind,
  input logic operation_warp_high,
  input logic [5:0] operation_register,
  input logic [2:0] bank,
  input logic ready,
  input logic watch
);

  logic room;
  logic valid;
  logic [1:0] kind;
  logic [3:0] warp;
  logic [5:0] register_;

  BLOCK u_block (
    .clock(clock),
    .reset(reset),
    .enter(enter),
    .operation_kind(operation_kind),
    .operation_warp_high(operation_warp_high),
    .operation_register(operation_register),
    .bank(bank),
    .room(room),
    .valid(valid),
    .ready(ready),
    .kind(kind),
    .warp(warp),
    .register_(register_)
  );

  logic enters;
  logic leaves;
  logic leaving_valid;
  logic [WIDTH-1:0] entering;
  logic [WIDTH-1:0] leaving;
  assign enters = enter;
  assign leaves = valid && ready;
  assign leaving_valid = valid;
  assign entering = {operation_kind, operation_warp_high, operation_register};
  assign leaving = {kind, warp[3], register_};

WATCHED_ENTRY
  EnterHasRoom_M: assume property (@(posedge clock) disable iff (in_reset)
    enter -> room);

  RoomIsTold_A: assert property (@(posedge clock) disable iff (in_reset)
    room == (inside_q != COUNT_BITS'(DEPTH)));

  WarpIsOfItsBank_A: assert property (@(posedge clock) disable iff (in_reset)
    valid -> (warp[2:0] + register_[2:0] == bank));

endmodule
