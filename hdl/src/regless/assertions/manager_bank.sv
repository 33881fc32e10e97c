// Lines that warps hold and lines that are free are those of the bank, as long as the manager does to the bank
// what its contract says.
module TOP (
  input logic clock,
  input logic reset,
  input logic [2:0] need,
  input logic [15:0] start,
  input logic issue0_valid,
  input logic [3:0] issue0_warp,
  input logic issue1_valid,
  input logic [3:0] issue1_warp,
  input logic landed0_valid,
  input logic [3:0] landed0_warp,
  input logic landed1_valid,
  input logic [3:0] landed1_warp,
  input logic [15:0] end_,
  input logic [15:0] back
);

  localparam int Lines = LINES;

  logic [15:0] issue0;
  logic [15:0] issue1;
  logic [15:0] landed0;
  logic [15:0] landed1;
  assign issue0 = 16'(issue0_valid) << issue0_warp;
  assign issue1 = 16'(issue1_valid) << issue1_warp;
  assign landed0 = 16'(landed0_valid) << landed0_warp;
  assign landed1 = 16'(landed1_valid) << landed1_warp;

  // Warps that preload or execute a region, and those that drain; what the former were promised, and writes
  // that have not landed.
  logic [15:0] holds_q;
  logic [15:0] drains_q;
  logic [2:0] promised_q[16];
  logic [2:0] pending_q[16];
  logic possible;
  logic fits;
  logic [15:0] landed_all;

  BLOCK u_block (
    .clock(clock),
    .reset(reset),
    .need(need),
    .possible(possible),
    .fits(fits),
    .starts(start != 16'd0),
    .start(start),
    .issue0(issue0),
    .issue1(issue1),
    .landed0(landed0),
    .landed1(landed1),
    .frees0((landed0 & (drains_q | end_)) != 16'd0),
    .frees1((landed1 & (drains_q | end_)) != 16'd0),
    .end_(end_),
    .landed_all(landed_all)
  );

  always_ff @(posedge clock) begin
    if (reset) begin
      holds_q <= 16'd0;
      drains_q <= 16'd0;
      for (int w = 0; w < 16; w++) pending_q[w] <= 3'd0;
    end else begin
      holds_q <= (holds_q | start) & ~end_;
      drains_q <= (drains_q | end_) & ~back;
      for (int w = 0; w < 16; w++) begin
        pending_q[w] <= pending_q[w] + 3'(issue0[w]) + 3'(issue1[w]) - 3'(landed0[w])
            - 3'(landed1[w]);
      end
    end
  end
  always_ff @(posedge clock) begin
    for (int w = 0; w < 16; w++) if (start[w]) promised_q[w] <= need;
  end

  logic [7:0] sum;
  always_comb begin
    sum = 8'(u_block.free_q) + 8'(u_block.given_back_q) + 8'(u_block.freed0_q)
        + 8'(u_block.freed1_q);
    for (int w = 0; w < 16; w++) begin
      sum += holds_q[w] ? 8'(promised_q[w]) : drains_q[w] ? 8'(pending_q[w]) : 8'd0;
    end
  end

IN_RESET
  StartFits_M: assume property (@(posedge clock) disable iff (in_reset)
    start == 16'd0 || (fits && (start & (start - 16'd1)) == 16'd0
      && (start & (holds_q | drains_q)) == 16'd0));

  EndIsOfOneThatHolds_M: assume property (@(posedge clock) disable iff (in_reset)
    (end_ & (end_ - 16'd1)) == 16'd0 && (end_ & ~holds_q) == 16'd0);

  BackHasNoWrite_M: assume property (@(posedge clock) disable iff (in_reset)
    (back & ~(drains_q & landed_all)) == 16'd0);

  for (genvar w = 0; w < 16; w++) begin : gen_warp
    WriteHasLine_M: assume property (@(posedge clock) disable iff (in_reset)
      !(issue0[w] || issue1[w]) || (holds_q[w] && !end_[w]
        && 4'(pending_q[w]) + 4'(issue0[w]) + 4'(issue1[w]) <= 4'(promised_q[w])));

    LandingWasIssued_M: assume property (@(posedge clock) disable iff (in_reset)
      pending_q[w] >= 3'(landed0[w]) + 3'(landed1[w]));

    HeldIsPromised_A: assert property (@(posedge clock) disable iff (in_reset)
      (holds_q[w] ? pending_q[w] <= promised_q[w] && u_block.promised_q[w] == promised_q[w]
                  : drains_q[w] || pending_q[w] == 3'd0) && !(holds_q[w] && drains_q[w]));

    AllLandedIsTold_A: assert property (@(posedge clock) disable iff (in_reset)
      landed_all[w] == (pending_q[w] == 3'd0) && u_block.pending_q[w] == pending_q[w]);
  end

  LinesNeverExceedBank_A: assert property (@(posedge clock) disable iff (in_reset)
    sum == 8'(Lines));

  FitsIsFree_A: assert property (@(posedge clock) disable iff (in_reset)
    possible == (5'(need) <= 5'(Lines)) && fits == (5'(need) <= u_block.free_q));

endmodule
