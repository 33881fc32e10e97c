// The operations that wait for a bank leave in their turn and as they came.
module TOP (
  input logic clock,
  input logic reset,
  input logic enter,
  input logic [1:0] operation_kind,
  input logic [3:0] operation_warp,
  input logic [5:0] operation_register,
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
    .operation_warp(operation_warp),
    .operation_register(operation_register),
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
  assign entering = {operation_kind, operation_warp, operation_register};
  assign leaving = {kind, warp, register_};

WATCHED_ENTRY
  EnterHasRoom_M: assume property (@(posedge clock) disable iff (in_reset)
    enter -> room);

  RoomIsTold_A: assert property (@(posedge clock) disable iff (in_reset)
    room == (inside_q != COUNT_BITS'(DEPTH)));

  NothingIsZero_A: assert property (@(posedge clock) disable iff (in_reset)
    valid || {kind, warp, register_} == 12'd0);

endmodule
