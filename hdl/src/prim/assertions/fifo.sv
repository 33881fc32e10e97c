// What enters leaves, in its turn and as it was; and while there is room, more may enter.
module TOP (
  input logic clock,
  input logic reset,
  input logic enter,
  input logic [WIDTH-1:0] entering,
  input logic leave,
  input logic watch
);

  logic room;
  logic valid;
  logic [WIDTH-1:0] oldest;

  BLOCK u_block (
    .clock(clock),
    .reset(reset),
    .enter(enter),
    .entering(entering),
    .leave(leave),
    .room(room),
    .valid(valid),
    .oldest(oldest)
  );

  logic enters;
  logic leaves;
  logic leaving_valid;
  logic [WIDTH-1:0] leaving;
  assign enters = enter;
  assign leaves = valid && leave;
  assign leaving_valid = valid;
  assign leaving = oldest;

WATCHED_ENTRY
  EnterHasRoom_M: assume property (@(posedge clock) disable iff (in_reset)
    enter -> room);

  RoomIsTold_A: assert property (@(posedge clock) disable iff (in_reset)
    room == (inside_q != COUNT_BITS'(DEPTH)));

  EmptyIsZero_A: assert property (@(posedge clock) disable iff (in_reset)
    !valid -> oldest == '0);

endmodule
